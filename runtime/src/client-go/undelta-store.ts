import { ObjectIndexer } from '../store/indexer.js';
import type { IndexerOptions } from '../store/indexer.js';
import type { Deletable, Store } from '../store/store.js';

/**
 * A store that hands over its whole state after every change: what a Reflector feeds when all you want is the newest list.
 * Reading does not push. The arrays are snapshots: a later change does not touch them.
 *
 * @example
 * const store = new UndeltaStore<Pod>((all) => console.log(all.length));
 * new Reflector(client.listerWatcher(podResource), store, { resource: podResource });
 */
export class UndeltaStore<T> implements Store<T> {
  readonly #push: (objects: readonly T[]) => void;
  readonly #store: Store<T>;

  constructor(push: (objects: readonly T[]) => void, options: IndexerOptions<T> = {}) {
    this.#push = push;
    this.#store = new ObjectIndexer<T>({}, options);
  }

  add(object: T): void {
    this.#store.add(object);
    this.#push(this.#store.list());
  }

  update(object: T): void {
    this.#store.update(object);
    this.#push(this.#store.list());
  }

  delete(object: Deletable<T>): void {
    this.#store.delete(object);
    this.#push(this.#store.list());
  }

  replace(objects: readonly T[], resourceVersion: string): void {
    this.#store.replace(objects, resourceVersion);
    this.#push(this.#store.list());
  }

  list(): readonly T[] {
    return this.#store.list();
  }

  listKeys(): string[] {
    return this.#store.listKeys();
  }

  get(object: T): T | undefined {
    return this.#store.get(object);
  }

  getByKey(key: string): T | undefined {
    return this.#store.getByKey(key);
  }

  /** Does nothing: only a queue re-delivers what it knows. */
  resync(): void {}

  bookmark(resourceVersion: string): void {
    this.#store.bookmark(resourceVersion);
  }

  lastStoreSyncResourceVersion(): string {
    return this.#store.lastStoreSyncResourceVersion();
  }
}
