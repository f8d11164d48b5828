import type { Clock } from './clock.js';
import { noneNegative } from './check-number.js';

/** Options of {@link Backoff}. */
export interface BackoffOptions {
  /** The first delay. Default 800. */
  readonly initialMs?: number | undefined;
  /** The delay never grows beyond this (before jitter). Default 30 000. */
  readonly maxMs?: number | undefined;
  /** Each delay is this many times the one before. Default 2. */
  readonly factor?: number | undefined;
  /** Up to this share of the delay is added at random. Default 1: a delay d becomes one in [d, 2d). */
  readonly jitter?: number | undefined;
  /** This long after they began to grow, delays start over. Default 120 000. */
  readonly resetAfterMs?: number | undefined;
  /** Tells the time. Default: the machine's clock. */
  readonly clock: Clock;
  /** Returns numbers in [0, 1). Default Math.random. */
  readonly random?: (() => number) | undefined;
}

/**
 * How long to wait before trying again. Every question counts as a failure. Delays start over after a success, and, as in
 * client-go, two minutes after they began to grow: a long outage is looked at more closely now and then.
 *
 * @example
 * const backoff = new Backoff({ initialMs: 100, maxMs: 30_000, factor: 2, jitter: 0, resetAfterMs: 60_000, clock });
 * backoff.next(); // → 100
 * backoff.next(); // → 200
 * backoff.reset();
 * backoff.next(); // → 100
 */
export class Backoff {
  readonly #options: BackoffOptions;
  #nextMs: number;
  #startedAt = Number.NEGATIVE_INFINITY;

  constructor(options: BackoffOptions) {
    noneNegative(options, 'initialMs', 'maxMs', 'factor', 'jitter', 'resetAfterMs');
    this.#options = options;
    this.#nextMs = options.initialMs ?? 800;
  }

  /** The delay before the next try. */
  next(): number {
    const { clock, resetAfterMs = 120_000, initialMs = 800, factor = 2 } = this.#options;
    const { maxMs = 30_000, jitter = 1, random = Math.random } = this.#options;
    const now = clock.now();
    if (now - this.#startedAt > resetAfterMs) {
      this.#nextMs = initialMs;
      this.#startedAt = now;
    }
    const delayMs = this.#nextMs;
    this.#nextMs = Math.min(maxMs, delayMs * factor);
    return delayMs + delayMs * jitter * random();
  }

  /** Something went well: the next delay is the first again. */
  reset(): void {
    this.#startedAt = Number.NEGATIVE_INFINITY;
  }
}
