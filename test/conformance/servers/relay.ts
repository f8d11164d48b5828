import { once } from 'node:events';
import net from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { resetSocket } from '../../../testkit/simulated/http/reset-socket.js';

/**
 * A TCP connection in the middle that can be broken in every way a network can break it. It knows nothing of HTTP or TLS,
 * so it works the same before any server.
 */
export class Relay implements AsyncDisposable {
  readonly #target: () => number;
  readonly #pairs = new Set<{ readonly client: Socket; readonly upstream: Socket }>();
  #server: net.Server | undefined;
  #port = 0;
  #connections = 0;

  /** @param target The port on loopback to pass on to, asked for each connection. */
  constructor(target: () => number) {
    this.#target = target;
  }

  get port(): number {
    return this.#port;
  }

  /** How many connections there have been. */
  get connections(): number {
    return this.#connections;
  }

  /** How many are open. */
  get openConnections(): number {
    return this.#pairs.size;
  }

  /** Takes connections; again on the same port after {@link close}. */
  async open(): Promise<void> {
    if (this.#server) return;
    const server = net.createServer((client) => this.#join(client));
    this.#server = server;
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Resets every connection; new ones are welcome. */
  cut(): void {
    for (const { client, upstream } of this.#pairs) {
      resetSocket(client);
      resetSocket(upstream);
    }
  }

  /** Resets every connection and refuses new ones. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    const closed = new Promise((resolve) => server.close(resolve));
    this.cut();
    await closed;
  }

  /** From now on the connections made so far pass nothing on, in either direction, and nobody is told. */
  stall(): void {
    for (const { client, upstream } of this.#pairs) {
      client.unpipe(upstream);
      upstream.unpipe(client);
      client.pause();
      upstream.pause();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #join(client: Socket): void {
    client.on('error', () => {});
    // It had been taken before the door was closed.
    if (!this.#server) return void client.resetAndDestroy();
    this.#connections++;
    const upstream = net.connect(this.#target(), '127.0.0.1');
    const pair = { client, upstream };
    this.#pairs.add(pair);
    client.setNoDelay(true);
    upstream.setNoDelay(true);
    client.pipe(upstream);
    upstream.pipe(client);
    const end = (): void => {
      this.#pairs.delete(pair);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      socket.on('error', end);
      socket.on('close', end);
    }
  }
}
