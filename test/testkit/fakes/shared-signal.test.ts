// Many requests and watches that share one AbortSignal, as those of one program do.
import { defineResource } from '@informer-gen/runtime';
import { FakeClient, FakeClock, settle } from '@informer-gen/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';

const pods = defineResource({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true });
const MANY = 50;

let warnings: string[] = [];
const onWarning = (warning: Error): void => void warnings.push(`${warning.name}: ${warning.message}`);

beforeEach(() => {
  warnings = [];
  process.on('warning', onWarning);
});

afterEach(() => void process.off('warning', onWarning));

function many<R>(call: (index: number) => Promise<R>): Promise<PromiseSettledResult<R>[]> {
  return Promise.allSettled(Array.from({ length: MANY }, (_unused, index) => call(index)));
}

it.each<[string, (server: FakeClient, signal: AbortSignal) => Promise<unknown>]>([
  ['requests in flight', (server, signal) => many(() => server.list(pods, { signal }))],
  [
    'watches',
    (server, signal) =>
      many(async () => {
        for await (const _event of server.watch(pods, { signal }));
      }),
  ],
  [
    'watches of lister-watchers',
    (server, signal) =>
      many(async () => {
        for await (const _batch of await server.listerWatcher(pods).watch({}, { signal }));
      }),
  ],
  ['waits for a condition', (server, signal) => many(() => server.until(() => false, { signal }))],
])('%s of one signal leave Node without a warning of too many listeners', async (_what, call) => {
  const server = new FakeClient({ clock: new FakeClock() });
  server.failAlways({ verb: 'list', effect: 'hang' });
  const abort = new AbortController();
  const calls = call(server, abort.signal);
  await settle();
  abort.abort(new Error('over'));
  await calls;
  await settle();
  expect(warnings).toEqual([]);
  expect(server.openWatches()).toBe(0);
});

it('a watch whose signal has aborted before it is read ends', async () => {
  const server = new FakeClient({ clock: new FakeClock() });
  const abort = new AbortController();
  const watch = await server.listerWatcher(pods).watch({}, { signal: abort.signal });
  abort.abort(new Error('over'));
  const batches: unknown[] = [];
  for await (const batch of watch) batches.push(batch);
  expect(batches).toEqual([]);
});
