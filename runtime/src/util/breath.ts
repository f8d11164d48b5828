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
  #startedAt = performance.now();
  #calls = 0;

  due(): boolean {
    if ((++this.#calls & 15) !== 0) return false;
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
