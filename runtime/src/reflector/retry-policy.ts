import { ApiError, isTooManyRequests, isConnectionRefused } from '../api/api-error.js';
import type { Backoff } from '../async/backoff.js';
import type { Clock } from '../async/clock.js';
import { TokenBucket } from '../async/token-bucket.js';
import { isWorthReopening } from './connection-errors.js';

/** So often in a row a watch that could not be opened is opened from the same version again; then everything is listed. */
const MAX_REOPENINGS = 10;

/** In the long run no more watches are opened in a second than this, and so many at once after a pause. */
const WATCHES_PER_SECOND = 2;
const WATCHES_AT_ONCE = 50;

/** Decides when and how a reflector tries again. */
export class RetryPolicy {
  readonly #backoff: Backoff;
  readonly #openings: TokenBucket;
  #reopenings = 0;
  #hasExpired = false;
  #lastFailure: 'list' | 'watch' | undefined;

  constructor(backoff: Backoff, clock: Clock) {
    this.#backoff = backoff;
    this.#openings = new TokenBucket({ ratePerSecond: WATCHES_PER_SECOND, burst: WATCHES_AT_ONCE, clock });
  }

  /** What failed last, since a watch went well. */
  get lastFailure(): 'list' | 'watch' | undefined {
    return this.#lastFailure;
  }

  failed(verb: 'list' | 'watch'): void {
    this.#lastFailure = verb;
  }

  /** Everything was listed. Where it is the watch that fails, that proves nothing. */
  listed(): void {
    if (this.#lastFailure === 'list') this.#backoff.reset();
  }

  /** A watch has brought something, or lives. */
  watched(): void {
    this.#lastFailure = undefined;
    this.#reopenings = 0;
    this.#hasExpired = false;
    this.#backoff.reset();
  }

  /** Whether an expired version is to be listed anew without a pause: the server is there. Once, until a watch goes well. */
  mayListAtOnce(): boolean {
    const isFirst = !this.#hasExpired;
    this.#hasExpired = true;
    return isFirst;
  }

  /** How long to wait before the next try. What the server asks for, where it does, is a lower bound. */
  delayMs(error: Error | undefined): number {
    const askedMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
    return Math.max(this.#backoff.next(), askedMs);
  }

  /** Whether a watch that could not be opened is to be opened again from the same version. */
  mayReopen(error: Error): boolean {
    // As in client-go these are no failures: nobody is there, or the server asks for patience.
    if (isConnectionRefused(error) || isTooManyRequests(error)) return true;
    if (!isWorthReopening(error) || this.#reopenings >= MAX_REOPENINGS) {
      this.#reopenings = 0;
      return false;
    }
    this.#reopenings += 1;
    return true;
  }

  /**
   * To be asked before each watch that is opened: how long to wait. Watches that end well are opened again without a
   * backoff, and a server that ends each of them at once would be asked without a pause.
   */
  openingDelayMs(): number {
    return Math.ceil(this.#openings.reserve());
  }
}
