/**
 * Typed, self-healing Kubernetes caches: client-go's informer machinery, done the way TypeScript does things.
 *
 * Most programs need `connect` and a generated `SharedInformerFactory`; the parts below it are here to be used on their
 * own. Generated code comes in by `/codegen/v1`, tests by `/testing`.
 */
export {
  ApiError,
  isConnectionRefused,
  isExpired,
  isInternalError,
  isTooLargeResourceVersion,
  isTooManyRequests,
  type RequestPlace,
} from './api/api-error.js';
export { DeletedFinalStateUnknown, type DeletedObject } from './api/deleted.js';
export { type Draft, mutableCopy } from './api/draft.js';
export * from './selectors/field-selector.js';
export { indexByPath } from './store/index-by-path.js';
export * from './api/key.js';
export { newRequirement, type RequirementParts } from './selectors/label-requirement.js';
export { LabelSelectorError } from './selectors/label-selector-error.js';
export { parseLabelSelector, toSelector } from './selectors/label-selector-parser.js';
export type {
  LabelOperator,
  LabelRequirement,
  Labels,
  LabelSelector,
  LabelSelectorRequirement,
  Selector,
} from './selectors/label-selector.js';
export { everything, nothing, selectorFromLabelSelector, selectorFromSet } from './selectors/selectors.js';
export type { ListOptions, TweakListOptions } from './api/list-options.js';
export type { Condition, IntOrString, Quantity } from './api/meta-types.js';
export type * from './api/object.js';
export { type ErrorContext, type ErrorStage, type OnError, reportOnStderr } from './api/on-error.js';
export * from './api/resource-version.js';
export {
  apiVersionOf,
  defineResource,
  type GroupVersionResource,
  type Resource,
  resourceKey,
  resourceName,
  type ResourceSpec,
} from './api/resource.js';
export type { Status, StatusCause } from './api/status.js';
export { type Config, Controller, type ReflectorLike } from './informer/controller.js';
export {
  newIndexerInformer,
  type NewIndexerInformerOptions,
  newInformer,
  type NewInformerOptions,
} from './informer/new-informer.js';
export type { QueueKind } from './informer/new-queue.js';
export {
  type DynamicObject,
  DynamicSharedInformerFactory,
  type GenericInformer,
  genericInformer,
  MetadataSharedInformerFactory,
  UnknownResourceError,
} from './factory/generic-informer.js';
export {
  type FilteredInformerOptions,
  newResourceInformer,
  type NewResourceInformerOptions,
  type StrippedInformerOptions,
  type WithoutManagedFields,
} from './factory/new-resource-informer.js';
export {
  BaseSharedInformerFactory,
  type FactoryDefaults,
  type InformerHost,
  type NewInformerFunc,
  type SharedInformerFactoryOptions,
  type VariantOptions,
} from './factory/shared-informer-factory.js';
export type { FieldSelectorLike, InformerSelection } from './factory/variant.js';
export type {
  Filterable,
  FilteringHandlerOptions,
  HandlerResult,
  ResourceEventHandler,
  ResourceEventHandlerDetailedFuncs,
  ResourceEventHandlerFuncs,
} from './api/event-handler.js';
export { FilteringResourceEventHandler } from './informer/filtering-handler.js';
export { checkHealth, type Health, type HealthOptions } from './informer/health.js';
export type { SharedIndexInformerOptions } from './informer/informer-options.js';
export { describeUnsynced, type InformerStatus } from './informer/informer-status.js';
export {
  CacheMutationDetector,
  CacheMutationError,
  type MutationDetection,
  type MutationDetectorOptions,
} from './informer/mutation-guard.js';
export { type NamespaceOptions, NamespacedSource } from './informer/namespaced-source.js';
export { newSharedIndexInformer, newSharedInformer } from './informer/shared-index-informer.js';
export type {
  AddEventHandlerOptions,
  ControllerView,
  ResourceEventHandlerRegistration,
  SharedIndexInformer,
  SharedInformer,
  WaitOptions,
} from './informer/shared-informer.js';
export {
  CacheSyncError,
  type Syncable,
  waitForCacheSync,
  type WaitForCacheSyncOptions,
  waitForNamedCacheSync,
} from './informer/wait-for-cache-sync.js';
export { ListWatch, type ListWatchFuncs } from './lister-watcher/list-watch.js';
export type * from './lister-watcher/lister-watcher.js';
export { ListPager, type ListPagerOptions, type PagedList } from './lister-watcher/pager.js';
export type { ClusterLister, GenericLister, LabelSelectorLike, NamespaceLister } from './lister/lister.js';
export { clusterLister, listAll, listAllByNamespace, namespaceLister, newGenericLister } from './lister/listers.js';
export { DeltaFIFO, type DeltaFIFOOptions, type KeyListerGetter } from './queue/delta-fifo.js';
export * from './queue/delta.js';
export {
  type BatchQueue,
  type PopProcessFunc,
  type ProcessBatch,
  type Queue,
  QueueClosedError,
  type ReflectorStore,
  type ReplaceOptions,
  TransformError,
  type TransformFunc,
  ZeroLengthDeltasError,
} from './queue/queue.js';
export { RealFIFO, type RealFIFOOptions } from './queue/real-fifo.js';
export { InconsistentWatchListError } from './reflector/consistency-check.js';
export { Reflector } from './reflector/reflector.js';
export type { ReflectorOptions, WatchErrorHandler } from './reflector/reflector-options.js';
export type { ReflectorPhase, ReflectorStatus, RelistReason, StatusError } from './reflector/status.js';
export { WatchListMemory, type WatchListMemoryOptions } from './lister-watcher/watch-list-memory.js';
export { VeryShortWatchError } from './reflector/watch-session.js';
export * from './client-go/expiration-cache.js';
export {
  type IndexerOptions,
  metaNamespaceIndexFunc,
  namespaceIndex,
  newIndexer,
  newStore,
  ObjectIndexer,
  TransactionError,
} from './store/indexer.js';
export * from './client-go/mutation-cache.js';
export { IndexFuncError } from './store/store-index.js';
export type * from './store/store.js';
export {
  type StagedReplace,
  ThreadSafeStore,
  type ThreadSafeStoreOptions,
  UnknownIndexError,
} from './store/thread-safe-store.js';
export * from './client-go/undelta-store.js';
export { Backoff, type BackoffOptions } from './async/backoff.js';
export { type Clock, realClock, sleep, type Timer } from './async/clock.js';
export * from './client-go/expectations.js';
export * from './client-go/heap.js';
export * from './client-go/lazy.js';
export * from './client-go/synctrack.js';
export * from './workqueue/bucket-rate-limiter.js';
export * from './workqueue/default-rate-limiters.js';
export * from './workqueue/delaying-queue.js';
export * from './workqueue/metrics.js';
export * from './client-go/parallelize-until.js';
export type { WorkItem } from './workqueue/queue-item.js';
export * from './workqueue/queue-storage.js';
export * from './workqueue/rate-limiter.js';
export * from './workqueue/rate-limiting-queue.js';
export * from './workqueue/work-queue.js';
export {
  MalformedEventError,
  MalformedListError,
  TruncatedStreamError,
  UnexpectedListKindError,
} from './decode/errors.js';
export { jsonDecoder, type ObjectDecoder, type TypeMeta } from './decode/json/object-decoder.js';
export {
  ApiClient,
  type CallOptions,
  type ListRequest,
  type ObjectName,
  type PatchOptions,
  type PatchType,
  type RawRequest,
  type Sendable,
} from './transport/api-client.js';
export { connect, type ConnectOptions, type Impersonation } from './transport/connect.js';
export type { KubeConfigLike } from './transport/auth/credentials.js';
export {
  ClientClosedError,
  ConfigurationError,
  ConnectionError,
  CredentialsError,
  UnresponsiveServerError,
} from './transport/http/errors.js';
export type { TlsOptions } from './transport/http/http-types.js';
export type { HttpListerWatcherOptions } from './transport/http-lister-watcher.js';
export type { Query } from './transport/resource-path.js';
export type { TransportKind } from './transport/http/transport.js';
export { InformerWatcher } from './client-go/informer-watcher.js';
export { RetryWatcher, type RetryWatcherOptions } from './client-go/retry-watcher.js';
export { untilWithSync, type UntilWithSyncOptions } from './client-go/until-with-sync.js';
export * from './client-go/until.js';
export type { WatchChange } from './client-go/watch-change.js';
