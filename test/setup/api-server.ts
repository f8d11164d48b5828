import { afterAll, beforeAll, describe, inject } from 'vitest';
import type { ApiServer, ApiServerConnection, StartOptions } from '@informer-gen/testing';
import { ApiServerAccess, apiServerRequired, findApiServer, startApiServer } from '@informer-gen/testing';
import { sendRequest } from '../../testkit/real/request.js';

const startTimeoutMs = 120_000;

/** Whether tests on a real API server run here: one is found, or the run must fail for want of it. */
export const apiServerAvailable: boolean = apiServerRequired() || findApiServer() !== undefined;

/**
 * The API server that all test files of a run share, started on first use. Others work on it at the same time: make
 * objects in a namespace of your own (`createNamespace`), and do not count on resourceVersions standing still.
 */
export async function sharedApiServer(): Promise<ApiServerAccess> {
  const brokerUrl = inject('apiServerBrokerUrl');
  if (typeof brokerUrl !== 'string') {
    throw new Error('no shared API server: is test/setup/api-server-global.ts in globalSetup of vitest.config.ts?');
  }
  const { status, text } = await sendRequest(brokerUrl, { timeoutMs: startTimeoutMs });
  if (status !== 200) throw new Error(`the shared API server did not start: ${text}`);
  return new ApiServerAccess(JSON.parse(text) as ApiServerConnection);
}

/**
 * `describe` on the run's shared API server; skipped where there is none. The function given to `body` returns the
 * server inside tests and hooks.
 */
export function describeWithApiServer(name: string, body: (server: () => ApiServerAccess) => void): void {
  describe.skipIf(!apiServerAvailable)(name, () => {
    let server: ApiServerAccess | undefined;
    beforeAll(async () => {
      server = await sharedApiServer();
    }, startTimeoutMs);
    body(() => present(server));
  });
}

/**
 * `describe` on an API server of its own, for tests that kill, restart, compact or configure it; skipped where there is
 * none. It starts before the first test and stops after the last.
 */
export function describeWithOwnApiServer(
  name: string,
  options: StartOptions,
  body: (server: () => ApiServer) => void,
): void {
  describe.skipIf(!apiServerAvailable)(name, () => {
    let server: ApiServer | undefined;
    beforeAll(async () => {
      server = await startApiServer(options);
    }, startTimeoutMs);
    afterAll(async () => {
      await server?.stop();
    });
    body(() => present(server));
  });
}

function present<T>(server: T | undefined): T {
  if (server === undefined) throw new Error('the API server exists only inside tests and hooks');
  return server;
}
