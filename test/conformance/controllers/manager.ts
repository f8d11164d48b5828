import type { ControllerRow } from './row.js';
import { notPorted, ported } from './row.js';

/** The manager: controller-runtime. */
export const managerRows: readonly ControllerRow[] = [
  ...ported('pkg/manager/manager_test.go', 'runtime/controller/manager/manager.conformance.test.ts', [
    'should start the cache before starting anything else',
    'should start caches added after Manager has started',
    'should return both runnables and stop errors when both error',
    'should wait for runnables to stop',
    'should only cancel the leader election after all runnables are done',
    'should release lease if ElectionReleaseOnCancel is true',
    'should disable gracefulShutdown when stopping to lead',
    'should prevent leader election when shutting down a non-elected manager',
    'should not wait for runnables if gracefulShutdownTimeout is 0',
    'should wait forever for runnables if gracefulShutdownTimeout is <0',
    'should refuse to add runnable if stop procedure is already engaged',
    'should not leak goroutines when stopped',
  ]),
  ...notPorted('pkg/manager/manager_test.go', {
    'should start additional clusters before anything else': 'a manager has one cluster',
  }),
];
