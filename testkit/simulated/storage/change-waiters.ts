import { onAbort } from '@informer-gen/runtime/client-go';

/** Those who wait for a condition on something that reports its changes. */
export class ChangeWaiters {
  readonly #checks = new Set<() => void>();

  /** To be called after every change. */
  changed(): void {
    for (const check of this.#checks) check();
  }

  /** Resolves once the condition holds; rejects with the signal's reason. */
  until(condition: () => boolean, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      if (condition()) return resolve();
      const end = (settle: () => void): void => {
        this.#checks.delete(check);
        forgetSignal();
        settle();
      };
      const check = (): void => {
        if (condition()) end(resolve);
      };
      this.#checks.add(check);
      const forgetSignal = onAbort(signal, () => end(() => reject(signal?.reason as Error)));
    });
  }
}
