import type { KubernetesObject } from '../api/object.js';
import type { OnError } from '../api/on-error.js';
import type { Resource } from '../api/resource.js';
import type { WatchListExperience } from '../source/lister-watcher.js';
import type { Backoff } from '../async/backoff.js';
import type { Clock } from '../async/clock.js';
import type { ReflectorStatus } from './reflector-status.js';
import { noneNegative } from '../async/check-number.js';

/**
 * Told of each list, and each start of a watch, that failed, before the wait that follows it. A watch that began well and
 * ended with an error is in `status` only.
 */
export type WatchErrorHandler = (error: Error, reflector: ReflectorView) => void;

/** What can be seen of a reflector. */
export interface ReflectorView {
  readonly name: string;
  readonly status: ReflectorStatus;
  lastSyncResourceVersion(): string;
}

/** Options of {@link Reflector}. */
export interface ReflectorOptions<T extends KubernetesObject> {
  /** How messages name it. Default: the resource's name, or `reflector`. */
  readonly name?: string | undefined;
  /** Objects of another kind are passed over with an error. Default: any kind. */
  readonly resource?: Resource<T> | undefined;
  /** The namespace it is about, for its status. Default: all. */
  readonly namespace?: string | undefined;
  /** Calls the store's `resync` this often while watching. Default 0: never. */
  readonly resyncPeriodMs?: number | undefined;
  /** Asked at each resync period; false skips it. Default: always. */
  readonly shouldResync?: (() => boolean) | undefined;
  /** WatchList first. Default true, unless the lister-watcher says it does not know it. */
  readonly useWatchList?: boolean | undefined;
  /** How long a WatchList may send nothing before its end bookmark, until LIST is used instead. Default 30 000. */
  readonly initialEventsEndTimeoutMs?: number | undefined;
  /** Objects in a page of a list. Default: 500 where the server pages, all in one where it answers from its cache. */
  readonly pageSize?: number | undefined;
  /** Watches last between this and twice as long; values under five minutes are not honoured. Default 300 000. */
  readonly minWatchTimeoutMs?: number | undefined;
  /** How long watches that end with an internal error are started again without a relist. Default 0: not at all. */
  readonly maxInternalErrorRetryMs?: number | undefined;
  /**
   * How long to wait after failures. Default: 400 ms, two fifths more each time; after connections that broke or could not be
   * made, 150 ms, a fifth more each time. Both up to 30 s, with jitter.
   */
  readonly backoff?: Backoff | undefined;
  /** What is known of the server's WatchList. Default: the lister-watcher's, else its own. */
  readonly watchListMemory?: WatchListExperience | undefined;
  /**
   * Compares what each WatchList sent with a LIST at exactly its version, and reports a difference to `onError`. For
   * debugging: it doubles the load. Default: what INFORMER_WATCHLIST_INCONSISTENCY_DETECTOR says, or false.
   */
  readonly detectWatchListInconsistency?: boolean | undefined;
  /** Default: `onError` with stage `list` or `watch`, except for expired versions. */
  readonly watchErrorHandler?: WatchErrorHandler | undefined;
  /** Told of each version that the store has reached: that of a list, then that of each event and bookmark. Default: nobody. */
  readonly onResourceVersion?: ((resourceVersion: string) => void) | undefined;
  /** Told of every change of what the reflector does. Default: nobody. */
  readonly onStatus?: ((status: ReflectorStatus) => void) | undefined;
  /** Takes errors that have no caller. Default: one line on stderr. */
  readonly onError?: OnError | undefined;
  /** Tells the time. Default: the machine's clock. */
  readonly clock?: Clock | undefined;
  /** Returns numbers in [0, 1). Default Math.random. */
  readonly random?: (() => number) | undefined;
}

/** Throws a RangeError where an option that is given is no number that makes sense. */
export function checkReflectorNumbers(options: ReflectorNumbers): void {
  noneNegative(options, 'resyncPeriodMs', 'initialEventsEndTimeoutMs', 'pageSize', 'minWatchTimeoutMs');
  noneNegative(options, 'maxInternalErrorRetryMs');
}

type ReflectorNumbers = Pick<
  ReflectorOptions<never>,
  'resyncPeriodMs' | 'initialEventsEndTimeoutMs' | 'pageSize' | 'minWatchTimeoutMs' | 'maxInternalErrorRetryMs'
>;
