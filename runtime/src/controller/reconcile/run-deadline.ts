import { InformerError } from '../../api/informer-error.js';
import type { Clock, Timer } from '../../async/clock.js';
import type { RunningCall } from './running-call.js';

/** How long a run may continue after its signal was aborted by its timeout before it is reported as stuck. */
const STUCK_AFTER_MS = 10_000;

/** A run that did not end within 10 s of its timeout. It blocks its worker until it settles. */
export interface StuckRun {
  readonly key: string;
  /** The id of the run, as in its log lines. */
  readonly id: string;
  /** Start of the run, in milliseconds since the epoch, by the loop's clock. */
  readonly since: number;
}

/** Options of a {@link RunDeadline}. */
export interface RunDeadlineOptions {
  readonly controller: string;
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** Called once, when the run is found to be stuck. */
  readonly onStuck: (error: InformerError) => void;
}

/** The time limit of one run: aborts its signal at the timeout, and reports a run that continues for 10 s after that. */
export class RunDeadline {
  readonly #call: RunningCall;
  readonly #options: RunDeadlineOptions;
  #timer: Timer;
  #hasPassed = false;

  constructor(call: RunningCall, options: RunDeadlineOptions) {
    this.#call = call;
    this.#options = options;
    this.#timer = options.clock.after(options.timeoutMs, () => this.#timeOut());
  }

  /** The run was aborted by its timeout, and not by something else before. */
  get hasPassed(): boolean {
    return this.#hasPassed;
  }

  /** The run has ended. */
  cancel(): void {
    this.#timer.cancel();
  }

  #timeOut(): void {
    const { controller, timeoutMs, clock } = this.#options;
    const late = `${controller}: ${this.#call.key}: not done within ${timeoutMs} ms`;
    this.#hasPassed = this.#call.abort(new InformerError('ReconcileTimeout', late));
    this.#timer = clock.after(STUCK_AFTER_MS, () => this.#reportStuck());
    // Only a report: it must not keep a process running that has nothing else to do.
    this.#timer.unref?.();
  }

  #reportStuck(): void {
    const { controller, timeoutMs, onStuck } = this.#options;
    const isStuck =
      `${controller}: ${this.#call.key}: the reconcile is still running ${STUCK_AFTER_MS / 1000} s after its timeoutMs of ` +
      `${timeoutMs} ms, and blocks a worker until it settles; pass the signal of its context to what it awaits`;
    onStuck(new InformerError('ReconcileStuck', isStuck));
  }
}
