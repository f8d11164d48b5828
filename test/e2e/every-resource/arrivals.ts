import type { FoundResource } from './resources.js';

/** Waits until informers tell of the objects that are expected. */
export class Arrivals {
  readonly #missing = new Set<string>();
  #settle: () => void = () => undefined;

  /** From now on, until the informer tells of it, this object is missing. */
  expect({ key, informer }: FoundResource, name: string): void {
    this.#missing.add(key);
    informer.addEventHandler({
      onAdd: (object) => {
        if (object.metadata?.name !== name) return;
        this.#missing.delete(key);
        if (this.#missing.size === 0) this.#settle();
      },
    });
  }

  /** Which resources have not told of their object. */
  get missing(): string[] {
    return [...this.#missing].sort();
  }

  /** Resolves when nothing is missing, or after a while with what is. */
  async all(timeoutMs: number): Promise<string[]> {
    if (this.#missing.size === 0) return [];
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#settle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    return this.missing;
  }
}
