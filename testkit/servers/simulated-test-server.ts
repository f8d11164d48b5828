import { connect } from '@informer-gen/runtime';
import type { ApiClient } from '@informer-gen/runtime';
import { SimulatedApiServer } from '../simulated/simulated-api-server.js';
import type { SimulatedApiServerOptions } from '../simulated/simulated-api-server.js';
import type { TestServer } from './test-server.js';

/**
 * A {@link SimulatedApiServer} as a suite sees it that also runs on a real server.
 *
 * @example
 * const server = await SimulatedTestServer.start();
 * server.kind; // → 'simulated'
 * await server.stop();
 */
export class SimulatedTestServer implements TestServer {
  readonly kind = 'simulated';
  readonly server: SimulatedApiServer;

  private constructor(server: SimulatedApiServer) {
    this.server = server;
  }

  static async start(options: SimulatedApiServerOptions = {}): Promise<SimulatedTestServer> {
    return new SimulatedTestServer(await SimulatedApiServer.start(options));
  }

  get url(): string {
    return this.server.url;
  }

  kubeconfig(): string {
    return this.server.kubeconfig();
  }

  connect(): Promise<ApiClient> {
    return connect({ server: this.server.url });
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}
