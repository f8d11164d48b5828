import { resourceName } from '../api/resource.js';
import type { CacheWaited, ReconcileEnded, WriteSaved } from '../observe/events.js';
import type { Observer } from '../observe/observer.js';
import type { Observed, ObservedController, ObservedElection } from '../observe/subjects.js';
import { Counter, Gauge, Histogram } from './instruments.js';
import type { Metric } from './instruments.js';
import { LiveSubjects, sum } from './live-subjects.js';

const SECONDS = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2,
  2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];
const WAITS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 6, 8, 10];
const RESULTS = ['success', 'error', 'requeue', 'requeue_after'];

/** `controller_runtime_*` and `leader_election_*`, and our own of writes. */
export class ControllerMetrics implements Observer {
  readonly #total = new Counter({
    name: 'controller_runtime_reconcile_total',
    help: 'Runs of a reconcile, by result.',
    labels: ['controller', 'result'],
  });
  readonly #errors = counter('reconcile_errors_total', 'Runs of a reconcile that failed.');
  readonly #terminal = counter(
    'terminal_reconcile_errors_total',
    'Runs of a reconcile that failed, and are not tried again.',
  );
  /** Nothing panics in JavaScript: what is thrown is an error. The series is there for who asks for it. */
  readonly #panics = counter('reconcile_panics_total', 'Panics: always 0.');
  readonly #timeouts = counter('reconcile_timeouts_total', 'Runs of a reconcile that took too long.');
  readonly #time = new Histogram({
    name: 'controller_runtime_reconcile_time_seconds',
    help: 'How long runs of a reconcile took.',
    labels: ['controller'],
    bounds: SECONDS,
  });
  readonly #waits = new Histogram({
    name: 'controller_runtime_client_consistency_wait_duration_seconds',
    help: 'How long reads waited for the cache to have what was written before.',
    labels: ['operation', 'result'],
    bounds: WAITS,
  });
  readonly #slowPath = new Counter({
    name: 'leader_election_slowpath_total',
    help: 'Renewals of a lease that had to read it first.',
    labels: ['name'],
  });
  readonly #saved = new Counter({
    name: 'informer_gen_writes_saved_total',
    help: 'Applies that were not sent, because nothing would have changed.',
    labels: ['resource'],
  });
  readonly #fenced = new Counter({
    name: 'informer_gen_writes_fenced_total',
    help: 'Writes that were kept back, because this process may not lead.',
    labels: [],
  });
  readonly #controllers = new LiveSubjects<ObservedController, undefined>(() => undefined);
  readonly #elections = new LiveSubjects<ObservedElection, undefined>(() => undefined);

  readonly metrics: readonly Metric[] = [
    this.#total,
    this.#errors,
    this.#terminal,
    this.#panics,
    this.#timeouts,
    this.#time,
    this.#gauge(
      'max_concurrent_reconciles',
      'How many keys a controller works on at once, at the most.',
      ({ workers }) => workers,
    ),
    this.#gauge('active_workers', 'How many keys a controller works on.', ({ active }) => active),
    new Gauge(
      {
        name: 'informer_gen_stuck_reconciles',
        help: 'Runs of a reconcile that did not end within 10 s of their timeout.',
        labels: ['controller'],
      },
      () =>
        this.#controllers.gauge(
          ({ name }) => [name],
          ({ stuck }) => stuck,
          sum,
        ),
    ),
    this.#waits,
    new Gauge({ name: 'leader_election_master_status', help: 'Whether this process leads.', labels: ['name'] }, () =>
      this.#elections.gauge(
        ({ name }) => [name],
        ({ isLeading }) => Number(isLeading),
        Math.max,
      ),
    ),
    this.#slowPath,
    this.#saved,
    this.#fenced,
  ];

  constructor() {
    this.#fenced.with();
    for (const operation of ['get', 'list']) this.#waits.with(operation, 'success');
  }

  attached(subject: Observed): void {
    if (subject.type === 'election') {
      this.#elections.add(subject);
      this.#slowPath.with(subject.name);
    }
    if (subject.type === 'informer') this.#saved.with(resourceName({ group: subject.group, plural: subject.resource }));
    if (subject.type !== 'controller') return;
    const { name } = subject;
    this.#controllers.add(subject);
    for (const result of RESULTS) this.#total.with(name, result);
    for (const each of [this.#errors, this.#terminal, this.#panics, this.#timeouts]) each.with(name);
    this.#time.with(name);
  }

  detached(subject: Observed): void {
    if (subject.type === 'election') this.#elections.remove(subject);
    if (subject.type === 'controller') this.#controllers.remove(subject);
  }

  reconcileEnded({ name }: ObservedController, end: ReconcileEnded): void {
    const { result, durationMs, error, isTerminal, timedOut } = end;
    this.#total.with(name, result).inc();
    this.#time.with(name).observe(durationMs / 1000);
    if (error !== undefined) this.#errors.with(name).inc();
    if (isTerminal) this.#terminal.with(name).inc();
    if (timedOut) this.#timeouts.with(name).inc();
  }

  cacheWaited({ operation, result, durationMs }: CacheWaited): void {
    this.#waits.with(operation, result).observe(durationMs / 1000);
  }

  writeSaved({ resource }: WriteSaved): void {
    this.#saved.with(resource).inc();
  }

  writeFenced(): void {
    this.#fenced.with().inc();
  }

  slowPathTaken({ name }: ObservedElection): void {
    this.#slowPath.with(name).inc();
  }

  #gauge(name: string, help: string, read: (controller: ObservedController) => number): Gauge {
    return new Gauge({ name: `controller_runtime_${name}`, help, labels: ['controller'] }, () =>
      this.#controllers.gauge(({ name: of }) => [of], read, sum),
    );
  }
}

function counter(name: string, help: string): Counter {
  return new Counter({ name: `controller_runtime_${name}`, help, labels: ['controller'] });
}
