import type { Clock, Timer } from '../async/clock.js';

/** What {@link InitialEventsDeadline} obeys. */
export interface InitialEventsDeadlineOptions {
  readonly clock: Clock;
  /** How long nothing may come. */
  readonly silenceMs: number;
  /** Told once, in a few words, why the end is not waited for any longer. */
  readonly onExpired: (why: string) => void;
}

/** However much comes: a state that takes longer is listed. */
const MAX_MS = 600_000;

/**
 * How long the end of a WatchList's initial events is waited for. Bytes and objects of the initial state extend it; changes
 * of objects do not, because those of a busy resource never end, and there are servers that never say that the initial
 * state has.
 */
export class InitialEventsDeadline {
  readonly #options: InitialEventsDeadlineOptions;
  readonly #startedAt: number;
  #extendedAt: number;
  /** When bytes came of which it is not known yet what they are; 0: all are known. */
  #bytesAt = 0;
  #timer: Timer;

  constructor(options: InitialEventsDeadlineOptions) {
    this.#options = options;
    this.#startedAt = this.#extendedAt = options.clock.now();
    this.#timer = options.clock.after(Math.min(options.silenceMs, MAX_MS), this.#look);
  }

  /** Bytes have come. */
  bytes(): void {
    this.#bytesAt = this.#options.clock.now();
  }

  /** Events have come: of the initial state, or others. */
  events(ofInitialState: boolean): void {
    if (ofInitialState) this.#extendedAt = this.#options.clock.now();
    this.#bytesAt = 0;
  }

  cancel(): void {
    this.#timer.cancel();
  }

  readonly #look = (): void => {
    const { clock, silenceMs, onExpired } = this.#options;
    const now = clock.now();
    const leftMs = Math.max(this.#extendedAt, this.#bytesAt) + silenceMs - now;
    const leftOfAllMs = this.#startedAt + MAX_MS - now;
    if (leftOfAllMs <= 0) onExpired(`did not end the initial state within ${MAX_MS / 60_000} minutes`);
    else if (leftMs <= 0) onExpired(`sent nothing more of it for ${silenceMs / 1000} s and no end bookmark`);
    else this.#timer = clock.after(Math.min(leftMs, leftOfAllMs), this.#look);
  };
}
