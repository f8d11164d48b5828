import { realClock } from '../async/clock.js';
import type { Clock } from '../async/clock.js';
import type { RateLimiter } from './rate-limiter.js';

/** The size and the filling of a token bucket. */
export interface BucketOptions {
  /** How many tokens flow in per second. */
  readonly ratePerSecond: number;
  /** How many tokens it holds; it begins full. */
  readonly burst: number;
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
}

/**
 * One token bucket for all keys together: each try takes a token, and who finds none waits until its own has flowed in.
 * It counts no failures.
 */
export class BucketRateLimiter<K> implements RateLimiter<K> {
  readonly #ratePerSecond: number;
  readonly #burst: number;
  readonly #clock: Clock;
  /** Below 0: this many are promised to those who wait. */
  #tokens: number;
  #updatedAt: number;

  constructor({ ratePerSecond, burst, clock = realClock }: BucketOptions) {
    this.#ratePerSecond = ratePerSecond;
    this.#burst = burst;
    this.#clock = clock;
    this.#tokens = burst;
    this.#updatedAt = clock.now();
  }

  when(_key: K): number {
    const now = this.#clock.now();
    const passedMs = Math.max(0, now - this.#updatedAt);
    this.#updatedAt = now;
    this.#tokens = Math.min(this.#burst, this.#tokens + (passedMs * this.#ratePerSecond) / 1000) - 1;
    return this.#tokens >= 0 ? 0 : (-this.#tokens * 1000) / this.#ratePerSecond;
  }

  forget(_key: K): void {}

  numRequeues(_key: K): number {
    return 0;
  }
}
