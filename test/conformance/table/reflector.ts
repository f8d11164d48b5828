import { type ConformanceRow, notPorted, ported, wholeFile } from './row.js';

const named = (names: string): string[] => names.split(/\s+/);

/** Reflector, WatchList, data consistency, pager. */
export const reflectorRows: readonly ConformanceRow[] = [
  ...ported(
    'reflector_test.go',
    'reflector/reflector.conformance.test.ts',
    named(`TestReflectorListAndWatch TestReflectorListAndWatchWithErrors TestReflectorWatchHandler TestReflectorStopWatch
      TestReflectorHandleWatchStoppedBefore TestReflectorHandleWatchStoppedAfter TestReflectorWatchStoppedBefore
      TestReflectorWatchStoppedAfter TestReflectorHandleWatchResultChanClosedBefore
      TestReflectorHandleWatchResultChanClosedAfter TestReflectorResourceVersionUpdate
      TestReflectorReplacesStoreOnUnsafeDelete TestCloseWatchChannelOnError TestRunUntil TestReflectorResyncChan
      TestReflectorListExtract TestReflectorResync TestIsUnsupportedTableObject TestGetTypeDescriptionFromObject
      TestGetExpectedGVKFromObject`),
  ),
  ...ported(
    'reflector_test.go',
    'reflector/reflector-requests.conformance.test.ts',
    named(`TestReflectorWatchListPageSize TestReflectorNotPaginatingNotConsistentReads
      TestReflectorPaginatingNonConsistentReadsIfWatchCacheDisabled TestReflectorResyncWithResourceVersion
      TestReflectorExpiredExactResourceVersion TestReflectorFullListIfExpired TestReflectorFullListIfTooLarge
      TestWatchTimeout`),
  ),
  ...ported(
    'reflector_test.go',
    'reflector/reflector-backoff.conformance.test.ts',
    named(`TestReflectorListAndWatchInitConnBackoff TestBackoffOnTooManyRequests TestNoRelistOnTooManyRequests
      TestRetryInternalError TestNewReflectorWithCustomBackoff`),
  ),
  ...ported('reflector_test.go', 'reflector/reflector-store.conformance.test.ts', [
    'TestReflectorRespectStoreTransformer',
  ]),
  ...wholeFile('retry_with_deadline_test.go', 'reflector/reflector-backoff.conformance.test.ts'),
  ...wholeFile('reflector_watchlist_test.go', 'reflector/reflector-watch-list.conformance.test.ts'),
  ...wholeFile('reflector_data_consistency_detector_test.go', 'reflector/reflector-store.conformance.test.ts'),
  ...wholeFile('data_consistency_detector_test.go', 'reflector/reflector-store.conformance.test.ts'),
  ...ported('watch_list_test.go', 'reflector/reflector-watch-list.conformance.test.ts', [
    'TestDoesClientNotSupportWatchListSemantics',
  ]),
  notPorted(
    'watch_list_test.go',
    'TestPrepareWatchListOptionsFromListOptions',
    'it is for clients that answer a plain list by a WatchList; only the reflector uses WatchList here',
  ),
  ...wholeFile('listwatch_test.go', 'reflector/reflector-watch-list.conformance.test.ts'),
  ...wholeFile('pager_test.go', 'source/pager.conformance.test.ts'),
];
