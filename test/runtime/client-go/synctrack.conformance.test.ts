// Counterparts of client-go's tools/cache/synctrack/synctrack_test.go and lazy_test.go.
import { describe, expect, it } from 'vitest';
import { settle } from '@informer-gen/testing';
import { Lazy } from '../../../runtime/src/client-go/lazy.js';
import { AsyncTracker, SingleFileTracker } from '../../../runtime/src/client-go/synctrack.js';
import type { SyncTracker } from '../../../runtime/src/client-go/synctrack.js';

interface Harness {
  readonly tracker: SyncTracker;
  readonly start: () => void;
  readonly finished: () => void;
}

const harnesses: { readonly [name: string]: () => Harness } = {
  SingleFile: () => {
    const tracker = new SingleFileTracker('t');
    return { tracker, start: () => tracker.start(), finished: () => tracker.finished() };
  },
  Async: () => {
    const tracker = new AsyncTracker<string>('t');
    return { tracker, start: () => tracker.start('key'), finished: () => tracker.finished('key') };
  },
};

const cases = [
  { synced: false, before: false, finish: true, expected: false },
  { synced: true, before: false, finish: false, expected: false },
  { synced: true, before: true, finish: false, expected: false },
  { synced: false, before: false, finish: false, expected: false },
  { synced: true, before: false, finish: true, expected: true },
  { synced: true, before: true, finish: true, expected: true },
];

async function isDone(tracker: SyncTracker): Promise<boolean> {
  let done = false;
  const stop = new AbortController();
  void tracker.done(stop.signal).then(
    () => (done = true),
    () => {},
  );
  await settle(1);
  stop.abort();
  return done;
}

describe.each(Object.entries(harnesses))('synctrack_test.go, %s', (_name, make) => {
  it.each(cases)(
    'TestBasicLogic: synced once the source is and everything started is finished ($synced, $before, $finish)',
    async ({ synced, before, finish, expected }) => {
      const { tracker, start, finished } = make();
      expect(tracker.hasSynced()).toBe(false);
      start();
      expect(tracker.hasSynced()).toBe(false);
      if (synced && before) {
        tracker.upstreamHasSynced();
        expect(tracker.hasSynced()).toBe(false);
        expect(await isDone(tracker)).toBe(false);
      }
      if (finish) finished();
      if (synced && !before) {
        expect(tracker.hasSynced()).toBe(false);
        expect(await isDone(tracker)).toBe(false);
        tracker.upstreamHasSynced();
      }
      expect(tracker.hasSynced()).toBe(expected);
      expect(await isDone(tracker)).toBe(expected);
    },
  );
});

describe('synctrack_test.go', () => {
  it('TestAsyncLocking: keys that finish in any order, and keys never started, do no harm', () => {
    const tracker = new AsyncTracker<number>('t');
    const keys = Array.from({ length: 11 }, (_, i) => i);
    for (const key of keys) tracker.start(key);
    tracker.finished(99);
    for (const key of [...keys].reverse()) tracker.finished(key);
    expect(tracker.hasSynced()).toBe(false);
    tracker.upstreamHasSynced();
    expect(tracker.hasSynced()).toBe(true);
    tracker.start(12);
    expect(tracker.hasSynced()).toBe(true);
  });

  it('TestSingleFileCounting: counts, and throws when more are finished than were started', () => {
    const tracker = new SingleFileTracker('t');
    for (let i = 0; i < 100; i++) tracker.start();
    for (let i = 0; i < 99; i++) tracker.finished();
    tracker.upstreamHasSynced();
    expect(tracker.hasSynced()).toBe(false);
    tracker.finished();
    expect(tracker.hasSynced()).toBe(true);
    expect(() => tracker.finished()).toThrow('negative counter');
    expect(tracker.hasSynced()).toBe(true);
  });

  it.each(cases)(
    'TestSingleFile: one start and, where finished, one end ($synced, $before, $finish)',
    ({ synced, before, finish, expected }) => {
      const tracker = new SingleFileTracker('t');
      tracker.start();
      if (synced && before) tracker.upstreamHasSynced();
      if (finish) tracker.finished();
      if (synced && !before) tracker.upstreamHasSynced();
      expect(tracker.hasSynced()).toBe(expected);
    },
  );
});

/** An evaluation that ends when the test says so. */
function controlled(): { lazy: Lazy<string>; finish: ((value: string) => void)[] } {
  const finish: ((value: string) => void)[] = [];
  const lazy = new Lazy<string>(() => new Promise((resolve) => finish.push(resolve)));
  return { lazy, finish };
}

describe('lazy_test.go', () => {
  it('TestLazy: whoever asks after a notify never sees a value from before it', async () => {
    let reality = 0;
    const lazy = new Lazy(() => reality);
    const workers = Array.from({ length: 10 }, async () => {
      for (let i = 0; i < 100; i++) {
        const set = ++reality;
        lazy.notify();
        expect(await lazy.get()).toBeGreaterThanOrEqual(set);
      }
    });
    await Promise.all(workers);
  });

  it('TestLazyThroughput: evaluations do not wait for one another', async () => {
    const { lazy, finish } = controlled();
    const values: Promise<string>[] = [];
    for (let i = 0; i < 100; i++) {
      lazy.notify();
      values.push(lazy.get());
    }
    expect(finish).toHaveLength(100);
    finish.forEach((resolve, i) => resolve(`v${i}`));
    expect((await Promise.all(values)).at(-1)).toBe('v99');
  });

  it('TestLazySlowEval: an old evaluation that ends last is not kept, and nothing is evaluated again', async () => {
    const { lazy, finish } = controlled();
    const a = lazy.get();
    lazy.notify();
    const b = lazy.get();
    finish[1]?.('new');
    expect(await b).toBe('new');
    finish[0]?.('old');
    expect(await a).toBe('old');
    expect(await lazy.get()).toBe('new');
    expect(finish).toHaveLength(2);
  });

  it('TestLazySlowEval2: an old evaluation that ends first is replaced, and nothing is evaluated again', async () => {
    const { lazy, finish } = controlled();
    const a = lazy.get();
    lazy.notify();
    const b = lazy.get();
    finish[0]?.('old');
    expect(await a).toBe('old');
    finish[1]?.('new');
    expect(await b).toBe('new');
    expect(await lazy.get()).toBe('new');
    expect(finish).toHaveLength(2);
  });

  it('TestLazyOnlyOnce: those who ask while it is computed share one evaluation', async () => {
    const { lazy, finish } = controlled();
    lazy.notify();
    const all = Promise.all([lazy.get(), lazy.get(), lazy.get()]);
    expect(finish).toHaveLength(1);
    finish[0]?.('once');
    expect(await all).toEqual(['once', 'once', 'once']);
  });

  it('TestLazyError: an error is not kept', async () => {
    let succeed = false;
    const lazy = new Lazy(() => {
      if (!succeed) throw new Error('deliberate');
      return true;
    });
    await expect(lazy.get()).rejects.toThrow('deliberate');
    succeed = true;
    expect(await lazy.get()).toBe(true);
  });
});
