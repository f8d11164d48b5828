// Counterparts of client-go's tools/cache/reflector_test.go and retry_with_deadline_test.go: waiting and trying again.
import { Backoff } from '@informer-gen/runtime';
import { FakeClock } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { isInternalError } from '../../../runtime/src/api/api-error.js';
import { RetryWithDeadline } from '../../../runtime/src/reflector/retry-with-deadline.js';
import { apiError, internalError, refused, tooManyRequests } from '../../conformance/support/pods.js';
import { reflecting } from '../../conformance/support/reflecting.js';
import type { Script } from '../../conformance/support/scripted-source.js';

/** Watches are refused so many times. */
function refusing(times: number): Script {
  return {
    watch: (_options, call) => {
      if (call <= times) throw refused();
    },
  };
}

describe('backoff', () => {
  it.each([
    { failures: 5, waitedMs: 800 + 1600 + 3200 + 6400 + 12_800 },
    // The tenth comes two minutes after the first: it is waited for as the first was.
    { failures: 10, waitedMs: 800 + 1600 + 3200 + 6400 + 12_800 + 25_600 + 3 * 30_000 + 800 },
  ])(
    'TestReflectorListAndWatchInitConnBackoff: $failures refused connections cost $waitedMs ms: twice as much each, up to a limit',
    async ({ failures, waitedMs }) => {
      const { source, clock, listAndWatch, stop } = reflecting(refusing(failures));
      const round = listAndWatch();
      await clock.advanceAsync(waitedMs - 1);
      expect(source.watches).toHaveLength(failures);
      await clock.advanceAsync(1);
      expect(source.watches).toHaveLength(failures + 1);
      expect(source.lists).toHaveLength(1);
      stop.abort();
      await round;
      expect(clock.pendingTimers).toBe(0);
    },
  );

  it('TestReflectorListAndWatchInitConnBackoff: jitter adds up to the same again', async () => {
    const { source, clock, listAndWatch, stop } = reflecting(refusing(1), { random: () => 0.5 });
    const round = listAndWatch();
    await clock.advanceAsync(1199);
    expect(source.watches).toHaveLength(1);
    await clock.advanceAsync(1);
    expect(source.watches).toHaveLength(2);
    stop.abort();
    await round;
  });

  it('TestNewReflectorWithCustomBackoff: waits as the backoff it was given says', async () => {
    const clock = new FakeClock();
    const backoff = new Backoff({ clock, initialMs: 10, factor: 2, jitter: 0, maxMs: 100 });
    const { source, listAndWatch, stop } = reflecting(refusing(5), { clock, backoff });
    const round = listAndWatch();
    await clock.advanceAsync(249);
    expect(source.watches).toHaveLength(5);
    await clock.advanceAsync(1);
    expect(source.watches).toHaveLength(6);
    stop.abort();
    await round;
  });

  it('TestBackoffOnTooManyRequests: waits after a 429, whether the watch fails to start with it or ends with it', async () => {
    const { source, clock, listAndWatch, stop } = reflecting({
      watch: (_options, call, watch) => {
        if (call === 1) throw tooManyRequests();
        if (call === 2) watch.send([{ type: 'ERROR', status: tooManyRequests().status }]);
      },
    });
    const round = listAndWatch();
    await clock.advanceAsync(799);
    expect(source.watches).toHaveLength(1);
    await clock.advanceAsync(1);
    expect(source.watches).toHaveLength(2);
    await clock.advanceAsync(1599);
    expect(source.watches).toHaveLength(2);
    await clock.advanceAsync(1);
    expect(source.watches).toHaveLength(3);
    stop.abort();
    await round;
  });

  it('TestNoRelistOnTooManyRequests: never lists again because of 429', async () => {
    const { source, clock, listAndWatch, stop } = reflecting({
      watch: (_options, call) => {
        if (call < 5) throw tooManyRequests();
      },
    });
    const round = listAndWatch();
    await clock.advanceAsync(60_000);
    expect(source.lists).toHaveLength(1);
    expect(source.watches).toHaveLength(5);
    stop.abort();
    await round;
  });

  it('waits at least as long as the server asks for', async () => {
    const { source, clock, listAndWatch, stop } = reflecting({
      watch: (_options, call) => {
        if (call === 1) throw apiError(429, 'TooManyRequests', 'busy', { details: { retryAfterSeconds: 17 } });
      },
    });
    const round = listAndWatch();
    await clock.advanceAsync(16_999);
    expect(source.watches).toHaveLength(1);
    await clock.advanceAsync(1);
    expect(source.watches).toHaveLength(2);
    stop.abort();
    await round;
  });

  it('starts over two minutes after it began, and after a success', async () => {
    let down = true;
    const { source, clock, run, stop } = reflecting({
      list: () => {
        if (down) throw refused();
        return { items: [], resourceVersion: '1' };
      },
    });
    const running = run();
    await clock.advanceAsync(140_400);
    const before = source.lists.length;
    await clock.advanceAsync(800);
    expect(source.lists.length - before).toBe(1);
    down = false;
    await clock.advanceAsync(30_000);
    source.last.send([{ type: 'ERROR', status: apiError(500, 'StoreReadError', 'x').status }]);
    const listed = source.lists.length;
    await clock.advanceAsync(800);
    expect(source.lists.length).toBe(listed + 1);
    stop.abort();
    await running;
  });
});

describe('internal errors', () => {
  it.each([
    { what: 'retries off', maxInternalErrorRetryMs: 0, retries: 0 },
    { what: 'retries on, all calls fail', maxInternalErrorRetryMs: 30_000, retries: 31 },
    { what: 'retries on, a quiet minute between', maxInternalErrorRetryMs: 30_000, rewindAt: 10, retries: 40 },
  ])('TestRetryInternalError: $what', async ({ maxInternalErrorRetryMs, rewindAt, retries }) => {
    const harness = reflecting(
      {
        watch: (_options, call, watch) => {
          harness.clock.advance(call === rewindAt ? 61_000 : 1000);
          watch.send([{ type: 'ERROR', status: internalError().status }]);
        },
      },
      { maxInternalErrorRetryMs },
    );
    await harness.listAndWatch();
    expect(harness.source.watches.length - 1).toBe(retries);
    expect(harness.source.lists).toHaveLength(1);
  });

  const otherError = new Error('some other error');
  it.each([
    {
      what: 'never when the time is zero',
      maxMs: 0,
      steps: [
        { passMs: 1000, error: undefined, retry: false },
        { passMs: 0, error: internalError(), retry: false },
        { passMs: 1000, error: otherError, retry: false },
      ],
    },
    {
      what: 'internal errors within the time only',
      maxMs: 1000,
      steps: [
        { passMs: 1000, error: internalError(), retry: true },
        { passMs: 1000, error: internalError(), retry: true },
        { passMs: 1000, error: internalError(), retry: false },
      ],
    },
    { what: 'no other error', maxMs: 1000, steps: [{ passMs: 1000, error: otherError, retry: false }] },
    {
      what: 'whatever other errors come between',
      maxMs: 1000,
      steps: [
        { passMs: 1000, error: internalError(), retry: true },
        { passMs: 0, error: otherError, retry: true },
        { passMs: 1000, error: internalError(), retry: true },
      ],
    },
  ])('TestRetryWithDeadline: retries $what', ({ maxMs, steps }) => {
    const clock = new FakeClock();
    const retry = new RetryWithDeadline({ maxMs, minResetMs: 30_000, retriable: isInternalError, clock });
    for (const { passMs, error, retry: expected } of steps) {
      clock.advance(passMs);
      retry.after(error);
      expect(retry.shouldRetry()).toBe(expected);
    }
  });
});
