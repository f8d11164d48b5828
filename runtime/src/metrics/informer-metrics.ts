import type { EventsStored, HandlerCalled, ListEnded, WatchEnded } from '../observe/informers.js';
import type { Observer } from '../observe/observer.js';
import type { Observed, ObservedHandler, ObservedInformer } from '../observe/subjects.js';
import type { RelistReason } from '../reflector/reflector-status.js';
import { Counter, Gauge, Histogram } from './instruments.js';
import type { CounterSeries, HistogramSeries, Metric } from './instruments.js';
import { LiveSubjects, sum } from './live-subjects.js';
import { exponentialBounds } from './numbers.js';

const LABELS = ['name', 'group', 'version', 'resource'];
const LATENCIES = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const DURATIONS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120, 300, 600];
const ITEMS = exponentialBounds(1, 10, 7);

/** Every reason, so that each has a series from the start. */
const REASONS: { readonly [reason in RelistReason]: true } = {
  initial: true,
  expired: true,
  'list failed': true,
  'watch failed': true,
  'watch ended with an error': true,
  'watch ended at once': true,
  'no version': true,
  'resync failed': true,
};

interface InformerSeries {
  readonly stored: HistogramSeries;
  readonly events: CounterSeries;
  readonly bytes: CounterSeries;
  readonly decodes: CounterSeries;
}

interface HandlerSeries {
  readonly duration: HistogramSeries;
  readonly wait: HistogramSeries;
  readonly errors: CounterSeries;
}

/** `informer_*` and `reflector_*` as client-go names them, and our own of caches and handlers. */
export class InformerMetrics implements Observer {
  readonly #stored = new Histogram({
    name: 'informer_processing_latency_seconds',
    help: 'How long it took to bring changes from the queue into the cache.',
    labels: LABELS,
    bounds: LATENCIES,
  });
  readonly #lists = reflectorCounter('lists_total', 'Lists, WatchLists included.');
  readonly #listDuration = reflectorHistogram('list_duration_seconds', 'How long lists took.', DURATIONS);
  readonly #itemsPerList = reflectorHistogram('items_per_list', 'Objects in a list.', ITEMS);
  readonly #watches = reflectorCounter('watches_total', 'Watches, those that could not be opened included.');
  readonly #shortWatches = reflectorCounter(
    'short_watches_total',
    'Watches that ended within a second, without an event.',
  );
  readonly #watchDuration = reflectorHistogram('watch_duration_seconds', 'How long watches lasted.', DURATIONS);
  readonly #itemsPerWatch = reflectorHistogram('items_per_watch', 'Events of a watch.', ITEMS);
  readonly #events = ownCounter('events_total', 'Changes that reached the cache.', LABELS);
  readonly #relists = ownCounter('lists_by_reason_total', 'Lists, by why they were needed.', [...LABELS, 'reason']);
  readonly #failures = ownCounter('request_errors_total', 'Lists and watches that failed.', [...LABELS, 'verb']);
  readonly #bytes = ownCounter('received_bytes_total', 'Bytes of lists and watches, uncompressed.', LABELS);
  readonly #decodes = ownCounter(
    'lazy_decodes_total',
    'Objects that were kept as bytes and decoded when they were read.',
    LABELS,
  );
  readonly #handlerDuration = new Histogram({
    name: 'informer_gen_handler_duration_seconds',
    help: 'How long calls of a handler took.',
    labels: [...LABELS, 'handler'],
    bounds: [0.0001, ...LATENCIES],
  });
  readonly #handlerWait = new Histogram({
    name: 'informer_gen_handler_wait_seconds',
    help: 'How long events waited for a handler after they had reached the cache.',
    labels: [...LABELS, 'handler'],
    bounds: [0.0001, ...LATENCIES],
  });
  readonly #handlerErrors = ownCounter('handler_errors_total', 'Calls of a handler that failed.', [
    ...LABELS,
    'handler',
  ]);

  readonly #informers = new LiveSubjects<ObservedInformer, InformerSeries>((informer) => {
    const labels = labelsOf(informer);
    return {
      stored: this.#stored.with(...labels),
      events: this.#events.with(...labels),
      bytes: this.#bytes.with(...labels),
      decodes: this.#decodes.with(...labels),
    };
  });

  readonly #handlers = new LiveSubjects<ObservedHandler, HandlerSeries>(({ informer, name }) => {
    const labels = [...labelsOf(informer), name];
    return {
      duration: this.#handlerDuration.with(...labels),
      wait: this.#handlerWait.with(...labels),
      errors: this.#handlerErrors.with(...labels),
    };
  });

  readonly metrics: readonly Metric[] = [
    this.#gauge('informer_queued_items', 'Changes between the reflector and the cache.', ({ queued }) => queued, sum),
    this.#gauge(
      'informer_store_resource_version',
      'The 15 last digits of the version of the cache.',
      ({ storeResourceVersion }) => lastDigits(storeResourceVersion),
      Math.max,
    ),
    this.#stored,
    this.#lists,
    this.#listDuration,
    this.#itemsPerList,
    this.#watches,
    this.#shortWatches,
    this.#watchDuration,
    this.#itemsPerWatch,
    new Gauge(
      {
        name: 'reflector_last_resource_version',
        help: 'The 15 last digits of the version that was read last.',
        labels: ['name'],
      },
      () =>
        this.#informers.gauge(
          ({ name }) => [name],
          ({ storeResourceVersion }) => lastDigits(storeResourceVersion),
          Math.max,
        ),
    ),
    this.#events,
    this.#relists,
    this.#failures,
    this.#bytes,
    this.#decodes,
    this.#gauge('informer_gen_cached_objects', 'Objects in the cache.', ({ size }) => size, sum),
    this.#gauge(
      'informer_gen_synced',
      'Whether the first list is in the cache.',
      ({ status }) => Number(status.synced),
      Math.min,
    ),
    this.#gauge(
      'informer_gen_watching',
      'Whether a watch is open.',
      ({ status }) => Number(status.disconnectedSince === undefined && status.lastAliveAt !== undefined),
      Math.min,
    ),
    this.#gauge(
      'informer_gen_staleness_seconds',
      'Since when nothing has shown that the cache is up to date.',
      stalenessOf,
      Math.max,
    ),
    this.#handlerDuration,
    this.#handlerWait,
    this.#handlerErrors,
    new Gauge(
      { name: 'informer_gen_handler_backlog', help: 'Events that wait for a handler.', labels: [...LABELS, 'handler'] },
      () => this.#handlers.gauge(handlerLabels, ({ backlog }) => backlog, sum),
    ),
    new Gauge(
      {
        name: 'informer_gen_handler_oldest_event_seconds',
        help: 'How long the oldest event that waits for a handler has waited.',
        labels: [...LABELS, 'handler'],
      },
      () =>
        this.#handlers.gauge(
          handlerLabels,
          ({ waitingSince, informer }) => (waitingSince === undefined ? 0 : (informer.now() - waitingSince) / 1000),
          Math.max,
        ),
    ),
  ];

  attached(subject: Observed): void {
    if (subject.type === 'handler') return void this.#handlers.add(subject);
    if (subject.type !== 'informer') return;
    this.#informers.add(subject);
    const labels = labelsOf(subject);
    for (const reason of Object.keys(REASONS)) this.#relists.with(...labels, reason);
    for (const verb of ['list', 'watch']) this.#failures.with(...labels, verb);
    for (const each of [this.#lists, this.#watches, this.#shortWatches]) each.with(subject.name);
    for (const each of [this.#listDuration, this.#itemsPerList, this.#watchDuration, this.#itemsPerWatch])
      each.with(subject.name);
  }

  detached(subject: Observed): void {
    if (subject.type === 'handler') this.#handlers.remove(subject);
    if (subject.type === 'informer') this.#informers.remove(subject);
  }

  listEnded(informer: ObservedInformer, { reason, durationMs, items, error }: ListEnded): void {
    this.#lists.with(informer.name).inc();
    this.#relists.with(...labelsOf(informer), reason).inc();
    if (error !== undefined) return this.#failures.with(...labelsOf(informer), 'list').inc();
    this.#listDuration.with(informer.name).observe(durationMs / 1000);
    this.#itemsPerList.with(informer.name).observe(items);
  }

  watchOpened({ name }: ObservedInformer): void {
    this.#watches.with(name).inc();
  }

  watchEnded(informer: ObservedInformer, { durationMs, items, isShort, wasOpen, error }: WatchEnded): void {
    const { name } = informer;
    if (!wasOpen) this.#watches.with(name).inc();
    if (error !== undefined) this.#failures.with(...labelsOf(informer), 'watch').inc();
    if (isShort) this.#shortWatches.with(name).inc();
    this.#watchDuration.with(name).observe(durationMs / 1000);
    this.#itemsPerWatch.with(name).observe(items);
  }

  bytesReceived(informer: ObservedInformer, bytes: number): void {
    this.#informers.get(informer).bytes.inc(bytes);
  }

  eventsStored(informer: ObservedInformer, { count, durationMs }: EventsStored): void {
    const { stored, events } = this.#informers.get(informer);
    stored.observe(durationMs / 1000);
    events.inc(count);
  }

  objectDecoded(informer: ObservedInformer): void {
    this.#informers.get(informer).decodes.inc();
  }

  handlerCalled(handler: ObservedHandler, { count, durationMs, waitedMs, error }: HandlerCalled): void {
    const { duration, wait, errors } = this.#handlers.get(handler);
    duration.observe(durationMs / 1000, count);
    wait.observe(waitedMs / 1000, count);
    if (error !== undefined) errors.inc();
  }

  #gauge(
    name: string,
    help: string,
    read: (informer: ObservedInformer) => number | undefined,
    join: (one: number, other: number) => number,
  ): Gauge {
    return new Gauge({ name, help, labels: LABELS }, () => this.#informers.gauge(labelsOf, read, join));
  }
}

function labelsOf({ name, group, version, resource }: ObservedInformer): readonly string[] {
  return [name, group, version, resource];
}

function handlerLabels({ informer, name }: ObservedHandler): readonly string[] {
  return [...labelsOf(informer), name];
}

/** A version may be longer than a number can be. */
function lastDigits(resourceVersion: string): number | undefined {
  return /^\d+$/.test(resourceVersion) ? Number(resourceVersion.slice(-15)) : 0;
}

/** While a watch is open: since the server last proved to be there; else since the watch ended. */
function stalenessOf(informer: ObservedInformer): number | undefined {
  const { lastAliveAt, disconnectedSince } = informer.status;
  const since = disconnectedSince ?? lastAliveAt;
  return since === undefined ? 0 : Math.max(0, (informer.now() - since) / 1000);
}

function reflectorCounter(name: string, help: string): Counter {
  return new Counter({ name: `reflector_${name}`, help, labels: ['name'] });
}

function reflectorHistogram(name: string, help: string, bounds: readonly number[]): Histogram {
  return new Histogram({ name: `reflector_${name}`, help, labels: ['name'], bounds });
}

function ownCounter(name: string, help: string, labels: readonly string[]): Counter {
  return new Counter({ name: `informer_gen_${name}`, help, labels });
}
