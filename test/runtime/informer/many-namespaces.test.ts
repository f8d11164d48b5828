// One informer of very many namespaces: what an operation costs does not depend on how many there are.
import { checkHealth, NamespacedSource, newSharedIndexInformer } from '@informer-gen/runtime';
import type { InformerStatus, SharedIndexInformerOptions } from '@informer-gen/runtime';
import { FakeClock, FakeListerWatcher, settle } from '@informer-gen/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Listener } from '../../conformance/support/informing.js';
import { apiError, expired, type Pod, pod, pods } from '../../conformance/support/pods.js';
import { Reflector } from '../../../runtime/src/reflector/reflector.js';

const MANY = 400;
const PODS = 3;
const manyNames = Array.from({ length: MANY }, (_, i) => `ns-${i}`);

afterEach(() => vi.restoreAllMocks());

const immediate = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** An informer of namespaces, each with a fake source of its own that holds some pods. */
function manyNamespaces(names: readonly string[], podsIn: (namespace: string) => number, more = {}) {
  const clock = new FakeClock();
  const sources = new Map<string, FakeListerWatcher<Pod>>();
  const sourceOf = (namespace: string): FakeListerWatcher<Pod> => {
    let found = sources.get(namespace);
    if (found === undefined) {
      const held = Array.from({ length: podsIn(namespace) }, (_, i) => pod(`${namespace}/p${i}`));
      sources.set(namespace, (found = new FakeListerWatcher<Pod>(held)));
    }
    return found;
  };
  const source = new NamespacedSource<Pod>(sourceOf, names);
  /** Calls of an index function: one for each object that is stored in the cache, or in a copy of it. */
  const writes = { count: 0 };
  const options: SharedIndexInformerOptions<Pod> = {
    clock,
    reflector: { random: () => 0 },
    onError: () => {},
    indexers: { counted: () => ((writes.count += 1), []) },
    ...more,
  };
  const informer = newSharedIndexInformer(source, pods, options);
  const listener = new Listener();
  informer.addEventHandler(listener);
  const stop = new AbortController();
  let running: Promise<void> = Promise.resolve();
  return {
    clock,
    source,
    sourceOf,
    informer,
    listener,
    writes,
    start: async () => {
      running = informer.run(stop);
      await informer.whenSynced();
    },
    /** Runs the work until nothing changes any more; returns how often an object was stored. */
    writesDuring: async (work: () => void, withinMs = 1000) => {
      writes.count = 0;
      work();
      await settle(50);
      await clock.advanceAsync(withinMs);
      await settle(50);
      return writes.count;
    },
    stop: async () => {
      stop.abort();
      await running;
      expect(clock.pendingTimers).toBe(0);
      for (const each of sources.values()) expect(each.openWatches).toBe(0);
    },
  };
}

describe('an informer of many namespaces', () => {
  it('stores each object once while it syncs', async () => {
    const { informer, writes, start, stop } = manyNamespaces(manyNames, () => PODS);
    await start();
    expect(informer.indexer.list()).toHaveLength(MANY * PODS);
    expect(writes.count).toBe(MANY * PODS);
    await stop();
  });

  it('stores only what has changed when one namespace, or each, is listed again', async () => {
    const { informer, sourceOf, listener, writesDuring, start, stop } = manyNamespaces(manyNames, () => PODS);
    await start();
    await settle(50);
    listener.take();
    const relist = (namespace: string): void => {
      const source = sourceOf(namespace);
      source.modifyDropWatch(pod(`${namespace}/p0`));
      source.deleteDropWatch(pod(`${namespace}/p1`));
      source.failWatches(expired());
    };
    expect(await writesDuring(() => relist('ns-7'))).toBe(1);
    expect(listener.take()).toEqual(['delete p1', 'update p0', 'update p2']);
    expect(await writesDuring(() => manyNames.slice(100, 200).forEach(relist))).toBe(100);
    expect(informer.indexer.list()).toHaveLength(MANY * PODS - 101);
    expect(informer.indexer.byIndex('namespace', 'ns-7')).toHaveLength(PODS - 1);
    await stop();
  });

  it('stores nothing when a namespace is removed, and only its objects when one is added', async () => {
    const { informer, source, writesDuring, start, stop } = manyNamespaces(manyNames, () => PODS);
    await start();
    expect(await writesDuring(() => void source.remove('ns-3'))).toBe(0);
    expect(informer.indexer.byIndex('namespace', 'ns-3')).toEqual([]);
    expect(await writesDuring(() => source.add('ns-3'))).toBe(PODS);
    expect(await writesDuring(() => source.add('more'))).toBe(PODS);
    expect(informer.indexer.list()).toHaveLength((MANY + 1) * PODS);
    await stop();
  });

  it('reads the status of a namespace a few times in its lifetime, also while observed', async () => {
    const read = vi.spyOn(Reflector.prototype, 'status', 'get');
    const { informer, start, stop } = manyNamespaces(manyNames, () => PODS);
    const phases: string[] = [];
    using _observing = informer.observe({
      phaseChanged: (_informer, { phase, namespace }) => void phases.push(`${namespace}: ${phase}`),
    });
    await start();
    await settle(50);
    expect(phases).toHaveLength(2 * MANY);
    expect(phases.filter((each) => each.startsWith('ns-9:'))).toEqual(['ns-9: listing', 'ns-9: watching']);
    await stop();
    expect(phases).toHaveLength(3 * MANY);
    expect(read.mock.calls.length).toBeLessThan(5 * MANY);
  });

  it('combines changes of the status for its callbacks, and reports the last one', async () => {
    const { informer, source, sourceOf, clock, start, stop } = manyNamespaces(manyNames, () => 0);
    const seen: InformerStatus[] = [];
    informer.onStatus((status) => void seen.push(status));
    await start();
    await clock.advanceAsync(MANY / 10);
    expect(seen.length).toBeLessThan(MANY / 8);
    expect(seen.at(-1)).toMatchObject({ phase: 'watching', synced: true });
    sourceOf('ns-5').failNext('list', apiError(403, 'Forbidden', 'not here'));
    sourceOf('ns-5').failWatches(expired());
    await clock.advanceAsync(MANY / 10);
    expect(seen.at(-1)?.lastError).toMatchObject({ namespace: 'ns-5', statusCode: 403 });
    source.remove('ns-5');
    await stop();
    expect(seen.at(-1)?.phase).toBe('stopped');
  });

  it('names a few of the namespaces that keep it from syncing, and counts the others', async () => {
    const { informer, sourceOf, clock, start, stop } = manyNamespaces(manyNames, () => 0);
    for (const name of manyNames) {
      for (let i = 0; i < 9; i += 1) sourceOf(name).failNext('list', apiError(403, 'Forbidden', 'not here'));
    }
    const waiting = start().catch(() => {});
    const failed = (): number =>
      Object.values(informer.status.namespaces ?? {}).filter(({ lastError }) => lastError !== undefined).length;
    while (failed() < MANY) await settle();
    const [reason = ''] = checkHealth([informer], { clock }).reasons;
    expect(reason).toMatch(/^not synced: pods in ns-0: 403 forbidden: not here; .* and 395 more namespaces$/);
    expect(reason.length).toBeLessThan(300);
    await stop();
    await waiting;
  });

  it('has no namespace left that was removed before it was started', async () => {
    const { informer, source, start, stop } = manyNamespaces(manyNames, () => PODS);
    const starting = start();
    for (const name of manyNames.slice(1)) source.remove(name);
    await starting;
    await settle();
    expect(informer.indexer.listKeys().sort()).toEqual(['ns-0/p0', 'ns-0/p1', 'ns-0/p2']);
    expect(Object.keys(informer.status.namespaces ?? {})).toEqual(['ns-0']);
    await stop();
  });
});

describe('the event loop', () => {
  const { now: realNow } = performance;
  afterEach(() => {
    performance.now = realNow;
  });

  /** Counts what happens in each turn, on a clock on which every reading takes a millisecond. */
  function mostInATurn(): { readonly note: () => void; readonly most: () => number } {
    let now = performance.now();
    performance.now = () => now++;
    let [inThisTurn, most] = [0, 0];
    return {
      note: () => {
        if (inThisTurn === 0) setImmediate(() => (inThisTurn = 0));
        inThisTurn += 1;
        most = Math.max(most, inThisTurn);
      },
      most: () => most,
    };
  }

  it('turns while many namespaces are started, and while they are listed', async () => {
    const listed = mostInATurn();
    const started = mostInATurn();
    const source = new NamespacedSource<Pod>((namespace) => {
      started.note();
      const fake = new FakeListerWatcher<Pod>([pod(`${namespace}/p`)]);
      const list = fake.list.bind(fake);
      fake.list = (...args) => (listed.note(), list(...args));
      return fake;
    }, manyNames);
    const informer = newSharedIndexInformer(source, pods, { clock: new FakeClock() });
    const stop = new AbortController();
    const running = informer.run(stop);
    await informer.whenSynced();
    // The clock is read for every 16 namespaces, 4 ms make a turn, and a turn has two phases.
    expect(started.most()).toBeLessThan(MANY / 2);
    expect(listed.most()).toBeLessThan(MANY / 2);
    stop.abort();
    while (informer.status.phase !== 'stopped') await immediate();
    await running;
  });
});

describe('a namespace among others', () => {
  /** More than are replaced in one step; and enough others for it to be a small part of the cache. */
  const LARGE = 1300;

  it.each([
    ['in one step', { mine: 200, other: 5000 }],
    ['by rebuilding the cache', { mine: LARGE, other: 10 }],
    ['in several steps', { mine: LARGE, other: 4 * LARGE }],
  ])('that is replaced %s has what was listed, and tells every change once', async (_how, { mine, other }) => {
    const counts: Record<string, number> = { mine, other };
    const { informer, sourceOf, listener, writesDuring, start, stop } = manyNamespaces(
      ['other', 'mine'],
      (namespace) => counts[namespace] as number,
    );
    await start();
    await settle(50);
    expect(listener.take()).toHaveLength(mine + other);
    const source = sourceOf('mine');
    await writesDuring(() => {
      for (let i = 0; i < mine; i += 2) source.deleteDropWatch(pod(`mine/p${i}`));
      for (let i = 1; i < mine; i += 4) source.modifyDropWatch(pod(`mine/p${i}`));
      for (let i = 0; i < 50; i += 1) source.addDropWatch(pod(`mine/new${i}`));
      source.failWatches(expired());
    });
    const expected = source.objects();
    expect(informer.indexer.byIndex('namespace', 'mine')).toHaveLength(expected.length);
    for (const object of expected) expect(informer.indexer.get(object)).toBe(object);
    expect(informer.indexer.byIndex('namespace', 'other')).toHaveLength(other);
    expect(informer.indexer.list()).toHaveLength(expected.length + other);
    const told = listener.take();
    const count = (type: string): number => told.filter((each) => each.startsWith(`${type} `)).length;
    expect({ add: count('add'), delete: count('delete') }).toEqual({ add: 50, delete: mine / 2 });
    // Until the first resync a handler gets unchanged objects too.
    expect(new Set(told.filter((each) => each.startsWith('update '))).size).toBe(mine / 2);
    expect(informer.lastStoreSyncResourceVersion()).toBe(source.resourceVersion);
    await stop();
  });
});
