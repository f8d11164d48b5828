import { ApiError, BaseSharedInformerFactory, defineResource, isExpired } from '@informer-gen/runtime';
import { MalformedEventError, TruncatedStreamError } from '@informer-gen/runtime/client-go';
import type { KubernetesObject, ListOptions, WatchEvent } from '@informer-gen/runtime';
import { FakeClient, FakeClock, settle, UnservedResourceError } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { widgetCrd } from '../simulated/widget-crd.js';

interface Widget extends KubernetesObject {
  readonly spec?: { readonly color?: string };
  readonly status?: { readonly ready?: boolean };
}

const widgets = defineResource<Widget>({
  group: 'example.com',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  namespaced: true,
  subresources: ['status'],
  selectableFields: ['spec.color'],
});

const at = (name: string) => ({ namespace: 'default', name });
const widgetType = { apiVersion: 'example.com/v1', kind: 'Widget' } as const;
const widget = (name: string, color = 'red'): Widget => ({ ...widgetType, metadata: at(name), spec: { color } });

/** A watch, and what has come of it so far: events, and at last how it ended. */
async function watching(client: FakeClient, options: ListOptions = {}, stop = new AbortController()) {
  const seen: string[] = [];
  const events: WatchEvent<Widget>[] = [];
  const { signal } = stop;
  const stream = await client.listerWatcher(widgets).watch(options, { signal });
  const ended = (async () => {
    try {
      for await (const batch of stream) {
        events.push(...batch);
        seen.push(...batch.map(describeEvent));
      }
      seen.push('end');
    } catch (error) {
      seen.push((error as Error).constructor.name);
    }
  })();
  return { seen, events, stop: () => (stop.abort(), ended) };
}

function describeEvent(event: WatchEvent<Widget>): string {
  if (event.type === 'BOOKMARK') return event.initialEventsEnd ? 'BOOKMARK initial' : 'BOOKMARK';
  return event.type === 'ERROR' ? `ERROR ${event.status.code}` : `${event.type} ${event.object.metadata?.name}`;
}

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

describe('a fake client', () => {
  it('serves a resource from when its constant is first used, by a read, a write or an informer', async () => {
    const client = new FakeClient();
    expect(() => client.direct.objects('widgets')).toThrow(UnservedResourceError);
    expect((await client.list(widgets)).items).toEqual([]);
    client.direct.create(widgets, widget('a'));
    expect(client.direct.objects('widgets')).toHaveLength(1);
  });

  it('learns the kind from the first constant that knows it', async () => {
    const client = new FakeClient();
    await client.list({ ...widgets, kind: '' });
    client.direct.create(widgets, widget('a'));
    const { items } = await client.list<Widget>({ ...widgets, kind: '' });
    expect(items).toMatchObject([{ apiVersion: 'example.com/v1', kind: 'Widget', metadata: at('a') }]);
  });

  it('begins with the resources, CRDs and objects that it is given', async () => {
    const client = new FakeClient({
      crds: [widgetCrd],
      resources: [{ ...widgets, plural: 'cogs', kind: 'Cog' }],
      objects: [
        { ...widget('a'), kind: 'Widget' },
        { kind: 'Cog', metadata: at('c') },
      ],
    });
    expect(client.direct.get(widgets, 'a')?.spec?.color).toBe('red');
    expect(client.direct.get('cogs', 'default/c')).toBeDefined();
  });

  it('needs no namespaces, unless they are asked for', async () => {
    const elsewhere = { ...widgetType, metadata: { namespace: 'elsewhere', name: 'a' } };
    await new FakeClient().create(widgets, elsewhere);
    const strict = new FakeClient({ requireNamespaces: true });
    expect((await failure(strict.create(widgets, elsewhere))).statusCode).toBe(404);
  });

  it('creates, reads, updates, patches and deletes by the rules of the server', async () => {
    const client = new FakeClient({ clock: new FakeClock() });
    const created = await client.create(widgets, { ...widget('a'), status: { ready: true } });
    expect(created).toMatchObject({
      apiVersion: 'example.com/v1',
      kind: 'Widget',
      metadata: { ...at('a'), generation: 1, creationTimestamp: '2026-01-01T00:00:00Z' },
    });
    expect(created.status).toBeUndefined();
    expect(await client.get(widgets, at('a'))).toEqual(created);

    const updated = await client.replace(widgets, { ...created, spec: { color: 'blue' } });
    expect((await failure(client.replace(widgets, created))).reason).toBe('Conflict');
    const patched = await client.patch(widgets, at('a'), [{ op: 'replace', path: '/spec/color', value: 'green' }], {
      type: 'json',
    });
    expect([updated.spec, patched.spec]).toEqual([{ color: 'blue' }, { color: 'green' }]);
    const status = { status: { ready: true } };
    const ready = await client.patch(widgets, at('a'), status, { subresource: 'status' });
    expect(ready).toMatchObject({ spec: { color: 'green' }, ...status });

    await client.delete(widgets, at('a'), { dryRun: true });
    expect(await client.delete(widgets, at('a'))).toMatchObject({ kind: 'Status', status: 'Success' });
    expect(await failure(client.get(widgets, at('a')))).toMatchObject({
      statusCode: 404,
      message: 'get widgets.example.com default/a: 404 NotFound: widgets.example.com "a" not found',
    });
  });

  it('writes directly what no request could, and retains the status and the uid', () => {
    const client = new FakeClient();
    const seed = { ...widget('a'), status: { ready: true } };
    client.direct.create(widgets, { ...seed, metadata: { ...seed.metadata, uid: 'mine' } });
    expect(client.direct.get(widgets, 'a')).toMatchObject({ metadata: { uid: 'mine' }, status: { ready: true } });
    expect(client.requests).toEqual([]);
  });

  it('hands out copies: nobody changes what is stored', async () => {
    const client = new FakeClient();
    client.direct.create(widgets, widget('a'));
    const mine = (await client.get(widgets, at('a'))) as { spec: { color: string } };
    mine.spec.color = 'changed';
    expect(client.direct.get(widgets, 'a')?.spec?.color).toBe('red');
  });

  it('counts the bytes of answers, and cuts them, as if they were sent', async () => {
    const client = new FakeClient();
    const created = await client.create(widgets, widget('a'));
    const read = await client.get(widgets, at('a'));
    expect(created).toEqual(read);
    const bytes = Buffer.byteLength(JSON.stringify(read));
    expect(client.requests.map(({ verb, bytesSent }) => [verb, bytesSent])).toEqual([
      ['create', bytes],
      ['get', bytes],
    ]);
    client.failNext({ cutAfterBytes: 10 });
    await expect(client.get(widgets, at('a'), { retries: 0 })).rejects.toBeInstanceOf(TruncatedStreamError);
    expect(client.requests.at(-1)?.bytesSent).toBe(10);
  });

  it('waits on its clock where the server asks it to, as a real client does', async () => {
    const clock = new FakeClock();
    const client = new FakeClient({ clock });
    client.failNext({ verb: 'create', status: 429, retryAfterSeconds: 5 });
    let done = false;
    const creating = client.create(widgets, widget('a')).then(() => (done = true));
    await clock.advanceAsync(4_999);
    expect(done).toBe(false);
    await clock.advanceAsync(1);
    await creating;
    expect(client.requests.map(({ verb, code }) => [verb, code])).toEqual([
      ['create', 429],
      ['create', 201],
    ]);
  });

  it('gives up a request that is never answered when its signal aborts', async () => {
    const client = new FakeClient();
    client.failAlways({ effect: 'hang' });
    const stop = new AbortController();
    const { signal } = stop;
    const list = expect(client.list(widgets, { signal })).rejects.toThrow('enough');
    const watch = expect(client.listerWatcher(widgets).watch({}, { signal })).rejects.toThrow('enough');
    await settle();
    stop.abort(new Error('enough'));
    await Promise.all([list, watch]);
    expect(client.requests.map(({ done }) => done)).toEqual([true, true]);
  });

  it('answers with the faults that a test asks for', async () => {
    const client = new FakeClient();
    const grant = client.deny({ verb: 'list', resource: 'widgets' });
    expect((await failure(client.list(widgets))).statusCode).toBe(403);
    grant();
    client.failNext({ effect: 'reset' });
    await expect(client.list(widgets)).rejects.toMatchObject({ code: 'ECONNRESET' });
    client.failNext({ cutAfterBytes: 10 });
    await expect(client.list(widgets)).rejects.toBeInstanceOf(TruncatedStreamError);
    client.failNext({ status: 502, body: 'bad gateway\n' });
    expect(await failure(client.list(widgets))).toMatchObject({ statusCode: 502, status: { message: 'bad gateway' } });
    expect((await client.list(widgets)).items).toEqual([]);
  });
});

describe('a watch of a fake client', () => {
  it('sends the state, then changes, until its consumer leaves', async () => {
    const client = new FakeClient();
    client.direct.create(widgets, widget('a'));
    const { seen, stop } = await watching(client);
    client.direct.update(widgets, widget('a', 'blue'));
    client.direct.delete(widgets, 'a');
    await settle();
    expect(client.openWatches()).toBe(1);
    await stop();
    expect(seen).toEqual(['ADDED a', 'MODIFIED a', 'DELETED a', 'end']);
    expect(client.openWatches()).toBe(0);
    expect(client.requests.at(-1)).toMatchObject({ verb: 'watch', resource: 'widgets.example.com', done: true });
  });

  it('is closed by leaving the loop', async () => {
    const client = new FakeClient();
    client.direct.create(widgets, widget('a'));
    const { signal } = new AbortController();
    for await (const _batch of await client.listerWatcher(widgets).watch({}, { signal })) break;
    expect(client.openWatches()).toBe(0);
  });

  it('sees objects come into its selection and leave it', async () => {
    const client = new FakeClient();
    const { seen, stop } = await watching(client, { fieldSelector: 'spec.color=red' });
    client.direct.create(widgets, widget('a', 'blue'));
    client.direct.update(widgets, widget('a', 'red'));
    client.direct.update(widgets, widget('a', 'blue'));
    await stop();
    expect(seen).toEqual(['end']);
    const again = await watching(client, { fieldSelector: 'spec.color=red', resourceVersion: '1' });
    await settle();
    await again.stop();
    expect(again.seen).toEqual(['ADDED a', 'DELETED a', 'end']);
  });

  it('answers WatchList with the initial events and their bookmark', async () => {
    const client = new FakeClient();
    client.direct.create(widgets, widget('a'));
    const initial = {
      sendInitialEvents: true,
      resourceVersionMatch: 'NotOlderThan',
      allowWatchBookmarks: true,
    } as const;
    const { seen, stop } = await watching(client, initial);
    await settle();
    await stop();
    expect(seen).toEqual(['ADDED a', 'BOOKMARK initial', 'end']);
    client.settings.watchList = 'invalid';
    expect((await failure(client.listerWatcher(widgets).watch(initial, new AbortController()))).statusCode).toBe(422);
  });

  it('gets bookmarks and its end on the virtual clock', async () => {
    const clock = new FakeClock();
    const client = new FakeClient({ clock });
    const { seen } = await watching(client, { allowWatchBookmarks: true, timeoutSeconds: 100 });
    await clock.advanceAsync(60_000);
    expect(seen).toEqual(['BOOKMARK']);
    await clock.advanceAsync(40_000);
    expect(seen).toEqual(['BOOKMARK', 'BOOKMARK', 'end']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('is refused with 410 below a compacted version', async () => {
    const client = new FakeClient();
    client.direct.create(widgets, widget('a'));
    const { resourceVersion } = client;
    client.compact();
    const { seen, stop } = await watching(client, { resourceVersion });
    await settle();
    await stop();
    expect(seen).toEqual(['ERROR 410', 'end']);
    client.settings.expiredWatch = 'response';
    const refused = client.listerWatcher(widgets).watch({ resourceVersion }, new AbortController());
    expect(isExpired(await failure(refused))).toBe(true);
  });

  it.each([
    ['close', 'end'],
    ['reset', 'Error'],
    ['truncate', 'TruncatedStreamError'],
    ['truncate-reset', 'Error'],
  ] as const)('ends as cutWatches(%o) says', async (how, ends) => {
    const client = new FakeClient();
    const { seen } = await watching(client);
    client.direct.create(widgets, widget('a'));
    client.cutWatches(how);
    await settle();
    expect(seen).toEqual(['ADDED a', ends]);
    expect(client.openWatches()).toBe(0);
  });

  it('holds back what a freeze holds back, and throws at garbage', async () => {
    const client = new FakeClient();
    const { seen } = await watching(client);
    const thaw = client.freezeWatches();
    client.direct.create(widgets, widget('a'));
    await settle();
    expect(seen).toEqual([]);
    thaw();
    client.writeToWatches('{"type":"ADDED"\n');
    await settle();
    expect(seen).toEqual(['ADDED a', MalformedEventError.name]);
    expect(client.openWatches()).toBe(0);
  });

  it('puts together what the network cuts, in the middle of characters too', async () => {
    const client = new FakeClient();
    client.settings.chunkBytes = 1;
    const { events, stop } = await watching(client);
    client.direct.create(widgets, widget('a', 'grün 🟢'));
    while (events.length === 0) await settle();
    await stop();
    expect(events).toMatchObject([{ type: 'ADDED', object: { spec: { color: 'grün 🟢' } } }]);
  });

  it('carries metadata alone where that is asked for', async () => {
    const client = new FakeClient();
    client.direct.create(widgets, widget('a'));
    const source = client.listerWatcher(widgets, { metadataOnly: true, namespace: 'default' });
    const { items } = await source.list({}, new AbortController());
    expect(items).toMatchObject([{ kind: 'PartialObjectMetadata', metadata: at('a') }]);
    expect(items[0]?.spec).toBeUndefined();
    expect(client.requests.at(-1)).toMatchObject({ namespace: 'default', path: expect.stringContaining('/default/') });
  });
});

describe('informers on a fake client', () => {
  it('heal from expired and broken watches, and miss nothing', async () => {
    const clock = new FakeClock();
    const client = new FakeClient({ clock });
    await using factory = new BaseSharedInformerFactory(client, { clock, onError: () => {} });
    const { indexer } = factory.informerFor(widgets);
    factory.start();
    await factory.waitForCacheSync();
    client.cutWatches('reset');
    client.direct.create(widgets, widget('a'));
    client.compact();
    client.direct.create(widgets, widget('b'));
    await clock.advanceAsync(60_000);
    expect(indexer.listKeys().sort()).toEqual(['default/a', 'default/b']);
    client.expireWatches();
    client.direct.delete(widgets, 'a');
    await clock.advanceAsync(60_000);
    expect(indexer.listKeys()).toEqual(['default/b']);
  });
});
