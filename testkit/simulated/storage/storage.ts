import type { ApiObject } from '../objects/api-object.js';
import { Collection } from './collection.js';
import type { Change } from './collection.js';
import { StoredObject } from './stored-object.js';

/** Called after every write, synchronously, in the order of revisions. */
export type ChangeListener = (collection: Collection, change: Change) => void;

/**
 * The simulated etcd: collections by group and resource, and one revision counter for all of them. Knows nothing of
 * Kubernetes' rules; who writes has applied them.
 */
export class Storage {
  readonly #collections = new Map<string, Collection>();
  readonly #historyLimit: number;
  readonly #listeners = new Set<ChangeListener>();
  #revision = 1;
  #compactedRevision = 0;

  readonly #firstObjects: (name: string) => readonly ApiObject[];

  /** `firstObjects` says what a collection has when it comes into being. Default: nothing. */
  constructor(historyLimit: number, firstObjects: (name: string) => readonly ApiObject[] = () => []) {
    this.#historyLimit = historyLimit;
    this.#firstObjects = firstObjects;
  }

  /** The revision of the newest write to anything. */
  get revision(): number {
    return this.#revision;
  }

  /** The collection under this name; it comes into being when first asked for. */
  collection(name: string): Collection {
    let collection = this.#collections.get(name);
    if (collection === undefined) {
      collection = new Collection(this.#historyLimit);
      collection.compact(this.#compactedRevision);
      for (const object of this.#firstObjects(name)) {
        collection.place(new StoredObject(object.metadata.name ?? '', 1, object));
      }
      this.#collections.set(name, collection);
    }
    return collection;
  }

  /** All collections with their names. */
  all(): Iterable<readonly [name: string, collection: Collection]> {
    return this.#collections;
  }

  onChange(listener: ChangeListener): void {
    this.#listeners.add(listener);
  }

  /** Stores a new state of an object, under the next revision. */
  put(collection: Collection, key: string, object: ApiObject): StoredObject {
    const previous = collection.get(key);
    const revision = this.advance(1);
    const metadata = { ...object.metadata, resourceVersion: String(revision) };
    const current = new StoredObject(key, revision, { ...object, metadata });
    this.#record(collection, { revision, type: previous ? 'MODIFIED' : 'ADDED', previous, current });
    return current;
  }

  /** Removes an object; its final state gets the next revision. */
  remove(collection: Collection, previous: StoredObject): StoredObject {
    const revision = this.advance(1);
    const current = previous.withRevision(revision);
    this.#record(collection, { revision, type: 'DELETED', previous, current });
    return current;
  }

  /** Moves the counter as writes elsewhere in a cluster would. */
  advance(by: number): number {
    this.#revision += by;
    return this.#revision;
  }

  /** Forgets history up to and including `revision`. */
  compact(revision: number): void {
    this.#compactedRevision = Math.max(this.#compactedRevision, revision);
    for (const collection of this.#collections.values()) collection.compact(revision);
  }

  #record(collection: Collection, change: Change): void {
    collection.record(change);
    for (const listener of this.#listeners) listener(collection, change);
  }
}
