// The entry point `@informer-gen/runtime/controller`: what programs that reconcile are made of.
export { LOW_PRIORITY, PriorityQueue } from '../workqueue/priority-queue.js';
export type { PrioritizedKey, PriorityAddOptions, PriorityQueueOptions } from '../workqueue/priority-queue.js';
export type { PriorityQueueMetricsProvider } from '../workqueue/priority-queue-metrics.js';
