// One informer of several namespaces.
import {
  checkHealth,
  type Client,
  NamespacedSource,
  newSharedIndexInformer,
  type SharedIndexInformerOptions,
} from '@informer-gen/runtime';
import { FakeClient, FakeClock, FakeListerWatcher, settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { Listener } from '../../conformance/support/informing.js';
import { apiError, expired, nameOf, type Pod, pod, pods } from '../../conformance/support/pods.js';

/** An informer of namespaces, each with a fake source of its own. */
function namespaced(names: readonly string[], options: SharedIndexInformerOptions<Pod> = {}) {
  const clock = new FakeClock();
  const sources = new Map<string, FakeListerWatcher<Pod>>();
  const sourceOf = (namespace: string): FakeListerWatcher<Pod> => {
    let found = sources.get(namespace);
    if (!found) sources.set(namespace, (found = new FakeListerWatcher<Pod>()));
    return found;
  };
  const source = new NamespacedSource<Pod>(sourceOf, names);
  const errors: Error[] = [];
  const informer = newSharedIndexInformer(source, pods, {
    clock,
    reflector: { random: () => 0 },
    onError: (error) => void errors.push(error),
    ...options,
  });
  const listener = new Listener();
  informer.addEventHandler(listener);
  const stop = new AbortController();
  let running: Promise<void> | undefined;
  return {
    clock,
    source,
    sourceOf,
    informer,
    listener,
    errors,
    keys: () => informer.indexer.listKeys().sort(),
    start: async () => {
      running = informer.run(stop);
      await settle();
    },
    stop: async () => {
      stop.abort();
      await running;
      expect(clock.pendingTimers).toBe(0);
      for (const each of sources.values()) expect(each.openWatches).toBe(0);
    },
  };
}

const forbid = (source: FakeListerWatcher<Pod>, times = 99): void => {
  for (let i = 0; i < times; i++) source.failNext('list', apiError(403, 'Forbidden', 'not here'));
};

describe('an informer of several namespaces', () => {
  it('caches all of them, and is synced when each has been listed', async () => {
    const { informer, sourceOf, keys, clock, start, stop } = namespaced(['a', 'b']);
    sourceOf('a').add(pod('a/x'));
    sourceOf('b').add(pod('b/x'));
    forbid(sourceOf('b'), 1);
    await start();
    expect(keys()).toEqual(['a/x']);
    expect(informer.hasSynced()).toBe(false);
    await clock.advanceAsync(800);
    expect(keys()).toEqual(['a/x', 'b/x']);
    expect(informer.hasSynced()).toBe(true);
    expect(informer.indexer.byIndex('namespace', 'b').map(nameOf)).toEqual(['x']);
    await stop();
  });

  it('keeps a version and a backoff for each', async () => {
    const { informer, sourceOf, clock, start, stop } = namespaced(['a', 'b']);
    for (let i = 0; i < 5; i++) sourceOf('a').add(pod(`a/${i}`));
    sourceOf('b').add(pod('b/x'));
    forbid(sourceOf('b'), 3);
    await start();
    await clock.advanceAsync(400 + 560 + 783);
    expect(sourceOf('b').requests).toHaveLength(3);
    sourceOf('a').failWatches(apiError(500, 'StoreReadError', 'x'));
    await clock.advanceAsync(400);
    expect(sourceOf('a').requests.filter(({ verb }) => verb === 'list')).toHaveLength(2);
    expect(informer.status.namespaces).toMatchObject({
      a: { phase: 'watching', resourceVersion: '5' },
      b: { phase: 'watching', resourceVersion: '1' },
    });
    await stop();
  });

  it('goes on with the others when one is forbidden, and says which', async () => {
    const { informer, sourceOf, keys, clock, start, stop } = namespaced(['a', 'b']);
    forbid(sourceOf('b'));
    await start();
    sourceOf('a').add(pod('a/x'));
    await settle();
    expect(keys()).toEqual(['a/x']);
    expect(informer.status).toMatchObject({ phase: 'backing-off', lastError: { namespace: 'b', statusCode: 403 } });
    const waiting = expect(informer.whenSynced({ timeoutMs: 1000 })).rejects.toThrow(
      'pods in b: 403 forbidden: not here',
    );
    await clock.advanceAsync(1000);
    await waiting;
    await stop();
  });

  it('is synced without an optional one while that is forbidden, and takes it up later', async () => {
    const { informer, source, sourceOf, keys, clock, start, stop } = namespaced(['a']);
    source.add('b', { optional: true });
    forbid(sourceOf('b'), 2);
    sourceOf('b').add(pod('b/x'));
    await start();
    expect(informer.hasSynced()).toBe(true);
    await clock.advanceAsync(2400);
    expect(keys()).toEqual(['b/x']);
    await stop();
  });

  it('is healthy without an optional one while that is forbidden, and not without one that is not optional', async () => {
    for (const optional of [true, false]) {
      const { informer, source, sourceOf, clock, start, stop } = namespaced(['a']);
      await start();
      await settle();
      source.add('b', { optional });
      forbid(sourceOf('b'), 99);
      await clock.advanceAsync(300_000);
      expect(checkHealth([informer], { clock }).ready).toBe(optional);
      expect(informer.status.namespaces?.['b']?.lastError?.statusCode).toBe(403);
      await stop();
    }
  });

  it('takes up a namespace that is added while it runs', async () => {
    const { source, sourceOf, keys, listener, informer, start, stop } = namespaced(['a']);
    sourceOf('b').add(pod('b/x'));
    await start();
    source.add('b');
    source.add('b');
    await settle();
    expect(keys()).toEqual(['b/x']);
    sourceOf('b').add(pod('b/y'));
    await settle();
    expect(listener.take()).toEqual(['add x', 'add y']);
    expect(informer.hasSynced()).toBe(true);
    expect(sourceOf('b').openWatches).toBe(1);
    await stop();
  });

  it('deletes what a removed namespace held, and tells of it', async () => {
    const { source, sourceOf, keys, listener, start, stop } = namespaced(['a', 'b']);
    sourceOf('a').add(pod('a/x'));
    sourceOf('b').add(pod('b/y'));
    sourceOf('b').add(pod('b/z'));
    await start();
    listener.take();
    expect(source.remove('b')).toBe(true);
    expect(source.remove('b')).toBe(false);
    await settle();
    expect(listener.take().sort()).toEqual(['delete y', 'delete z']);
    expect(keys()).toEqual(['a/x']);
    expect(sourceOf('b').openWatches).toBe(0);
    sourceOf('b').add(pod('b/w'));
    await settle();
    expect(listener.take()).toEqual([]);
    await stop();
  });

  it('is synced once a namespace that is in the way is removed', async () => {
    const { source, sourceOf, informer, start, stop } = namespaced(['a', 'b']);
    forbid(sourceOf('b'));
    await start();
    expect(informer.hasSynced()).toBe(false);
    source.remove('b');
    await settle();
    expect(informer.hasSynced()).toBe(true);
    await stop();
  });

  it('keeps what a namespace holds that is removed and added again at once', async () => {
    const { source, sourceOf, keys, listener, start, stop } = namespaced(['a']);
    sourceOf('a').add(pod('a/x'));
    await start();
    listener.take();
    source.remove('a');
    source.add('a');
    await settle();
    expect(keys()).toEqual(['a/x']);
    expect(listener.take().filter((event) => event.startsWith('delete'))).toEqual([]);
    sourceOf('a').delete(pod('a/x'));
    await settle();
    expect(keys()).toEqual([]);
    await stop();
  });

  it('touches no other namespace when one is listed again', async () => {
    const { sourceOf, informer, keys, listener, clock, start, stop } = namespaced(['a', 'b']);
    sourceOf('a').add(pod('a/x'));
    sourceOf('a').add(pod('a/gone'));
    sourceOf('b').add(pod('b/y'));
    await start();
    listener.take();
    const untouched = informer.indexer.getByKey('b/y');
    sourceOf('a').deleteDropWatch(pod('a/gone'));
    sourceOf('a').failWatches(expired());
    await clock.advanceAsync(5000);
    expect(listener.take()).toEqual(['delete gone', 'update x']);
    expect(keys()).toEqual(['a/x', 'b/y']);
    expect(informer.indexer.getByKey('b/y')).toBe(untouched);
    expect(sourceOf('b').requests.filter(({ verb }) => verb === 'list')).toHaveLength(1);
    await stop();
  });

  it('does not take a namespace for another whose name begins like its own', async () => {
    const { sourceOf, keys, listener, clock, start, stop } = namespaced(['a', 'ab']);
    sourceOf('a').add(pod('a/x'));
    sourceOf('ab').add(pod('ab/y'));
    await start();
    expect(keys()).toEqual(['a/x', 'ab/y']);
    listener.take();
    sourceOf('a').deleteDropWatch(pod('a/x'));
    sourceOf('a').failWatches(expired());
    await clock.advanceAsync(5000);
    expect(keys()).toEqual(['ab/y']);
    expect(listener.take()).toEqual(['delete x']);
    await stop();
  });

  it('resyncs each object once a period, however many namespaces there are', async () => {
    const { sourceOf, listener, clock, start, stop } = namespaced(['a', 'b', 'c'], { resyncPeriodMs: 1000 });
    sourceOf('a').add(pod('a/x'));
    sourceOf('b').add(pod('b/y'));
    await start();
    listener.take();
    await clock.advanceAsync(1000);
    expect(listener.take().sort()).toEqual(['update x', 'update y']);
    await clock.advanceAsync(1000);
    expect(listener.take().sort()).toEqual(['update x', 'update y']);
    await stop();
  });

  it('is synced at once when there is no namespace yet', async () => {
    const { informer, source, sourceOf, keys, start, stop } = namespaced([]);
    await start();
    expect(informer.hasSynced()).toBe(true);
    sourceOf('a').add(pod('a/x'));
    source.add('a');
    await settle();
    expect(keys()).toEqual(['a/x']);
    await stop();
  });

  it('refuses a namespace without a name, the DeltaFIFO queue, and a second informer', async () => {
    const { source, start, stop } = namespaced(['a']);
    expect(() => source.add('')).toThrow('needs a name');
    expect(() =>
      newSharedIndexInformer(new NamespacedSource<Pod>(() => new FakeListerWatcher()), pods, { queue: 'DeltaFIFO' }),
    ).toThrow('RealFIFO');
    await start();
    const { signal } = new AbortController();
    await expect(newSharedIndexInformer(source, pods).run({ signal })).rejects.toThrow('feeds an informer already');
    await stop();
  });

  it('works on any client', async () => {
    const client = new FakeClient();
    const anyClient: Client = client;
    client.direct.create(pods, pod('a/x'));
    client.direct.create(pods, pod('b/y'));
    client.direct.create(pods, pod('c/z'));
    const source = new NamespacedSource<Pod>((namespace) => anyClient.listerWatcher(pods, { namespace }), ['a', 'b']);
    const informer = newSharedIndexInformer(source, pods, { clock: new FakeClock() });
    const stop = new AbortController();
    const running = informer.run(stop);
    await informer.whenSynced();
    expect(informer.indexer.listKeys().sort()).toEqual(['a/x', 'b/y']);
    stop.abort();
    await running;
  });
});
