/** The query of a list or watch request, as the API server knows it. Mutable, so that a {@link TweakListOptions} can change it. */
export interface ListOptions {
  labelSelector?: string;
  fieldSelector?: string;
  /** `''` asks for the newest state (a quorum read), `'0'` for any, a version for that one or newer. */
  resourceVersion?: string;
  resourceVersionMatch?: 'NotOlderThan' | 'Exact';
  limit?: number;
  continue?: string;
  timeoutSeconds?: number;
  allowWatchBookmarks?: boolean;
  /** WatchList: the watch begins with the whole state and an annotated bookmark. */
  sendInitialEvents?: boolean;
  /** Alpha (ShardedListAndWatch): `shardRange(object.metadata.uid, '0x…', '0x…')`. */
  shardSelector?: string;
}

/**
 * Changes the options of every list and watch an informer makes.
 *
 * @example
 * const onlyRunning: TweakListOptions = (options) => { options.fieldSelector = 'status.phase=Running'; };
 */
export type TweakListOptions = (options: ListOptions) => void;
