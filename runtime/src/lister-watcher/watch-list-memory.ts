import { InformerError } from '../api/informer-error.js';
import { ApiError } from '../api/api-error.js';
import type { WatchListExperience } from './lister-watcher.js';
import type { Clock } from '../async/clock.js';

/** Options of {@link WatchListMemory}. */
export interface WatchListMemoryOptions {
  readonly clock: Clock;
  /** How long a refusal is remembered before WatchList is tried again. Default 10 minutes. */
  readonly probeAgainAfterMs?: number | undefined;
}

/**
 * Remembers that a server does not do WatchList for a resource (it refused, or never sent the bookmark), so that not
 * every relist has to find out again; and forgets it after a while, because servers are upgraded.
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

/** The initial state came, but not the bookmark that ends it. */
export class InitialEventsEndMissingError extends InformerError {
  override readonly name = 'InitialEventsEndMissingError';

  constructor(detail: string) {
    super('InitialEventsEndMissing', `the server accepted sendInitialEvents but ${detail}; falling back to LIST`);
  }
}

/** True for failures that will come again: the server does not know WatchList, or something between strips it. */
export function meansUnsupported(error: unknown): boolean {
  if (error instanceof InitialEventsEndMissingError) return true;
  return (
    error instanceof ApiError &&
    (error.statusCode === 400 || error.statusCode === 422 || error.statusCode === 405 || error.reason === 'Invalid')
  );
}
