/**
 * An array that can be handed out without copying. It is copied only when it changes after it was handed out, so a reader
 * keeps a consistent snapshot for as long as it likes, and reading again and again costs nothing.
 */
export class SnapshotList<T> {
  #items: T[] = [];
  /** Somebody may hold #items: copy before the next write. */
  #shared = false;

  get length(): number {
    return this.#items.length;
  }

  /** The item at a position that there is. */
  at(position: number): T {
    return this.#items[position] as T;
  }

  push(item: T): void {
    this.#unshare();
    this.#items.push(item);
  }

  /** Replaces the item at a position; returns what was there. */
  replace(position: number, item: T): T {
    this.#unshare();
    const before = this.#items[position] as T;
    this.#items[position] = item;
    return before;
  }

  /** Removes the item at the position; the last one gets its position. */
  remove(position: number): void {
    this.#unshare();
    const last = this.#items.pop() as T;
    if (position < this.#items.length) this.#items[position] = last;
  }

  /** The items. The array never changes once it was handed out. */
  list(): readonly T[] {
    this.#shared = true;
    return this.#items;
  }

  #unshare(): void {
    if (!this.#shared) return;
    this.#items = this.#items.slice();
    this.#shared = false;
  }
}
