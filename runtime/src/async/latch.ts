import { onAbort } from './abort.js';

/**
 * Something that happens once: it is closed, then open for good. The runtime's `hasSynced` and its promises are made of it.
 */
export class Latch {
  #open = false;
  #callbacks: Set<() => void> | undefined;

  get isOpen(): boolean {
    return this.#open;
  }

  /** Opens it and calls everybody who waits, in order. Opening again does nothing. */
  open(): void {
    if (this.#open) return;
    this.#open = true;
    const callbacks = this.#callbacks;
    this.#callbacks = undefined;
    callbacks?.forEach((callback) => callback());
  }

  /** Calls back once it is open: now, if it is. The function returned takes that back. */
  onOpen(callback: () => void): () => void {
    if (this.#open) {
      callback();
      return () => {};
    }
    this.#callbacks ??= new Set();
    const entry = (): void => callback();
    this.#callbacks.add(entry);
    return () => void this.#callbacks?.delete(entry);
  }

  /** Resolves once it is open; rejects with the signal's reason if that aborts first. */
  wait(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#open) return resolve();
      if (signal?.aborted) return reject(signal.reason as Error);
      const stopWaiting = this.onOpen(() => {
        forgetSignal();
        resolve();
      });
      const forgetSignal = onAbort(signal, () => {
        stopWaiting();
        reject(signal?.reason as Error);
      });
    });
  }
}
