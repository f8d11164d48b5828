// Counterparts of client-go's tools/cache/reflector_watchlist_test.go, and of its tests of who supports WatchList.
import { type ListerWatcher, ListWatch, Reflector } from '@informer-gen/runtime';
import { WatchListMemory } from '@informer-gen/runtime/client-go';
import { FakeClock, FakeClient, FakeListerWatcher, settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import {
  added,
  apiError,
  bookmark,
  deleted,
  expired,
  modified,
  type Pod,
  pod,
  pods,
  refused,
  tooManyRequests,
} from '../../conformance/support/pods.js';
import { RecordingStore } from '../../conformance/support/recording-store.js';
import { type Reflecting, reflecting } from '../../conformance/support/reflecting.js';
import type { Script } from '../../conformance/support/scripted-source.js';

const lists = { list: () => ({ items: [pod('p1', 1)], resourceVersion: '1' }) };
const end = (version: number) => bookmark(version, true);

function watchListing(script: Script = {}, options: Parameters<typeof reflecting>[1] = {}): Reflecting {
  return reflecting({ ...lists, watchListSupported: true, ...script }, options);
}

/** Refuses every watch that asks for initial events. */
function refusesWatchList(error: () => Error): NonNullable<Script['watch']> {
  return (options) => {
    if (options.sendInitialEvents) throw error();
  };
}

async function finish({ stop, clock }: Reflecting, round: Promise<void>): Promise<void> {
  stop.abort();
  await round;
  expect(clock.pendingTimers).toBe(0);
}

describe('WatchList', () => {
  it('TestWatchList: has not synced before the bookmark', async () => {
    const harness = watchListing();
    const round = harness.listAndWatch();
    await settle();
    harness.source.last.send([added(pod('p1', 1))]);
    await settle();
    expect(harness.store.calls).toEqual([]);
    expect(harness.source.watches).toEqual([
      {
        resourceVersion: '',
        resourceVersionMatch: 'NotOlderThan',
        sendInitialEvents: true,
        allowWatchBookmarks: true,
        timeoutSeconds: 300,
      },
    ]);
    await finish(harness, round);
  });

  it('TestWatchList: lists and watches where WatchList is turned off', async () => {
    const harness = watchListing({}, { useWatchList: false });
    const round = harness.listAndWatch();
    await settle();
    expect(harness.source.log).toEqual(['list "0" limit 500', 'watch "1"']);
    expect(harness.store.content).toEqual(['p1@1']);
    await finish(harness, round);
  });

  it.each([
    { what: 'any error', error: () => new Error('dummy error') },
    { what: 'a server that does not know it', error: () => apiError(422, 'Invalid', 'streaming is not allowed') },
  ])('TestWatchList: falls back to list and watch on $what', async ({ error }) => {
    const harness = watchListing({ watch: refusesWatchList(error) });
    const round = harness.listAndWatch();
    await settle();
    harness.source.last.send([added(pod('p2', 2))]);
    await settle();
    expect(harness.source.log).toEqual(['watch "" with initial events', 'list "0" limit 500', 'watch "1"']);
    expect(harness.store.content).toEqual(['p1@1', 'p2@2']);
    await finish(harness, round);
  });

  it('TestWatchList: has synced with the bookmark, and goes on with the same stream', async () => {
    const harness = watchListing();
    const round = harness.listAndWatch();
    await settle();
    harness.source.last.send([added(pod('p1', 1)), added(pod('p2', 2)), end(2), added(pod('p3', 3))]);
    await settle();
    expect(harness.store.calls).toEqual(['replace 2 at 2', 'add p3']);
    expect(harness.reflector.lastSyncResourceVersion()).toBe('3');
    expect(harness.source.requests).toBe(1);
    await finish(harness, round);
  });

  it('TestWatchList: applies updates and deletes that come before the bookmark', async () => {
    const harness = watchListing();
    const round = harness.listAndWatch();
    await settle();
    harness.source.last.send([
      added(pod('p1', 1)),
      added(pod('p2', 2)),
      modified(pod('p1', 3)),
      added(pod('p3', 4)),
      deleted(pod('p3', 5)),
      end(5),
    ]);
    await settle();
    expect(harness.store.content).toEqual(['p1@3', 'p2@2']);
    await finish(harness, round);
  });

  it.each([
    { what: '429', error: tooManyRequests },
    { what: 'a refused connection', error: refused },
  ])('TestWatchList: tries again after $what, without a list', async ({ error }) => {
    const harness = watchListing({
      watch: (_options, call, watch) => {
        if (call < 3) throw error();
        watch.send([added(pod('p1', 1)), end(2)]);
      },
    });
    const round = harness.listAndWatch();
    await harness.clock.advanceAsync(800 + 1599);
    expect(harness.source.watches).toHaveLength(2);
    await harness.clock.advanceAsync(1);
    expect(harness.source.log).toEqual(Array.from({ length: 3 }, () => 'watch "" with initial events'));
    expect(harness.store.content).toEqual(['p1@1']);
    await finish(harness, round);
  });

  it('TestWatchList: a stream that ends before the bookmark makes it ask for everything again', async () => {
    const harness = watchListing();
    const round = harness.listAndWatch();
    await settle();
    harness.source.last.send([added(pod('p0', 1)), added(pod('p1', 1))]);
    harness.source.last.end();
    await settle();
    harness.source.last.send([added(pod('p1', 1)), end(1)]);
    await settle();
    expect(harness.source.log).toEqual(['watch "" with initial events', 'watch "" with initial events']);
    expect(harness.store.content).toEqual(['p1@1']);
    await finish(harness, round);
  });

  it('TestWatchList: a stream that ends after the bookmark makes it watch from the last version', async () => {
    const harness = watchListing();
    const round = harness.listAndWatch();
    await settle();
    harness.source.last.send([added(pod('p1', 1)), added(pod('p2', 2)), end(2), added(pod('p3', 3))]);
    await settle();
    harness.source.last.end();
    await settle();
    harness.source.last.send([added(pod('p4', 4))]);
    await settle();
    expect(harness.source.log).toEqual(['watch "" with initial events', 'watch "3"']);
    expect(harness.store.content).toEqual(['p1@1', 'p2@2', 'p3@3', 'p4@4']);
    await finish(harness, round);
  });

  it('TestWatchList: a watch that has expired ends the round with that error', async () => {
    const harness = watchListing({
      watch: (_options, call) => {
        if (call === 2) throw expired();
      },
    });
    const round = harness.listAndWatch();
    await settle();
    harness.source.last.send([added(pod('p1', 1)), end(2), added(pod('p3', 3))]);
    await settle();
    harness.source.last.end();
    await expect(round).rejects.toThrow('too old resource version');
    expect(harness.source.log).toEqual(['watch "" with initial events', 'watch "3"']);
    expect(harness.store.content).toEqual(['p1@1', 'p3@3']);
  });

  it('TestWatchList: a bookmark without the annotation ends nothing', async () => {
    const harness = watchListing();
    const round = harness.listAndWatch();
    await settle();
    harness.source.last.send([added(pod('p1', 1)), added(pod('p2', 2)), bookmark(2, false)]);
    await settle();
    expect(harness.store.calls).toEqual([]);
    await finish(harness, round);
  });

  it('TestWatchList: asks a server that refuses even the newest state by LIST, not again and again', async () => {
    const harness = watchListing({ watch: refusesWatchList(expired) });
    const round = harness.listAndWatch();
    await settle();
    expect(harness.source.watches.filter((options) => options.sendInitialEvents)).toHaveLength(2);
    expect(harness.store.calls).toHaveLength(1);
    await finish(harness, round);
  });

  it('TestWatchList: begins a relist at the last version, and at the newest when that has expired', async () => {
    const harness = watchListing({
      watch: (options, call, watch) => {
        if (options.sendInitialEvents && options.resourceVersion === '5') throw expired();
        if (options.sendInitialEvents) watch.send([added(pod('p1', 5)), end(call === 1 ? 5 : 9)]);
      },
    });
    const round = harness.listAndWatch();
    await settle();
    harness.source.last.send([{ type: 'ERROR', status: apiError(500, 'StoreReadError', 'x').status }]);
    await round;
    const second = harness.listAndWatch();
    await settle();
    expect(harness.source.log).toEqual([
      'watch "" with initial events',
      'watch "5" with initial events',
      'watch "" with initial events',
    ]);
    expect(harness.reflector.lastSyncResourceVersion()).toBe('9');
    await finish(harness, second);
  });

  it('TestWatchList: asks from the last version again once a WatchList at the newest has worked', async () => {
    const harness = watchListing({
      watch: (options, call, watch) => {
        if (call === 2) throw expired();
        if (options.sendInitialEvents) watch.send([added(pod('p1', 5)), end(call === 1 ? 5 : 9)]);
      },
    });
    for (let round = 0; round < 2; round += 1) {
      const running = harness.listAndWatch();
      await settle();
      harness.source.last.send([{ type: 'ERROR', status: apiError(500, 'StoreReadError', 'x').status }]);
      await running;
    }
    const third = harness.listAndWatch();
    await settle();
    expect(harness.source.log).toEqual([
      'watch "" with initial events',
      'watch "5" with initial events',
      'watch "" with initial events',
      'watch "9" with initial events',
    ]);
    await finish(harness, third);
  });

  it('TestWatchList: streams that end before the bookmark are counted anew after one that did not', async () => {
    const harness = watchListing();
    for (let round = 0; round < 2; round += 1) {
      const running = harness.listAndWatch();
      for (let stream = 0; stream < 2; stream += 1) {
        await settle();
        harness.source.last.send([added(pod('p1', 1))]);
        harness.source.last.end();
      }
      await settle();
      harness.source.last.send([added(pod('p1', 1)), end(3)]);
      await settle();
      harness.source.last.send([{ type: 'ERROR', status: apiError(500, 'StoreReadError', 'x').status }]);
      await running;
    }
    expect(harness.source.lists).toEqual([]);
    expect(harness.source.log.every((each) => each.endsWith('with initial events'))).toBe(true);
    harness.stop.abort();
  });

  it('TestWatchListResourceVersion: takes the version of the bookmark, and none before', async () => {
    const harness = watchListing();
    const round = harness.listAndWatch();
    await settle();
    expect(harness.reflector.lastSyncResourceVersion()).toBe('');
    harness.source.last.send([added(pod('p1', 1))]);
    await settle();
    expect(harness.reflector.lastSyncResourceVersion()).toBe('');
    harness.source.last.send([end(2)]);
    await settle();
    expect(harness.reflector.lastSyncResourceVersion()).toBe('2');
    expect(harness.versions).toEqual(['2']);
    await finish(harness, round);
  });
});

describe('a server that never sends the bookmark', () => {
  it('TestInitialEventsEndBookmarkTicker: is waited for while events come, and told of when none do', async () => {
    const harness = watchListing();
    const round = harness.listAndWatch();
    for (let minute = 0; minute < 3; minute++) {
      await harness.clock.advanceAsync(29_999);
      harness.source.last.send([added(pod('p1', 1))]);
    }
    await harness.clock.advanceAsync(29_999);
    expect(harness.source.log).toEqual(['watch "" with initial events']);
    await finish(harness, round);
  });

  it('deviation(watchlist-bookmark-deadline): is taken for one without WatchList after 30 s, and remembered for 10 minutes', async () => {
    const clock = new FakeClock();
    const memory = new WatchListMemory({ clock });
    const harness = watchListing({}, { clock, watchListMemory: memory });
    const round = harness.listAndWatch();
    await clock.advanceAsync(0);
    harness.source.last.send([added(pod('p1', 1))]);
    await clock.advanceAsync(30_000);
    expect(harness.source.log).toEqual(['watch "" with initial events', 'list "0" limit 500', 'watch "1"']);
    expect(harness.source.stops[0]).toBe(1);
    expect(memory.worthTrying()).toBe(false);
    await finish(harness, round);
    clock.advance(600_000);
    expect(memory.worthTrying()).toBe(true);
  });

  it('deviation(watchlist-unfinished-streams): is taken for one without WatchList after three streams without it', async () => {
    const harness = watchListing();
    const round = harness.listAndWatch();
    for (let stream = 0; stream < 3; stream++) {
      await settle();
      harness.source.last.send([added(pod('p1', 1))]);
      harness.source.last.end();
    }
    await settle();
    expect(harness.source.log.slice(-3)).toEqual(['watch "" with initial events', 'list "0" limit 500', 'watch "1"']);
    expect(harness.source.watches).toHaveLength(4);
    await finish(harness, round);
  });
});

describe('who supports WatchList', () => {
  /** Whether a reflector on this source begins with a WatchList. */
  async function begins(source: ListerWatcher<Pod>, useWatchList?: boolean): Promise<boolean> {
    const asked: boolean[] = [];
    const spy: ListerWatcher<Pod> = {
      ...('watchListSupported' in source && { watchListSupported: source.watchListSupported ?? true }),
      list: () => Promise.reject(new Error('not of interest')),
      watch: (options) => {
        asked.push(options.sendInitialEvents === true);
        return Promise.reject(new Error('not of interest'));
      },
    };
    const stop = new AbortController();
    const reflector = new Reflector(spy, new RecordingStore(), { useWatchList, clock: new FakeClock() });
    await reflector.listAndWatch(stop).catch(() => {});
    return asked[0] ?? false;
  }
  const funcs = {
    listFunc: () => Promise.reject(new Error('unused')),
    watchFunc: () => Promise.reject(new Error('unused')),
  };

  it('TestNewReflectorWithDisablementWatchList: the option and the source must both allow it; silence allows it', async () => {
    const source = { list: funcs.listFunc, watch: funcs.watchFunc };
    expect(await begins({ ...source, watchListSupported: true }, false)).toBe(false);
    expect(await begins({ ...source, watchListSupported: true }, true)).toBe(true);
    expect(await begins({ ...source, watchListSupported: false }, true)).toBe(false);
    expect(await begins(source, true)).toBe(true);
    expect(await begins(source)).toBe(true);
  });

  it('TestDoesClientNotSupportWatchListSemantics: fakes say that they do not, unless a test turns it on', async () => {
    const fake = new FakeListerWatcher<Pod>();
    expect(await begins(fake)).toBe(false);
    fake.watchListSupported = true;
    expect(await begins(fake)).toBe(true);
  });

  it('TestToListWatcherWithWatchListSemantics: what is made of a source says the same as the source', async () => {
    expect(await begins(new FakeClient().listerWatcher(pods))).toBe(true);
    expect(await begins(new ListWatch<Pod>({ ...funcs, watchListSupported: true }))).toBe(true);
    expect(await begins(new ListWatch<Pod>({ ...funcs, watchListSupported: false }))).toBe(false);
  });

  it('deviation(listwatch-without-watchlist): a ListWatch is taken not to know it, unless it says so', async () => {
    expect(await begins(new ListWatch<Pod>(funcs))).toBe(false);
  });
});
