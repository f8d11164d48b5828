import { realClock } from '../async/clock.js';
import type { Clock } from '../async/clock.js';
import { BucketRateLimiter } from './bucket-rate-limiter.js';
import { ItemExponentialFailureRateLimiter, MaxOfRateLimiter } from './rate-limiter.js';
import type { RateLimiter } from './rate-limiter.js';

/** The longest wait of the default limiters: almost 17 minutes. */
const MAX_DELAY_MS = 1_000_000;

/**
 * What controllers use: 5 ms, doubled by each failure of a key up to 1000 s, and over all keys together no more than ten
 * retries a second, with a burst of a hundred.
 *
 * @example
 * const queue = new RateLimitingQueue<string>({ rateLimiter: defaultControllerRateLimiter() });
 * queue.shutDown();
 */
export function defaultControllerRateLimiter<K>(clock: Clock = realClock): RateLimiter<K> {
  return new MaxOfRateLimiter<K>(
    new ItemExponentialFailureRateLimiter<K>(5, MAX_DELAY_MS),
    new BucketRateLimiter<K>({ ratePerSecond: 10, burst: 100, clock }),
  );
}

/**
 * Each key for itself: 1 ms, doubled by each failure up to 1000 s.
 *
 * @example
 * const limiter = defaultItemBasedRateLimiter<string>();
 * limiter.when('default/a') > 0; // → true
 */
export function defaultItemBasedRateLimiter<K>(): RateLimiter<K> {
  return new ItemExponentialFailureRateLimiter<K>(1, MAX_DELAY_MS);
}
