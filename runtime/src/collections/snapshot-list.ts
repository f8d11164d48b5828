import { joinLists } from './join-lists.js';
import { LongList } from './long-list.js';

/** An array of more than this takes tens of milliseconds each time it grows. */
const FIRST_LIMIT = 1 << 17;

/**
 * An array that can be handed out without copying. It is copied only when it changes after it was handed out, so a reader
 * keeps a consistent snapshot for as long as it likes, and reading again and again costs nothing. Beyond a limit it is kept in
 * parts, so that it never pauses to grow, and put together when it is next handed out.
 */
export class SnapshotList<T> {
  readonly #limit: number;
  /** All items; none once there are #parts. */
  #items: T[] = [];
  /** Somebody may hold #items: copy before the next write. */
  #shared = false;
  #parts: LongList<T> | undefined;
  /** What #parts were when they were handed out last, until they change. */
  #whole: readonly T[] | undefined;

  /** @param limit How many items one array takes. Default 131 072. */
  constructor(limit: number = FIRST_LIMIT) {
    this.#limit = limit;
  }

  get length(): number {
    return this.#parts === undefined ? this.#items.length : this.#parts.length;
  }

  /** The item at a position that there is. */
  at(position: number): T {
    return (this.#parts === undefined ? this.#items[position] : this.#parts.at(position)) as T;
  }

  push(item: T): void {
    if (this.#parts === undefined && this.#items.length >= this.#limit) this.#takeApart();
    if (this.#parts !== undefined) {
      this.#whole = undefined;
      this.#parts.push(item);
      return;
    }
    this.#unshare();
    this.#items.push(item);
  }

  /** Replaces the item at a position; returns what was there. */
  replace(position: number, item: T): T {
    const before = this.at(position);
    if (this.#parts !== undefined) {
      this.#whole = undefined;
      this.#parts.set(position, item);
      return before;
    }
    this.#unshare();
    this.#items[position] = item;
    return before;
  }

  /** Removes the item at the position; the last one gets its position. */
  remove(position: number): void {
    if (this.#parts !== undefined) {
      this.#whole = undefined;
      const last = this.#parts.pop() as T;
      if (position < this.#parts.length) this.#parts.set(position, last);
      return;
    }
    this.#unshare();
    const last = this.#items.pop() as T;
    if (position < this.#items.length) this.#items[position] = last;
  }

  /** The items. The array never changes once it was handed out. */
  list(): readonly T[] {
    if (this.#parts !== undefined) return (this.#whole ??= joinLists(this.#parts.parts()));
    this.#shared = true;
    return this.#items;
  }

  /** The items in their order, in one list or several, which are no longer the same after the next write. */
  parts(): readonly (readonly T[])[] {
    return this.#parts === undefined ? [this.#items] : this.#parts.parts();
  }

  #takeApart(): void {
    this.#parts = new LongList<T>();
    for (const item of this.#items) this.#parts.push(item);
    this.#items = [];
  }

  #unshare(): void {
    if (!this.#shared) return;
    this.#items = this.#items.slice();
    this.#shared = false;
  }
}
