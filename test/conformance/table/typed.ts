import { type ConformanceRow, notPorted, ported } from './row.js';

/** Handlers and indexers with types, which are the only ones here. */
export const typedRows: readonly ConformanceRow[] = [
  ...ported('typed_test.go', 'store/typed.conformance.test.ts', [
    'TestTypedResourceEventHandlerFuncs',
    'TestTypedResourceEventHandlerDetailedFuncs',
    'TestTypedFilteringResourceEventHandler',
    'TestTypedResourceEventHandlerAdapter',
    'TestTypedIndexer',
    'TestTypedSharedIndexInformerAddTypedEventHandler',
    'TestTypedSharedIndexInformerAddTypedIndexers',
    'TestTypedSharedIndexInformerGetTypedIndexer',
  ]),
  notPorted('typed_test.go', 'TestTypedIndexersToIndexers', 'there are no untyped indexers to convert to'),
];
