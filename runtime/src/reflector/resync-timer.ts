import { toError } from '../api/on-error.js';
import type { ReflectorStore } from '../queue/queue.js';
import type { Clock, Timer } from '../async/clock.js';

/** Options of {@link ResyncTimer}. */
export interface ResyncTimerOptions {
  readonly clock: Clock;
  /** Default 0: never. */
  readonly resyncPeriodMs?: number | undefined;
  readonly shouldResync?: (() => boolean) | undefined;
}

/** Calls a store's `resync` every period. A failure ends it, and the watch that it runs beside. */
export class ResyncTimer {
  /** What `resync` threw. */
  failure: Error | undefined;
  readonly #store: Pick<ReflectorStore<never>, 'resync'>;
  readonly #options: ResyncTimerOptions;
  #timer: Timer | undefined;
  #onFailure: (error: Error) => void = () => {};

  constructor(store: Pick<ReflectorStore<never>, 'resync'>, options: ResyncTimerOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** Starts it, if it does not run already. */
  start(): void {
    const periodMs = this.#options.resyncPeriodMs ?? 0;
    if (periodMs > 0) this.#timer ??= this.#options.clock.after(periodMs, () => this.#tick());
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  /** Who to tell of a failure: the watch that is open now. */
  onFailure(callback: (error: Error) => void): void {
    this.#onFailure = callback;
  }

  #tick(): void {
    this.#timer = undefined;
    try {
      if (this.#options.shouldResync?.() ?? true) this.#store.resync();
    } catch (thrown) {
      this.failure = toError(thrown);
      this.#onFailure(this.failure);
      return;
    }
    this.start();
  }
}
