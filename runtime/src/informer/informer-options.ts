import type { KubernetesObject } from '../api/object.js';
import type { OnError } from '../api/on-error.js';
import type { QueueKind } from './new-queue.js';
import type { TransformFunc } from '../queue/queue.js';
import type { ReflectorOptions, WatchErrorHandler } from '../reflector/reflector-options.js';
import type { Indexers } from '../store/store.js';
import type { Clock } from '../async/clock.js';
import type { ReadOverlay } from './read-overlay.js';
import type { MutationDetection } from './mutation-detector.js';

/** Options of `newSharedIndexInformer`. */
export interface SharedIndexInformerOptions<T extends KubernetesObject> {
  /** How often handlers get an update for everything cached, unless they ask otherwise. Default 0: never. */
  readonly resyncPeriodMs?: number | undefined;
  /** Further indexes. There is always one by namespace. Default: none. */
  readonly indexers?: Indexers<T> | undefined;
  /** Changes objects before they are cached. Default: none. */
  readonly transform?: TransformFunc<T> | undefined;
  /** Default `RealFIFO`. */
  readonly queue?: QueueKind | undefined;
  /** Default: what INFORMER_MUTATION_DETECTOR says, or `off`. */
  readonly mutationDetection?: MutationDetection | undefined;
  /** Told of every failure of a list or watch, before it is tried again. Default: nobody. */
  readonly watchErrorHandler?: WatchErrorHandler | undefined;
  /** Takes errors that have no caller. Default: one line on stderr. */
  readonly onError?: OnError | undefined;
  /** For messages. Default: the resource's name. */
  readonly name?: string | undefined;
  /** Tells the time. Default: the machine's clock. */
  readonly clock?: Clock | undefined;
  /** What reads by key show beyond the cache, through `indexer` and listers. Default: nothing. */
  readonly overlay?: ReadOverlay<T> | undefined;
  /** How it lists and watches, where the defaults do not fit. */
  readonly reflector?: Pick<
    ReflectorOptions<T>,
    | 'useWatchList'
    | 'initialEventsEndTimeoutMs'
    | 'detectWatchListInconsistency'
    | 'pageSize'
    | 'minWatchTimeoutMs'
    | 'maxInternalErrorRetryMs'
    | 'backoff'
    | 'random'
    | 'watchListMemory'
  >;
}
