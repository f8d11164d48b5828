/** Go files whose rows are still to come. A file leaves this list when its rows are in the table. */
export const pendingGoFiles: readonly string[] = [
  'reflector_test.go',
  'retry_with_deadline_test.go',
  'reflector_watchlist_test.go',
  'reflector_data_consistency_detector_test.go',
  'data_consistency_detector_test.go',
  'watch_list_test.go',
  'listwatch_test.go',
  'shared_informer_test.go',
  'event_handler_name_test.go',
  'typed_test.go',
  'wait_test.go',
  'pager_test.go',
  'dynamicinformer/informer_test.go',
  'metadatainformer/informer_test.go',
];
