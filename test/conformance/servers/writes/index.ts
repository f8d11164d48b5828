import type { ApiClient } from '@informer-gen/runtime';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { ServerUnderTest } from '../server-under-test.js';
import { applyRows } from './apply.js';
import { deleteRows } from './deletes.js';
import { errorRows } from './errors.js';
import { serveGadgets } from './fixtures.js';
import type { Row, Writing } from './fixtures.js';
import { helperRows } from './helpers.js';
import { verbRows } from './verbs.js';

const parts: readonly (readonly [part: string, rows: readonly Row[]])[] = [
  ['verbs', verbRows],
  ['apply', applyRows],
  ['deletes', deleteRows],
  ['errors', errorRows],
  ['helpers', helperRows],
];

/** The conformance suite of writes, on one server that it starts, over both versions of HTTP. */
export function writesSuite(
  name: string,
  start: () => Promise<ServerUnderTest>,
  { skip = false }: { readonly skip?: boolean } = {},
): void {
  describe.skipIf(skip)(`writes on ${name}`, { timeout: 60_000 }, () => {
    let running: ServerUnderTest | undefined;
    beforeAll(async () => {
      running = await start();
      await serveGadgets(running);
    }, 120_000);
    afterAll(async () => {
      await running?.[Symbol.asyncDispose]();
    });
    describe.each(['http1', 'http2'] as const)('over %s', (transport) => {
      const warnings: string[] = [];
      let clients: [ApiClient, ApiClient] | undefined;
      beforeAll(async () => {
        const onWarning = (text: string): void => void warnings.push(text);
        const server = running as ServerUnderTest;
        const one = await server.connect({ transport, fieldManager: 'one', onWarning });
        clients = [one, await server.connect({ transport, fieldManager: 'two' })];
      });
      afterAll(async () => {
        for (const client of clients ?? []) await client[Symbol.asyncDispose]();
      });
      const writing = async (): Promise<Writing> => {
        const server = running as ServerUnderTest;
        const [client, other] = clients as [ApiClient, ApiClient];
        const namespace = await server.createNamespace();
        return { server, client, other, warnings, namespace, at: (object) => ({ namespace, name: object }) };
      };
      describe.each(parts)('%s', (_part, rows) => {
        it.each(rows)('%s', async (_rule, run) => run(await writing()));
      });
    });
  });
}
