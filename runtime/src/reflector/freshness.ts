import type { Clock, Timer } from '../async/clock.js';

/** What {@link Freshness} goes by. */
export interface FreshnessOptions {
  readonly clock: Clock;
  /** When the server last proved to be there. */
  readonly lastAliveAt: () => number;
}

/** A proof is asked for when this share of the time has passed without one. */
const ASK_AFTER = 2 / 3;
const MIN_INTERVAL_MS = 1000;

/**
 * Sees to it that an open watch proves often enough that the server is still there, for who wants to know that its cache
 * is not older than so and so long. Until somebody asks, nothing is done: the connection has its own, slower ways.
 */
export class Freshness {
  readonly #options: FreshnessOptions;
  #withinMs = Infinity;
  #prove: (() => void) | undefined;
  #timer: Timer | undefined;

  constructor(options: FreshnessOptions) {
    this.#options = options;
  }

  /** From now on there is to be a proof within this time; the shortest that anybody asked for counts. */
  require(withinMs: number): void {
    if (!(withinMs < this.#withinMs)) return;
    this.#withinMs = withinMs;
    this.#look();
  }

  /** A watch is open. `prove` asks for a proof; it may be called again before there is one. */
  start(prove: () => void): void {
    this.#prove = prove;
    this.#look();
  }

  /** No watch is open. */
  stop(): void {
    this.#prove = undefined;
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  readonly #look = (): void => {
    this.#timer?.cancel();
    if (this.#prove === undefined || this.#withinMs === Infinity) return;
    const { clock, lastAliveAt } = this.#options;
    const intervalMs = Math.max(MIN_INTERVAL_MS, this.#withinMs * ASK_AFTER);
    const leftMs = lastAliveAt() + intervalMs - clock.now();
    if (leftMs <= 0) this.#prove();
    this.#timer = clock.after(leftMs > 0 ? leftMs : Math.max(MIN_INTERVAL_MS, intervalMs / 4), this.#look);
  };
}
