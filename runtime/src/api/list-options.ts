/** The query of a list or watch request, as the API server knows it. Mutable, so that a {@link TweakListOptions} can change it. */
export interface ListOptions {
  /** `tier in (web, db)`. Default: all. */
  labelSelector?: string;
  /** `spec.nodeName=a`. Default: all. */
  fieldSelector?: string;
  /** `''` asks for the newest state (a quorum read), `'0'` for any, a version for that one or newer. Default: the newest. */
  resourceVersion?: string;
  /** How `resourceVersion` is meant: `Exact` or `NotOlderThan`. Default: up to the server. */
  resourceVersionMatch?: 'NotOlderThan' | 'Exact';
  /** Of a page. Default: everything at once. */
  limit?: number;
  /** The token of the page before. Default: the first page. */
  continue?: string;
  /** After which the server closes a watch. Default: up to the server. */
  timeoutSeconds?: number;
  /** Whether a watch is told from time to time which version it has reached. Default false. */
  allowWatchBookmarks?: boolean;
  /** WatchList: the watch begins with the whole state and an annotated bookmark. Default false. */
  sendInitialEvents?: boolean;
  /** Alpha (ShardedListAndWatch): `shardRange(object.metadata.uid, '0x…', '0x…')`. Default: all. */
  shardSelector?: string;
}

/**
 * Changes the options of every list and watch an informer makes.
 *
 * @example
 * const onlyRunning: TweakListOptions = (options) => { options.fieldSelector = 'status.phase=Running'; };
 */
export type TweakListOptions = (options: ListOptions) => void;
