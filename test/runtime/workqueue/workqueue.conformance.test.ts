// Counterparts of client-go's util/workqueue/queue_test.go, metrics_test.go and parallelizer_test.go.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { FakeClock, settle } from '@informer-gen/testing';
import { sleep } from '../../../runtime/src/async/clock.js';
import type { WorkQueueMetricsProvider } from '../../../runtime/src/workqueue/metrics.js';
import { parallelizeUntil } from '../../../runtime/src/client-go/parallelize-until.js';
import { FifoStorage } from '../../../runtime/src/workqueue/queue-storage.js';
import { WorkQueue } from '../../../runtime/src/workqueue/work-queue.js';

class TracingStorage extends FifoStorage<string> {
  readonly touched: string[] = [];

  override touch(key: string): void {
    this.touched.push(key);
  }
}

/** Records whether a promise has settled, without waiting for it. */
function observed<T>(promise: Promise<T>): { settled: boolean; value: T | undefined } {
  const state: { settled: boolean; value: T | undefined } = { settled: false, value: undefined };
  void promise.then((value) => {
    state.settled = true;
    state.value = value;
  });
  return state;
}

const shutDowns = [
  { how: 'shutDown', shutDown: async (queue: WorkQueue<number>) => queue.shutDown() },
  { how: 'shutDownWithDrain', shutDown: (queue: WorkQueue<number>) => queue.shutDownWithDrain() },
];

describe.each(shutDowns)('queue_test.go, ended by $how', ({ shutDown }) => {
  it('TestBasic: many producers and consumers, each key with one worker at a time, nothing taken after shutdown', async () => {
    const clock = new FakeClock();
    const queue = new WorkQueue<number>({ clock });
    const inWork = new Set<number>();
    const handled = new Map<number, number>();
    const producers = Array.from({ length: 50 }, async (_, key) => {
      for (let round = 0; round < 50; round++) {
        queue.add(key);
        await sleep(1, { clock });
      }
    });
    const consumers = Array.from({ length: 10 }, async () => {
      for (let key = await queue.get(); key !== undefined; key = await queue.get()) {
        expect(inWork.has(key)).toBe(false);
        inWork.add(key);
        // Some keys take so long that they would come round again meanwhile.
        await sleep(key % 5 === 0 ? 40 : 3, { clock });
        inWork.delete(key);
        handled.set(key, (handled.get(key) ?? 0) + 1);
        queue.done(key);
      }
    });
    await clock.advanceAsync(60);
    await Promise.all(producers);
    const ended = shutDown(queue);
    queue.add(-1);
    await clock.advanceAsync(500);
    await Promise.all([...consumers, ended]);
    expect(queue.length).toBe(0);
    expect(handled.has(-1)).toBe(false);
    expect([...handled.keys()].sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i));
  });

  it('TestAddWhileProcessing: keys added again by their own worker all come again, and the queue empties', async () => {
    const queue = new WorkQueue<number>();
    const handled = new Map<number, number>();
    for (let key = 0; key < 50; key++) queue.add(key);
    const consumers = Array.from({ length: 10 }, async () => {
      const mine = new Map<number, number>();
      for (let key = await queue.get(); key !== undefined; key = await queue.get()) {
        handled.set(key, (handled.get(key) ?? 0) + 1);
        mine.set(key, (mine.get(key) ?? 0) + 1);
        if ((mine.get(key) ?? 0) < 2) queue.add(key);
        queue.done(key);
      }
    });
    await settle();
    await shutDown(queue);
    await Promise.all(consumers);
    expect(queue.length).toBe(0);
    expect(handled.size).toBe(50);
    for (const count of handled.values()) expect(count).toBeGreaterThanOrEqual(2);
  });
});

describe('queue_test.go', () => {
  it('TestLen: counts a waiting key once', () => {
    const queue = new WorkQueue();
    queue.add('foo');
    expect(queue.length).toBe(1);
    queue.add('bar');
    expect(queue.length).toBe(2);
    queue.add('foo');
    expect(queue.length).toBe(2);
  });

  it('TestReinsert: an item added again while it is processed is handed out once more after done', () => {
    const queue = new WorkQueue();
    queue.add('foo');
    expect(queue.tryGet()).toBe('foo');
    queue.add('foo');
    expect(queue.tryGet()).toBeUndefined();
    queue.done('foo');
    expect(queue.tryGet()).toBe('foo');
    queue.done('foo');
    expect(queue.length).toBe(0);
    expect(queue.tryGet()).toBeUndefined();
  });

  it('TestCollapse: an item added twice before it is taken is handed out once, and touched', () => {
    const storage = new TracingStorage();
    const queue = new WorkQueue<string>({ storage });
    queue.add('bar');
    queue.add('bar');
    expect(queue.tryGet()).toBe('bar');
    queue.done('bar');
    expect(queue.length).toBe(0);
    expect(storage.touched).toEqual(['bar']);
  });

  it('TestCollapseWhileProcessing: adds during processing fall together, without a touch, and wait for done', async () => {
    const storage = new TracingStorage();
    const queue = new WorkQueue<string>({ storage });
    queue.add('foo');
    expect(await queue.get()).toBe('foo');
    queue.add('foo');
    queue.add('foo');
    const other = observed(queue.get());
    await settle();
    expect(other.settled).toBe(false);
    queue.done('foo');
    await settle();
    expect(other.value).toBe('foo');
    queue.done('foo');
    expect(queue.length).toBe(0);
    expect(storage.touched).toEqual([]);
  });

  it('TestQueueDrainageUsingShutDownWithDrain: waits until everything handed out is done', async () => {
    const queue = new WorkQueue();
    queue.add('foo');
    queue.add('bar');
    const first = await queue.get();
    const second = await queue.get();
    const drained = observed(queue.shutDownWithDrain());
    expect(await queue.get()).toBeUndefined();
    queue.done(first ?? '');
    await settle();
    expect(drained.settled).toBe(false);
    queue.done(second ?? '');
    await settle();
    expect(drained.settled).toBe(true);
  });

  it('TestNoQueueDrainageUsingShutDown: does not wait for what is handed out', async () => {
    const queue = new WorkQueue();
    queue.add('foo');
    queue.add('bar');
    await queue.get();
    await queue.get();
    queue.shutDown();
    expect(queue.shuttingDown).toBe(true);
    expect(await queue.get()).toBeUndefined();
  });

  it('TestForceQueueShutdownUsingShutDown: shutDown ends the wait of shutDownWithDrain', async () => {
    const queue = new WorkQueue();
    queue.add('foo');
    queue.add('bar');
    await queue.get();
    await queue.get();
    const drained = observed(queue.shutDownWithDrain());
    await settle();
    expect(drained.settled).toBe(false);
    queue.shutDown();
    await settle();
    expect(drained.settled).toBe(true);
  });

  it('TestQueueDrainageUsingShutDownWithDrainWithDirtyItem: what was added while in work is still handed out', async () => {
    const queue = new WorkQueue();
    queue.add('foo');
    await queue.get();
    queue.add('foo');
    const drained = queue.shutDownWithDrain();
    expect(await queue.get()).toBeUndefined();
    queue.done('foo');
    expect(await queue.get()).toBe('foo');
    queue.done('foo');
    expect(await queue.get()).toBeUndefined();
    await drained;
  });

  it('TestGarbageCollection: keeps no reference to an item that was taken out and is done', async () => {
    const queue = new WorkQueue<object>();
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    // In a function of its own, so that no register still holds the object.
    const pass = (): WeakRef<object> => {
      const item = { data: 'hello' };
      queue.add(item);
      queue.add({ stays: true });
      queue.tryGet();
      queue.done(item);
      return new WeakRef(item);
    };
    const reference = pass();
    await settle();
    collect();
    expect(reference.deref()).toBeUndefined();
    expect(queue.length).toBe(1);
  });
});

class Metric {
  value = 0;
  observations: number[] = [];
  sets: number[] = [];
  inc(): void {
    this.value++;
  }
  dec(): void {
    this.value--;
  }
  set(value: number): void {
    this.sets.push(value);
  }
  observe(value: number): void {
    this.observations.push(value);
  }
}

class Metrics implements WorkQueueMetricsProvider {
  depth = new Metric();
  adds = new Metric();
  latency = new Metric();
  duration = new Metric();
  unfinished = new Metric();
  longest = new Metric();
  retries = new Metric();
  newDepthMetric = (): Metric => this.depth;
  newAddsMetric = (): Metric => this.adds;
  newLatencyMetric = (): Metric => this.latency;
  newWorkDurationMetric = (): Metric => this.duration;
  newUnfinishedWorkSecondsMetric = (): Metric => this.unfinished;
  newLongestRunningProcessorSecondsMetric = (): Metric => this.longest;
  newRetriesMetric = (): Metric => this.retries;
}

describe('metrics_test.go', () => {
  it('TestMetrics: depth, adds, latency, duration, unfinished work and the longest are what the clock says', () => {
    const clock = new FakeClock(0);
    const metrics = new Metrics();
    const queue = new WorkQueue({ name: 'test', metricsProvider: metrics, clock, unfinishedWorkUpdatePeriodMs: 1000 });
    queue.add('foo');
    expect([metrics.adds.value, metrics.depth.value]).toEqual([1, 1]);
    clock.advance(50);
    queue.tryGet();
    expect(metrics.latency.observations).toEqual([0.05]);
    expect(metrics.depth.value).toBe(0);
    for (let i = 0; i < 5; i++) queue.add('foo');
    expect([metrics.adds.value, metrics.depth.value]).toEqual([2, 1]);
    clock.advance(25);
    queue.done('foo');
    expect(metrics.duration.observations).toEqual([0.025]);
    expect(metrics.depth.value).toBe(1);
    queue.tryGet();
    expect(metrics.latency.observations).toEqual([0.05, 0.025]);
    clock.advance(975);
    expect(metrics.unfinished.sets).toEqual([0.975]);
    queue.add('bar');
    queue.tryGet();
    clock.advance(1000);
    expect(metrics.unfinished.sets).toEqual([0.975, 2.975]);
    expect(metrics.longest.sets).toEqual([0.975, 1.975]);
    queue.done('foo');
    expect(metrics.duration.observations).toEqual([0.025, 1.975]);
    queue.shutDown();
  });

  it('TestMetricShutdown: unfinished work is not sampled after shutdown, and no timer stays', () => {
    const clock = new FakeClock();
    const metrics = new Metrics();
    const queue = new WorkQueue({ name: 'test', metricsProvider: metrics, clock });
    queue.add('foo');
    queue.tryGet();
    clock.advance(500);
    expect(metrics.unfinished.sets).toHaveLength(1);
    queue.shutDown();
    clock.advance(3_600_000);
    expect(metrics.unfinished.sets).toHaveLength(1);
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('parallelizer_test.go', () => {
  it.each([
    { pieces: 1000, workers: 10 },
    { pieces: 999, workers: 13 },
    { pieces: 3, workers: 10 },
    { pieces: 0, workers: 10 },
  ])('TestParallelizeUntil: each of $pieces pieces is done once by $workers workers', async (options) => {
    const seen = Array.from({ length: options.pieces }, () => 0);
    let underWay = 0;
    await parallelizeUntil(async (piece) => {
      expect(++underWay).toBeLessThanOrEqual(options.workers);
      await Promise.resolve();
      seen[piece] = (seen[piece] ?? 0) + 1;
      underWay--;
    }, options);
    expect(seen.every((count) => count === 1)).toBe(true);
  });
});
