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
      const leave = (): void => {
        this.#wakes.delete(wake);
        signal?.removeEventListener('abort', abort);
      };
      const wake = (): void => {
        leave();
        resolve();
      };
      const abort = (): void => {
        leave();
        reject(signal?.reason as Error);
      };
      this.#wakes.add(wake);
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  wakeOne(): void {
    for (const wake of this.#wakes) return wake();
  }

  wakeAll(): void {
    for (const wake of this.#wakes) wake();
  }
}
