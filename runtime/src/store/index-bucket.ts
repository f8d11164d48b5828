import { SnapshotList } from '../collections/snapshot-list.js';

/** The objects that one value of an index finds. */
export class IndexBucket<T> {
  readonly value: string;
  readonly #objects = new SnapshotList<T>();
  /** Where in the store the object of each slot is. No position is here twice. */
  readonly positions: number[] = [];

  constructor(value: string) {
    this.value = value;
  }

  get size(): number {
    return this.positions.length;
  }

  list(): readonly T[] {
    return this.#objects.list();
  }

  /** Returns the slot that the object got in here. */
  add(position: number, object: T): number {
    this.#objects.push(object);
    return this.positions.push(position) - 1;
  }

  replace(slot: number, object: T): void {
    this.#objects.replace(slot, object);
  }

  /** Removes the object of a slot, which the last object gets. Returns where in the store that one is; -1 if there is none. */
  remove(slot: number): number {
    this.#objects.remove(slot);
    const last = this.positions.pop() as number;
    if (slot === this.positions.length) return -1;
    this.positions[slot] = last;
    return last;
  }
}
