import { FakeClock } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';

describe('a clock that only tests move', () => {
  it.each([NaN, -1, Infinity, '5' as unknown as number])('is not moved by %s, and goes on afterwards', async (ms) => {
    const clock = new FakeClock(0);
    expect(() => clock.advance(ms)).toThrow(RangeError);
    await expect(clock.advanceAsync(ms)).rejects.toThrow(`moved by ${String(ms)} ms`);
    clock.advance(5);
    expect(clock.now()).toBe(5);
  });

  it('does not go back where two move it at once', async () => {
    const clock = new FakeClock(0);
    await Promise.all([clock.advanceAsync(100), clock.advanceAsync(10)]);
    const at = clock.now();
    expect(at).toBe(100);
  });

  it('never calls what is to happen at the end of time', async () => {
    const clock = new FakeClock(0);
    clock.after(Infinity, () => expect.unreachable());
    expect(clock.nextTimerInMs).toBeUndefined();
    await clock.advanceAsync(1e12);
  });
});
