// Counterparts of client-go's tests of what a WatchList puts into the store: transforms, and the check against a list.
import { DeltaFIFO, type ListResult, newStore, RealFIFO, Reflector } from '@informer-gen/runtime';
import { type InconsistentWatchListError } from '@informer-gen/runtime/client-go';
import { FakeClock, settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { checkConsistency } from '../../../runtime/src/reflector/consistency-check.js';
import { added, bookmark, expired, nameOf, type Pod, pod } from '../../conformance/support/pods.js';
import { reflecting } from '../../conformance/support/reflecting.js';
import { type Script, ScriptedSource } from '../../conformance/support/scripted-source.js';

describe.each(['RealFIFO', 'DeltaFIFO', 'a plain store'])('into %s', (kind) => {
  it.each([true, false])(
    'TestReflectorRespectStoreTransformer: transforms each object once (WatchList: %s)',
    async (watchListSupported) => {
      let transformed = 0;
      const transform = (object: Pod): Pod => {
        transformed++;
        return { ...object, spec: { nodeName: 'transformed' } };
      };
      const stored: Pod[] = [];
      const store = newStore<Pod>({ transform });
      const queue =
        kind === 'RealFIFO' ? new RealFIFO<Pod>({ transform }) : new DeltaFIFO<Pod>({ transform, knownObjects: store });
      const target = kind === 'a plain store' ? store : queue;
      const items = [pod('a', 1), pod('b', 2)];
      const source = new ScriptedSource({
        watchListSupported,
        list: () => ({ items, resourceVersion: '2' }),
        watch: (options, _call, watch) => {
          if (options.sendInitialEvents) watch.send([...items.map(added), bookmark(2, true)]);
          watch.send([added(pod('c', 3))]);
        },
      });
      const stop = new AbortController();
      const round = new Reflector<Pod>(source, target, { clock: new FakeClock() }).listAndWatch(stop);
      await settle();
      for (let popping = kind !== 'a plain store'; popping;) {
        const popped = queue.tryPop((deltas) => {
          for (const delta of deltas) {
            if (delta.type === 'ReplacedAll') stored.push(...delta.objects);
            else if ('object' in delta) stored.push(delta.object as Pod);
          }
        });
        popping = popped !== undefined;
      }
      if (kind === 'a plain store') stored.push(...store.list());
      expect(stored.map((object) => `${nameOf(object)} ${object.spec?.nodeName}`).sort()).toEqual([
        'a transformed',
        'b transformed',
        'c transformed',
      ]);
      expect(transformed).toBe(3);
      stop.abort();
      await round;
    },
  );
});

describe('the check of WatchLists', () => {
  const sent = [pod('a', 1), pod('b', 2)];
  const same = (): ListResult<Pod> => ({ items: [pod('b', 2), pod('a', 1)], resourceVersion: '2' });
  const check = (list: () => ListResult<Pod>, objects = sent) => {
    const source = new ScriptedSource({ list });
    const clock = new FakeClock();
    const { signal } = new AbortController();
    const result = checkConsistency(source, { resourceVersion: '2', objects, context: { signal }, clock });
    return { source, clock, result };
  };

  it('TestDataConsistencyChecker: lists at exactly the version, all at once, and finds the same in any order', async () => {
    const { source, result } = check(same);
    expect(await result).toBeUndefined();
    expect(source.lists).toEqual([{ resourceVersion: '2', resourceVersionMatch: 'Exact' }]);
    expect(await check(() => ({ items: [], resourceVersion: '2' }), []).result).toBeUndefined();
  });

  it('TestDataConsistencyChecker: tells what is missing, what is too much, and what differs', async () => {
    const { result } = check(() => ({
      items: [pod('a', 1, { spec: { nodeName: 'n' } }), pod('c', 2)],
      resourceVersion: '2',
    }));
    expect((await result) as InconsistentWatchListError).toMatchObject({
      name: 'InconsistentWatchListError',
      missing: ['default/c'],
      unexpected: ['default/b'],
      different: ['default/a'],
    });
  });

  it('TestDataConsistencyCheckerRetry: lists again each second when the list fails', async () => {
    let failures = 4;
    const { source, clock, result } = check(() => {
      if (failures-- > 0) throw new Error('nasty error');
      return same();
    });
    await clock.advanceAsync(4000);
    expect(await result).toBeUndefined();
    expect(source.lists).toHaveLength(5);
  });

  it('deviation(consistency-check-gives-up): reports a list that fails five times, and says nothing of an expired one', async () => {
    const failing = check(() => {
      throw new Error('nasty error');
    });
    await failing.clock.advanceAsync(60_000);
    expect((await failing.result)?.message).toContain('could not be checked');
    expect(failing.source.lists).toHaveLength(5);
    const gone = check(() => {
      throw expired();
    });
    expect(await gone.result).toBeUndefined();
    expect(gone.source.lists).toHaveLength(1);
  });

  it('TestReflectorDataConsistencyDetector: runs after a WatchList where it is asked for, reports, and the watch goes on', async () => {
    const script: Script = {
      watchListSupported: true,
      list: () => ({ items: [pod('a', 1)], resourceVersion: '2' }),
      watch: (_options, _call, watch) => watch.send([...sent.map(added), bookmark(2, true), added(pod('c', 3))]),
    };
    for (const detectWatchListInconsistency of [true, false]) {
      const harness = reflecting(script, { detectWatchListInconsistency });
      const round = harness.listAndWatch();
      await settle();
      expect(harness.errors.map(({ error, context }) => [error.name, context.stage])).toEqual(
        detectWatchListInconsistency ? [['InconsistentWatchListError', 'list']] : [],
      );
      expect(harness.store.content).toEqual(['a@1', 'b@2', 'c@3']);
      harness.stop.abort();
      await round;
    }
  });
});
