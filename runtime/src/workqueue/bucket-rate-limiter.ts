import { realClock } from '../async/clock.js';
import type { Clock } from '../async/clock.js';
import { TokenBucket } from '../async/token-bucket.js';
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
 * One token bucket for all keys together: each try takes a token, and waits for it where there is none.
 * It counts no failures.
 *
 * @example
 * const limiter = new BucketRateLimiter<string>({ ratePerSecond: 10, burst: 1, clock });
 * limiter.when('default/a'); // → 0
 * limiter.when('default/b'); // → 100
 */
export class BucketRateLimiter<K> implements RateLimiter<K> {
  readonly #bucket: TokenBucket;

  constructor({ clock = realClock, ...options }: BucketOptions) {
    this.#bucket = new TokenBucket({ ...options, clock });
  }

  when(_key: K): number {
    return this.#bucket.reserve();
  }

  forget(_key: K): void {}

  numRequeues(_key: K): number {
    return 0;
  }
}
