import type { ControllerRow } from './row.js';
import { notPorted, ported } from './row.js';

/** The reconcile loop, its queue, its sources and predicates: controller-runtime. */
export const loopRows: readonly ControllerRow[] = [
  ...ported(
    'pkg/controller/priorityqueue/priorityqueue_test.go',
    'runtime/workqueue/priority-queue.conformance.test.ts',
    [
      'returns an item',
      'de-duplicates items',
      'retains the highest priority',
      'will not decrease the priority',
      'gets pushed to the front if the priority increases',
      'follows FIFO order in the new priority queue when item priority changes',
      'retains the lowest after duration',
      'returns an item only after after has passed',
      "doesn't include non-ready items in Len()",
      "doesn't return an item that is currently locked",
      'returns an item as soon as its unlocked',
      'TestPriorityQueueDoesNotDeadlockOnShutdownWhileHandingOutItems',
      'TestHighPriorityItemThatBecameReadyIsReturnedBeforeLowPriorityItem',
      'TestMultipleItemsWithAfterAreReturnedInCorrectOrder',
      'TestWaitingItemIsReturnedRightAfterReadWithoutAfter',
      'TestWhenAddingMultipleItemsWithRatelimitTrueTheyDontAffectEachOther',
      'updates metrics correctly for an item that gets initially added with after and then without',
    ],
  ),
  ...ported(
    'pkg/controller/priorityqueue/priorityqueue_test.go',
    'runtime/workqueue/priority-queue.fuzz.conformance.test.ts',
    ['TestFuzzPriorityQueue'],
  ),
  ...ported(
    'pkg/internal/controller/controller_test.go',
    'runtime/controller/reconcile/reconcile-loop.conformance.test.ts',
    [
      'should requeue a Request if there is an error and continue processing items',
      'should not requeue a Request if there is a terminal error',
      "should not reset backoff until there's a non-error result",
      'should requeue a Request with rate limiting if the Result sets Requeue:true',
      'should requeue a Request after a duration (but not rate-limited) if the Result sets RequeueAfter',
      'should retain the priority when there was %s',
      'should use the priority from Result',
      'should recover panic if RecoverPanic is true by default',
      'should time out if ReconciliationTimeout is set',
      'should not increment when user code cancels context earlier',
      'should not increment when parent context is cancelled',
      'should not call Reconcile until all event handlers have processed initial objects',
      'should error when cache sync timeout occurs',
      'should error when Start() is blocking forever',
      'should not error when controller Start context is cancelled during Sources WaitForSync',
      'should return an error if there is an error starting sources',
      'should return an error if it gets started more than once',
      'should only start sources once when called multiple times concurrently',
      'should block subsequent calls if one is in flight',
    ],
  ),
  ...ported('pkg/handler/eventhandler_test.go', 'runtime/controller/sources/event-handler.conformance.test.ts', [
    'should enqueue a Request with the Name / Namespace of the object in the CreateEvent',
    'should enqueue a Request with the Owner of the object in the CreateEvent',
    'should enqueue a Request with the Owners of both objects in the UpdateEvent',
    'should enqueue a Request with the one duplicate Owner of both objects in the UpdateEvent',
    'should not enqueue a Request if there are no owners matching Group and Kind', // wording: controller-runtime
    'should enqueue a Request if there are owners matching Group and Kind with a different version',
    'should enqueue a Request for a owner that is cluster scoped',
    'should enqueue reconcile.Requests for only the first the Controller if there are multiple Controller owners',
    'should enqueue a Requests for all owners',
    'should do nothing with an invalid OwnerReference',
    'should enqueue a Request with the function applied to both objects in the UpdateEvent',
    'should enqueue a Request with the function applied to the DeleteEvent',
    'should lower the priority of a create request for an object that was part of the initial list',
    'should lower the priority of an update request with unchanged RV',
  ]),
  ...ported('pkg/predicate/predicate_test.go', 'runtime/controller/sources/predicates.conformance.test.ts', [
    'When checking a ResourceVersionChangedPredicate',
    'When checking a GenerationChangedPredicate',
    'When checking an AnnotationChangedPredicate',
    'When checking a LabelChangedPredicate',
    'When checking a LabelSelectorPredicate',
    'When checking a boolean predicate',
  ]),
  ...notPorted('pkg/internal/controller/controller_test.go', {
    'should not recover panic if RecoverPanic is false':
      'what a reconcile throws is always an error of that run; there is no such option',
    'should perform error behavior if error is not nil, regardless of RequeueAfter':
      'a reconcile returns a result or throws an error, and never both',
    'should increment when Reconciler returns DeadlineExceeded error':
      'a run has timed out when its own deadline has passed and it threw, whatever it threw: see the test of the deadline',
  }),
];
