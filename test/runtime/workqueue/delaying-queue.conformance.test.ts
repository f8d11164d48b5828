// Counterparts of client-go's util/workqueue/delaying_queue_test.go and rate_limiting_queue_test.go.
import { describe, expect, it } from 'vitest';
import { FakeClock } from '@informer-gen/testing';
import { DelayingQueue } from '../../../runtime/src/workqueue/delaying-queue.js';
import { ItemExponentialFailureRateLimiter } from '../../../runtime/src/workqueue/rate-limiter.js';
import { RateLimitingQueue } from '../../../runtime/src/workqueue/rate-limiting-queue.js';

function take(queue: DelayingQueue): string | undefined {
  const key = queue.tryGet();
  if (key !== undefined) queue.done(key);
  return key;
}

describe('delaying_queue_test.go', () => {
  it('TestSimpleQueue: a delayed item comes once, when its time has passed', () => {
    const clock = new FakeClock();
    const queue = new DelayingQueue({ clock });
    queue.addAfter('foo', 50);
    expect(queue.length).toBe(0);
    clock.advance(49);
    expect(queue.length).toBe(0);
    clock.advance(1);
    expect(take(queue)).toBe('foo');
    clock.advance(10_000);
    expect(queue.length).toBe(0);
    expect(clock.pendingTimers).toBe(0);
  });

  it('TestDeduping: an item that waits already keeps the earlier time and comes once', () => {
    const clock = new FakeClock();
    const queue = new DelayingQueue({ clock });
    queue.addAfter('foo', 50);
    queue.addAfter('foo', 70);
    clock.advance(49);
    expect(queue.length).toBe(0);
    clock.advance(11);
    expect(take(queue)).toBe('foo');
    clock.advance(20);
    expect(queue.length).toBe(0);

    queue.addAfter('foo', 50);
    queue.addAfter('foo', 30);
    clock.advance(40);
    expect(take(queue)).toBe('foo');
    clock.advance(20);
    expect(queue.length).toBe(0);
  });

  it('TestAddTwoFireEarly: a later but shorter delay comes first, and the longer one at its own time', () => {
    const clock = new FakeClock();
    const queue = new DelayingQueue({ clock });
    queue.addAfter('foo', 1000);
    queue.addAfter('bar', 50);
    queue.addAfter('baz', 2000);
    clock.advance(60);
    expect(queue.length).toBe(1);
    expect(take(queue)).toBe('bar');
    queue.addAfter('bar', 2000);
    clock.advance(1000);
    expect(queue.length).toBe(1);
    expect(take(queue)).toBe('foo');
    clock.advance(1000);
    expect([take(queue), take(queue), take(queue)]).toEqual(['baz', 'bar', undefined]);
  });

  it('TestCopyShifting: items that fall due together come in the order of their times', () => {
    const clock = new FakeClock();
    const queue = new DelayingQueue({ clock });
    queue.addAfter('first', 1000);
    queue.addAfter('second', 500);
    queue.addAfter('third', 250);
    expect(queue.length).toBe(0);
    clock.advance(2000);
    expect([take(queue), take(queue), take(queue)]).toEqual(['third', 'second', 'first']);
  });
});

describe('rate_limiting_queue_test.go', () => {
  it('TestRateLimitingQueue: each item has its own exponential delay, and forget starts it again', () => {
    const clock = new FakeClock();
    const rateLimiter = new ItemExponentialFailureRateLimiter<string>(1, 1000);
    const queue = new RateLimitingQueue({ clock, rateLimiter });
    const delayOf = (key: string): number => {
      queue.addRateLimited(key);
      expect(queue.length).toBe(0);
      const delayMs = clock.nextTimerInMs ?? 0;
      clock.advance(delayMs);
      expect(take(queue)).toBe(key);
      return delayMs;
    };
    expect([delayOf('one'), delayOf('one')]).toEqual([1, 2]);
    expect(queue.numRequeues('one')).toBe(2);
    expect([delayOf('two'), delayOf('two')]).toEqual([1, 2]);
    queue.forget('one');
    expect(queue.numRequeues('one')).toBe(0);
    expect(delayOf('one')).toBe(1);
    expect(delayOf('two')).toBe(4);
  });
});
