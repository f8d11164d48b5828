import { joinLists } from './join-lists.js';
import { LongList } from './long-list.js';
import { SegmentedMap } from './segmented-map.js';
import { SnapshotList } from './snapshot-list.js';

/**
 * Objects by key that can be handed out as an array without copying. Each has a position, by which indexes know it; it
 * changes only when another object is removed.
 */
export class KeyedList<T> {
  /** Where in #items each key's object is. A key is here exactly when #keys has it at that position. */
  readonly #positions = new SegmentedMap();
  readonly #items = new SnapshotList<T>();
  /** The key of each object in #items, at the same position. */
  readonly #keys = new LongList<string>();
  /** A number that goes with each object in #items, at the same position; NaN where none was given. */
  readonly #tags = new LongList<number>();

  get size(): number {
    return this.#keys.length;
  }

  get(key: string): T | undefined {
    const position = this.#positions.get(key);
    return position === undefined ? undefined : this.#items.at(position);
  }

  has(key: string): boolean {
    return this.#positions.has(key);
  }

  position(key: string): number | undefined {
    return this.#positions.get(key);
  }

  /** Adds an object under a key that is not here; returns its position, which is the last. */
  append(key: string, item: T, tag: number = Number.NaN): number {
    const position = this.#keys.length;
    this.#positions.set(key, position);
    this.#items.push(item);
    this.#keys.push(key);
    this.#tags.push(tag);
    return position;
  }

  /** Puts the object at a position; returns what was there. */
  replace(position: number, item: T, tag: number = Number.NaN): T {
    this.#tags.set(position, tag);
    return this.#items.replace(position, item);
  }

  /** Removes the object at a position; the last one gets its position. */
  remove(position: number): void {
    this.#positions.delete(this.keyAt(position));
    this.#items.remove(position);
    const lastKey = this.#keys.pop() as string;
    const lastTag = this.#tags.pop() as number;
    if (position === this.#keys.length) return;
    this.#keys.set(position, lastKey);
    this.#tags.set(position, lastTag);
    this.#positions.set(lastKey, position);
  }

  /** The objects, in no set order. The array never changes once it was handed out. */
  list(): readonly T[] {
    return this.#items.list();
  }

  /** The objects in the order of {@link list}, some at a time, until the next write. */
  parts(): readonly (readonly T[])[] {
    return this.#items.parts();
  }

  /** The object at a position that there is. */
  at(position: number): T {
    return this.#items.at(position);
  }

  /** The number that was given with the object at a position; NaN where none was. */
  tagAt(position: number): number {
    return this.#tags.at(position) as number;
  }

  /** Those numbers in the order of {@link list}, some at a time, until the next write. */
  tagParts(): readonly (readonly number[])[] {
    return this.#tags.parts();
  }

  /** The key of the object at a position. */
  keyAt(position: number): string {
    return this.#keys.at(position) as string;
  }

  /** The keys, in the order of {@link list}. */
  keys(): string[] {
    return joinLists(this.#keys.parts());
  }
}
