import { afterAll, beforeAll, describe } from 'vitest';
import type { ServerUnderTest } from '../server-under-test.js';
import { definitionsSuite } from './definitions.js';
import { healingSuite } from './healing.js';
import { managedFieldsSuite } from './managed-fields.js';
import { pagingSuite } from './paging.js';
import { projectionsSuite } from './projections.js';
import { readingSuite } from './reading.js';
import { scopesSuite } from './scopes.js';
import { watchListSuite } from './watch-list.js';

/** The conformance suite, on one server that it starts, breaks and ends. */
export function conformanceSuite(
  name: string,
  start: () => Promise<ServerUnderTest>,
  options: { readonly skip?: boolean } = {},
): void {
  describe.skipIf(options.skip ?? false)(`informers on ${name}`, { timeout: 60_000 }, () => {
    let running: ServerUnderTest | undefined;
    beforeAll(async () => {
      running = await start();
    }, 120_000);
    afterAll(async () => {
      await running?.[Symbol.asyncDispose]();
    });
    const server = (): ServerUnderTest => running as ServerUnderTest;
    describe('reading', () => readingSuite(server));
    describe('paging', () => pagingSuite(server));
    describe('scopes', () => scopesSuite(server));
    describe('definitions', () => definitionsSuite(server));
    describe('healing', () => healingSuite(server));
    describe('managedFields', () => managedFieldsSuite(server));
    describe('projections', () => projectionsSuite(server));
    describe('WatchList', () => watchListSuite(server));
  });
}
