/**
 * A value that is computed when somebody asks and remembered until something changes. Those who ask while it is computed share
 * that one computation. An error is not remembered.
 *
 * @example
 * const count = new Lazy(async () => indexer.listKeys().length);
 * informer.addEventHandler({ onAdd: () => count.notify() });
 * await count.get(); // → 1
 */
export class Lazy<T> {
  readonly #evaluate: () => T | Promise<T>;
  #result: Promise<T> | undefined;

  constructor(evaluate: () => T | Promise<T>) {
    this.#evaluate = evaluate;
  }

  /** Something has changed: whoever asks from now on gets a value computed from now on. */
  notify(): void {
    this.#result = undefined;
  }

  get(): Promise<T> {
    if (this.#result !== undefined) return this.#result;
    const result = new Promise<T>((resolve) => resolve(this.#evaluate()));
    this.#result = result;
    result.catch(() => {
      if (this.#result === result) this.#result = undefined;
    });
    return result;
  }
}
