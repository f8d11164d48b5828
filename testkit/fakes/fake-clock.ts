import type { Clock } from '@informer-gen/runtime';
import type { Timer } from '@informer-gen/runtime/client-go';

interface Waiter {
  readonly at: number;
  readonly callback: () => void;
}

/**
 * A clock that moves only when a test moves it. Timers fire in the order of their time, those of the same time in the order
 * they were set.
 *
 * @example
 * const clock = new FakeClock();
 * const start = clock.now();
 * clock.advance(30_000); // half a minute passes
 * clock.now() - start; // → 30000
 */
export class FakeClock implements Clock {
  #now: number;
  readonly #waiters = new Set<Waiter>();

  /** @param startMs Default: 2026-01-01T00:00:00Z, so that timestamps look like timestamps. */
  constructor(startMs = 1_767_225_600_000) {
    this.#now = startMs;
  }

  now(): number {
    return this.#now;
  }

  after(delayMs: number, callback: () => void): Timer {
    if (delayMs === Infinity) return { cancel: () => {} };
    const waiter: Waiter = { at: this.#now + (delayMs > 0 ? delayMs : 0), callback };
    this.#waiters.add(waiter);
    return { cancel: () => void this.#waiters.delete(waiter) };
  }

  /** How many timers are pending: 0 after everything was disposed of. */
  get pendingTimers(): number {
    return this.#waiters.size;
  }

  /** How long until the next timer fires; undefined when none is pending. */
  get nextTimerInMs(): number | undefined {
    const next = this.#next();
    return next && Math.max(0, next.at - this.#now);
  }

  /** Moves time forward and fires what falls due, synchronously. */
  advance(ms: number): void {
    const target = this.#now + aDuration(ms);
    for (let next = this.#next(); next && next.at <= target; next = this.#next()) this.#fire(next);
    this.#now = Math.max(this.#now, target);
  }

  /** The same, but lets promises and immediates run after each timer, and before and after all. */
  async advanceAsync(ms: number): Promise<void> {
    const target = this.#now + aDuration(ms);
    await settle();
    for (let next = this.#next(); next && next.at <= target; next = this.#next()) {
      this.#fire(next);
      await settle();
    }
    // Somebody else may have moved it further meanwhile.
    this.#now = Math.max(this.#now, target);
    await settle();
  }

  #fire(waiter: Waiter): void {
    this.#now = Math.max(this.#now, waiter.at);
    this.#waiters.delete(waiter);
    waiter.callback();
  }

  #next(): Waiter | undefined {
    let first: Waiter | undefined;
    for (const waiter of this.#waiters) if (!first || waiter.at < first.at) first = waiter;
    return first;
  }
}

/** Time never goes back, and a clock that shows no number or the end of time could never be moved again. */
function aDuration(ms: number): number {
  if (typeof ms === 'number' && ms >= 0 && ms < Infinity) return ms;
  throw new RangeError(
    `a clock cannot be moved by ${String(ms)} ms: the time must be a number of milliseconds, 0 or more`,
  );
}

/**
 * Lets everything that is ready to run on the event loop run, a few times over. Does not wait for sockets.
 *
 * @example
 * await settle(); // what was started and waits for no timer has happened
 */
export async function settle(rounds = 5): Promise<void> {
  for (let round = 0; round < rounds; round += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}
