import { type ConformanceRow, ported, wholeFile } from './row.js';

const named = (names: string): string[] => names.split(/\s+/);

/** Shared informer, handlers, waiting, factories. */
export const informerRows: readonly ConformanceRow[] = [
  ...ported(
    'shared_informer_test.go',
    'informer/shared-informer.conformance.test.ts',
    named(`TestIndexer TestListenerResyncPeriods TestListenerResyncPeriodsDelayed TestResyncCheckPeriod
      TestSharedInformerInitializationRace TestSharedInformerWatchDisruption TestSharedInformerErrorHandling
      TestSharedInformerStartRace TestSharedInformerTransformer TestSharedInformerHandlerAbuse TestEventPanics`),
  ),
  ...ported(
    'shared_informer_test.go',
    'delivery/shared-informer-handlers.conformance.test.ts',
    named(`TestSharedInformerRemoveHandler TestSharedInformerRemoveForeignHandler TestSharedInformerMultipleRegistration
      TestRemovingRemovedSharedInformer TestRemoveWhileActive TestAddWhileActive TestShutdown
      TestRemoveEventHandler_AsynchronousPanic TestRemoveEventHandler_SynchronousShutdown TestStateSharedInformer
      TestAddOnStoppedSharedInformer TestRemoveOnStoppedSharedInformer TestShutDownEventHandler_Lifecycles`),
  ),
  ...wholeFile('event_handler_name_test.go', 'delivery/shared-informer-handlers.conformance.test.ts'),
  ...wholeFile('wait_test.go', 'informer/wait.conformance.test.ts'),
  ...wholeFile('dynamicinformer/informer_test.go', 'factory/factory.conformance.test.ts'),
  ...wholeFile('metadatainformer/informer_test.go', 'factory/factory.conformance.test.ts'),
  ...wholeFile('fake_controller_source_test.go', 'source/fake-source.conformance.test.ts'),
];
