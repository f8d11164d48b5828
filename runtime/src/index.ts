/**
 * Typed, self-healing Kubernetes caches: client-go's informer machinery, done the way TypeScript does things.
 *
 * Most programs need `connect` and a generated `SharedInformerFactory`. The parts of the pipeline are here under their
 * client-go names, to be used on their own. What the pipeline itself does not use, second spellings, the classes behind
 * error codes and seldom named types come from `@informer-gen/runtime/client-go`; tests use `@informer-gen/testing`.
 */

// The connection.
export { connect } from './client/connect.js';
export type { ConnectOptions } from './client/connect.js';
export type { KubeConfigLike } from './transport/auth/credentials.js';
export { ApiClient } from './client/http-client.js';
export type { CallOptions, NamespacedName } from './client/call-options.js';
export type { ResourceCaller } from './client/api-client.js';
export type {
  Client,
  ListerWatcher,
  ListerWatcherOptions,
  ListResult,
  RequestContext,
  WatchBatch,
  WatchEvent,
} from './source/lister-watcher.js';
export type { ListOptions, TweakListOptions } from './api/list-options.js';

// Objects and resources.
export type {
  KubernetesObject,
  NamespacedObjectMeta,
  ObjectMeta,
  OwnerReference,
  PartialObjectMetadata,
  WithManagedFields,
} from './api/object.js';
export type { Condition, IntOrString, Quantity } from './api/meta-types.js';
export type { Status } from './api/status.js';
export { mutableCopy } from './api/draft.js';
export { withoutNulls } from './api/without-nulls.js';
export type { WithoutNulls } from './api/without-nulls.js';
export type { Draft } from './api/draft.js';
export { defineResource, resourceName } from './api/resource.js';
export type { GroupVersionResource, Resource, WholeResource } from './api/resource.js';
export type { Projected } from './api/projected.js';
export {
  deletionHandlingMetaNamespaceKeyFunc,
  metaNamespaceKeyFunc,
  objectKey,
  splitKey,
  splitMetaNamespaceKey,
} from './api/key.js';
export type { ObjectName } from './api/key.js';
export { compareResourceVersions } from './api/resource-version.js';

// The pipeline, in the order the data meets it.
export { ListWatch } from './source/list-watch.js';
export { ListPager } from './source/pager.js';
export { Reflector } from './reflector/reflector.js';
export type { ReflectorOptions } from './reflector/reflector-options.js';
export { DeltaFIFO } from './queue/delta-fifo.js';
export { RealFIFO } from './queue/real-fifo.js';
export { QueueClosedError } from './queue/queue.js';
export type { Queue, TransformFunc } from './queue/queue.js';
export type { Deltas, ObjectDelta } from './queue/delta.js';
export { metaNamespaceIndexFunc, namespaceIndex, newIndexer, newStore } from './store/indexer.js';
export { indexByPath } from './store/index-by-path.js';
export type { Indexer, Indexers, IndexFunc, IndexReader, Store } from './store/store.js';
export { Controller } from './informer/cache-controller.js';
export { newIndexerInformer, newInformer } from './informer/new-informer.js';
export { newSharedIndexInformer, newSharedInformer } from './informer/shared-index-informer.js';
export type { SharedIndexInformerOptions } from './informer/informer-options.js';
export type { SharedIndexInformer, SharedInformer, WaitOptions } from './informer/shared-informer.js';
export type { AddEventHandlerOptions, ResourceEventHandlerRegistration } from './delivery/event-handlers.js';
export { NamespacedSource } from './informer/namespaced-source.js';
export { CacheMutationDetector } from './informer/mutation-detector.js';
export { CacheSyncError, waitForCacheSync } from './informer/wait-for-cache-sync.js';

// Handlers.
export type { HandlerContext, ResourceEventHandler } from './api/handler.js';
export type { BacklogOptions } from './delivery/backlog-options.js';
export { FilteringResourceEventHandler } from './delivery/filtering-handler.js';
export { DeletedFinalStateUnknown } from './api/deleted.js';
export type { DeletedObject } from './api/deleted.js';

// Factories and listers.
export { BaseSharedInformerFactory } from './factory/shared-informer-factory.js';
export type { SharedInformerFactoryOptions } from './factory/shared-informer-factory.js';
export type { GenericInformer, InformerHost, NewInformerFunc, VariantOptions } from './factory/informer-host.js';
export { DynamicSharedInformerFactory, MetadataSharedInformerFactory } from './factory/dynamic-factories.js';
export type { DynamicObject } from './factory/dynamic-factories.js';
export { newResourceInformer } from './factory/new-resource-informer.js';
export type { ResourceInformerOptions } from './factory/new-resource-informer.js';
export { clusterLister, namespaceLister, newGenericLister } from './lister/listers.js';
export type { ClusterLister, GenericLister, LabelSelectorLike, NamespaceLister } from './lister/lister.js';

// Selectors.
export { toSelector } from './selectors/label-selector-parser.js';
export type { LabelSelector, Selector } from './selectors/label-selector.js';

// Work queues.
export { WorkQueue } from './workqueue/work-queue.js';
export { DelayingQueue } from './workqueue/delaying-queue.js';
export { RateLimitingQueue } from './workqueue/rate-limiting-queue.js';
export { ItemExponentialFailureRateLimiter } from './workqueue/rate-limiter.js';
export type { RateLimiter } from './workqueue/rate-limiter.js';

// Health and errors.
export { checkHealth } from './informer/health.js';
export type { Health } from './informer/health.js';
export type { InformerStatus } from './informer/informer-status.js';
export type { HandlerStatus } from './delivery/processor-listener.js';
export { InformerError, isInformerError } from './api/informer-error.js';
export type { InformerErrorCode } from './api/informer-error.js';
export { ApiError, isAlreadyExists, isConflict, isExpired, isForbidden, isNotFound } from './api/api-error.js';
export type { ErrorContext, OnError } from './api/on-error.js';

// Time.
export { Backoff } from './async/backoff.js';
export { realClock, sleep } from './async/clock.js';
export type { Clock } from './async/clock.js';
