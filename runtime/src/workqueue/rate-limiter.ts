import { notNegative } from '../async/check-number.js';

/** Decides how long a key waits before it is tried again. */
export interface RateLimiter<K> {
  /** Counts one more failure of this key and says how many milliseconds it waits. */
  when(key: K): number;
  /** The key is not retried any more, for success or for good: its failures are forgotten. */
  forget(key: K): void;
  /** How many failures of this key are counted. */
  numRequeues(key: K): number;
}

/**
 * Waits `baseDelayMs`, then twice as long after every further failure of the same key, up to `maxDelayMs`.
 *
 * @example
 * const limiter = new ItemExponentialFailureRateLimiter<string>(5, 1000);
 * limiter.when('default/a'); // → 5
 * limiter.when('default/a'); // → 10
 * limiter.forget('default/a');
 */
export class ItemExponentialFailureRateLimiter<K> implements RateLimiter<K> {
  readonly #failures = new Map<K, number>();
  readonly #baseDelayMs: number;
  readonly #maxDelayMs: number;

  constructor(baseDelayMs: number, maxDelayMs: number) {
    this.#baseDelayMs = notNegative('baseDelayMs', baseDelayMs);
    this.#maxDelayMs = notNegative('maxDelayMs', maxDelayMs);
  }

  when(key: K): number {
    const failures = this.#failures.get(key) ?? 0;
    this.#failures.set(key, failures + 1);
    // 2^1024 is Infinity, and 0 times that is not a number.
    return Math.min(this.#baseDelayMs * 2 ** Math.min(failures, 1023), this.#maxDelayMs);
  }

  forget(key: K): void {
    this.#failures.delete(key);
  }

  numRequeues(key: K): number {
    return this.#failures.get(key) ?? 0;
  }
}

/**
 * Waits `fastDelayMs` for the first `maxFastAttempts` failures of a key and `slowDelayMs` after that.
 *
 * @example
 * const limiter = new ItemFastSlowRateLimiter<string>(5, 1000, 1);
 * limiter.when('default/a'); // → 5
 * limiter.when('default/a'); // → 1000
 */
export class ItemFastSlowRateLimiter<K> implements RateLimiter<K> {
  readonly #failures = new Map<K, number>();
  readonly #fastDelayMs: number;
  readonly #slowDelayMs: number;
  readonly #maxFastAttempts: number;

  constructor(fastDelayMs: number, slowDelayMs: number, maxFastAttempts: number) {
    this.#fastDelayMs = notNegative('fastDelayMs', fastDelayMs);
    this.#slowDelayMs = notNegative('slowDelayMs', slowDelayMs);
    this.#maxFastAttempts = notNegative('maxFastAttempts', maxFastAttempts);
  }

  when(key: K): number {
    const failures = this.numRequeues(key) + 1;
    this.#failures.set(key, failures);
    return failures <= this.#maxFastAttempts ? this.#fastDelayMs : this.#slowDelayMs;
  }

  forget(key: K): void {
    this.#failures.delete(key);
  }

  numRequeues(key: K): number {
    return this.#failures.get(key) ?? 0;
  }
}

/**
 * Asks several limiters, all of which count the failure, and waits as long as the strictest says.
 *
 * @example
 * const limiter = new MaxOfRateLimiter(
 *   new ItemExponentialFailureRateLimiter<string>(5, 1000),
 *   new ItemFastSlowRateLimiter<string>(50, 1000, 3),
 * );
 * limiter.when('default/a'); // → 50
 */
export class MaxOfRateLimiter<K> implements RateLimiter<K> {
  readonly #limiters: readonly RateLimiter<K>[];

  constructor(...limiters: readonly RateLimiter<K>[]) {
    this.#limiters = limiters;
  }

  when(key: K): number {
    let longest = 0;
    for (const limiter of this.#limiters) longest = Math.max(longest, limiter.when(key));
    return longest;
  }

  forget(key: K): void {
    for (const limiter of this.#limiters) limiter.forget(key);
  }

  numRequeues(key: K): number {
    let most = 0;
    for (const limiter of this.#limiters) most = Math.max(most, limiter.numRequeues(key));
    return most;
  }
}

/**
 * Never waits longer than `maxDelayMs`, whatever the other limiter says.
 *
 * @example
 * const limiter = new WithMaxWaitRateLimiter(new ItemExponentialFailureRateLimiter<string>(1000, 60_000), 100);
 * limiter.when('default/a'); // → 100
 */
export class WithMaxWaitRateLimiter<K> implements RateLimiter<K> {
  readonly #limiter: RateLimiter<K>;
  readonly #maxDelayMs: number;

  constructor(limiter: RateLimiter<K>, maxDelayMs: number) {
    this.#limiter = limiter;
    this.#maxDelayMs = notNegative('maxDelayMs', maxDelayMs);
  }

  when(key: K): number {
    return Math.min(this.#limiter.when(key), this.#maxDelayMs);
  }

  forget(key: K): void {
    this.#limiter.forget(key);
  }

  numRequeues(key: K): number {
    return this.#limiter.numRequeues(key);
  }
}
