/**
 * Stands in a Delta for an object whose deletion was noticed only later (by a relist, not by a DELETED event): the key is
 * certain, the object is the last state known and may be stale or missing.
 *
 * @example
 * const missed = new DeletedFinalStateUnknown('default/web', pod);
 * objectKey(missed); // → 'default/web'
 * missed.object?.metadata.name; // → 'web'
 */
export class DeletedFinalStateUnknown<T> {
  readonly key: string;
  readonly object: T | undefined;

  constructor(key: string, object: T | undefined) {
    this.key = key;
    this.object = object;
  }
}

/** What `onDelete` gets: the key always, the last known state perhaps. */
export interface DeletedObject<T> {
  /** `namespace/name`, or `name` for cluster-scoped objects. */
  readonly key: string;
  /** The final state, or, with `finalStateUnknown`, the last one seen. */
  readonly lastKnown: T | undefined;
  /** The deletion itself was missed, so `lastKnown` may be stale. */
  readonly finalStateUnknown: boolean;
}
