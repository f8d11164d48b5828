import { sleep } from './clock.js';
import type { Clock } from './clock.js';
import { notNegative } from './check-number.js';

/** The size and the filling of a {@link TokenBucket}. */
export interface TokenBucketOptions {
  /** How many tokens flow in per second; Infinity: nobody ever waits. */
  readonly ratePerSecond: number;
  /** How many tokens it holds; it begins full. */
  readonly burst: number;
  readonly clock: Clock;
}

/** Lets things happen at a given rate in the long run, and so many at once after a pause, in the order they came. */
export class TokenBucket {
  readonly #ratePerSecond: number;
  readonly #burst: number;
  readonly #clock: Clock;
  /** Below 0: this many are promised to those who wait. */
  #tokens: number;
  #updatedAt: number;

  constructor({ ratePerSecond, burst, clock }: TokenBucketOptions) {
    if (ratePerSecond === 0) throw new RangeError('ratePerSecond is 0: nothing would ever happen');
    this.#ratePerSecond = notNegative('ratePerSecond', ratePerSecond);
    this.#burst = notNegative('burst', burst);
    this.#clock = clock;
    this.#tokens = burst;
    this.#updatedAt = clock.now();
  }

  /** Takes a token, from the future where there is none. Returns how many milliseconds it takes until it has flowed in. */
  reserve(): number {
    if (this.#ratePerSecond === Infinity) return 0;
    const now = this.#clock.now();
    const passedMs = Math.max(0, now - this.#updatedAt);
    this.#updatedAt = now;
    this.#tokens = Math.min(this.#burst, this.#tokens + (passedMs * this.#ratePerSecond) / 1000) - 1;
    return this.#tokens >= 0 ? 0 : (-this.#tokens * 1000) / this.#ratePerSecond;
  }

  /** Waits for a token. Rejects with the signal's reason when that aborts first; the token is then left to others. */
  async take(signal: AbortSignal): Promise<void> {
    const waitMs = this.reserve();
    if (waitMs > 0) await sleep(Math.ceil(waitMs), { clock: this.#clock, signal });
    if (!signal.aborted) return;
    this.#tokens += 1;
    signal.throwIfAborted();
  }
}
