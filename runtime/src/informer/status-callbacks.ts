import { callSafely } from '../api/call-safely.js';
import type { Clock, Timer } from '../async/clock.js';
import type { InformerStatus } from './informer-status.js';

/** Up to this many reflectors, every change is reported at once. */
const FEW_REFLECTORS = 16;
/** Minimum time between two reports, for each further reflector. */
const MS_PER_REFLECTOR = 0.1;

/** Options of {@link StatusCallbacks}. */
export interface StatusCallbacksOptions {
  readonly clock: Clock;
  /** Returns the current status. */
  readonly status: () => InformerStatus;
  /** Receives what a callback throws or rejects with. */
  readonly onError: (error: Error) => void;
}

/**
 * Calls functions when the status of an informer changes. A status summarizes all namespaces of an informer; with many of
 * them, changes are combined, so that the time spent on summaries does not grow with the square of their number.
 */
export class StatusCallbacks {
  readonly #options: StatusCallbacksOptions;
  readonly #callbacks = new Set<(status: InformerStatus) => unknown>();
  #pause: Timer | undefined;
  /** The status has changed since the last report. */
  #isDirty = false;

  constructor(options: StatusCallbacksOptions) {
    this.#options = options;
  }

  /** Adds a callback. The returned function removes it. */
  add(callback: (status: InformerStatus) => void): () => void {
    const entry = (status: InformerStatus): unknown => callback(status);
    this.#callbacks.add(entry);
    return () => void this.#callbacks.delete(entry);
  }

  /** Reports a change of the status, now or after the pause that follows the previous report. */
  changed(reflectors: number): void {
    if (this.#callbacks.size === 0) return;
    this.#isDirty = true;
    if (this.#pause !== undefined) return;
    this.#report();
    if (reflectors <= FEW_REFLECTORS) return;
    this.#pause = this.#options.clock.after(reflectors * MS_PER_REFLECTOR, () => {
      this.#pause = undefined;
      if (this.#isDirty) this.changed(reflectors);
    });
    this.#pause.unref?.();
  }

  /** Ends the pause and reports what has changed in it. */
  flush(): void {
    this.#pause?.cancel();
    this.#pause = undefined;
    if (this.#isDirty) this.#report();
  }

  #report(): void {
    this.#isDirty = false;
    const status = this.#options.status();
    for (const callback of this.#callbacks) callSafely(() => callback(status), this.#options.onError);
  }
}
