import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
// By path: what loads this file does not know the export condition that leads to the sources of packages.
import type { ApiServer } from '../../testkit/real/api-server.js';
import {
  apiServerRequired,
  findApiServer,
  missingApiServerNotice,
  requireApiServer,
} from '../../testkit/real/binaries.js';
import { startApiServer } from '../../testkit/real/start.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a test file asks for the run's shared API server; null where there is none on this machine. */
    apiServerBrokerUrl: string | null;
  }
}

/**
 * Vitest's global setup: one API server for the whole run, started when the first test file asks for it, so that a run
 * without such files does not pay for it. Where there is none, says so in one line, or fails the run if
 * `INFORMER_GEN_REQUIRE_APISERVER=1`.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (apiServerRequired()) requireApiServer();
  if (findApiServer() === undefined) {
    console.warn(missingApiServerNotice());
    project.provide('apiServerBrokerUrl', null);
    return undefined;
  }
  let starting: Promise<ApiServer> | undefined;
  // The answer holds the admin's credentials: only who knows the path gets it.
  const path = `/${randomUUID()}`;
  const broker = createServer((request, response) => {
    if (request.url !== path) {
      response.writeHead(404).end();
      return;
    }
    starting ??= startApiServer();
    starting.then(
      (server) => response.end(JSON.stringify(server.connection)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve));
  project.provide('apiServerBrokerUrl', `http://127.0.0.1:${(broker.address() as AddressInfo).port}${path}`);
  return async () => {
    broker.close();
    await (await starting?.catch(() => undefined))?.stop();
  };
}
