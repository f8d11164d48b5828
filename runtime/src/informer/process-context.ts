import type { ObjectIndexer } from '../store/indexer.js';
import type { Distribute, Notification } from '../delivery/notification.js';

/** The cache that changes are applied to, and the receivers of the resulting notifications. */
export interface ProcessContext<T> {
  /** The cache. Processing is its only writer. */
  readonly indexer: ObjectIndexer<T>;
  readonly distribute: Distribute<T>;
  /** Reports an object that could not be stored. The other objects are still applied. */
  readonly onSkipped: (error: Error, key?: string) => void;
}

/** Returns the update from the object at a position of the cache to `after`. */
export function updateOf<T>(
  indexer: ObjectIndexer<T>,
  position: number,
  after: T,
  digest: number | undefined,
): Notification<T> {
  const before = indexer.objectAt(position);
  if (before === after || !differs(indexer.digestAt(position), digest)) return { type: 'update', before, after };
  return { type: 'update', before, after, changed: true };
}

/** True if both digests are present and differ. */
function differs(cached: number, digest: number | undefined): boolean {
  return digest !== undefined && !Number.isNaN(cached) && !Number.isNaN(digest) && cached !== digest;
}
