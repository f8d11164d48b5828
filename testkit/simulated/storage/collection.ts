import type { StoredObject } from './stored-object.js';

/** One write to a collection. `current` of a deletion is the final state under the deletion's own revision. */
export interface Change {
  readonly revision: number;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly previous: StoredObject | undefined;
  readonly current: StoredObject;
}

/**
 * All objects of one resource, over all its versions, with the history that watches and consistent lists read.
 * Invariant: the state at a revision is the present state with the later changes undone.
 */
export class Collection {
  readonly #objects = new Map<string, StoredObject>();
  /** Oldest first. Complete for every revision above {@link expiredRevision}. */
  #history: Change[] = [];
  #sortedKeys: readonly string[] | undefined;
  readonly #historyLimit: number;
  #expiredRevision = 0;

  constructor(historyLimit: number) {
    this.#historyLimit = historyLimit;
  }

  /** Changes up to and including this revision are forgotten. */
  get expiredRevision(): number {
    return this.#expiredRevision;
  }

  get size(): number {
    return this.#objects.size;
  }

  get(key: string): StoredObject | undefined {
    return this.#objects.get(key);
  }

  /** Present objects in the order of their keys, as etcd returns them. */
  *all(): Iterable<StoredObject> {
    for (const key of this.#keys()) {
      const stored = this.#objects.get(key);
      if (stored) yield stored;
    }
  }

  /** Present objects in no set order; cheaper than {@link all} after many writes. */
  unsorted(): Iterable<StoredObject> {
    return this.#objects.values();
  }

  /** Has an object that was there before all history. */
  place(stored: StoredObject): void {
    this.#objects.set(stored.key, stored);
    this.#sortedKeys = undefined;
  }

  record(change: Change): void {
    const { key } = change.current;
    if (change.type === 'DELETED') this.#objects.delete(key);
    else this.#objects.set(key, change.current);
    if (change.type !== 'MODIFIED') this.#sortedKeys = undefined;
    this.#history.push(change);
    // Twice the limit before cutting, so that the cost of cutting is spread.
    if (this.#history.length > 2 * this.#historyLimit) this.#forget(this.#history.length - this.#historyLimit);
  }

  /** Forgets the changes up to and including `revision`. */
  compact(revision: number): void {
    this.#forget(this.#indexAfter(revision));
    this.#expiredRevision = Math.max(this.#expiredRevision, revision);
  }

  /** The changes after `revision`, oldest first. Ask {@link expiredRevision} before. */
  changesAfter(revision: number): readonly Change[] {
    return this.#history.slice(this.#indexAfter(revision));
  }

  /** The last `count` changes, oldest first. */
  lastChanges(count: number): readonly Change[] {
    return count <= 0 ? [] : this.#history.slice(-count);
  }

  /** The objects as they were at `revision`, in the order of their keys. */
  at(revision: number): Iterable<StoredObject> {
    const later = this.#indexAfter(revision);
    if (later === this.#history.length) return this.all();
    const then = new Map(this.#objects);
    for (let index = this.#history.length - 1; index >= later; index -= 1) {
      const change = this.#history[index];
      if (change === undefined) continue;
      if (change.previous === undefined) then.delete(change.current.key);
      else then.set(change.previous.key, change.previous);
    }
    return [...then.values()].sort(byKey);
  }

  #keys(): readonly string[] {
    return (this.#sortedKeys ??= [...this.#objects.keys()].sort());
  }

  #indexAfter(revision: number): number {
    let low = 0;
    let high = this.#history.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#history[middle]?.revision ?? 0) <= revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #forget(count: number): void {
    if (count <= 0) return;
    this.#expiredRevision = Math.max(this.#expiredRevision, this.#history[count - 1]?.revision ?? 0);
    this.#history = this.#history.slice(count);
  }
}

function byKey(a: StoredObject, b: StoredObject): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}
