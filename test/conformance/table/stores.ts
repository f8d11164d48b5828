import { type ConformanceRow, notPorted, ported } from './row.js';

export const storeRows: readonly ConformanceRow[] = [
  ...ported('thread_safe_store_test.go', 'thread-safe-store.test.ts', [
    'TestThreadSafeStoreDeleteRemovesEmptySetsFromIndex',
    'TestThreadSafeStoreAddKeepsNonEmptySetPostDeleteFromIndex',
    'TestThreadSafeStoreIndexingFunctionsWithMultipleValues',
    'TestThreadSafeStoreRV',
  ]),
  ...ported('store_test.go', 'store.test.ts', [
    'TestCache',
    'TestCacheWithTransformer',
    'TestUndeltaStore',
    'TestIndex',
    'TestCacheTransactionShouldIndexErrors',
  ]),
  ...ported('store_test.go', 'object-names.test.ts', ['TestKeyError']),
  notPorted(
    'store_test.go',
    'TestFIFOCache',
    'client-go keeps FIFO only for its own tests; there is no such queue here',
  ),
  notPorted('store_test.go', 'TestWithStoreMetricsDefaulting', 'stores have no metrics of their own yet'),
  ...ported('index_test.go', 'index.test.ts', ['TestGetIndexFuncValues', 'TestMultiIndexKeys']),
  ...ported('listers_test.go', 'listers.test.ts', ['TestListAll']),
  ...ported('lister_test.go', 'listers.test.ts', [
    'TestNamespaceGetMethod',
    'TestNamespaceListMethod',
    'TestListerGetMethod',
    'TestListerListMethod',
  ]),
  ...ported('expiration_cache_test.go', 'expiration-cache.test.ts', [
    'TestTTLExpirationBasic',
    'TestReAddExpiredItem',
    'TestTTLList',
    'TestTTLPolicy',
  ]),
  ...ported('undelta_store_test.go', 'undelta-store.test.ts', [
    'TestUpdateCallsPush',
    'TestDeleteCallsPush',
    'TestReadsDoNotCallPush',
    'TestReplaceCallsPush',
  ]),
  ...ported('mutation_cache_test.go', 'mutation-cache.test.ts', [
    'TestMutationCacheOnAddOrUpdate',
    'TestMutationCacheOnDelete',
    'TestMutationCacheUpdateConcurrentDelete',
    'TestMutationCacheUpdateConcurrentRecreate',
    'TestMutationCacheOnDeleteClearsStaleMutation',
  ]),
  ...ported('mutation_detector_test.go', 'mutation-detector.test.ts', ['TestMutationDetector']),
];
