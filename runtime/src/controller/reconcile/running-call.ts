import { LinkedAbort } from '../../async/abort.js';
import { randomUuid } from '../../async/random-uuid.js';
import type { PrioritizedKey } from '../../workqueue/priority-queue.js';
import type { ReconcileCall } from './reconcile-loop.js';

/** Options of {@link RunningCall}. */
export interface RunningCallOptions {
  /** Aborts the signal of the run. Default: nothing does. */
  readonly abandon: AbortSignal | undefined;
  /** Returns numbers in [0, 1), for the id. Default: the generator of `node:crypto`. */
  readonly random: (() => number) | undefined;
}

/** One run of a reconcile. Its id and its signal are made when they are first asked for: most runs need neither. */
export class RunningCall implements ReconcileCall {
  readonly key: string;
  readonly priority: number;
  readonly #options: RunningCallOptions;
  #id: string | undefined;
  #link: LinkedAbort | undefined;

  constructor({ key, priority }: PrioritizedKey<string>, options: RunningCallOptions) {
    this.key = key;
    this.priority = priority;
    this.#options = options;
  }

  get id(): string {
    return (this.#id ??= randomUuid(this.#options.random));
  }

  get signal(): AbortSignal {
    return (this.#link ??= new LinkedAbort(this.#options.abandon)).signal;
  }

  /** Tells the run to end. False where it had been told before. */
  abort(reason: Error): boolean {
    if (this.signal.aborted) return false;
    this.#link?.abort(reason);
    return true;
  }

  /** The run is over: its signal follows nobody any more. */
  end(): void {
    this.#link?.unlink();
  }
}
