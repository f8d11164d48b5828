import { SegmentedMap } from './segmented-map.js';

/**
 * Objects by key that can be handed out as an array without copying.
 *
 * The array is copied only when it changes after it was handed out, so a reader keeps a consistent snapshot for as long
 * as it likes, and reading again and again costs nothing.
 */
export class KeyedList<T> {
  /** Where in #items each key's object is. A key is here exactly when #keys has it at that place. */
  readonly #positions = new SegmentedMap();
  #items: T[] = [];
  /** The key of each object in #items, at the same place. */
  readonly #keys: string[] = [];
  /** Somebody may hold #items: copy before the next write. */
  #shared = false;

  get size(): number {
    return this.#items.length;
  }

  get(key: string): T | undefined {
    const position = this.#positions.get(key);
    return position === undefined ? undefined : this.#items[position];
  }

  has(key: string): boolean {
    return this.#positions.has(key);
  }

  /** Puts the object under the key; gives what was there. */
  set(key: string, item: T): T | undefined {
    this.#unshare();
    const position = this.#positions.get(key);
    if (position !== undefined) {
      const before = this.#items[position];
      this.#items[position] = item;
      return before;
    }
    this.#positions.set(key, this.#items.length);
    this.#items.push(item);
    this.#keys.push(key);
    return undefined;
  }

  /** True when there was something to remove. */
  delete(key: string): boolean {
    const position = this.#positions.get(key);
    if (position === undefined) return false;
    this.#unshare();
    this.#positions.delete(key);
    const lastKey = this.#keys.pop() as string;
    const lastItem = this.#items.pop() as T;
    if (position < this.#items.length) {
      this.#items[position] = lastItem;
      this.#keys[position] = lastKey;
      this.#positions.set(lastKey, position);
    }
    return true;
  }

  /** The objects, in no set order. The array never changes once it was handed out. */
  list(): readonly T[] {
    this.#shared = true;
    return this.#items;
  }

  /** The keys, in the order of {@link list}; not to be held across a write. */
  keys(): readonly string[] {
    return this.#keys;
  }

  #unshare(): void {
    if (!this.#shared) return;
    this.#items = this.#items.slice();
    this.#shared = false;
  }
}
