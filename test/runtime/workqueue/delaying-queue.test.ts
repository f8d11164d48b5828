import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeClock, settle } from '@informer-gen/testing';
import type { CounterMetric, WorkQueueMetricsProvider } from '../../../runtime/src/workqueue/metrics.js';
import { BucketRateLimiter } from '../../../runtime/src/workqueue/bucket-rate-limiter.js';
import {
  defaultControllerRateLimiter,
  defaultItemBasedRateLimiter,
} from '../../../runtime/src/workqueue/default-rate-limiters.js';
import { DelayingQueue } from '../../../runtime/src/workqueue/delaying-queue.js';
import {
  ItemExponentialFailureRateLimiter,
  ItemFastSlowRateLimiter,
  WithMaxWaitRateLimiter,
} from '../../../runtime/src/workqueue/rate-limiter.js';
import { RateLimitingQueue } from '../../../runtime/src/workqueue/rate-limiting-queue.js';
import { parallelizeUntil } from '../../../runtime/src/client-go/parallelize-until.js';

describe('DelayingQueue', () => {
  it('adds at once when there is no delay', () => {
    const queue = new DelayingQueue({ clock: new FakeClock() });
    queue.addAfter('a', 0);
    queue.addAfter('b', -5);
    expect(queue.length).toBe(2);
  });

  it('holds a key with a delay of Infinity, until it is added otherwise', () => {
    const clock = new FakeClock();
    const queue = new DelayingQueue({ clock });
    queue.addAfter('a', Infinity);
    queue.addAfter('b', Infinity);
    expect([queue.length, queue.waitingLength]).toEqual([0, 2]);
    queue.addAfter('a', 10);
    clock.advance(10);
    expect([queue.length, queue.waitingLength]).toEqual([1, 1]);
  });

  it.each(['shutDown', 'shutDownWithDrain'] as const)('drops what waits on %s, with its timer', async (how) => {
    const clock = new FakeClock();
    const queue = new DelayingQueue({ clock });
    queue.addAfter('a', 10);
    await queue[how]();
    expect(clock.pendingTimers).toBe(0);
    queue.addAfter('b', 10);
    queue.addAfter('c', 0);
    expect(clock.pendingTimers).toBe(0);
    expect([queue.length, queue.waitingLength]).toEqual([0, 0]);
  });

  it('keeps one timer, never for longer than ten seconds', () => {
    const clock = new FakeClock();
    const queue = new DelayingQueue({ clock });
    queue.addAfter('a', 2 ** 40);
    queue.addAfter('b', 60_000);
    expect([clock.pendingTimers, clock.nextTimerInMs]).toEqual([1, 10_000]);
    clock.advance(59_999);
    expect(queue.length).toBe(0);
    clock.advance(1);
    expect(queue.tryGet()).toBe('b');
  });

  it('counts every delayed add as a retry, but none after shutdown', () => {
    let retries = 0;
    const metric = { inc: () => {}, dec: () => {}, set: () => {}, observe: () => {} };
    const metricsProvider: WorkQueueMetricsProvider = {
      newDepthMetric: () => metric,
      newAddsMetric: () => metric,
      newLatencyMetric: () => metric,
      newWorkDurationMetric: () => metric,
      newUnfinishedWorkSecondsMetric: () => metric,
      newLongestRunningProcessorSecondsMetric: () => metric,
      newRetriesMetric: (): CounterMetric => ({ inc: () => void retries++ }),
    };
    const queue = new DelayingQueue({ clock: new FakeClock(), name: 'q', metricsProvider });
    queue.addAfter('a', 0);
    queue.addAfter('a', 10);
    queue.addAfter('a', 20);
    expect(retries).toBe(3);
    queue.shutDown();
    queue.addAfter('a', 10);
    expect(retries).toBe(3);
  });

  it('hands out everything at its earliest time, in the order of times', () => {
    const add = fc.record({ key: fc.integer({ min: 0, max: 20 }), delayMs: fc.integer({ min: 1, max: 100 }) });
    fc.assert(
      fc.property(fc.array(add, { maxLength: 60 }), (adds) => {
        const clock = new FakeClock(0);
        const queue = new DelayingQueue<number>({ clock });
        const earliest = new Map<number, number>();
        for (const { key, delayMs } of adds) {
          queue.addAfter(key, delayMs);
          earliest.set(key, Math.min(earliest.get(key) ?? Infinity, delayMs));
        }
        const seen = new Map<number, number>();
        for (let now = 1; now <= 100; now++) {
          clock.advance(1);
          for (let key = queue.tryGet(); key !== undefined; key = queue.tryGet()) seen.set(key, now);
        }
        expect(seen).toEqual(earliest);
        expect(clock.pendingTimers).toBe(0);
      }),
    );
  });
});

describe('RateLimitingQueue', () => {
  it('retries a failing key with growing delays and forgets it when it succeeds', async () => {
    const clock = new FakeClock(0);
    const queue = new RateLimitingQueue({ clock });
    const stop = new AbortController();
    const tries: [number, number][] = [];
    const loop = (async () => {
      for await (using item of queue.items({ signal: stop.signal })) {
        tries.push([clock.now(), item.numRequeues]);
        if (tries.length < 4) item.retry();
        else item.forget();
      }
    })();
    queue.add('a');
    await clock.advanceAsync(1000);
    expect(tries).toEqual([
      [0, 0],
      [5, 1],
      [15, 2],
      [35, 3],
    ]);
    expect(queue.numRequeues('a')).toBe(0);
    stop.abort();
    await loop;
    expect(clock.pendingTimers).toBe(0);
  });

  it('can try a key again after a time that the worker names', async () => {
    const clock = new FakeClock(0);
    const queue = new RateLimitingQueue({ clock });
    queue.add('a');
    for await (using item of queue.items()) {
      item.retryAfter(100);
      break;
    }
    clock.advance(99);
    expect(queue.length).toBe(0);
    clock.advance(1);
    expect(queue.tryGet()).toBe('a');
    expect(queue.numRequeues('a')).toBe(0);
  });
});

describe('BucketRateLimiter', () => {
  it('lets a burst through, then spaces out what follows, and fills up again', () => {
    const clock = new FakeClock(0);
    const limiter = new BucketRateLimiter<string>({ ratePerSecond: 10, burst: 3, clock });
    const five = (): number[] => Array.from({ length: 5 }, () => limiter.when('a'));
    expect(five()).toEqual([0, 0, 0, 100, 200]);
    clock.advance(50);
    expect(limiter.when('b')).toBe(250);
    clock.advance(60_000);
    expect(five()).toEqual([0, 0, 0, 100, 200]);
    limiter.forget('a');
    expect(limiter.numRequeues('a')).toBe(0);
  });
});

describe('the default rate limiters', () => {
  it('is the longer of exponential from 5 ms to 1000 s and ten a second after a hundred', () => {
    const limiter = defaultControllerRateLimiter<string>(new FakeClock());
    expect([limiter.when('a'), limiter.when('a')]).toEqual([5, 10]);
    for (let i = 0; i < 98; i++) limiter.when(`k${i}`);
    expect(limiter.when('new')).toBe(100);
    for (let i = 0; i < 30; i++) limiter.when('a');
    expect(limiter.when('a')).toBe(1_000_000);
  });

  it('is exponential from 1 ms to 1000 s for items alone', () => {
    const limiter = defaultItemBasedRateLimiter<string>();
    expect([limiter.when('a'), limiter.when('a')]).toEqual([1, 2]);
    for (let i = 0; i < 30; i++) limiter.when('a');
    expect(limiter.when('a')).toBe(1_000_000);
  });
});

describe('parallelizeUntil', () => {
  it('starts nothing after an error, waits for the rest and rejects with the first error', async () => {
    const started: number[] = [];
    let finished = 0;
    const work = parallelizeUntil(
      async (piece) => {
        started.push(piece);
        if (piece === 1) throw new Error('piece 1');
        await settle(2);
        finished++;
      },
      { pieces: 100, workers: 3 },
    );
    await expect(work).rejects.toThrow('piece 1');
    expect([started.length, finished]).toEqual([3, 2]);
  });

  it('starts nothing after its signal has aborted, and resolves', async () => {
    const stop = new AbortController();
    let count = 0;
    await parallelizeUntil(() => void (++count === 5 && stop.abort()), {
      pieces: 100,
      workers: 1,
      signal: stop.signal,
    });
    expect(count).toBe(5);
  });
});

describe('rate limiters', () => {
  it.each([-1, Number.NaN])('refuse %d for a delay, a number or a rate', (bad) => {
    const clock = new FakeClock();
    const inner = new ItemExponentialFailureRateLimiter<string>(1, 2);
    const made = [
      () => new ItemExponentialFailureRateLimiter(bad, 1),
      () => new ItemExponentialFailureRateLimiter(1, bad),
      () => new ItemFastSlowRateLimiter(bad, 1, 1),
      () => new ItemFastSlowRateLimiter(1, bad, 1),
      () => new ItemFastSlowRateLimiter(1, 1, bad),
      () => new WithMaxWaitRateLimiter(inner, bad),
      () => new BucketRateLimiter({ ratePerSecond: bad, burst: 1, clock }),
      () => new BucketRateLimiter({ ratePerSecond: 0, burst: 1, clock }),
      () => new BucketRateLimiter({ ratePerSecond: 1, burst: bad, clock }),
    ];
    for (const make of made) expect(make).toThrow(RangeError);
  });

  it('wait for nothing where the rate is Infinity', () => {
    const limiter = new BucketRateLimiter<string>({ ratePerSecond: Infinity, burst: 1, clock: new FakeClock() });
    expect(Array.from({ length: 5 }, () => limiter.when('a'))).toEqual([0, 0, 0, 0, 0]);
  });
});
