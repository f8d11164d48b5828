import { turnIsUsedUp } from './turn.js';

/**
 * Asks {@link turnIsUsedUp} on every so many steps of a loop, because asking costs a read of the clock.
 *
 * @example
 * for (const object of hugeList) { use(object); if (work.due()) await breathe(); }
 */
export class WorkSlice {
  readonly #stride: number;
  #steps = 0;

  /** @param stride 1 where a step is much work. Default 16. */
  constructor(stride = 16) {
    this.#stride = stride;
  }

  /** True when it is time to `await breathe()`. */
  due(): boolean {
    if (++this.#steps < this.#stride) return false;
    this.#steps = 0;
    return turnIsUsedUp();
  }
}

/** Lets the event loop turn once: timers, sockets and everybody else run. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
