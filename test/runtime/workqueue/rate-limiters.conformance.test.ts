// Counterparts of client-go's util/workqueue/default_rate_limiters_test.go.
import { describe, expect, it } from 'vitest';
import type { RateLimiter } from '../../../runtime/src/workqueue/rate-limiter.js';
import {
  ItemExponentialFailureRateLimiter,
  ItemFastSlowRateLimiter,
  MaxOfRateLimiter,
  WithMaxWaitRateLimiter,
} from '../../../runtime/src/workqueue/rate-limiter.js';

function delays(limiter: RateLimiter<string>, key: string, count: number): number[] {
  return Array.from({ length: count }, () => limiter.when(key));
}

describe('default_rate_limiters_test.go', () => {
  it('TestItemExponentialFailureRateLimiter: doubles for each failure of the same item until it is forgotten', () => {
    const limiter = new ItemExponentialFailureRateLimiter<string>(1, 1000);
    expect(delays(limiter, 'one', 5)).toEqual([1, 2, 4, 8, 16]);
    expect(limiter.numRequeues('one')).toBe(5);
    expect(delays(limiter, 'two', 2)).toEqual([1, 2]);
    expect(limiter.numRequeues('two')).toBe(2);
    limiter.forget('one');
    expect(limiter.numRequeues('one')).toBe(0);
    expect(limiter.when('one')).toBe(1);
    expect(limiter.when('two')).toBe(4);
  });

  it('TestItemExponentialFailureRateLimiterOverFlow: stays at the maximum however often an item fails', () => {
    const limiter = new ItemExponentialFailureRateLimiter<string>(1, 1_000_000);
    expect(delays(limiter, 'one', 6).at(-1)).toBe(32);
    expect(delays(limiter, 'overflow1', 1100).at(-1)).toBe(1_000_000);
    const slow = new ItemExponentialFailureRateLimiter<string>(60_000, 3_600_000_000);
    expect(delays(slow, 'two', 3).at(-1)).toBe(240_000);
    expect(delays(slow, 'overflow2', 1100).at(-1)).toBe(3_600_000_000);
    const never = new ItemExponentialFailureRateLimiter<string>(0, 1000);
    expect(delays(never, 'zero', 1100).at(-1)).toBe(0);
  });

  it('TestItemFastSlowRateLimiter: is fast for the first attempts and slow after them', () => {
    const limiter = new ItemFastSlowRateLimiter<string>(5, 10_000, 3);
    expect(delays(limiter, 'one', 5)).toEqual([5, 5, 5, 10_000, 10_000]);
    expect(limiter.numRequeues('one')).toBe(5);
    expect(delays(limiter, 'two', 2)).toEqual([5, 5]);
    expect(limiter.numRequeues('two')).toBe(2);
    limiter.forget('one');
    expect(limiter.numRequeues('one')).toBe(0);
    expect(limiter.when('one')).toBe(5);
  });

  it('TestMaxOfRateLimiter: takes the longest delay and the highest count, and forgets in all', () => {
    const fastSlow = new ItemFastSlowRateLimiter<string>(5, 3000, 3);
    const exponential = new ItemExponentialFailureRateLimiter<string>(1, 1000);
    const limiter = new MaxOfRateLimiter<string>(fastSlow, exponential);
    expect(delays(limiter, 'one', 5)).toEqual([5, 5, 5, 3000, 3000]);
    expect(limiter.numRequeues('one')).toBe(5);
    expect(delays(limiter, 'two', 2)).toEqual([5, 5]);
    exponential.when('two');
    expect(limiter.numRequeues('two')).toBe(3);
    limiter.forget('one');
    expect([limiter.numRequeues('one'), fastSlow.numRequeues('one'), exponential.numRequeues('one')]).toEqual([
      0, 0, 0,
    ]);
    expect(limiter.when('one')).toBe(5);
  });

  it('TestWithMaxWaitRateLimiter: never waits longer than the maximum', () => {
    const step = new ItemFastSlowRateLimiter<string>(5, 1_000_000, 100);
    const limiter = new WithMaxWaitRateLimiter<string>(step, 500_000);
    expect(delays(limiter, 'one', 100).every((delay) => delay === 5)).toBe(true);
    expect(delays(limiter, 'one', 100).every((delay) => delay === 500_000)).toBe(true);
    expect(limiter.numRequeues('one')).toBe(200);
    limiter.forget('one');
    expect(step.numRequeues('one')).toBe(0);
  });
});
