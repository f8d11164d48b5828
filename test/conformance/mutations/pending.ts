/** Go files whose mutations are still to come. A file leaves this list when each of its most important tests has one. */
export const pendingGoFiles: readonly string[] = [
  'reflector_test.go',
  'reflector_watchlist_test.go',
  'shared_informer_test.go',
  'wait_test.go',
  'pager_test.go',
];
