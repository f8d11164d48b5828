import { SnapshotList } from '../collections/snapshot-list.js';

/** The objects that one value of an index finds. */
export class IndexBucket<T> {
  readonly value: string;
  readonly #objects = new SnapshotList<T>();
  /** Where in the store each object is, at the same place. No position is here twice. */
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

  /** Gives the place that the object got in here. */
  add(position: number, object: T): number {
    this.#objects.push(object);
    return this.positions.push(position) - 1;
  }

  replace(place: number, object: T): void {
    this.#objects.replace(place, object);
  }

  /** Removes what is at the place. The last object takes its place: gives where in the store that one is, or -1 if there is none. */
  remove(place: number): number {
    this.#objects.remove(place);
    const last = this.positions.pop() as number;
    if (place === this.positions.length) return -1;
    this.positions[place] = last;
    return last;
  }
}
