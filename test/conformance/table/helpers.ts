import { type ConformanceRow, wholeFile } from './row.js';

/** Work queues, heap, sync trackers, watch helpers. */
export const helperRows: readonly ConformanceRow[] = [
  ...wholeFile('heap_test.go', 'heap.test.ts'),
  ...wholeFile('synctrack_test.go', 'synctrack.test.ts'),
  ...wholeFile('lazy_test.go', 'synctrack.test.ts'),
  ...wholeFile('queue_test.go', 'workqueue.test.ts'),
  ...wholeFile('metrics_test.go', 'workqueue.test.ts'),
  ...wholeFile('parallelizer_test.go', 'workqueue.test.ts'),
  ...wholeFile('delaying_queue_test.go', 'delaying-queue.test.ts'),
  ...wholeFile('rate_limiting_queue_test.go', 'delaying-queue.test.ts'),
  ...wholeFile('default_rate_limiters_test.go', 'rate-limiters.test.ts'),
  ...wholeFile('retrywatcher_test.go', 'retry-watcher.test.ts'),
  ...wholeFile('until_test.go', 'until.test.ts'),
  ...wholeFile('informerwatcher_test.go', 'informer-watcher.test.ts'),
];
