import type { Clock } from '../async/clock.js';
import { sleep } from '../async/clock.js';
import type { ErrorReports } from './error-reports.js';
import { watchesEndTooFast } from './reflector-state.js';
import type { RetryPolicy } from './retry.js';
import type { StatusKeeper } from './reflector-status.js';

/** What {@link Retrying} needs. */
export interface RetryingOptions {
  readonly policy: RetryPolicy;
  readonly reports: ErrorReports;
  readonly status: StatusKeeper;
  readonly clock: Clock;
}

/** Notes how requests went, for the status and for the next delay, and waits for as long as that makes it wait. */
export class Retrying {
  readonly #options: RetryingOptions;

  constructor(options: RetryingOptions) {
    this.#options = options;
  }

  /** What failed last, since a watch went well. */
  get lastFailure(): 'list' | 'watch' | undefined {
    return this.#options.policy.lastFailure;
  }

  failed(error: Error, verb: 'list' | 'watch'): void {
    this.#options.policy.failed(verb);
    this.#options.reports.note(error, verb);
  }

  listed(): void {
    this.#options.policy.listed();
    this.#options.status.clearError('list');
  }

  watched(): void {
    this.#options.policy.watched();
    this.#options.status.clearError();
  }

  mayListAtOnce(): boolean {
    return this.#options.policy.mayListAtOnce();
  }

  mayReopen(error: Error): boolean {
    return this.#options.policy.mayReopen(error);
  }

  /** The wait after a failure. */
  async wait(error: Error | undefined, signal: AbortSignal): Promise<void> {
    await this.#pause(this.#options.policy.delayMs(error), signal);
  }

  /** The wait before a request: none, unless there were very many of them just before, for watches end, or requests fail, again and again. */
  async slowDown(phase: 'listing' | 'watching', signal: AbortSignal): Promise<void> {
    const { policy, reports, status, clock } = this.#options;
    const delayMs = policy.requestDelayMs();
    if (delayMs <= 0) return;
    const error = watchesEndTooFast(delayMs);
    this.failed(error, 'watch');
    reports.report(error, 'watch');
    await this.#pause(delayMs, signal);
    status.enter(phase, clock.now());
  }

  async #pause(delayMs: number, signal: AbortSignal): Promise<void> {
    const { status, clock } = this.#options;
    const now = clock.now();
    status.enter('backing-off', now, now + delayMs);
    await sleep(delayMs, { clock, signal });
  }
}
