import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { realClock } from '../../../runtime/src/async/clock.js';
import { withTimeout } from '../../../runtime/src/async/timeout.js';
import { ResyncTimer } from '../../../runtime/src/reflector/resync-timer.js';

const dayMs = 86_400_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

describe("the machine's clock", () => {
  it.each([1, 24, 25, 30, 400])('fires a timer of %i days after that, and not before', (days) => {
    let fired = 0;
    realClock.after(days * dayMs, () => (fired += 1));
    vi.advanceTimersByTime(days * dayMs - 1);
    expect(fired).toBe(0);
    vi.advanceTimersByTime(1);
    expect(fired).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('never fires a timer of Infinity, and cancels it', () => {
    let fired = 0;
    const timer = realClock.after(Infinity, () => (fired += 1));
    timer.unref?.();
    vi.advanceTimersByTime(100 * dayMs);
    expect(fired).toBe(0);
    expect(vi.getTimerCount()).toBe(1);
    timer.cancel();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('takes a delay that is negative or no number for none', () => {
    let fired = 0;
    for (const delayMs of [-1, -Infinity, Number.NaN]) realClock.after(delayMs, () => (fired += 1));
    vi.advanceTimersByTime(1);
    expect(fired).toBe(3);
  });
});

it('a resync period of 30 days is one of 30 days', () => {
  let resyncs = 0;
  const timer = new ResyncTimer(
    { resync: () => void (resyncs += 1) },
    { clock: realClock, resyncPeriodMs: 30 * dayMs },
  );
  timer.start();
  vi.advanceTimersByTime(30 * dayMs - 1);
  expect(resyncs).toBe(0);
  vi.advanceTimersByTime(30 * dayMs + 1);
  expect(resyncs).toBe(2);
  timer.stop();
});

it('a wait with a timeout of Infinity waits', async () => {
  let resolve: (value: string) => void = () => {};
  const waited = new Promise<string>((done) => (resolve = done));
  const options = { timeoutMs: Infinity, clock: realClock, timedOut: () => new Error('timed out') };
  const result = withTimeout(() => waited, options);
  await vi.advanceTimersByTimeAsync(60 * dayMs);
  resolve('done');
  expect(await result).toBe('done');
  expect(vi.getTimerCount()).toBe(0);
});
