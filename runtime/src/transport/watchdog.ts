import type { Clock, Timer } from '../async/clock.js';

/** When a {@link Watchdog} takes a stream for dead. */
export interface WatchdogOptions {
  readonly clock: Clock;
  /** Never before this much time has passed since the start, however silent the stream is. */
  readonly notBeforeMs: number;
  /** After that, when no bytes have arrived for this long. */
  readonly silenceMs: number;
  /** Returns true while this side has asked the other to wait: such a silence does not count. Default: never. */
  readonly isPausedByUs?: () => boolean;
  readonly onDead: () => void;
}

/**
 * Detects a stream whose connection is dead: calls `onDead` once, when the other side should have ended the stream by now
 * and has sent nothing for a while. A stream that still receives bytes is never given up. Stop it when the stream ends.
 */
export class Watchdog {
  readonly #options: WatchdogOptions;
  #lastBytesAt: number;
  #timer: Timer | undefined;

  constructor(options: WatchdogOptions) {
    this.#options = options;
    this.#lastBytesAt = options.clock.now();
    this.#timer = options.clock.after(Math.max(options.notBeforeMs, options.silenceMs), this.#onTimer);
  }

  /** To be called whenever bytes arrive. */
  touch(): void {
    this.#lastBytesAt = this.#options.clock.now();
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  readonly #onTimer = (): void => {
    if (this.#restartTimer()) return;
    // When the whole process was paused, this timer fires before the sockets are read: let them be read first.
    setImmediate(() =>
      setImmediate(() => {
        if (this.#timer === undefined || this.#restartTimer()) return;
        this.#timer = undefined;
        this.#options.onDead();
      }),
    );
  };

  /** Sets the timer for the rest of the allowed silence. Returns false when there is no rest. */
  #restartTimer(): boolean {
    const { clock, silenceMs, isPausedByUs } = this.#options;
    if (isPausedByUs?.() === true) this.touch();
    const silentForMs = clock.now() - this.#lastBytesAt;
    if (silentForMs >= silenceMs) return false;
    this.#timer = clock.after(silenceMs - silentForMs, this.#onTimer);
    return true;
  }
}
