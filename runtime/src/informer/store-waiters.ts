import { onAbort } from '../async/abort.js';

interface StoreWaiter {
  readonly condition: () => boolean;
  readonly resolve: () => void;
}

/** Those who wait for the cache of an informer to reach some state. */
export class StoreWaiters {
  readonly #waiters = new Set<StoreWaiter>();

  /** The cache has changed, or its version has: whoever waited for that goes on. */
  look(): void {
    for (const waiter of this.#waiters) {
      if (!waiter.condition()) continue;
      this.#waiters.delete(waiter);
      waiter.resolve();
    }
  }

  /** Resolves when the condition holds: now, or after a change. Rejects with the signal's reason. */
  wait(condition: () => boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (condition()) return resolve();
      if (signal.aborted) return reject(signal.reason as Error);
      const waiter: StoreWaiter = {
        condition,
        resolve: () => {
          forgetSignal();
          resolve();
        },
      };
      this.#waiters.add(waiter);
      const forgetSignal = onAbort(signal, () => {
        this.#waiters.delete(waiter);
        reject(signal.reason as Error);
      });
    });
  }
}
