import type { ResourceEventHandler } from '../api/handler.js';
import type { KubernetesObject } from '../api/object.js';
import type { AddEventHandlerOptions, ResourceEventHandlerRegistration } from '../delivery/event-handlers.js';
import type { Observable, Observer } from '../observe/observer.js';
import type { TransformFunc } from '../queue/queue.js';
import type { WatchErrorHandler } from '../reflector/reflector-options.js';
import type { Indexers, IndexReader, StoreReader } from '../store/store.js';
import type { InformerStatus } from './informer-status.js';

/** What can be seen of the machinery inside. */
export interface ControllerView {
  hasSynced(): boolean;
  lastSyncResourceVersion(): string;
}

/** How long to wait, and until when. */
export interface WaitOptions {
  /** Rejects with its reason. Default: nothing ends the wait. */
  readonly signal?: AbortSignal | undefined;
  /** Default: forever. */
  readonly timeoutMs?: number | undefined;
}

/** {@link SharedIndexInformer} without its indexes. */
export interface SharedInformer<T extends KubernetesObject> extends Observable {
  /** Adds a handler, also while running: it first sees what is cached. Throws when the informer has stopped. */
  addEventHandler(handler: ResourceEventHandler<T>, options?: AddEventHandlerOptions): ResourceEventHandlerRegistration;
  addEventHandlerWithResyncPeriod(
    handler: ResourceEventHandler<T>,
    resyncPeriodMs: number,
  ): ResourceEventHandlerRegistration;
  /**
   * Removes a handler and does not wait: the same as {@link ResourceEventHandlerRegistration.remove}. Removing again does
   * nothing; one of another informer throws.
   */
  removeEventHandler(registration: ResourceEventHandlerRegistration): void;
  /** Removes a handler and waits until it no longer runs. From inside that handler this would wait for itself. */
  shutDownEventHandler(registration: ResourceEventHandlerRegistration): Promise<void>;
  getStore(): StoreReader<T>;
  getController(): ControllerView;
  /**
   * Runs until the signal aborts, and until all has ended; a call of a handler that goes on for ten seconds after that is
   * reported and left behind. A second call is reported and returns.
   */
  run(options: { signal: AbortSignal }): Promise<void>;
  /** The cache holds what the first list held. Handlers may still be behind: they have their own. */
  hasSynced(): boolean;
  /**
   * Resolves with {@link hasSynced}; rejects with the signal's reason, or saying what is in the way: on `timeoutMs`, and
   * when the informer has stopped before.
   */
  whenSynced(options?: WaitOptions): Promise<void>;
  lastSyncResourceVersion(): string;
  /** The version that the cache has reached: of the newest list, event or bookmark in it; `''` before the first. */
  lastStoreSyncResourceVersion(): string;
  /**
   * Resolves when the cache has reached a version: when it holds what a write that was answered with this version did, or
   * knows that it does not select the object. Resolves at once for versions that cannot be compared, and when a list goes
   * back to an older version, as after a restored backup. Rejects with the signal's reason, on `timeoutMs`, and when the
   * informer has stopped.
   *
   * @example
   * const created = await client.create(widgetResource, widget);
   * await informer.waitForResourceVersion(created.metadata.resourceVersion, { timeoutMs: 5000 });
   */
  waitForResourceVersion(resourceVersion: string, options?: WaitOptions): Promise<void>;
  /** Resolves when the condition holds, which is asked now and after every change of the cache and of its version. */
  waitForStore(condition: () => boolean, options?: WaitOptions): Promise<void>;
  /** Changes objects before they are cached. Throws once the informer has started. */
  setTransform(transform: TransformFunc<T>): void;
  /** Told of failed lists and watches, instead of `onError`. Throws once the informer has started. */
  setWatchErrorHandler(handler: WatchErrorHandler): void;
  isStopped(): boolean;
  readonly status: InformerStatus;
  /**
   * From now on `status.lastAliveAt` is not older than this while the server is there: it is asked for a sign of life where
   * none comes by itself, by a PING over HTTP/2, else by another watch that takes over. `checkHealth` calls it.
   */
  proveWithin(maxStaleMs: number): void;
  /** Tells the observer of lists, watches, the cache and handlers, from now until what is returned is disposed of. */
  observe(observer: Observer): Disposable;
  /** Calls back whenever the phase or the last error changes. The function returned ends that. */
  onStatus(callback: (status: InformerStatus) => void): () => void;
}

/**
 * A cache of one resource that keeps itself equal to the server, and tells handlers of every change.
 *
 * What it promises:
 * - per handler, one event at a time: the promise of an async handler is awaited before its next event;
 * - per object, in order: states may be skipped, but are never reordered and never invented;
 * - add or update is decided by what the cache held, not by the verb on the wire; a delete that was missed while
 *   disconnected still arrives, with `finalStateUnknown`;
 * - a deletion and a creation under one name may arrive as one update, when both happened while disconnected: the uids of
 *   its two objects then differ, and a handler that cares compares them;
 * - a handler that is added late first sees every cached object, then what follows, without a gap or a double; its
 *   registration says when it has;
 * - nothing the server does stops it for good: it heals from closed, half-open, slow, expired, overloaded and garbled
 *   streams, with backoff, and `status` says what it does and why;
 * - objects in the cache are shared by everybody and read-only; `mutableCopy` returns one to change;
 * - handlers run after the cache has changed, so a lister read in a handler is at least as new as its event;
 * - the event loop is never held for long by the informer's own work.
 *
 * @example
 * const informer = newSharedIndexInformer(client.listerWatcher(pods), pods);
 * informer.addEventHandler({ onAdd: (pod) => console.log(pod.metadata.name) });
 * void informer.run({ signal });
 * await informer.whenSynced({ signal });
 */
export interface SharedIndexInformer<T extends KubernetesObject> extends SharedInformer<T> {
  /**
   * Adds indexes, also while running. Registering a name again with the same function changes nothing. Throws if another function is
   * registered under a name, or the informer has stopped.
   */
  addIndexers(indexers: Indexers<T>): void;
  /** Reads the cache, also by its indexes: the same as {@link indexer}. */
  getIndexer(): IndexReader<T>;
  /** The same as {@link getIndexer}. */
  readonly indexer: IndexReader<T>;
}
