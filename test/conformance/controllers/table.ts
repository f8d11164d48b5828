/** Where the behaviour of one upstream test of controllers is proven here. */
export interface ControllerRow {
  /** The upstream test file. */
  readonly file: string;
  /** The upstream test's name: that of a Go test, or the text of a specification. Ours begins with it, then a colon. */
  readonly name: string;
  /** Our test file, below test/. */
  readonly ours: string;
}

function rows(file: string, ours: string, names: readonly string[]): ControllerRow[] {
  return names.map((name) => ({ file, name, ours }));
}

/**
 * The tests of controller-runtime (v0.25.2), client-go (v0.37.2) and Kubernetes (v1.36.3) for controllers whose behaviour
 * the runtime promises. Only names: each is proven again in our own code. `table.test.ts` checks it.
 */
export const controllerTable: readonly ControllerRow[] = [
  ...rows(
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
  ...rows(
    'pkg/controller/priorityqueue/priorityqueue_test.go',
    'runtime/workqueue/priority-queue.fuzz.conformance.test.ts',
    ['TestFuzzPriorityQueue'],
  ),
  ...rows(
    'tools/leaderelection/leaderelection_test.go',
    'runtime/controller/election/leader-elector.conformance.test.ts',
    [
      'TestTryAcquireOrRenewLeases',
      'TestFastPathLeaderElection',
      'TestReleaseLeaseLeases',
      'TestReleaseMethodCallsGet',
      'TestReleaseRetriesOnConflict',
      'TestReleaseOnCancellation_Leases',
      'TestLeaderElectionConfigValidation',
      'TestLeaderElectionHealthChecker',
      'TestLeaseSpecToLeaderElectionRecordRoundTrip',
    ],
  ),
  ...rows(
    'tools/leaderelection/resourcelock/leaselock_test.go',
    'runtime/controller/election/lease-lock.conformance.test.ts',
    ['TestLabelUpdate', 'TestUpdateWithNilLabelsOnLease'],
  ),
  ...rows('tools/events', 'runtime/controller/events/event-recorder.conformance.test.ts', [
    'TestEventSeriesf',
    'TestEventSeriesWithEventSinkImplRace',
    'TestFinishSeries',
    'TestRefreshExistingEventSeries',
    'TestRecordEventToSink',
  ]),
  ...rows('tools/record', 'runtime/controller/events/event-recorder.conformance.test.ts', [
    'TestWriteEventError',
    'TestUpdateExpiredEvent',
    'TestLotsOfEvents',
    'TestEventfNoNamespace',
    'TestNonRacyShutdown',
  ]),
  ...rows('pkg/internal/controller/controller_test.go', 'runtime/controller/loop/reconcile-loop.conformance.test.ts', [
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
  ]),
  ...rows('pkg/handler/eventhandler_test.go', 'runtime/controller/sources/event-handler.conformance.test.ts', [
    'should enqueue a Request with the Name / Namespace of the object in the CreateEvent',
    'should enqueue a Request with the Owner of the object in the CreateEvent',
    'should enqueue a Request with the Owners of both objects in the UpdateEvent',
    'should enqueue a Request with the one duplicate Owner of both objects in the UpdateEvent',
    'should not enqueue a Request if there are no owners matching Group and Kind',
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
  ...rows('pkg/predicate/predicate_test.go', 'runtime/controller/sources/predicates.conformance.test.ts', [
    'When checking a ResourceVersionChangedPredicate',
    'When checking a GenerationChangedPredicate',
    'When checking an AnnotationChangedPredicate',
    'When checking a LabelChangedPredicate',
    'When checking a LabelSelectorPredicate',
    'When checking a boolean predicate',
  ]),
  ...rows(
    'pkg/client/consistency_envtest_test.go',
    'runtime/controller/consistency/read-your-writes.conformance.test.ts',
    [
      'should observe the created object after create',
      'should observe the updated object after update',
      'should not observe the object after delete',
      'should observe the updated object with deletion timestamp after delete',
    ],
  ),
  ...rows(
    'pkg/client/consistency_fake_test.go',
    'runtime/controller/consistency/read-your-writes.conformance.test.ts',
    ['TestConsistentFakeClient'],
  ),
  ...rows(
    'pkg/controller/util/consistency/consistency_test.go',
    'runtime/controller/consistency/read-your-writes.conformance.test.ts',
    ['TestConsistencyStore_IsReady', 'TestConsistencyStore_Clear'],
  ),
  ...rows('pkg/manager/manager_test.go', 'runtime/controller/manager/manager.conformance.test.ts', [
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
];
