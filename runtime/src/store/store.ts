import type { DeletedFinalStateUnknown } from '../api/deleted.js';
import type { Projection } from '../api/projection.js';

/** Returns the key under which a store holds an object. Throws when the object has none. */
export type KeyFunc<T> = (object: T) => string;

/** Returns the values under which an index finds an object; none, one or several. */
export type IndexFunc<T> = {
  // As a method, so that an informer of a kind is also one of every kind that the objects fit.
  values(object: T): readonly string[];
}['values'];

/** Index functions by the name of their index. */
export type Indexers<T> = { readonly [name: string]: IndexFunc<T> };

/** The reading half of a store. What it returns is shared with the cache: read-only. */
export interface StoreReader<T> {
  /** Every object, in no set order. The array is shared: it may be handed out again until the store changes. */
  list(): readonly T[];
  listKeys(): string[];
  /** The stored object with the same key as this one. */
  get(object: T): T | undefined;
  getByKey(key: string): T | undefined;
}

/** The reading half of an indexer, as informers hand it out. */
export interface IndexReader<T> extends StoreReader<T> {
  /** What is left of its objects. Default: they are whole. */
  readonly projection?: Projection | undefined;
  /** The objects that share at least one value of the named index with `object`. */
  index(indexName: string, object: T): readonly T[];
  /** The keys of the objects filed under `value`, sorted. */
  indexKeys(indexName: string, value: string): string[];
  /** Every value the named index has. */
  listIndexFuncValues(indexName: string): string[];
  /** The objects filed under `value`, in no set order. The array is shared and read-only. */
  byIndex(indexName: string, value: string): readonly T[];
  getIndexers(): Indexers<T>;
}

/** What names an object to delete: the object, or the tombstone of one whose deletion was missed. */
export type Deletable<T> = T | DeletedFinalStateUnknown<T>;

/** One change of a transaction. */
export type StoreOperation<T> =
  { readonly type: 'add' | 'update'; readonly object: T } | { readonly type: 'delete'; readonly object: Deletable<T> };

/** Holds objects by key. `add` and `update` both replace what was there by the object. */
export interface Store<T> extends StoreReader<T> {
  add(object: T): void;
  update(object: T): void;
  /** Removes the object with the same key; nothing happens when there is none. */
  delete(object: Deletable<T>): void;
  /** Replaces all objects by these. Throws, and changes nothing, when one has no key. */
  replace(objects: readonly T[], resourceVersion: string): void;
  /** Nothing, for a plain store; a queue re-delivers what it knows. */
  resync(): void;
  /** No object changed, but the store is current up to this version. */
  bookmark(resourceVersion: string): void;
  /** The version of the newest write, replace or bookmark; `''` before the first. */
  lastStoreSyncResourceVersion(): string;
}

/** A store with indexes. */
export interface Indexer<T> extends Store<T>, IndexReader<T> {
  /**
   * Adds indexes. Objects that are already stored are indexed too. Registering the same function again under its name has no effect.
   * Throws if a different function is registered under the name.
   */
  addIndexers(indexers: Indexers<T>): void;
}
