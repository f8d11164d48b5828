/** How long the runtime works before it lets the event loop turn. */
const sliceMs = 8;

/**
 * Bounds synchronous work. `due()` tells, at the price of a clock read every few calls, when a loop has worked long
 * enough; `await breathe()` then lets timers, sockets and everybody else run.
 *
 * @example
 * for (const object of hugeList) { use(object); if (work.due()) await breathe(); }
 */
export class WorkSlice {
  readonly #stride: number;
  #startedAt: number = performance.now();
  #calls = 0;

  /** @param stride The clock is read on every so many calls: 1 where a call is much work. Default 16. */
  constructor(stride = 16) {
    this.#stride = stride;
  }

  due(): boolean {
    if (++this.#calls < this.#stride) return false;
    this.#calls = 0;
    const now = performance.now();
    if (now - this.#startedAt < sliceMs) return false;
    this.#startedAt = now;
    return true;
  }
}

/** Lets the event loop turn once. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
