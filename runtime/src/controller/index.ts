// The entry point `@informer-gen/runtime/controller`: what programs that reconcile are made of.
export { LOW_PRIORITY, PriorityQueue } from '../workqueue/priority-queue.js';
export type {
  PrioritizedKey,
  PriorityAddOptions,
  PriorityQueueOptions,
  QueuedKey,
} from '../workqueue/priority-queue.js';
export type { PriorityQueueMetricsProvider } from '../workqueue/metrics.js';

export { LeaderElector } from './election/leader-elector.js';
export type { LeaderCallbacks, LeaderElectorOptions } from './election/elector-options.js';
export { electionIdentity } from './election/identity.js';
export { LeaseLock } from './election/lease-lock.js';
export type { LeaseClient, LeaseLockOptions, LockCallOptions, ResourceLock } from './election/lease-lock.js';
export type { LeaderElectionRecord } from './election/lease-record.js';
export { FencedError, WriteFence } from './election/write-fence.js';
export type { ClockReading, FenceMoment, WriteFenceOptions } from './election/write-fence.js';
export type { RequestGate } from '../transport/http/http-types.js';

export { EventRecorder } from './events/event-recorder.js';
export type { EventClient, EventRecorderOptions } from './events/event-recorder.js';
export type { EventNote, EventReference } from './events/event-object.js';

export { ReconcileLoop } from './reconcile/reconcile-loop.js';
export type { ReconcileCall, ReconcileFunc, ReconcileLoopOptions, RunLoopOptions } from './reconcile/reconcile-loop.js';
export { isTerminal, TerminalError } from './reconcile/reconcile-result.js';
export type { ReconcileOutcome, ReconcileResult, ReconcileResultName } from './reconcile/reconcile-result.js';
export type { StuckRun } from './reconcile/run-deadline.js';

export { InformerSource } from './sources/informer-source.js';
export type { EventSource, InformerSourceOptions, KeySink } from './sources/informer-source.js';
export { toItself, toOwners } from './sources/mapping.js';
export type { KeyMapping, OwnerMappingOptions } from './sources/mapping.js';
export {
  and,
  annotationsChanged,
  generationChanged,
  labelsChanged,
  matchesLabels,
  not,
  or,
  resourceVersionChanged,
} from './sources/predicates.js';
export type { Predicate } from './sources/predicates.js';

export type { ChildMemory } from './reconcile/child-memory.js';
export { ControllerBuilder } from './reconcile/controller-builder.js';
export type {
  BuiltController,
  ControllerOptions,
  OwnsOptions,
  ReconcileOptions,
  WatchOptions,
} from './reconcile/controller-builder.js';
export type {
  ControllerHost,
  LoopOptions,
  ReadYourWritesOptions,
  WatchSelection,
} from './reconcile/controller-host.js';
export type { FailedRun } from '../api/on-error.js';
export type { LogEntry, LogFields, LogSink, RunLog } from './reconcile/log.js';
export { logOnStderr, logToConsole, logToPino, noLog } from './reconcile/log-sinks.js';
export type { ConsoleLike, PinoLike } from './reconcile/log-sinks.js';
export type { Cleanup, KeyReconciler, ReconcileAnswer, Reconciler } from './reconcile/object-reconciler.js';
export type {
  ApplyChildOptions,
  CacheListOptions,
  ChildIntent,
  ConsistentReadOptions,
  ReconcileContext,
} from './reconcile/reconcile-context.js';
export type { OverlayFor, SharingClient } from '../factory/shared-informer-factory.js';
export type { ReadOverlay } from '../informer/read-overlay.js';

export { Manager } from './manager/manager.js';
export type { ManagerActivity } from './manager/manager-controllers.js';
export type { ManagerRunOptions } from './manager/manager-lifecycle.js';
export { LeaderElectionLostError } from './manager/manager-options.js';
export type {
  LeaderElectionOptions,
  ManagerClient,
  ManagerMetrics,
  ManagerOptions,
} from './manager/manager-options.js';
export type { ElectionState, ManagerState } from './manager/manager-state.js';
export type { HealthCheck } from './manager/health-checks.js';
export type { ManagerHttpOptions } from './manager/probes.js';
export type { Runnable, RunnableOptions } from './manager/runnable-group.js';

// The helpers again, which `./controller/helpers` has without the manager.
export { applyIfChanged, IntentMemory } from './helpers/apply-if-changed.js';
export type { ApplyIfChangedOptions, ApplyIfChangedResult, IntentMemoryOptions } from './helpers/apply-if-changed.js';
export {
  findCondition,
  isConditionFalse,
  isConditionTrue,
  removeCondition,
  setCondition,
} from './helpers/conditions.js';
export type { NewCondition, SetConditionOptions, SetConditionResult } from './helpers/conditions.js';
export { InvalidConditionError } from './helpers/condition-after.js';
export type {
  ConditionDetails,
  ConditionDetailsOf,
  ConditionShape,
  ConditionStatus,
  ConditionStatusOf,
  ConditionType,
  ConditionTypeOf,
} from './helpers/condition-types.js';
export type { StatusOf, StatusWriter, WholeOf } from './helpers/status-types.js';
export { createOrUpdate } from './helpers/create-or-update.js';
export type { Changeable, CreateOrUpdateRequest, CreateOrUpdateResult } from './helpers/create-or-update.js';
export { extractOwned, readOwned } from './helpers/extract-owned.js';
export type { ExtractOptions } from './helpers/extract-owned.js';
export { addFinalizer, finalizerState, removeFinalizer } from './helpers/finalizers.js';
export type { Finalizable, FinalizerState } from './helpers/finalizers.js';
export {
  AlreadyOwnedError,
  controllerOf,
  InvalidOwnerError,
  isOwnedBy,
  removeOwnerReference,
  setControllerReference,
  setOwnerReference,
} from './helpers/owner-references.js';
export type { Owned, OwnedBy, Owner } from './helpers/owner-references.js';
export { retryOnConflict } from './helpers/retry-on-conflict.js';
export type { RetryOnConflictOptions } from './helpers/retry-on-conflict.js';
export { toMicroTime, toTime } from './helpers/times.js';
export { writeStatus } from './helpers/write-status.js';
export type { WriteStatusRequest } from './helpers/write-status.js';
