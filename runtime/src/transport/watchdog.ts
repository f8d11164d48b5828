import type { Clock, Timer } from '../async/clock.js';

/** When a {@link Watchdog} bites. */
export interface WatchdogOptions {
  readonly clock: Clock;
  /** Silence is no reason before this much time has passed. */
  readonly notBeforeMs: number;
  /** The silence, at its end, that is one. */
  readonly silenceMs: number;
  /** While this says so, the silence is our own doing. Default: never. */
  readonly isOurDoing?: () => boolean;
  readonly onDead: () => void;
}

/**
 * Tells a dead stream from a quiet one: calls `onDead` once, when the time is over by which the other side should have
 * ended the stream and nothing came of late. Stop it when the stream ends.
 */
export class Watchdog {
  readonly #options: WatchdogOptions;
  #lastSignAt: number;
  #timer: Timer | undefined;

  constructor(options: WatchdogOptions) {
    this.#options = options;
    this.#lastSignAt = options.clock.now();
    this.#timer = options.clock.after(Math.max(options.notBeforeMs, options.silenceMs), this.#onTimer);
  }

  /** Something came. */
  touch(): void {
    this.#lastSignAt = this.#options.clock.now();
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  readonly #onTimer = (): void => {
    if (this.#rearm()) return;
    // After a long pause of the whole process, timers come before the sockets: let those speak first.
    setImmediate(() =>
      setImmediate(() => {
        if (this.#timer === undefined || this.#rearm()) return;
        this.#timer = undefined;
        this.#options.onDead();
      }),
    );
  };

  #rearm(): boolean {
    const { clock, silenceMs, isOurDoing } = this.#options;
    if (isOurDoing?.() === true) this.touch();
    const silentFor = clock.now() - this.#lastSignAt;
    if (silentFor >= silenceMs) return false;
    this.#timer = clock.after(silenceMs - silentFor, this.#onTimer);
    return true;
  }
}
