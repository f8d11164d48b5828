import type { ControllerRow } from './row.js';
import { notPorted, ported, provenBy } from './row.js';

/** Reading own writes: controller-runtime and Kubernetes. */
export const consistencyRows: readonly ControllerRow[] = [
  ...ported(
    'pkg/client/consistency_envtest_test.go',
    'runtime/controller/consistency/read-your-writes.conformance.test.ts',
    [
      'should observe the created object after create',
      'should observe the updated object after update',
      'should not observe the object after delete',
      'should observe the updated object with deletion timestamp after delete',
    ],
  ),
  ...ported(
    'pkg/client/consistency_fake_test.go',
    'runtime/controller/consistency/read-your-writes.conformance.test.ts',
    ['TestConsistentFakeClient'],
  ),
  ...ported(
    'pkg/controller/util/consistency/consistency_test.go',
    'runtime/controller/consistency/read-your-writes.conformance.test.ts',
    ['TestConsistencyStore_IsReady', 'TestConsistencyStore_Clear'],
  ),
  ...provenBy(
    'pkg/client/internal/consistencyhandler/consistencyhandler_test.go',
    'runtime/controller/consistency/read-your-writes.conformance.test.ts',
    {
      TestWaitForGetWaitsForMinRV: 'TestConsistencyStore_IsReady: waits until the cache has what the run before wrote',
      TestWaitForGetReturnsContextErrorIfMinRVIsNeverObserved:
        'TestConsistencyStore_Clear: waits no longer than it is told',
      TestWaitForGetWaitsForPendingDeletesOfItsKeyOnly: 'waits for a delete until the cache no longer has that uid',
      TestWaitForListWaitsForMinRV: 'resolves when the cache has reached the version',
      TestWaitForListWaitsForPendingDeletesOfAllKeys: 'waits for a delete until the cache no longer has that uid',
    },
  ),
  ...provenBy('pkg/client/consistency_fake_test.go', 'runtime/controller/reconcile/controllers.test.ts', {
    TestConsistentFakeClientDisableReadYourWritesConsistency: '%s',
  }),
  ...provenBy(
    'pkg/controller/util/consistency/consistency_test.go',
    'runtime/controller/consistency/own-writes-on-the-bed.test.ts',
    { TestOwnerRecord_WroteAt: 'is not begun again before the cache has what it wrote' },
  ),
  ...notPorted('pkg/client/consistency_envtest_test.go', {
    'evicts a pod without erroring': 'creating a subresource is no call of the client',
  }),
  ...notPorted('pkg/controller/util/consistency/consistency_test.go', {
    TestConsistencyStore_EnsureWrittenRecord_Concurrent: 'one thread: a record cannot be made twice at once',
  }),
];
