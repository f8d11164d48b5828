import { onAbort } from './abort.js';

/** Those who wait for something that may come to one of them or to all. The longest waiting is served first. */
export class Waiters {
  readonly #wakes = new Set<() => void>();

  get size(): number {
    return this.#wakes.size;
  }

  /** Resolves when woken; rejects with the signal's reason when that aborts. Leaves no listener behind. */
  wait(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const wake = (): void => {
        this.#wakes.delete(wake);
        forgetSignal();
        resolve();
      };
      this.#wakes.add(wake);
      const forgetSignal = onAbort(signal, () => {
        this.#wakes.delete(wake);
        reject(signal?.reason as Error);
      });
    });
  }

  wakeOne(): void {
    for (const wake of this.#wakes) return wake();
  }

  wakeAll(): void {
    for (const wake of this.#wakes) wake();
  }
}
