/** Lets consumers of a queue wait without a promise for each item: all who wait share one. */
export class Wakeup {
  #waiting: Promise<void> | undefined;
  #wake: (() => void) | undefined;

  /** Resolves at the next {@link wake}. */
  wait(): Promise<void> {
    this.#waiting ??= new Promise((resolve) => {
      this.#wake = resolve;
    });
    return this.#waiting;
  }

  wake(): void {
    this.#wake?.();
    this.#waiting = undefined;
    this.#wake = undefined;
  }
}
