import type { Clock, Timer } from './clock.js';

/** Fires when nothing extends it for long enough. To extend it costs no timer: it looks at the time when it would fire. */
export class Deadline {
  readonly #clock: Clock;
  readonly #afterMs: number;
  readonly #onExpired: (afterMs: number) => void;
  #extendedAt: number;
  #timer: Timer;

  constructor(clock: Clock, afterMs: number, onExpired: (afterMs: number) => void) {
    this.#clock = clock;
    this.#afterMs = afterMs;
    this.#onExpired = onExpired;
    this.#extendedAt = clock.now();
    this.#timer = clock.after(afterMs, this.#look);
  }

  extend(): void {
    this.#extendedAt = this.#clock.now();
  }

  cancel(): void {
    this.#timer.cancel();
  }

  readonly #look = (): void => {
    const leftMs = this.#extendedAt + this.#afterMs - this.#clock.now();
    if (leftMs > 0) this.#timer = this.#clock.after(leftMs, this.#look);
    else this.#onExpired(this.#afterMs);
  };
}
