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
];
