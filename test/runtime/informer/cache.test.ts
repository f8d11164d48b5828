// What happens to objects on their way into the cache.
import { setImmediate as immediate } from 'node:timers/promises';
import { newSharedIndexInformer } from '@informer-gen/runtime';
import type { SharedIndexInformerOptions } from '@informer-gen/runtime';
import { FakeClock, settle } from '@informer-gen/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { type Informing, informing, Listener } from '../../conformance/support/informing.js';
import { expired, nameOf, type Pod, pod, pods } from '../../conformance/support/pods.js';
import { ScriptedSource } from '../../conformance/support/scripted-source.js';

const realNow = performance.now;
afterEach(() => void (performance.now = realNow));

/** Makes the informer list everything again. */
async function relist({ source, clock }: Informing): Promise<void> {
  source.failWatches(expired());
  await clock.advanceAsync(5000);
}

describe.each([
  { queue: 'RealFIFO', watchList: true },
  { queue: 'RealFIFO', watchList: false },
  { queue: 'DeltaFIFO', watchList: true },
  { queue: 'DeltaFIFO', watchList: false },
] as const)('a cache ($queue, WatchList: $watchList)', ({ queue, watchList }) => {
  function caching(objects: readonly Pod[], options: SharedIndexInformerOptions<Pod> = {}): Informing {
    const harness = informing(objects, { queue, ...options });
    harness.source.watchListSupported = watchList;
    return harness;
  }

  it('keeps the very object through a relist that finds it unchanged, also behind a transform', async () => {
    let transformed = 0;
    const harness = caching([pod('a'), pod('b')], {
      transform: (object) => {
        transformed++;
        return { ...object };
      },
    });
    const { informer, source, start, stop } = harness;
    const updates: boolean[] = [];
    informer.addEventHandler({ onUpdate: (before, after) => void updates.push(before === after) });
    await start();
    const [a, b] = [informer.indexer.getByKey('default/a'), informer.indexer.getByKey('default/b')];
    source.modifyDropWatch(pod('b'));
    await relist(harness);
    expect(informer.indexer.getByKey('default/a')).toBe(a);
    expect(informer.indexer.getByKey('default/b')).not.toBe(b);
    expect(transformed).toBe(3);
    expect(updates.sort()).toEqual([false, true]);
    await stop();
  });

  it('takes an object of the same version but another uid for another object', async () => {
    const harness = caching([pod('a')]);
    const { informer, source, start, stop } = harness;
    await start();
    const before = informer.indexer.getByKey('default/a');
    const [stored] = source.objects();
    const recreated = { ...stored, metadata: { ...stored?.metadata, uid: 'another' } } as Pod;
    source.objects = () => [recreated];
    await relist(harness);
    expect(informer.indexer.getByKey('default/a')).not.toBe(before);
    expect(informer.indexer.getByKey('default/a')?.metadata?.uid).toBe('another');
    await stop();
  });

  it('goes on when a transform throws: that object stays as it was, the others come', async () => {
    const harness = caching([pod('a'), pod('b')]);
    const { informer, source, errors, start, stop } = harness;
    let broken = '';
    informer.setTransform((object) => {
      if (nameOf(object) === broken) throw new Error('cannot transform');
      return object;
    });
    const listener = new Listener();
    informer.addEventHandler(listener);
    await start();
    listener.take();
    broken = 'a';
    source.modify(pod('a'));
    source.modify(pod('b'));
    await settle();
    expect(listener.take()).toEqual(['update b']);
    source.modifyDropWatch(pod('a'));
    source.addDropWatch(pod('c'));
    await relist(harness);
    expect(informer.indexer.listKeys().sort()).toEqual(['default/a', 'default/b', 'default/c']);
    expect(informer.indexer.getByKey('default/a')?.metadata?.resourceVersion).toBe('1');
    expect(errors.length).toBeGreaterThanOrEqual(2);
    for (const { error, context } of errors) {
      expect(error.message).toBe('the transform failed for default/a: cannot transform');
      expect(context).toMatchObject({ stage: 'transform', resource: 'pods', key: 'default/a' });
    }
    broken = '';
    source.modify(pod('a'));
    await settle();
    expect(informer.indexer.getByKey('default/a')?.metadata?.resourceVersion).not.toBe('1');
    await stop();
  });

  it('deletes an object whose transform throws when it is deleted', async () => {
    const { informer, source, start, stop } = caching([pod('a')]);
    let broken = false;
    informer.setTransform((object) => {
      if (broken) throw new Error('cannot transform');
      return object;
    });
    const listener = new Listener();
    informer.addEventHandler(listener);
    await start();
    broken = true;
    source.delete(pod('a'));
    await settle();
    expect(informer.indexer.listKeys()).toEqual([]);
    expect(listener.events).toEqual(['add a', 'delete a']);
    await stop();
  });

  it('goes on when an index function throws: the object is cached, and found by the other indexes', async () => {
    const { informer, source, errors, start, stop } = caching([pod('a'), pod('b')], {
      indexers: {
        byName: (object) => [nameOf(object)],
        fussy: (object) => {
          if (nameOf(object) === 'a') throw new Error('cannot index');
          return ['fine'];
        },
      },
    });
    await start();
    expect(informer.indexer.listKeys()).toHaveLength(2);
    expect(informer.indexer.byIndex('byName', 'a').map(nameOf)).toEqual(['a']);
    expect(informer.indexer.byIndex('fussy', 'fine').map(nameOf)).toEqual(['b']);
    source.modify(pod('a'));
    source.modify(pod('b'));
    await settle();
    expect(informer.indexer.byIndex('fussy', 'fine').map(nameOf)).toEqual(['b']);
    expect(errors[0]?.error.message).toContain('cannot index');
    expect(errors[0]?.context).toMatchObject({ stage: 'index', resource: 'pods', key: 'default/a' });
    await stop();
  });

  it('goes on when an object has no key: the others are cached', async () => {
    const harness = caching([pod('a')]);
    const { informer, source, errors, start, stop } = harness;
    const keyless = { metadata: { resourceVersion: '7' } } as Pod;
    const { objects } = source;
    source.objects = () => [keyless, ...objects.call(source)];
    await start();
    expect(informer.hasSynced()).toBe(true);
    expect(informer.indexer.listKeys()).toEqual(['default/a']);
    source.broadcast([{ type: 'ADDED', object: keyless }]);
    source.add(pod('b'));
    await settle();
    expect(informer.indexer.listKeys()).toEqual(['default/a', 'default/b']);
    expect(errors.length).toBeGreaterThanOrEqual(2);
    for (const { error } of errors) expect(error.name).toBe('KeyError');
    await stop();
  });

  it('addIndexers during a replace finds the new objects', async () => {
    const { informer, source, start, stop } = caching([]);
    for (let i = 0; i < 50; i++) source.add(pod(`p${i}`));
    const starting = start();
    for (let turn = 0; turn < 6; turn++) await Promise.resolve();
    informer.addIndexers({ byName: (object) => [nameOf(object)] });
    await starting;
    expect(informer.indexer.byIndex('byName', 'p7').map(nameOf)).toEqual(['p7']);
    await stop();
  });
});

describe('the event loop', () => {
  const many = Array.from({ length: 100_000 }, (_, i) => pod(`p${i}`));

  // The fake source would look at all of them for each page.
  const allAtOnce = { reflector: { pageSize: 0 } };

  /** Turns of the event loop while `work` runs, on a clock that says that each look at it takes a millisecond. */
  async function turnsDuring(work: () => Promise<void>): Promise<number> {
    let now = performance.now();
    performance.now = () => now++;
    const progress = { done: false };
    const working = work().then(() => (progress.done = true));
    let turns = 0;
    while (!progress.done) {
      await immediate();
      turns++;
    }
    await working;
    performance.now = realNow;
    // What was noted of this turn was in the time of that clock.
    await settle();
    return turns;
  }

  it.each([true, false])(
    'turns many times while 100,000 objects replace the cache (WatchList: %s)',
    async (watchList) => {
      const { informer, source, start, stop } = informing(many, allAtOnce);
      source.watchListSupported = watchList;
      const turns = await turnsDuring(async () => {
        const starting = start();
        await informer.whenSynced();
        await starting;
      });
      // The clock is read every 16 objects and 8 ms make a slice: one turn for each 128 objects, in two passes.
      expect(turns).toBeGreaterThan((2 * 100_000) / 128 / 2);
      expect(informer.indexer.list()).toHaveLength(100_000);
      await stop();
    },
  );

  /** Copies of pods that count how many of them are looked at in one turn of the event loop. */
  class CountedPods {
    /** The most in a turn. */
    longest = 0;
    #inThisTurn = 0;

    copies(count: number): Pod[] {
      const look = (): void => this.#look();
      return many.slice(0, count).map(({ metadata, ...rest }) => {
        const get = (): Pod['metadata'] => (look(), metadata);
        return Object.defineProperty({ ...rest }, 'metadata', { enumerable: true, get });
      });
    }

    #look(): void {
      if (this.#inThisTurn === 0) setImmediate(() => (this.#inThisTurn = 0));
      this.#inThisTurn += 1;
      this.longest = Math.max(this.longest, this.#inThisTurn);
    }
  }

  it.each(['a resync', 'a relist'])(
    'is held no longer by %s because the cache is large, also where some handlers are not resynced',
    async (what) => {
      const count = 20_000;
      const counted = new CountedPods();
      const clock = new FakeClock();
      const source = new ScriptedSource({ list: () => ({ items: counted.copies(count), resourceVersion: '1' }) });
      const options = { clock, resyncPeriodMs: 60_000, reflector: { pageSize: 0, random: () => 0 } };
      const informer = newSharedIndexInformer<Pod>(source, pods, options);
      const told = { updates: 0 };
      informer.addEventHandler(
        { onUpdate: () => void told.updates++ },
        { resyncPeriodMs: 60_000, backlog: 'unbounded' },
      );
      informer.addEventHandler({ onUpdate: () => {} }, { resyncPeriodMs: 3_600_000, backlog: 'unbounded' });
      const stop = new AbortController();
      const running = informer.run({ signal: stop.signal });
      const updated = async (total: number): Promise<void> => {
        for (;;) {
          if (told.updates >= total) return;
          await clock.advanceAsync(1);
        }
      };
      await turnsDuring(async () => {
        await informer.whenSynced();
        await clock.advanceAsync(60_000);
        await updated(count);
        counted.longest = 0;
        if (what === 'a resync') await clock.advanceAsync(60_000);
        else source.last.send([{ type: 'ERROR', status: expired().status }]);
        await updated(2 * count);
      });
      // The clock is read every 16 objects and 6 ms make a slice; an object is looked at a few times on its way.
      expect(counted.longest).toBeLessThan(count / 4);
      stop.abort();
      await running;
    },
  );

  it('turns many times while 100,000 objects are replayed to a late handler', async () => {
    const { informer, start, stop } = informing(many, allAtOnce);
    void start();
    await informer.whenSynced();
    let seen = 0;
    const turns = await turnsDuring(async () => {
      const registration = informer.addEventHandler({ onAdd: () => void seen++ });
      await registration.whenSynced();
    });
    expect(turns).toBeGreaterThan(100_000 / 128 / 2);
    expect(seen).toBe(100_000);
    await stop();
  });

  it('turns many times while 100,000 events that came together are applied', async () => {
    const { informer, source, start, stop } = informing();
    const told = { adds: 0 };
    informer.addEventHandler({ onAdd: () => void told.adds++ });
    await start();
    const turns = await turnsDuring(async () => {
      source.broadcast(many.map((object, i) => ({ type: 'ADDED', object: pod(nameOf(object), i + 1) })));
      while (told.adds < 100_000) await immediate();
    });
    expect(turns).toBeGreaterThan(100_000 / 128 / 2);
    await stop();
  });
});
