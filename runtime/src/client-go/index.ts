/**
 * What client-go has beside its informers, and the pipeline itself does not use; second spellings of functions; the
 * classes behind error codes; and types that few programs name. Everyday names come from `@informer-gen/runtime`.
 */

// Caches, trackers and waits that stand beside the pipeline.
export { Heap, HeapClosedError } from './heap.js';
export { UndeltaStore } from './undelta-store.js';
export { ExpirationCache, newExpirationStore, newTTLStore, TTLPolicy } from './expiration-cache.js';
export type { ExpirationCacheOptions, ExpirationPolicy, TimestampedEntry } from './expiration-cache.js';
export { MutationCache } from './mutation-cache.js';
export type { MutationCacheOptions } from './mutation-cache.js';
export { ControllerExpectations, UIDTrackingControllerExpectations } from './expectations.js';
export type { Expectations, ExpectationsOptions } from './expectations.js';
export { AsyncTracker, SingleFileTracker } from './synctrack.js';
export type { SyncTracker } from './synctrack.js';
export { Lazy } from './lazy.js';
export { parallelizeUntil } from './parallelize-until.js';
export type { ParallelizeOptions } from './parallelize-until.js';
export { RetryWatcher } from './retry-watcher.js';
export type { RetryWatcherOptions } from './retry-watcher.js';
export { InformerWatcher } from './informer-watcher.js';
export { until, UntilTimeoutError, untilWithoutRetry, WatchClosedError } from './until.js';
export type { UntilOptions, WatchCondition } from './until.js';
export { untilWithSync } from './until-with-sync.js';
export type { UntilWithSyncOptions } from './until-with-sync.js';
export type { WatchChange } from './watch-change.js';

// Keys, versions and selectors, spelled out.
export { deletionHandlingObjectName, KeyError, KeyFormatError, newObjectName, objectName } from '../api/key.js';
export type { DeletionKeyable, Keyable } from '../api/key.js';
export { InvalidResourceVersionError, isWellFormedResourceVersion } from '../api/resource-version.js';
export { apiVersionOf, resourceKey } from '../api/resource.js';
export type { ProjectedResource, ResourceSpec } from '../api/resource.js';
export type { IdentityPath, PathIn, ProjectedViews } from '../api/projected.js';
export { projectObject } from '../api/projection.js';
export type { Projection } from '../api/projection.js';
export type { ManagedFieldsEntry } from '../api/object.js';
export { everything, nothing, selectorFromLabelSelector, selectorFromSet } from '../selectors/selectors.js';
export { newRequirement } from '../selectors/label-requirement.js';
export type { RequirementParts } from '../selectors/label-requirement.js';
export { LabelSelectorError } from '../selectors/label-selector-error.js';
export { parseLabelSelector } from '../selectors/label-selector-parser.js';
export type { LabelOperator, LabelRequirement, Labels, LabelSelectorRequirement } from '../selectors/label-selector.js';
export {
  escapeFieldValue,
  FieldSelectorError,
  fieldSelectorFromSet,
  fieldSelectorText,
  parseFieldSelector,
} from '../selectors/field-selector.js';
export type { FieldRequirement, FieldSelector } from '../selectors/field-selector.js';

// Errors: how to ask for a few more, and the classes behind the codes.
export {
  isConnectionRefused,
  isInternalError,
  isTooLargeResourceVersion,
  isTooManyRequests,
} from '../api/api-error.js';
export type { RequestSummary } from '../api/api-error.js';
export type { FieldConflict, FieldError } from '../api/field-errors.js';
export type { ApiErrorCode } from '../api/informer-error.js';
export type { StatusCause, StatusDetails } from '../api/status.js';
export { reportOnStderr } from '../api/report-on-stderr.js';
export type { ErrorStage } from '../api/on-error.js';
export {
  MalformedEventError,
  MalformedListError,
  TooLargeError,
  TruncatedStreamError,
  UnexpectedListKindError,
} from '../decode/errors.js';
export { MalformedObjectError } from '../decode/lazy-object.js';
export { CacheMutationError } from '../informer/mutation-detector.js';
export type { MutationDetection, MutationDetectorOptions } from '../informer/mutation-detector.js';
export { TransformError, ZeroLengthDeltasError } from '../queue/queue.js';
export { InconsistentWatchListError } from '../reflector/consistency-check.js';
export { VeryShortWatchError } from '../reflector/watch-session.js';
export { TransactionError } from '../store/indexer.js';
export { IndexFuncError } from '../store/store-index.js';
export { UnknownIndexError } from '../store/thread-safe-store.js';
export { UnknownResourceError } from '../factory/dynamic-factories.js';
export type { DynamicInformerOptions } from '../factory/dynamic-factories.js';
export {
  ClientClosedError,
  ConfigurationError,
  ConnectionError,
  CredentialsError,
  UnresponsiveServerError,
} from '../transport/http/errors.js';

// Stores, queues and reflectors: their options, and what is inside.
export { ObjectIndexer } from '../store/indexer.js';
export type { IndexerOptions } from '../store/indexer.js';
export { ThreadSafeStore } from '../store/thread-safe-store.js';
export type { StagedReplace, ThreadSafeStoreOptions } from '../store/thread-safe-store.js';
export type { Deletable, KeyFunc, StoreOperation, StoreReader } from '../store/store.js';
export type { DeltaFIFOOptions, KeyListerGetter } from '../queue/delta-fifo.js';
export type { RealFIFOOptions } from '../queue/real-fifo.js';
export { newestDelta } from '../queue/delta.js';
export type { BookmarkDelta, Delta, ReplacedAllDelta, SyncAllDelta } from '../queue/delta.js';
export type {
  BatchQueue,
  CachedObjects,
  PopProcessFunc,
  ProcessBatch,
  ReflectorStore,
  ReplaceOptions,
} from '../queue/queue.js';
export type { ListWatchFuncs } from '../source/list-watch.js';
export { NO_DIGEST } from '../source/lister-watcher.js';
export type { ReadOverlay } from '../informer/read-overlay.js';
export type { OverlayFor } from '../factory/shared-informer-factory.js';
export type {
  BookmarkEvent,
  CacheLookup,
  DecodeOptions,
  KeepsManagedFields,
  ManagedFieldsOption,
  WatchEvents,
  WatchListExperience,
} from '../source/lister-watcher.js';
export type { ListPagerOptions, PagedList } from '../source/pager.js';
export { WatchListMemory } from '../source/watch-list-memory.js';
export type { WatchListMemoryOptions } from '../source/watch-list-memory.js';
export type { ReflectorView, WatchErrorHandler } from '../reflector/reflector-options.js';
export type { LastError, ReflectorPhase, ReflectorStatus, RelistReason } from '../reflector/reflector-status.js';
export { onAbort } from '../async/abort.js';
export type { BackoffOptions } from '../async/backoff.js';
export type { SleepOptions, Timer } from '../async/clock.js';
export { countTurns } from '../async/turn.js';

// Informers, listers and factories: their options, and what few programs call.
export type { Config, ReflectorLike } from '../informer/cache-controller.js';
export type { NewIndexerInformerOptions, NewInformerOptions } from '../informer/new-informer.js';
export type { QueueKind } from '../informer/new-queue.js';
export type { ControllerView } from '../informer/shared-informer.js';
export type { InformerReflector, NamespaceOptions } from '../informer/namespaced-source.js';
export type { HandlerBehind, HealthOptions, HealthSubject } from '../informer/health.js';
export type { BacklogPolicy } from '../delivery/backlog-options.js';
export type { HeldUp } from '../delivery/reading-gate.js';
export { describeUnsynced } from '../informer/informer-status.js';
export { waitForNamedCacheSync } from '../informer/wait-for-cache-sync.js';
export type { Syncable, WaitForCacheSyncOptions } from '../informer/wait-for-cache-sync.js';
export type {
  Filterable,
  FilteringHandlerOptions,
  HandlerResult,
  ResourceEventHandlerDetailedFuncs,
  ResourceEventHandlerFuncs,
} from '../api/handler.js';
export { listAll, listAllByNamespace } from '../lister/listers.js';
export { genericInformer } from '../factory/dynamic-factories.js';
export type { FactoryDefaults } from '../factory/informer-host.js';
export type { FieldSelectorLike, InformerSelection } from '../factory/selection.js';

// Work queues: their parts and metrics.
export { BucketRateLimiter } from '../workqueue/bucket-rate-limiter.js';
export type { BucketOptions } from '../workqueue/bucket-rate-limiter.js';
export { defaultControllerRateLimiter, defaultItemBasedRateLimiter } from '../workqueue/default-rate-limiters.js';
export type {
  CounterMetric,
  GaugeMetric,
  HistogramMetric,
  SettableGaugeMetric,
  WorkQueueMetricsProvider,
} from '../workqueue/metrics.js';
export { FifoStorage } from '../workqueue/queue-storage.js';
export type { QueueStorage } from '../workqueue/queue-storage.js';
export { ItemFastSlowRateLimiter, MaxOfRateLimiter, WithMaxWaitRateLimiter } from '../workqueue/rate-limiter.js';
export type { RateLimitedItem, RateLimitingQueueOptions } from '../workqueue/rate-limiting-queue.js';
export type { WorkItem } from '../workqueue/queue-item.js';
export type { WorkKey, WorkQueueOptions } from '../workqueue/work-queue.js';

// The client: how requests are made, and how objects are decoded.
export type { RawRequest } from '../client/http-client.js';
export type {
  AnswerFor,
  InputFor,
  IntentFor,
  PartOf,
  PatchFor,
  PatchType,
  SubresourceName,
} from '../client/call-types.js';
export type {
  ApplyOptions,
  CreateOptions,
  DeleteCollectionOptions,
  DeleteOptions,
  FieldValidation,
  GetOptions,
  ListAllRequest,
  ListRequest,
  PatchOptions,
  Preconditions,
  PropagationPolicy,
  ReplaceObjectOptions,
  WatchRequest,
  WriteOptions,
} from '../client/call-options.js';
export type { CallRequest } from '../client/call-body.js';
export type { Impersonation } from '../client/connect.js';
export type { DeleteAnswer, ObjectEvent } from '../client/api-client.js';
export { ResourceCalls } from '../client/calls.js';
export { clusterResourceClient, namespacedResourceClient } from '../client/resource-client.js';
export type {
  NamespacedResourceClient,
  ResourceClient,
  ResourceReader,
  SubresourceClient,
} from '../client/resource-client.js';
export { UnsafeNumberError } from '../client/safe-numbers.js';
export type { WriteDefaults } from '../client/write-defaults.js';
export { Warnings } from '../transport/warnings.js';
export type { OnWarning } from '../transport/warnings.js';
export type { JsonPatch, JsonPatchOperation, MergePatch } from '../api/patches.js';
export type { TlsOptions } from '../transport/http/http-types.js';
export type { TransportKind } from '../transport/http/transport.js';
export type { HttpListerWatcherOptions } from '../transport/http-lister-watcher.js';
export { resourcePath } from '../transport/resource-path.js';
export type { ObjectPath, Query } from '../transport/resource-path.js';
export { jsonDecoder } from '../decode/decoder.js';
export type { ObjectDecoder, TypeMeta } from '../decode/decoder.js';
