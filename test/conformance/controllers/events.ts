import type { ControllerRow } from './row.js';
import { notPorted, ported, provenBy } from './row.js';

/** Events: client-go. */
export const eventRows: readonly ControllerRow[] = [
  ...ported('tools/events', 'runtime/controller/events/event-recorder.conformance.test.ts', [
    'TestEventSeriesf',
    'TestEventSeriesWithEventSinkImplRace',
    'TestFinishSeries',
    'TestRefreshExistingEventSeries',
    'TestRecordEventToSink',
  ]),
  ...ported('tools/record', 'runtime/controller/events/event-recorder.conformance.test.ts', [
    'TestWriteEventError',
    'TestUpdateExpiredEvent',
    'TestLotsOfEvents',
    'TestEventfNoNamespace',
    'TestNonRacyShutdown',
  ]),
  ...provenBy('tools/record/event_test.go', 'runtime/controller/events/event-recorder.conformance.test.ts', {
    TestCancelEvent: 'TestNonRacyShutdown: ',
  }),
  ...notPorted('tools/record/events_cache_test.go', {
    TestEventCorrelator: 'events are those of events.k8s.io, whose series need no correlator',
    TestEventAggregatorByReasonFunc: 'the same',
    TestEventSpamFilter: 'the same',
  }),
];
