import { type ConformanceRow, notPorted, ported } from './row.js';

export const storeRows: readonly ConformanceRow[] = [
  ...ported('thread_safe_store_test.go', 'store/thread-safe-store.conformance.test.ts', [
    'TestThreadSafeStoreDeleteRemovesEmptySetsFromIndex',
    'TestThreadSafeStoreAddKeepsNonEmptySetPostDeleteFromIndex',
    'TestThreadSafeStoreIndexingFunctionsWithMultipleValues',
    'TestThreadSafeStoreRV',
  ]),
  ...ported('store_test.go', 'store/store.conformance.test.ts', [
    'TestCache',
    'TestCacheWithTransformer',
    'TestUndeltaStore',
    'TestIndex',
    'TestCacheTransactionShouldIndexErrors',
  ]),
  ...ported('store_test.go', 'api/object-names.conformance.test.ts', ['TestKeyError']),
  notPorted(
    'store_test.go',
    'TestFIFOCache',
    'client-go keeps FIFO only for its own tests; there is no such queue here',
  ),
  notPorted('store_test.go', 'TestWithStoreMetricsDefaulting', 'stores have no metrics of their own yet'),
  ...ported('index_test.go', 'store/index.conformance.test.ts', ['TestGetIndexFuncValues', 'TestMultiIndexKeys']),
  ...ported('listers_test.go', 'lister/listers.conformance.test.ts', ['TestListAll']),
  ...ported('lister_test.go', 'lister/listers.conformance.test.ts', [
    'TestNamespaceGetMethod',
    'TestNamespaceListMethod',
    'TestListerGetMethod',
    'TestListerListMethod',
  ]),
  ...ported('expiration_cache_test.go', 'client-go/expiration-cache.conformance.test.ts', [
    'TestTTLExpirationBasic',
    'TestReAddExpiredItem',
    'TestTTLList',
    'TestTTLPolicy',
  ]),
  ...ported('undelta_store_test.go', 'client-go/undelta-store.conformance.test.ts', [
    'TestUpdateCallsPush',
    'TestDeleteCallsPush',
    'TestReadsDoNotCallPush',
    'TestReplaceCallsPush',
  ]),
  ...ported('mutation_cache_test.go', 'client-go/mutation-cache.conformance.test.ts', [
    'TestMutationCacheOnAddOrUpdate',
    'TestMutationCacheOnDelete',
    'TestMutationCacheUpdateConcurrentDelete',
    'TestMutationCacheUpdateConcurrentRecreate',
    'TestMutationCacheOnDeleteClearsStaleMutation',
  ]),
  ...ported('mutation_detector_test.go', 'informer/mutation-detector.conformance.test.ts', ['TestMutationDetector']),
];
