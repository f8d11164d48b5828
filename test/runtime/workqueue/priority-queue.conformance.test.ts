// Counterparts of controller-runtime's pkg/controller/priorityqueue/priorityqueue_test.go.
import { describe, expect, it } from 'vitest';
import { FakeClock } from '@informer-gen/testing';
import type { PriorityQueueMetricsProvider } from '../../../runtime/src/workqueue/metrics.js';
import { PriorityQueue } from '../../../runtime/src/workqueue/priority-queue.js';
import { ItemExponentialFailureRateLimiter } from '../../../runtime/src/workqueue/rate-limiter.js';

function newQueue(): { clock: FakeClock; queue: PriorityQueue } {
  const clock = new FakeClock();
  return { clock, queue: new PriorityQueue({ clock }) };
}

/** Takes everything that is ready, in order, each key done at once. */
function drain(queue: PriorityQueue): string[] {
  const keys: string[] = [];
  for (let next = queue.tryGet(); next !== undefined; next = queue.tryGet()) {
    keys.push(next.key);
    queue.done(next.key);
  }
  return keys;
}

describe('priorityqueue_test.go', () => {
  it('returns an item: in the order of the adds', () => {
    const { queue } = newQueue();
    for (const key of ['a', 'b', 'c']) queue.add(key);
    expect(drain(queue)).toEqual(['a', 'b', 'c']);
  });

  it('de-duplicates items: a key added three times comes once', () => {
    const { queue } = newQueue();
    for (const key of ['a', 'a', 'a']) queue.add(key);
    expect(drain(queue)).toEqual(['a']);
  });

  it('retains the highest priority: of two adds the higher one counts', () => {
    const { queue } = newQueue();
    queue.addWithOptions({ priority: 1 }, 'a');
    queue.addWithOptions({ priority: 2 }, 'a');
    expect(queue.tryGet()).toEqual({ key: 'a', priority: 2 });
    expect(queue.length).toBe(0);
  });

  it('will not decrease the priority: a later, lower one changes nothing', () => {
    const { queue } = newQueue();
    queue.addWithOptions({ priority: 2 }, 'a');
    queue.addWithOptions({ priority: 1 }, 'a');
    expect(queue.tryGet()).toEqual({ key: 'a', priority: 2 });
  });

  it('gets pushed to the front if the priority increases: before keys that came earlier', () => {
    const { queue } = newQueue();
    for (const key of ['a', 'b', 'c']) queue.add(key);
    queue.addWithOptions({ priority: 1 }, 'c');
    expect(drain(queue)).toEqual(['c', 'a', 'b']);
  });

  it('follows FIFO order in the new priority queue when item priority changes: a risen key goes to the end of its level', () => {
    const { queue } = newQueue();
    queue.addWithOptions({ priority: 0 }, 'early');
    queue.addWithOptions({ priority: 1 }, 'a', 'b');
    queue.addWithOptions({ priority: 1 }, 'early');
    expect(drain(queue)).toEqual(['a', 'b', 'early']);
  });

  it('retains the lowest after duration: the earlier of two times counts', () => {
    const { clock, queue } = newQueue();
    queue.addAfter('a', 1000);
    queue.addAfter('a', 100);
    queue.addAfter('a', 5000);
    clock.advance(99);
    expect(queue.length).toBe(0);
    clock.advance(1);
    expect(queue.length).toBe(1);
    expect(clock.pendingTimers).toBe(0);
  });

  it('returns an item only after after has passed: and not a millisecond before', () => {
    const { clock, queue } = newQueue();
    queue.addAfter('a', 60_000);
    clock.advance(59_999);
    expect(queue.tryGet()).toBeUndefined();
    clock.advance(1);
    expect(drain(queue)).toEqual(['a']);
  });

  it("doesn't include non-ready items in Len(): they are counted apart", () => {
    const { queue } = newQueue();
    queue.addAfter('later', 60_000);
    queue.add('now');
    expect(queue.length).toBe(1);
    expect(queue.waitingLength).toBe(1);
  });

  it("doesn't return an item that is currently locked: a key in work is passed over", () => {
    const { queue } = newQueue();
    queue.add('a');
    expect(queue.tryGet()?.key).toBe('a');
    queue.add('a');
    queue.add('b');
    expect(queue.length).toBe(2);
    expect(queue.tryGet()?.key).toBe('b');
    expect(queue.tryGet()).toBeUndefined();
  });

  it('returns an item as soon as its unlocked: a worker that waits gets it', async () => {
    const { queue } = newQueue();
    queue.add('a');
    queue.tryGet();
    queue.add('a');
    const next = queue.get();
    queue.done('a');
    expect(await next).toEqual({ key: 'a', priority: 0 });
  });

  it('shuts down: nothing is handed out or added any more', async () => {
    const { queue, clock } = newQueue();
    queue.add('a');
    queue.addAfter('b', 10);
    queue.shutDown();
    queue.add('c');
    expect(await queue.get()).toBeUndefined();
    expect(queue.length).toBe(0);
    expect(clock.pendingTimers).toBe(0);
  });

  it('TestPriorityQueueDoesNotDeadlockOnShutdownWhileHandingOutItems: every worker that waits is woken', async () => {
    const { queue } = newQueue();
    const workers = [queue.get(), queue.get(), queue.get()];
    queue.add('a');
    queue.shutDown();
    expect(await Promise.all(workers)).toEqual([undefined, undefined, undefined]);
  });

  it('TestHighPriorityItemThatBecameReadyIsReturnedBeforeLowPriorityItem: time passes before order is decided', () => {
    const { clock, queue } = newQueue();
    queue.addWithOptions({ priority: 1, afterMs: 10 }, 'high');
    queue.addWithOptions({ priority: -1 }, 'low');
    clock.advance(10);
    expect(drain(queue)).toEqual(['high', 'low']);
  });

  it('TestMultipleItemsWithAfterAreReturnedInCorrectOrder: by when each became ready', () => {
    const { clock, queue } = newQueue();
    queue.addAfter('c', 300);
    queue.addAfter('a', 100);
    queue.addAfter('b', 200);
    clock.advance(300);
    queue.add('last');
    expect(drain(queue)).toEqual(['a', 'b', 'c', 'last']);
  });

  it('TestWaitingItemIsReturnedRightAfterReadWithoutAfter: an add without delay makes it ready at once', () => {
    const { clock, queue } = newQueue();
    queue.addAfter('a', 60_000);
    queue.add('a');
    expect(drain(queue)).toEqual(['a']);
    clock.advance(120_000);
    expect(queue.length).toBe(0);
  });

  it('TestWhenAddingMultipleItemsWithRatelimitTrueTheyDontAffectEachOther: each key has its own failures', () => {
    const clock = new FakeClock();
    const rateLimiter = new ItemExponentialFailureRateLimiter<string>(5, 1000);
    rateLimiter.when('slow');
    rateLimiter.when('slow');
    const queue = new PriorityQueue({ clock, rateLimiter });
    queue.addWithOptions({ rateLimited: true }, 'slow', 'quick');
    clock.advance(5);
    expect(drain(queue)).toEqual(['quick']);
    clock.advance(15);
    expect(drain(queue)).toEqual(['slow']);
  });

  it('rate limited items are added with the shorter of the two delays: the limit and the wish', () => {
    const { clock, queue } = newQueue();
    queue.addWithOptions({ rateLimited: true, afterMs: 60_000 }, 'a');
    expect(queue.numRequeues('a')).toBe(1);
    clock.advance(5);
    expect(drain(queue)).toEqual(['a']);
    queue.forget('a');
    expect(queue.numRequeues('a')).toBe(0);
  });

  it('updates metrics correctly for an item that gets initially added with after and then without: it is added once', () => {
    const { provider, values } = countingProvider();
    const queue = new PriorityQueue({ clock: new FakeClock(), name: 'test', metricsProvider: provider });
    queue.addAfter('a', 60_000);
    expect(values).toEqual({ retries: 1 });
    queue.add('a');
    expect(values).toEqual({ retries: 1, adds: 1, 'depth 0': 1 });
    queue.addWithOptions({ priority: 4 }, 'a');
    expect(values).toEqual({ retries: 1, adds: 1, 'depth 0': 0, 'depth 4': 1 });
    queue.tryGet();
    expect(values).toEqual({ retries: 1, adds: 1, 'depth 0': 0, 'depth 4': 0 });
    queue.done('a');
    queue.shutDown();
  });
});

function countingProvider(): { provider: PriorityQueueMetricsProvider; values: Record<string, number> } {
  const values: Record<string, number> = {};
  const gauge = (name: string): { inc(): void; dec(): void } => ({
    inc: () => void (values[name] = (values[name] ?? 0) + 1),
    dec: () => void (values[name] = (values[name] ?? 0) - 1),
  });
  const nothing = { observe: () => {}, set: () => {} };
  const provider: PriorityQueueMetricsProvider = {
    newDepthMetric: () => gauge('depth'),
    newDepthWithPriorityMetric: (_name, priority) => gauge(`depth ${priority}`),
    newAddsMetric: () => gauge('adds'),
    newRetriesMetric: () => gauge('retries'),
    newLatencyMetric: () => nothing,
    newWorkDurationMetric: () => nothing,
    newUnfinishedWorkSecondsMetric: () => nothing,
    newLongestRunningProcessorSecondsMetric: () => nothing,
  };
  return { provider, values };
}
