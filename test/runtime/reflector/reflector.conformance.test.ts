// Counterparts of client-go's tools/cache/reflector_test.go: lists, watches, and how they end.
import { ListWatch, newStore, Reflector, type WatchBatch } from '@informer-gen/runtime';
import { VeryShortWatchError } from '@informer-gen/runtime/client-go';
import { FakeClock, FakeWatch, settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import {
  added,
  bookmark,
  deleted,
  internalError,
  modified,
  names,
  type Pod,
  pod,
} from '../../conformance/support/pods.js';
import { reflecting } from '../../conformance/support/reflecting.js';
import { ScriptedSource } from '../../conformance/support/scripted-source.js';

const widgets = { group: 'example.com', version: 'v1', kind: 'Widget', plural: 'widgets', namespaced: true };

describe('list and watch', () => {
  it('TestReflectorListAndWatch: lists from the cache first, then watches from the version of the list', async () => {
    const { source, store, reflector, listAndWatch, stop } = reflecting({
      list: () => ({ items: [pod('foo', 1)], resourceVersion: '1' }),
    });
    const round = listAndWatch();
    await settle();
    expect(source.log).toEqual(['list "0" limit 500', 'watch "1"']);
    expect(source.watches[0]).toMatchObject({ allowWatchBookmarks: true, resourceVersion: '1' });
    source.last.send([added(pod('bar', 2)), modified(pod('foo', 3)), deleted(pod('bar', 4)), added(pod('baz', 5))]);
    await settle();
    expect(store.content).toEqual(['baz@5', 'foo@3']);
    expect(store.calls).toEqual(['replace 1 at 1', 'add bar', 'update foo', 'delete bar', 'add baz']);
    expect(reflector.lastSyncResourceVersion()).toBe('5');
    stop.abort();
    await round;
  });

  it('TestReflectorListAndWatch: by WatchList, takes the state and the changes from one stream', async () => {
    const { source, store, reflector, listAndWatch, stop } = reflecting({ watchListSupported: true });
    const round = listAndWatch();
    await settle();
    source.last.send([added(pod('foo', 1)), bookmark(1, true)]);
    source.last.send([added(pod('bar', 2)), modified(pod('foo', 3)), deleted(pod('bar', 4)), added(pod('baz', 5))]);
    await settle();
    expect(source.log).toEqual(['watch "" with initial events']);
    expect(store.content).toEqual(['baz@5', 'foo@3']);
    expect(store.calls).toEqual(['replace 1 at 1', 'add bar', 'update foo', 'delete bar', 'add baz']);
    expect(reflector.lastSyncResourceVersion()).toBe('5');
    stop.abort();
    await round;
  });

  it('TestReflectorListAndWatchWithErrors: a list error and a watch error end the round, the next ones recover', async () => {
    const rounds = [
      { list: [], at: '1', events: [added(pod('foo', 2)), added(pod('bar', 3))] },
      { list: [pod('foo', 2), pod('bar', 3)], at: '3', events: [deleted(pod('foo', 4)), added(pod('qux', 5))] },
      { listError: new Error('a list error') },
      { list: [pod('bar', 3), pod('qux', 5)], at: '5', watchError: new Error('a watch error') },
      { list: [pod('bar', 3), pod('qux', 5)], at: '5', events: [added(pod('baz', 6))] },
      { list: [pod('bar', 3), pod('qux', 5), pod('baz', 6)], at: '6', events: [] },
    ] as const;
    const store = newStore<Pod>();
    for (const round of rounds) {
      if ('list' in round) expect(names(store.list())).toEqual(names(round.list));
      const stop = new AbortController();
      const source = new ScriptedSource({
        list: () => {
          if ('listError' in round) throw round.listError;
          return { items: round.list, resourceVersion: round.at };
        },
        watch: (_options, _call, watch) => {
          if ('watchError' in round) throw round.watchError;
          if ('events' in round) watch.send(round.events);
        },
      });
      const ended = new Reflector<Pod>(source, store, { clock: new FakeClock() }).listAndWatch(stop);
      if ('listError' in round) await expect(ended).rejects.toBe(round.listError);
      else if ('watchError' in round) await expect(ended).rejects.toBe(round.watchError);
      else {
        await settle();
        stop.abort();
        await ended;
      }
    }
  });

  it('TestReflectorWatchHandler: applies what comes, passes over what is of a wrong type, keeps the last version', async () => {
    const { source, store, reflector, errors, listAndWatch, stop } = reflecting({
      list: () => ({ items: [pod('foo', 1), pod('bar', 1)], resourceVersion: '1' }),
    });
    const round = listAndWatch();
    await settle();
    const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'rejected', resourceVersion: '99' } };
    source.last.send([
      added(service),
      deleted(pod('foo', 2)),
      modified(pod('bar', 55)),
      added({ apiVersion: 'v1', kind: 'Pod', ...pod('baz', 32) }),
      { type: 'ADDED', object: {} },
    ]);
    await settle();
    expect(store.content).toEqual(['bar@55', 'baz@32']);
    expect(reflector.lastSyncResourceVersion()).toBe('32');
    expect(errors.map(({ error, context }) => [context.stage, error.message])).toEqual([
      ['watch', 'expected v1 Pod, the watch sent v1 Service'],
      ['watch', 'a watch event has no object with metadata'],
    ]);
    stop.abort();
    await round;
  });

  it('TestReflectorWatchHandler: an event that the store refuses is reported, and its version counts all the same', async () => {
    const { source, store, reflector, errors, listAndWatch, stop } = reflecting();
    store.add = () => {
      throw new Error('refused by the store');
    };
    const round = listAndWatch();
    await settle();
    source.last.send([added(pod('foo', 7)), modified(pod('bar', 8))]);
    await settle();
    expect(reflector.lastSyncResourceVersion()).toBe('8');
    expect(store.content).toEqual(['bar@8']);
    expect(errors.map(({ error, context }) => [context.stage, context.key, error.message])).toEqual([
      ['watch', 'default/foo', 'refused by the store'],
    ]);
    source.last.send([added(pod('foo', 9))]);
    await settle();
    expect(reflector.lastSyncResourceVersion()).toBe('9');
    stop.abort();
    await round;
  });

  it('TestReflectorWatchHandler: a watch that sent nothing but what was passed over is a very short one', async () => {
    const { source, reflector, listAndWatch, stop } = reflecting();
    const round = listAndWatch();
    await settle();
    source.last.send([added({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'rejected' } })]);
    source.last.end();
    await settle();
    await Promise.race([round, settle(50)]);
    expect(reflector.status.lastError?.code).toBe('VeryShortWatch');
    stop.abort();
    await round;
  });

  it('TestReflectorResourceVersionUpdate: tells of the version of the list and of each kind of event', async () => {
    const { source, versions, listAndWatch, stop } = reflecting({
      list: () => ({ items: [], resourceVersion: '5' }),
    });
    const round = listAndWatch();
    await settle();
    source.last.send([added(pod('a', 10)), modified(pod('a', 20)), bookmark(30), deleted(pod('a', 40))]);
    await settle();
    expect(versions).toEqual(['5', '10', '20', '30', '40']);
    stop.abort();
    await round;
  });

  it('TestReflectorReplacesStoreOnUnsafeDelete: an ERROR about a corrupt object makes it list, and the object is gone', async () => {
    const listed = [pod('foo-1', 1), pod('foo-2', 2), pod('foo-3', 3)];
    const { source, store, reflector, run, clock, stop } = reflecting({
      list: (_options, call) => ({ items: listed, resourceVersion: call === 1 ? '3' : '5' }),
    });
    const running = run();
    await settle();
    const status = { code: 500, reason: 'StoreReadError', message: 'corrupt object has been deleted' };
    source.last.send([added(pod('foo', 4)), { type: 'ERROR', status }]);
    await settle();
    expect(store.content).toEqual(['foo-1@1', 'foo-2@2', 'foo-3@3', 'foo@4']);
    await clock.advanceAsync(1000);
    expect(store.content).toEqual(['foo-1@1', 'foo-2@2', 'foo-3@3']);
    expect(reflector.lastSyncResourceVersion()).toBe('5');
    stop.abort();
    await running;
  });

  it('TestReflectorListExtract: every page of a list ends up in the store, none is held elsewhere', async () => {
    const page = (from: number): Pod[] => Array.from({ length: 100 }, (_, i) => pod(`pod-${from + i}`, 1));
    const { store, listAndWatch, stop } = reflecting(
      {
        list: (options) => {
          const from = Number(options.continue ?? 0);
          const items = page(from);
          return { items, resourceVersion: '1', ...(from < 400 ? { continue: String(from + 100) } : {}) };
        },
      },
      { pageSize: 100 },
    );
    const round = listAndWatch();
    await settle();
    expect(store.objects.size).toBe(500);
    expect([...store.objects.keys()]).toEqual(Array.from({ length: 500 }, (_, i) => `pod-${i}`));
    stop.abort();
    await round;
  });
});

describe('stopping', () => {
  it('TestReflectorWatchStoppedBefore: neither lists nor watches when it was stopped before', async () => {
    const { source, run, listAndWatch, stop } = reflecting();
    stop.abort(new Error("don't run"));
    await listAndWatch();
    await run();
    expect(source.log).toEqual([]);
  });

  it('TestReflectorWatchStoppedAfter: a watch that is being opened when it is stopped is ended at once', async () => {
    const stop = new AbortController();
    const endedAtOnce: boolean[] = [];
    const source = new ListWatch<Pod>({
      listFunc: async () => ({ items: [], resourceVersion: '1' }),
      watchFunc: async (_options, { signal }) => {
        stop.abort(new Error('enough'));
        endedAtOnce.push(signal.aborted);
        return new FakeWatch<Pod>(new AbortController().signal);
      },
    });
    await new Reflector<Pod>(source, newStore<Pod>(), { clock: new FakeClock() }).listAndWatch(stop);
    expect(endedAtOnce).toEqual([true]);
  });

  it('TestReflectorStopWatch: a stop ends the round quietly', async () => {
    const { source, listAndWatch, stop, errors } = reflecting();
    const round = listAndWatch();
    await settle();
    stop.abort(new Error('enough'));
    await expect(round).resolves.toBeUndefined();
    expect(source.stops).toEqual([1]);
    expect(errors).toEqual([]);
  });

  it('TestReflectorHandleWatchStoppedBefore: what arrives with the stop is not applied, and the watch ends once', async () => {
    const stop = new AbortController();
    const calls: string[] = [];
    const heedless: AsyncIterator<WatchBatch<Pod>> = {
      next: async () => ({ done: calls.push('next') > 1, value: [added(pod('late', 2))] }),
      return: async () => {
        calls.push('return');
        return { done: true, value: undefined };
      },
    };
    const source = new ListWatch<Pod>({
      listFunc: async () => ({ items: [], resourceVersion: '1' }),
      watchFunc: async () => {
        stop.abort(new Error("don't run"));
        return { [Symbol.asyncIterator]: () => heedless };
      },
    });
    const store = newStore<Pod>();
    await new Reflector<Pod>(source, store, { clock: new FakeClock() }).listAndWatch(stop);
    expect(store.list()).toEqual([]);
    expect(calls).not.toContain('next');
    expect(calls).toContain('return');
  });

  it('TestReflectorHandleWatchStoppedAfter: a stop in the middle of what came together leaves the rest', async () => {
    const { source, store, listAndWatch, stop } = reflecting(
      {},
      { onResourceVersion: (version) => void (version === '2' && stop.abort()) },
    );
    const round = listAndWatch();
    await settle();
    source.last.send([added(pod('a', 2)), added(pod('b', 3))]);
    await round;
    expect(store.content).toEqual(['a@2']);
  });

  it('TestReflectorHandleWatchStoppedAfter: a stop between two events ends the watch once and applies nothing more', async () => {
    const { source, store, listAndWatch, stop } = reflecting();
    const round = listAndWatch();
    await settle();
    source.last.send([added(pod('a', 2))]);
    await settle();
    stop.abort();
    source.last.send([added(pod('b', 3))]);
    await round;
    expect(store.content).toEqual(['a@2']);
    expect(source.stops).toEqual([1]);
    expect(source.log).toHaveLength(2);
  });

  it('TestReflectorHandleWatchResultChanClosedBefore: a stream that was closed before it is read is a very short watch', async () => {
    const { source, reflector, listAndWatch } = reflecting({ watch: (_options, _call, watch) => watch.end() });
    await listAndWatch();
    expect(reflector.status.lastError?.message).toBe(new VeryShortWatchError('pods').message);
    expect(source.stops).toEqual([1]);
    expect(source.watches).toHaveLength(1);
  });

  it('TestReflectorHandleWatchResultChanClosedAfter: a stream that closes while it is read, without an event, is one too', async () => {
    const { source, reflector, clock, listAndWatch } = reflecting();
    const round = listAndWatch();
    await clock.advanceAsync(999);
    source.last.end();
    await round;
    expect(reflector.status.lastError?.message).toBe(new VeryShortWatchError('pods').message);
    expect(source.stops).toEqual([1]);
    expect(source.watches).toHaveLength(1);
  });

  it('TestCloseWatchChannelOnError: an ERROR event ends the stream it came on', async () => {
    const { source, reflector, listAndWatch } = reflecting();
    const round = listAndWatch();
    await settle();
    source.last.send([added(pod('bar', 2)), { type: 'ERROR', status: internalError().status }, added(pod('c', 3))]);
    await round;
    expect(source.stops).toEqual([1]);
    expect(reflector.lastSyncResourceVersion()).toBe('2');
  });

  it('TestRunUntil: runs until it is stopped, and then leaves no timer and no watch', async () => {
    const { source, store, run, clock, stop, reflector } = reflecting();
    const running = run();
    await settle();
    source.last.send([added(pod('bar', 2))]);
    await settle();
    expect(store.content).toEqual(['bar@2']);
    stop.abort();
    await running;
    expect(source.stops).toEqual([1]);
    expect(clock.pendingTimers).toBe(0);
    expect(reflector.status.phase).toBe('stopped');
  });
});

describe('resync', () => {
  it('TestReflectorResyncChan: the timer ticks each period, and is cleaned up with the round', async () => {
    const { store, clock, listAndWatch, stop } = reflecting({}, { resyncPeriodMs: 25 });
    const round = listAndWatch();
    await clock.advanceAsync(24);
    expect(store.resyncs).toBe(0);
    await clock.advanceAsync(1);
    expect(store.resyncs).toBe(1);
    await clock.advanceAsync(50);
    expect(store.resyncs).toBe(3);
    stop.abort();
    await round;
    expect(clock.pendingTimers).toBe(0);
  });

  it('TestReflectorResync: an error of a resync ends the watch, and is no error of the round', async () => {
    const harness = reflecting({}, { resyncPeriodMs: 1 });
    harness.store.resync = () => {
      if (++harness.store.resyncs === 2) throw new Error('expected resync reached');
    };
    const round = harness.listAndWatch();
    await harness.clock.advanceAsync(10);
    await expect(round).resolves.toBeUndefined();
    expect(harness.store.resyncs).toBe(2);
    expect(harness.source.stops).toEqual([1]);
  });

  it('skips a resync that nobody wants', async () => {
    let wanted = false;
    const { store, clock, listAndWatch, stop } = reflecting({}, { resyncPeriodMs: 10, shouldResync: () => wanted });
    const round = listAndWatch();
    await clock.advanceAsync(30);
    expect(store.resyncs).toBe(0);
    wanted = true;
    await clock.advanceAsync(10);
    expect(store.resyncs).toBe(1);
    stop.abort();
    await round;
  });
});

describe('types', () => {
  it('TestIsUnsupportedTableObject: a Table is refused, not cached', async () => {
    const { source, store, errors, listAndWatch, stop } = reflecting();
    const round = listAndWatch();
    await settle();
    source.last.send([
      added({ apiVersion: 'meta.k8s.io/v1', kind: 'Table', metadata: { name: 't', resourceVersion: '2' } }),
    ]);
    await settle();
    expect(store.content).toEqual([]);
    expect(errors.map(({ error }) => error.message)).toEqual(['a watch event holds a Table, which cannot be cached']);
    stop.abort();
    await round;
  });

  it('TestGetTypeDescriptionFromObject: is named after its resource, with the group where there is one', () => {
    expect(reflecting().reflector.name).toBe('pods');
    expect(reflecting({}, { resource: widgets }).reflector.name).toBe('widgets.example.com');
    expect(reflecting({}, { name: 'mine' }).reflector.name).toBe('mine');
    expect(reflecting({}, { resource: undefined }).reflector.name).toBe('reflector');
  });

  it('TestGetExpectedGVKFromObject: expects the group, version and kind of its resource', async () => {
    const { source, store, errors, listAndWatch, stop } = reflecting({}, { resource: widgets });
    const round = listAndWatch();
    await settle();
    source.last.send([
      added({ ...pod('right', 2), apiVersion: 'example.com/v1', kind: 'Widget' }),
      added({ ...pod('wrong-kind', 3), apiVersion: 'example.com/v1', kind: 'Other' }),
      added({ ...pod('wrong-group', 4), apiVersion: 'other.example.com/v1', kind: 'Widget' }),
      added({ ...pod('wrong-version', 5), apiVersion: 'example.com/v2', kind: 'Widget' }),
    ]);
    await settle();
    expect(store.content).toEqual(['right@2']);
    expect(errors).toHaveLength(3);
    stop.abort();
    await round;
  });

  it('takes whatever kind the server sends when the resource names none', async () => {
    const { source, store, errors, listAndWatch, stop } = reflecting({}, { resource: { ...widgets, kind: '' } });
    const round = listAndWatch();
    await settle();
    source.last.send([added({ ...pod('a', 2), apiVersion: 'example.com/v1', kind: 'Widget' })]);
    await settle();
    expect(store.content).toEqual(['a@2']);
    expect(errors).toEqual([]);
    stop.abort();
    await round;
  });
});

it('ends a broken stream as a close, and goes on from the last version', async () => {
  const { source, listAndWatch, stop, clock } = reflecting();
  const round = listAndWatch();
  await settle();
  source.last.send([added(pod('a', 7))]);
  await clock.advanceAsync(2000);
  source.last.fail(Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }));
  await settle();
  expect(source.log).toEqual(['list "0" limit 500', 'watch "1"', 'watch "7"']);
  stop.abort();
  await round;
});
