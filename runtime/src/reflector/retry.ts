import { ApiError, isTooManyRequests, isConnectionRefused } from '../api/api-error.js';
import { Backoff } from '../async/backoff.js';
import type { Clock } from '../async/clock.js';
import { TokenBucket } from '../async/token-bucket.js';
import { isConnectionError, isWorthReopening, mayBeTooEarly } from './connection-errors.js';

/** So often in a row a watch that could not be opened is opened from the same version again; then everything is listed. */
const MAX_REOPENINGS = 20;

/** In the long run no more watches are opened, and lists begun, in a second than this, and so many at once after a pause. */
const REQUESTS_PER_SECOND = 2;
const REQUESTS_AT_ONCE = 50;

/**
 * While nobody is there: to ask costs nobody anything, and an outage should not cost its own length again. About 20 tries in
 * half a minute, then ever fewer.
 */
const CONNECTING = { initialMs: 150, factor: 1.2, jitter: 0.5 };
/** After failures that the server answered with. */
const ANSWERED = { initialMs: 400, factor: 1.4 };
/** After the first refusals of a server that was not there just before, see {@link RetryPolicy.delayMs}: half a second in all. */
const RETURNING = { initialMs: 40, factor: 1.6, jitter: 0.5 };
const DISBELIEVED_REFUSALS = 5;

/** What {@link RetryPolicy} goes by. */
export interface RetryPolicyOptions {
  readonly clock: Clock;
  /** For every delay. Default: one for connections that break or cannot be made, and one for what the server answers. */
  readonly backoff?: Backoff | undefined;
  /** Returns numbers in [0, 1). Default Math.random. */
  readonly random?: (() => number) | undefined;
}

/** Decides when and how a reflector tries again. */
export class RetryPolicy {
  /** Apart, so that a server that has just come back, and refuses its first requests, is not waited for longer. */
  readonly #connecting: Backoff;
  readonly #answered: Backoff;
  /** Undefined where all delays are to be the user's. */
  readonly #returning: Backoff | undefined;
  readonly #requests: TokenBucket;
  #reopenings = 0;
  #hasExpired = false;
  /** Since a watch went well: whether nobody was there, and how many refusals were not believed. */
  #wasGone = false;
  #disbelieved = 0;
  #lastFailure: 'list' | 'watch' | undefined;

  constructor({ clock, backoff, random }: RetryPolicyOptions) {
    this.#connecting = backoff ?? new Backoff({ ...CONNECTING, clock, random });
    this.#answered = backoff ?? new Backoff({ ...ANSWERED, clock, random });
    this.#returning = backoff ? undefined : new Backoff({ ...RETURNING, clock, random });
    this.#requests = new TokenBucket({ ratePerSecond: REQUESTS_PER_SECOND, burst: REQUESTS_AT_ONCE, clock });
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
    if (this.#lastFailure === 'list') this.#reset();
  }

  /** A watch has brought something, or lives. */
  watched(): void {
    this.#lastFailure = undefined;
    this.#reopenings = 0;
    this.#hasExpired = false;
    this.#wasGone = false;
    this.#disbelieved = 0;
    this.#reset();
  }

  /** Whether an expired version is to be listed anew without a pause: the server is there. Once, until a watch goes well. */
  mayListAtOnce(): boolean {
    const isFirst = !this.#hasExpired;
    this.#hasExpired = true;
    return isFirst;
  }

  /**
   * How long to wait before the next try. What the server asks for, where it does, is a lower bound. A server that has just
   * come back knows neither roles nor custom resources for a moment, and refuses what it will soon grant: a few times it is
   * asked again quickly, once until a watch goes well.
   */
  delayMs(error: Error | undefined): number {
    const askedMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
    if (error !== undefined && isConnectionError(error)) {
      this.#wasGone = true;
      return this.#connecting.next();
    }
    if (this.#connecting !== this.#answered) this.#connecting.reset();
    if (this.#returning === undefined || !this.#isDisbelieved(error)) return Math.max(this.#answered.next(), askedMs);
    this.#disbelieved += 1;
    return Math.max(this.#returning.next(), askedMs);
  }

  /** Whether a watch that could not be opened is to be opened again from the same version. */
  mayReopen(error: Error): boolean {
    // As in client-go these are no failures: nobody is there, or the server asks for patience.
    if (isConnectionRefused(error) || isTooManyRequests(error)) return true;
    if (this.#isDisbelieved(error)) return true;
    if (!isWorthReopening(error) || this.#reopenings >= MAX_REOPENINGS) {
      this.#reopenings = 0;
      return false;
    }
    this.#reopenings += 1;
    return true;
  }

  /**
   * To be asked before each watch that is opened and each list: how long to wait. Watches that end well are opened again without a
   * backoff, and success starts it over: a server that ends each of them at once, or fails at every other request, would be asked
   * without a pause.
   */
  requestDelayMs(): number {
    return Math.ceil(this.#requests.reserve());
  }

  #isDisbelieved(error: Error | undefined): boolean {
    if (this.#returning === undefined || !this.#wasGone || this.#disbelieved >= DISBELIEVED_REFUSALS) return false;
    return error !== undefined && mayBeTooEarly(error);
  }

  #reset(): void {
    this.#connecting.reset();
    this.#answered.reset();
    this.#returning?.reset();
  }
}
