import type { WatchListExperience } from './lister-watcher.js';
import type { Clock } from '../async/clock.js';

/** Options of {@link WatchListMemory}. */
export interface WatchListMemoryOptions {
  /** Tells the time. Default: the machine's clock. */
  readonly clock: Clock;
  /** How long a refusal is remembered before WatchList is tried again. Default 10 minutes. */
  readonly probeAgainAfterMs?: number | undefined;
}

/**
 * Remembers that a server does not do WatchList for a resource (it refused, or never sent the bookmark), so that not
 * every relist has to find out again; and forgets it after a while, because servers are upgraded.
 *
 * @example
 * const memory = new WatchListMemory({ clock });
 * memory.worthTrying(); // → true
 * memory.refused();
 * memory.worthTrying(); // → false
 */
export class WatchListMemory implements WatchListExperience {
  readonly #clock: Clock;
  readonly #probeAgainAfterMs: number;
  #refusedAt: number | undefined;

  constructor(options: WatchListMemoryOptions) {
    this.#clock = options.clock;
    this.#probeAgainAfterMs = options.probeAgainAfterMs ?? 600_000;
  }

  worthTrying(): boolean {
    return this.#refusedAt === undefined || this.#clock.now() - this.#refusedAt >= this.#probeAgainAfterMs;
  }

  worked(): void {
    this.#refusedAt = undefined;
  }

  refused(): void {
    this.#refusedAt = this.#clock.now();
  }
}
