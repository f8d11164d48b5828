// The entry point `@informer-gen/runtime/controller`: what programs that reconcile are made of.
export { LOW_PRIORITY, PriorityQueue } from '../workqueue/priority-queue.js';
export type { PrioritizedKey, PriorityAddOptions, PriorityQueueOptions } from '../workqueue/priority-queue.js';
export type { PriorityQueueMetricsProvider } from '../workqueue/priority-queue-metrics.js';

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
