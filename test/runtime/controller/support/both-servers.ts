import { connect } from '@informer-gen/runtime';
import type { ApiClient } from '@informer-gen/runtime';
import { SimulatedApiServer } from '@informer-gen/testing';
import { describe } from 'vitest';
import { describeWithApiServer } from '../../../setup/api-server.js';

/** A server that a test of both servers uses: how to connect, and a namespace of the test's own. */
export interface TestServer extends AsyncDisposable {
  connect(options?: Parameters<typeof connect>[0]): Promise<ApiClient>;
  readonly namespace: string;
}

/** Runs the same tests on the simulated server and, where there is one, on a real kube-apiserver. */
export function describeOnBothServers(name: string, body: (start: () => Promise<TestServer>) => void): void {
  describe(`${name}, on the simulated server`, () => {
    body(async () => {
      const server = await SimulatedApiServer.start();
      return {
        connect: (options) => connect({ server: server.url, ...options }),
        namespace: 'default',
        [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
      };
    });
  });
  describeWithApiServer(`${name}, on a real server`, (server) => {
    body(async () => {
      const { url, adminToken: token, caPem: ca } = server();
      return {
        connect: (options) => connect({ server: url, token, ca, ...options }),
        namespace: await server().createNamespace(),
        [Symbol.asyncDispose]: () => Promise.resolve(),
      };
    });
  });
}
