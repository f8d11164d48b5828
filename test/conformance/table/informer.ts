import { type ConformanceRow, ported, wholeFile } from './row.js';

const named = (names: string): string[] => names.split(/\s+/);

/** Shared informer, handlers, waiting, factories. */
export const informerRows: readonly ConformanceRow[] = [
  ...ported(
    'shared_informer_test.go',
    'shared-informer.test.ts',
    named(`TestIndexer TestListenerResyncPeriods TestListenerResyncPeriodsDelayed TestResyncCheckPeriod
      TestSharedInformerInitializationRace TestSharedInformerWatchDisruption TestSharedInformerErrorHandling
      TestSharedInformerStartRace TestSharedInformerTransformer TestSharedInformerHandlerAbuse TestEventPanics`),
  ),
  ...ported(
    'shared_informer_test.go',
    'shared-informer-handlers.test.ts',
    named(`TestSharedInformerRemoveHandler TestSharedInformerRemoveForeignHandler TestSharedInformerMultipleRegistration
      TestRemovingRemovedSharedInformer TestRemoveWhileActive TestAddWhileActive TestShutdown
      TestRemoveEventHandler_AsynchronousPanic TestRemoveEventHandler_SynchronousShutdown TestStateSharedInformer
      TestAddOnStoppedSharedInformer TestRemoveOnStoppedSharedInformer TestShutDownEventHandler_Lifecycles`),
  ),
  ...wholeFile('event_handler_name_test.go', 'shared-informer-handlers.test.ts'),
  ...wholeFile('wait_test.go', 'wait.test.ts'),
  ...wholeFile('dynamicinformer/informer_test.go', 'factory.test.ts'),
  ...wholeFile('metadatainformer/informer_test.go', 'factory.test.ts'),
];
