/** The last so many of something. */
export class Ring<T> {
  readonly #entries: T[] = [];
  readonly #capacity: number;
  #next = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  push(entry: T): void {
    this.#entries[this.#next] = entry;
    this.#next = (this.#next + 1) % this.#capacity;
  }

  /** The oldest first. */
  list(): T[] {
    if (this.#entries.length < this.#capacity) return [...this.#entries];
    return [...this.#entries.slice(this.#next), ...this.#entries.slice(0, this.#next)];
  }

  last(): T | undefined {
    return this.#entries[(this.#next + this.#capacity - 1) % this.#capacity];
  }
}
