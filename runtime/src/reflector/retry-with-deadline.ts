import type { Clock } from '../async/clock.js';

/** Options of {@link RetryWithDeadline}. */
export interface RetryWithDeadlineOptions {
  /** How long a run of retriable errors is retried; 0: never. */
  readonly maxMs: number;
  /** A run ends when this long passes without such an error. Default 60 000. */
  readonly minResetMs?: number | undefined;
  readonly retriable: (error: unknown) => boolean;
  readonly clock: Clock;
}

/** Decides whether to go on retrying: yes while a run of retriable errors is younger than the limit. */
export class RetryWithDeadline {
  readonly #options: RetryWithDeadlineOptions;
  #firstErrorAt: number | undefined;
  #lastErrorAt: number | undefined;

  constructor(options: RetryWithDeadlineOptions) {
    this.#options = options;
  }

  /** To be told of each outcome; undefined is a success. */
  after(error: Error | undefined): void {
    const { clock, minResetMs = 60_000, retriable } = this.#options;
    if (error === undefined || !retriable(error)) return;
    const now = clock.now();
    if (this.#lastErrorAt !== undefined && now - this.#lastErrorAt >= minResetMs) this.#reset();
    this.#firstErrorAt ??= now;
    this.#lastErrorAt = now;
  }

  /** A no ends the run: the next error begins another. */
  shouldRetry(): boolean {
    const { maxMs, clock } = this.#options;
    if (maxMs <= 0) return false;
    if (this.#firstErrorAt !== undefined && clock.now() - this.#firstErrorAt <= maxMs) return true;
    this.#reset();
    return false;
  }

  #reset(): void {
    this.#firstErrorAt = undefined;
    this.#lastErrorAt = undefined;
  }
}
