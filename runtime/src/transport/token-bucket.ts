import type { Clock } from '../async/clock.js';
import { sleep } from '../async/clock.js';

/** How often requests may start. */
export interface TokenBucketOptions {
  /** Requests a second, in the long run. */
  readonly qps: number;
  /** How many may start at once after a pause. */
  readonly burst: number;
  readonly clock: Clock;
}

/** Lets requests start at a given rate, in the order they came. */
export class TokenBucket {
  readonly #qps: number;
  readonly #burst: number;
  readonly #clock: Clock;
  #tokens: number;
  #countedAt: number;

  constructor({ qps, burst, clock }: TokenBucketOptions) {
    this.#qps = qps;
    this.#burst = Math.max(1, burst);
    this.#clock = clock;
    this.#tokens = this.#burst;
    this.#countedAt = clock.now();
  }

  /** Resolves when a request may start; rejects with the signal's reason when that aborts first. */
  async take(signal: AbortSignal): Promise<void> {
    const now = this.#clock.now();
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#countedAt) * this.#qps) / 1000);
    this.#countedAt = now;
    // Below zero, the debt says how many are waiting already.
    this.#tokens--;
    if (this.#tokens < 0) await sleep(Math.ceil((-this.#tokens * 1000) / this.#qps), { clock: this.#clock, signal });
    if (!signal.aborted) return;
    this.#tokens++;
    signal.throwIfAborted();
  }
}
