import type { Clock, Timer } from './clock.js';

/** Fires when nothing extends it for long enough. */
export class Deadline {
  readonly #clock: Clock;
  readonly #afterMs: number;
  readonly #onExpired: (afterMs: number) => void;
  #timer: Timer;

  constructor(clock: Clock, afterMs: number, onExpired: (afterMs: number) => void) {
    this.#clock = clock;
    this.#afterMs = afterMs;
    this.#onExpired = onExpired;
    this.#timer = clock.after(afterMs, () => onExpired(afterMs));
  }

  extend(): void {
    this.#timer.cancel();
    this.#timer = this.#clock.after(this.#afterMs, () => this.#onExpired(this.#afterMs));
  }

  cancel(): void {
    this.#timer.cancel();
  }
}
