import type { KubernetesObject } from '../api/object.js';
import type { OnError } from '../api/on-error.js';
import { callSafely } from '../api/call-safely.js';
import { safeOnError } from '../api/safe-on-error.js';
import type { Resource } from '../api/resource.js';
import { resourceName } from '../api/resource.js';
import type { HandlerContext, ResourceEventHandler } from '../api/handler.js';
import type { ListerWatcher } from '../source/lister-watcher.js';
import type { TransformFunc } from '../queue/queue.js';
import { ObjectIndexer } from '../store/indexer.js';
import type { Indexer, Indexers, Store } from '../store/store.js';
import type { Clock } from '../async/clock.js';
import { Controller } from './cache-controller.js';
import type { QueueKind } from './new-queue.js';
import { newQueue } from './new-queue.js';
import type { Notification, Notifications } from '../delivery/notification.js';
import { TurnBudget, yieldToEventLoop } from '../async/turn.js';
import { notify } from '../delivery/notify.js';
import type { ProcessContext } from './process-context.js';
import { processDeltas, processInBatch } from './process-deltas.js';

/** Options of {@link newInformer}. */
export interface NewInformerOptions<T extends KubernetesObject> {
  /** What is listed, for messages and types. Default: not known. */
  readonly resource?: Resource<T> | undefined;
  /** Default 0: no resync. */
  readonly resyncPeriodMs?: number | undefined;
  /** Changes objects before they are stored. Default: none. */
  readonly transform?: TransformFunc<T> | undefined;
  /** Default `RealFIFO`. */
  readonly queue?: QueueKind | undefined;
  /** Takes errors that have no caller. Default: one line on stderr. */
  readonly onError?: OnError | undefined;
  /** Tells the time. Default: the machine's clock. */
  readonly clock?: Clock | undefined;
}

/** Options of {@link newIndexerInformer}. */
export interface NewIndexerInformerOptions<T extends KubernetesObject> extends NewInformerOptions<T> {
  /** Default: none. */
  readonly indexers?: Indexers<T> | undefined;
}

/**
 * A store and the controller that fills it, with one set of callbacks: the informer before it was shared. The callbacks
 * are called synchronously, in order, after the store has changed; one that is async holds nothing back.
 *
 * @example
 * const { store, controller } = newInformer(client.listerWatcher(podResource), {
 *   onAdd: (pod) => console.log(pod.metadata.name),
 * });
 * void controller.run({ signal });
 * console.log(store.listKeys());
 */
export function newInformer<T extends KubernetesObject>(
  listerWatcher: ListerWatcher<T>,
  handler: ResourceEventHandler<NoInfer<T>>,
  options: NewInformerOptions<NoInfer<T>> = {},
): { store: Store<T>; controller: Controller<T> } {
  const { indexer, controller } = newIndexerInformer(listerWatcher, handler, options);
  return { store: indexer, controller };
}

/**
 * The same, with indexes.
 *
 * @example
 * const { indexer, controller } = newIndexerInformer(
 *   client.listerWatcher(podResource),
 *   { onAdd: (pod) => console.log(pod.metadata.name) },
 *   { indexers: { byNode: (pod) => [pod.spec?.nodeName ?? ''] } },
 * );
 * void controller.run({ signal });
 * console.log(indexer.listKeys());
 */
export function newIndexerInformer<T extends KubernetesObject>(
  listerWatcher: ListerWatcher<T>,
  handler: ResourceEventHandler<NoInfer<T>>,
  options: NewIndexerInformerOptions<NoInfer<T>> = {},
): { indexer: Indexer<T>; controller: Controller<T> } {
  const onError = safeOnError(options.onError);
  const resource = options.resource ? resourceName(options.resource) : 'informer';
  const indexer = new ObjectIndexer<T>(options.indexers ?? {}, {
    onIndexError: (error) => onError(error, { stage: 'index', resource, key: error.key }),
  });
  const queue = newQueue<T>({
    indexer,
    kind: options.queue,
    transform: options.transform,
    onTransformError: (error) => onError(error, { stage: 'transform', resource, key: error.key }),
  });
  // Nothing ends its callbacks: an informer of this kind removes no handler, and does not wait for one.
  const context: HandlerContext = { signal: new AbortController().signal };
  const tell = (notification: Notification<T>): void => {
    const failed = (error: Error): void => onError(error, { stage: 'handler', resource });
    callSafely(() => notify(handler, notification, context), failed);
  };
  const processing: ProcessContext<T> = {
    indexer,
    distribute: (notifications) => tellInTurns(notifications, tell),
    onSkipped: (error, key) => onError(error, { stage: 'store', resource, key }),
  };
  const controller = new Controller<T>({
    queue,
    listerWatcher,
    process: (deltas, isInInitialList) => processDeltas(processing, deltas, isInInitialList),
    processBatch: (deltas, isInInitialList, keys) => processInBatch(processing, deltas, isInInitialList, keys),
    fullResyncPeriodMs: options.resyncPeriodMs,
    onError,
    name: resource,
    reflectorOptions: { onError, resource: options.resource, clock: options.clock },
  });
  return { indexer, controller };
}

/** Calls the handler with each, with pauses for the event loop. */
function tellInTurns<T>(
  notifications: Notifications<T>,
  tell: (notification: Notification<T>) => void,
  from = 0,
): void | Promise<void> {
  const budget = new TurnBudget();
  for (let at = from; at < notifications.length; at += 1) {
    tell(notifications.at(at) as Notification<T>);
    if (budget.isUsedUp()) return yieldToEventLoop().then(() => tellInTurns(notifications, tell, at + 1));
  }
}
