import { randomUUID } from 'node:crypto';
import { LinkedAbort } from '../../async/abort.js';
import type { PrioritizedKey } from '../../workqueue/priority-queue.js';
import type { ReconcileCall } from './reconcile-loop.js';

/** One run of a reconcile. Its id and its signal are made when they are first asked for: most runs need neither. */
export class RunningCall implements ReconcileCall {
  readonly key: string;
  readonly priority: number;
  readonly #abandon: AbortSignal | undefined;
  #id: string | undefined;
  #link: LinkedAbort | undefined;

  /** @param abandon Aborts the run's signal, too. */
  constructor({ key, priority }: PrioritizedKey<string>, abandon: AbortSignal | undefined) {
    this.key = key;
    this.priority = priority;
    this.#abandon = abandon;
  }

  get id(): string {
    return (this.#id ??= randomUUID());
  }

  get signal(): AbortSignal {
    return (this.#link ??= new LinkedAbort(this.#abandon)).signal;
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
