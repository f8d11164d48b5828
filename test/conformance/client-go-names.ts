/** The tests of one Go test file: those that matter most, and the rest. */
export interface GoTestFile {
  readonly star: readonly string[];
  readonly other: readonly string[];
}

const names = (text: string): readonly string[] => text.split(/\s+/).filter((name) => name !== '');

/**
 * The tests of client-go (32ce75a) whose behaviour the runtime promises, by Go file. Only names: what each of them proves
 * is proven again in this folder, in our own code.
 */
export const clientGoTests: { readonly [goFile: string]: GoTestFile } = {
  'delta_fifo_test.go': {
    star: names(`TestDeltaFIFO_basic TestDeltaFIFO_addUpdate TestDeltaFIFO_enqueueingNoLister
      TestDeltaFIFO_enqueueingWithLister TestDeltaFIFO_replaceWithDeleteDeltaIn
      TestDeltaFIFOW_ReplaceMakesDeletionsForObjectsOnlyInQueue TestDeltaFIFO_ReplaceMakesDeletions
      TestDeltaFIFO_ReplaceMakesDeletionsReplaced TestDeltaFIFO_UpdateResyncRace TestDeltaFIFO_HasSynced
      TestDeltaFIFO_HasSyncedCorrectOnDeletion TestDeltaFIFO_PopShouldUnblockWhenClosed`),
    other: names(`TestDeltaFIFO_ReplaceDeltaType TestDeltaFIFO_transformer TestDeltaFIFO_Resync
      TestDeltaFIFO_ResyncNonExisting TestDeltaFIFO_addReplace TestDeltaFIFO_DeleteExistingNonPropagated
      TestDeltaFIFO_detectLineJumpers TestDeltaFIFO_KeyOf`),
  },
  'the_real_fifo_test.go': {
    star: names(`TestRealFIFO_PopMultipleDeltaInBatch TestRealFIFO_PopBrokenItemsInBatch TestRealFIFO_ReplaceAtomic
      TestRealFIFO_ReplaceAtomicPop TestRealFIFO_ResyncAtomic`),
    other: names(`TestRealFIFO_basic TestRealFIFO_replaceWithDeleteDeltaIn
      TestRealFIFOW_ReplaceMakesDeletionsForObjectsOnlyInQueue TestRealFIFO_addUpdate TestRealFIFO_transformer
      TestRealFIFO_enqueueingNoLister TestRealFIFO_enqueueingWithLister TestRealFIFO_addReplace
      TestRealFIFO_ResyncNonExisting TestRealFIFO_Resync TestRealFIFO_DeleteExistingNonPropagated
      TestRealFIFO_ReplaceMakesDeletions TestRealFIFO_ReplaceMakesDeletionsReplaced TestRealFIFO_UpdateResyncRace
      TestRealFIFO_HasSyncedCorrectOnDeletion TestRealFIFO_detectLineJumpers TestRealFIFO_KeyOf TestRealFIFO_HasSynced
      TestRealFIFO_PopShouldUnblockWhenClosed`),
  },
  'controller_test.go': {
    star: names(`TestHammerController TestUpdate TestTransformingInformer TestTransformingInformerRace TestReplaceEvents
      TestResetWatch TestStoreResourceVersion TestStoreResourceVersionWithNonMetaTransform`),
    other: names(`TestProcessDeltasInBatch TestPanicPropagated TestDeletionHandlingObjectToName
      TestDeletedObjectGetObjectName TestDeletedObjectGetKey`),
  },
  'reflector_test.go': {
    star: names(`TestReflectorListAndWatch TestReflectorListAndWatchWithErrors TestReflectorWatchHandler
      TestReflectorStopWatch TestReflectorHandleWatchStoppedBefore TestReflectorHandleWatchStoppedAfter
      TestReflectorWatchStoppedBefore TestReflectorWatchStoppedAfter TestReflectorHandleWatchResultChanClosedBefore
      TestReflectorHandleWatchResultChanClosedAfter TestReflectorListAndWatchInitConnBackoff
      TestBackoffOnTooManyRequests TestNoRelistOnTooManyRequests TestRetryInternalError TestReflectorWatchListPageSize
      TestReflectorNotPaginatingNotConsistentReads TestReflectorPaginatingNonConsistentReadsIfWatchCacheDisabled
      TestReflectorResyncWithResourceVersion TestReflectorExpiredExactResourceVersion TestReflectorFullListIfExpired
      TestReflectorFullListIfTooLarge TestWatchTimeout TestReflectorResourceVersionUpdate
      TestReflectorReplacesStoreOnUnsafeDelete TestReflectorRespectStoreTransformer`),
    other: names(`TestCloseWatchChannelOnError TestRunUntil TestReflectorResyncChan TestNewReflectorWithCustomBackoff
      TestReflectorListExtract TestReflectorResync TestIsUnsupportedTableObject TestGetTypeDescriptionFromObject
      TestGetExpectedGVKFromObject`),
  },
  'retry_with_deadline_test.go': { star: [], other: names('TestRetryWithDeadline') },
  'reflector_watchlist_test.go': {
    star: names('TestWatchList TestWatchListResourceVersion'),
    other: names('TestNewReflectorWithDisablementWatchList TestInitialEventsEndBookmarkTicker'),
  },
  'reflector_data_consistency_detector_test.go': { star: [], other: names('TestReflectorDataConsistencyDetector') },
  'data_consistency_detector_test.go': {
    star: [],
    other: names('TestDataConsistencyChecker TestDataConsistencyCheckerRetry'),
  },
  'watch_list_test.go': {
    star: [],
    other: names('TestPrepareWatchListOptionsFromListOptions TestDoesClientNotSupportWatchListSemantics'),
  },
  'listwatch_test.go': { star: [], other: names('TestToListWatcherWithWatchListSemantics') },
  'shared_informer_test.go': {
    star: names(`TestListenerResyncPeriods TestResyncCheckPeriod TestListenerResyncPeriodsDelayed
      TestSharedInformerWatchDisruption TestSharedInformerInitializationRace TestSharedInformerStartRace
      TestSharedInformerTransformer TestSharedInformerRemoveHandler TestSharedInformerRemoveForeignHandler
      TestSharedInformerMultipleRegistration TestRemovingRemovedSharedInformer TestSharedInformerHandlerAbuse
      TestAddWhileActive TestRemoveWhileActive TestShutdown TestRemoveEventHandler_AsynchronousPanic
      TestRemoveEventHandler_SynchronousShutdown`),
    other: names(`TestSharedInformerErrorHandling TestIndexer TestStateSharedInformer TestAddOnStoppedSharedInformer
      TestRemoveOnStoppedSharedInformer TestEventPanics TestShutDownEventHandler_Lifecycles`),
  },
  'thread_safe_store_test.go': {
    star: names(`TestThreadSafeStoreDeleteRemovesEmptySetsFromIndex
      TestThreadSafeStoreAddKeepsNonEmptySetPostDeleteFromIndex TestThreadSafeStoreIndexingFunctionsWithMultipleValues
      TestThreadSafeStoreRV`),
    other: [],
  },
  'store_test.go': {
    star: [],
    other: names(`TestCache TestCacheWithTransformer TestFIFOCache TestUndeltaStore TestIndex TestKeyError
      TestCacheTransactionShouldIndexErrors TestWithStoreMetricsDefaulting`),
  },
  'index_test.go': { star: names('TestGetIndexFuncValues TestMultiIndexKeys'), other: [] },
  'listers_test.go': { star: [], other: names('TestListAll') },
  'expiration_cache_test.go': {
    star: [],
    other: names('TestTTLExpirationBasic TestReAddExpiredItem TestTTLList TestTTLPolicy'),
  },
  'heap_test.go': {
    star: [],
    other: names(`TestHeapBasic TestHeap_Add TestHeap_BulkAdd TestHeapEmptyPop TestHeap_AddIfNotPresent TestHeap_Delete
      TestHeap_Update TestHeap_Get TestHeap_GetByKey TestHeap_Close TestHeap_List TestHeap_ListKeys
      TestHeapAddAfterClose`),
  },
  'fifo_test.go': {
    star: [],
    other: names(`TestFIFO_basic TestFIFO_addUpdate TestFIFO_addReplace TestFIFO_detectLineJumpers TestFIFO_HasSynced
      TestFIFO_PopShouldUnblockWhenClosed`),
  },
  'undelta_store_test.go': {
    star: [],
    other: names('TestUpdateCallsPush TestDeleteCallsPush TestReadsDoNotCallPush TestReplaceCallsPush'),
  },
  'mutation_cache_test.go': {
    star: names(`TestMutationCacheOnAddOrUpdate TestMutationCacheOnDelete TestMutationCacheUpdateConcurrentDelete
      TestMutationCacheUpdateConcurrentRecreate TestMutationCacheOnDeleteClearsStaleMutation`),
    other: [],
  },
  'mutation_detector_test.go': { star: [], other: names('TestMutationDetector') },
  'object-names_test.go': { star: [], other: names('TestObjectNames') },
  'identity_test.go': { star: [], other: names('TestNewInformerName TestWithResource TestRelease') },
  'event_handler_name_test.go': { star: [], other: names('TestNameForHandler') },
  'typed_test.go': {
    star: [],
    other: names(`TestTypedResourceEventHandlerFuncs TestTypedResourceEventHandlerDetailedFuncs
      TestTypedFilteringResourceEventHandler TestTypedResourceEventHandlerAdapter TestTypedIndexer
      TestTypedSharedIndexInformerAddTypedEventHandler TestTypedSharedIndexInformerAddTypedIndexers
      TestTypedSharedIndexInformerGetTypedIndexer TestTypedIndexersToIndexers`),
  },
  'wait_test.go': { star: names('TestWaitFor TestSyncResult'), other: [] },
  'synctrack_test.go': {
    star: names('TestBasicLogic TestSingleFile TestSingleFileCounting'),
    other: names('TestAsyncLocking'),
  },
  'lazy_test.go': {
    star: [],
    other: names('TestLazy TestLazyThroughput TestLazySlowEval TestLazySlowEval2 TestLazyOnlyOnce TestLazyError'),
  },
  'queue_test.go': {
    star: names(`TestBasic TestAddWhileProcessing TestReinsert TestCollapse TestQueueDrainageUsingShutDownWithDrain
      TestQueueDrainageUsingShutDownWithDrainWithDirtyItem`),
    other: names(`TestLen TestCollapseWhileProcessing TestNoQueueDrainageUsingShutDown
      TestForceQueueShutdownUsingShutDown TestGarbageCollection`),
  },
  'delaying_queue_test.go': {
    star: names('TestSimpleQueue TestDeduping TestAddTwoFireEarly'),
    other: names('TestCopyShifting'),
  },
  'default_rate_limiters_test.go': {
    star: names('TestItemExponentialFailureRateLimiter TestItemExponentialFailureRateLimiterOverFlow'),
    other: names('TestItemFastSlowRateLimiter TestMaxOfRateLimiter TestWithMaxWaitRateLimiter'),
  },
  'rate_limiting_queue_test.go': { star: names('TestRateLimitingQueue'), other: [] },
  'metrics_test.go': { star: [], other: names('TestMetrics TestMetricShutdown') },
  'parallelizer_test.go': { star: [], other: names('TestParallelizeUntil') },
  'retrywatcher_test.go': {
    star: names('TestRetryWatcher'),
    other: names('TestNewRetryWatcher TestRetryWatcherToFinishWithUnreadEvents'),
  },
  'until_test.go': {
    star: names('TestUntilWithSync'),
    other: names(`TestUntil TestUntilMultipleConditions TestUntilMultipleConditionsFail TestUntilTimeout
      TestUntilErrorCondition`),
  },
  'informerwatcher_test.go': {
    star: names('TestInformerWatcherDeletedFinalStateUnknown'),
    other: names('TestEventProcessorExit TestEventProcessorOrdersEvents TestNewInformerWatcher'),
  },
  'pager_test.go': {
    star: names('TestListPager_List'),
    other: names('TestListPager_EachListItem TestListPager_eachListPageBuffered'),
  },
  'dynamicinformer/informer_test.go': {
    star: [],
    other: names(`TestDynamicSharedInformerFactory TestFilteredDynamicSharedInformerFactory
      TestWatchListSemanticsSimple TestUnsupportedWatchListSemantics`),
  },
  'metadatainformer/informer_test.go': {
    star: [],
    other: names(`TestMetadataSharedInformerFactory TestMetadataWatchListSemanticsSimple
      TestMetadataUnsupportedWatchListSemantics`),
  },
  'fake_controller_source_test.go': { star: [], other: names('TestRCNumber') },
  'lister_test.go': {
    star: [],
    other: names('TestNamespaceGetMethod TestNamespaceListMethod TestListerGetMethod TestListerListMethod'),
  },
};
