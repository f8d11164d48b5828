import type { ControllerRow } from './row.js';
import { notPorted, ported, provenBy } from './row.js';

/** Leader election: client-go. */
export const electionRows: readonly ControllerRow[] = [
  ...ported(
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
  ...ported(
    'tools/leaderelection/resourcelock/leaselock_test.go',
    'runtime/controller/election/lease-lock.conformance.test.ts',
    ['TestLabelUpdate', 'TestUpdateWithNilLabelsOnLease'],
  ),
  ...provenBy(
    'tools/leaderelection/leaderelection_test.go',
    'runtime/controller/election/leader-elector.conformance.test.ts',
    {
      TestCheckMethodRace: 'TestLeaderElectionHealthChecker: ',
    },
  ),
  ...notPorted('tools/leaderelection/leaderelection_test.go', {
    TestTryCoordinatedRenew:
      'coordinated elections are off by default in Kubernetes; candidates of them are not offered',
  }),
  ...notPorted('tools/leaderelection/leasecandidate_test.go', {
    TestLeaseCandidateCreation: 'the same',
    TestLeaseCandidateAck: 'the same',
  }),
];
