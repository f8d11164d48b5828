import { type ConformanceRow, wholeFile } from './row.js';

/** Work queues, heap, sync trackers, watch helpers. */
export const helperRows: readonly ConformanceRow[] = [
  ...wholeFile('heap_test.go', 'client-go/heap.conformance.test.ts'),
  ...wholeFile('synctrack_test.go', 'client-go/synctrack.conformance.test.ts'),
  ...wholeFile('lazy_test.go', 'client-go/synctrack.conformance.test.ts'),
  ...wholeFile('queue_test.go', 'workqueue/workqueue.conformance.test.ts'),
  ...wholeFile('metrics_test.go', 'workqueue/workqueue.conformance.test.ts'),
  ...wholeFile('parallelizer_test.go', 'workqueue/workqueue.conformance.test.ts'),
  ...wholeFile('delaying_queue_test.go', 'workqueue/delaying-queue.conformance.test.ts'),
  ...wholeFile('rate_limiting_queue_test.go', 'workqueue/delaying-queue.conformance.test.ts'),
  ...wholeFile('default_rate_limiters_test.go', 'workqueue/rate-limiters.conformance.test.ts'),
  ...wholeFile('retrywatcher_test.go', 'client-go/retry-watcher.conformance.test.ts'),
  ...wholeFile('until_test.go', 'client-go/until.conformance.test.ts'),
  ...wholeFile('informerwatcher_test.go', 'client-go/informer-watcher.conformance.test.ts'),
];
