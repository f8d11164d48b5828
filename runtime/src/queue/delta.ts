import type { Deletable } from '../store/store.js';

/**
 * A change of one object. `Replaced`: a list held it. `Sync`: a resync re-delivers it. Only `Deleted` may carry a
 * tombstone instead of the object.
 */
export interface ObjectDelta<T> {
  readonly type: 'Added' | 'Updated' | 'Deleted' | 'Replaced' | 'Sync';
  readonly object: Deletable<T>;
  /** The digest that came with the object, if any: see `NO_DIGEST`. */
  readonly digest?: number | undefined;
}

/** A change of one object, with its digest where it has one. */
export function objectDelta<T>(
  type: ObjectDelta<T>['type'],
  object: Deletable<T>,
  digest: number | undefined,
): ObjectDelta<T> {
  return digest === undefined ? { type, object } : { type, object, digest };
}

/** A whole list, as one step: what is not in it is gone. */
export interface ReplacedAllDelta<T> {
  readonly type: 'ReplacedAll';
  readonly resourceVersion: string;
  readonly objects: readonly T[];
  /** The digest of each object, at the same position. */
  readonly digests?: ArrayLike<number> | undefined;
  /** The namespace that the list is about; undefined: everything. */
  readonly scope: string | undefined;
  /** Keys that the list held but that could not be read: they are not gone, and stay as they are. */
  readonly retain: ReadonlySet<string>;
}

/** Re-deliver everything the cache holds. */
export interface SyncAllDelta {
  readonly type: 'SyncAll';
}

/** Nothing changed up to this version. In order with the changes, so the store's version never runs ahead of them. */
export interface BookmarkDelta {
  readonly type: 'Bookmark';
  readonly resourceVersion: string;
}

/** One step in the life of the cache. */
export type Delta<T> = ObjectDelta<T> | ReplacedAllDelta<T> | SyncAllDelta | BookmarkDelta;

/** What happened to one object since it was last popped, oldest first. Never empty when popped. */
export type Deltas<T> = readonly Delta<T>[];

/**
 * The newest change: its key is that of the deltas.
 *
 * @example
 * newestDelta<Pod>([{ type: 'Added', object: pod }])?.type; // → 'Added'
 */
export function newestDelta<T>(deltas: Deltas<T>): Delta<T> | undefined {
  return deltas[deltas.length - 1];
}
