import { ApiError, connect, defineResource } from '@informer-gen/runtime';
import type { Client, ListerWatcher, ListResult, Resource, ResourceCaller, WatchEvent } from '@informer-gen/runtime';
import type { JsonPatch } from '@informer-gen/runtime/client-go';
import { FakeClient, FakeClock, SimulatedApiServer } from '@informer-gen/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

type Calls = ResourceCaller & Client;

const resources: readonly Resource[] = [
  { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', namespaced: true },
  { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true },
  { group: '', version: 'v1', kind: 'Node', plural: 'nodes', namespaced: false },
  { group: 'example.com', version: 'v1', kind: 'Gear', plural: 'gears', namespaced: true, subresources: ['status'] },
].map((spec) => defineResource(spec));

const name = fc.constantFrom('a', 'b', 'c', 'Not A Name');
const namespace = fc.constantFrom('default', 'kube-system', undefined);
const labels = fc.constantFrom({}, { app: 'x' }, { app: 'y', tier: 'front' });
const object = fc.record({
  metadata: fc.record({ name, namespace, labels, finalizers: fc.constantFrom(undefined, ['example.com/hold']) }),
  spec: fc.record({ nodeName: fc.constantFrom('n1', 'n2'), text: fc.string({ maxLength: 5 }) }),
  status: fc.constantFrom(undefined, { phase: 'Running' }),
});
const listOptions = fc.record(
  {
    namespace,
    labelSelector: fc.constantFrom('app=x', 'tier', 'app notin (x)', 'a==='),
    fieldSelector: fc.constantFrom('metadata.name=a', 'spec.nodeName=n1'),
    limit: fc.constantFrom(1, 2),
    resourceVersion: fc.constantFrom('0', '1', '9', '99'),
    resourceVersionMatch: fc.constantFrom('Exact', 'NotOlderThan'),
  },
  { requiredKeys: [] },
);

/** One step, done on both clients. */
const step = fc.oneof(
  fc.record({ do: fc.constant('create' as const), object }),
  fc.record({ do: fc.constant('replace' as const), object }),
  fc.record({
    do: fc.constant('patch' as const),
    name,
    namespace,
    type: fc.constantFrom('merge' as const, 'strategic' as const, 'json' as const),
    subresource: fc.constantFrom(undefined, 'status'),
    change: fc.constantFrom<JsonPatch | object>(
      { metadata: { labels: { app: 'z' } } },
      { spec: { nodeName: null }, status: { phase: 'Failed' } },
      [{ op: 'replace', path: '/spec/nodeName', value: 'n3' }],
      { metadata: { finalizers: null } },
    ),
  }),
  fc.record({ do: fc.constant('apply' as const), object, subresource: fc.constantFrom(undefined, 'status') }),
  fc.record({
    do: fc.constant('deleteCollection' as const),
    namespace,
    labelSelector: fc.constantFrom('app=x', 'tier'),
  }),
  fc.record({ do: fc.constant('delete' as const), name, namespace }),
  fc.record({ do: fc.constant('get' as const), name, namespace }),
  fc.record({ do: fc.constant('list' as const), options: listOptions }),
  fc.record({ do: fc.constant('compact' as const) }),
);
const steps = fc.array(fc.tuple(fc.nat(resources.length - 1), step), { minLength: 1, maxLength: 25 });
type Step = (typeof step extends fc.Arbitrary<infer S> ? S : never) & object;

function perform(client: Calls, resource: Resource, asked: Exclude<Step, { do: 'compact' }>): Promise<unknown> {
  switch (asked.do) {
    case 'create':
      return client.create(resource, asked.object);
    case 'replace':
      return client.replace(resource, asked.object);
    case 'patch': {
      const { type, subresource, change } = asked;
      // The change may be of another type than the patch: both servers refuse that alike.
      return client.patch(resource, asked, change, { type, subresource });
    }
    case 'apply':
      return client.apply(resource, asked.object, { subresource: asked.subresource });
    case 'delete':
      return client.delete(resource, asked);
    case 'deleteCollection':
      return client.deleteCollection(resource, asked);
    case 'get':
      return client.get(resource, asked);
    case 'list':
      // A version from the future is told to come back later, and no clock moves here.
      return client
        .list(resource, { ...asked.options, retries: 0 })
        .then(({ digests: _ofEachItsOwn, ...list }) => list);
  }
}

/** What came of it, in a form that can be compared. */
async function outcome(result: Promise<unknown>): Promise<unknown> {
  try {
    return { result: await result };
  } catch (error) {
    if (error instanceof TypeError) return { message: error.message };
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, message: error.message, retryAfterMs: error.retryAfterMs };
  }
}

/** The events from a version on, as far as they are there: a bookmark of the server's own ends them. */
async function changesSince(source: ListerWatcher<object>, version: string, end: () => void): Promise<unknown> {
  const stop = new AbortController();
  const events: unknown[] = [];
  const options = { resourceVersion: version, allowWatchBookmarks: true };
  const stream = await source.watch(options, { signal: stop.signal });
  end();
  for await (const batch of stream) {
    events.push(...batch.map(({ digest: _ofEachItsOwn, ...event }: { digest?: number } & WatchEvent<object>) => event));
    if (batch.some(({ type }) => type === 'BOOKMARK' || type === 'ERROR')) break;
  }
  return events;
}

/** Uids and names alike on both sides. */
function seeded(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

describe('a fake client', () => {
  it('answers every request as the simulated server does over HTTP', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (script) => {
        const options = { resources: resources.slice(3), requireNamespaces: true };
        await using server = await SimulatedApiServer.start({ ...options, clock: new FakeClock(), random: seeded() });
        await using real = await connect({ server: server.url, fieldManager: 'me' });
        const fake = new FakeClient({ ...options, fieldManager: 'me', clock: new FakeClock(), random: seeded() });
        // Enough for several pages, whatever the script does.
        for (const resource of resources)
          for (const seed of ['p', 'q', 'r'])
            for (const { direct } of [server, fake]) direct.create(resource, { metadata: { name: seed } });
        for (const [position, asked] of script) {
          const resource = resources[position] as Resource;
          if (asked.do === 'compact') {
            server.compact();
            fake.compact();
            continue;
          }
          const [expected, got] = [
            await outcome(perform(real, resource, asked)),
            await outcome(perform(fake, resource, asked)),
          ];
          expect(got).toEqual(expected);
        }
        for (const resource of resources) {
          const expected = await changesSince(real.listerWatcher(resource), '1', () => server.sendBookmarks());
          expect(await changesSince(fake.listerWatcher(resource), '1', () => fake.sendBookmarks())).toEqual(expected);
          expect(await everyPage(fake, resource)).toEqual(await everyPage(real, resource));
        }
      }),
      { numRuns: 40 },
    );
  });
});

async function everyPage(client: Calls, resource: Resource): Promise<unknown> {
  const pages: unknown[] = [];
  let token: string | undefined;
  do {
    const page: ListResult<object> = await client.list(resource, { limit: 2, ...(token && { continue: token }) });
    const { digests: _ofEachItsOwn, ...rest } = page;
    pages.push(rest);
    token = page.continue;
  } while (token !== undefined);
  return pages;
}
