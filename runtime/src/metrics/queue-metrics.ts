import type { KeyAdded, KeyDone, KeyTaken } from '../observe/events.js';
import type { Observer } from '../observe/observer.js';
import type { Observed, ObservedQueue } from '../observe/subjects.js';
import { Counter, Gauge, Histogram } from './instruments.js';
import type { CounterSeries, HistogramSeries, Metric } from './instruments.js';
import { LiveSubjects, sum } from './live-subjects.js';
import { exponentialBounds } from './numbers.js';

const LABELS = ['name', 'controller'];
const SECONDS = exponentialBounds(10e-9, 10, 12);
/** Beyond so many priorities all others count as one, as in controller-runtime. */
const MAX_PRIORITIES = 25;
const TOO_MANY = 'exceeded_cardinality_limit';

interface QueueSeries {
  readonly adds: CounterSeries;
  readonly retries: CounterSeries;
  readonly waited: HistogramSeries;
  readonly worked: HistogramSeries;
  /** Those that were seen: a level that has emptied is 0, and not gone. */
  readonly priorities: Set<number>;
}

/** `workqueue_*`, for queues that have a name. */
export class QueueMetrics implements Observer {
  readonly #adds = new Counter({
    name: 'workqueue_adds_total',
    help: 'Adds that were not duplicates.',
    labels: LABELS,
  });
  readonly #retries = new Counter({ name: 'workqueue_retries_total', help: 'Adds that were delayed.', labels: LABELS });
  readonly #waited = new Histogram({
    name: 'workqueue_queue_duration_seconds',
    help: 'How long keys waited before they were worked on.',
    labels: LABELS,
    bounds: SECONDS,
  });
  readonly #worked = new Histogram({
    name: 'workqueue_work_duration_seconds',
    help: 'How long keys were worked on.',
    labels: LABELS,
    bounds: SECONDS,
  });
  readonly #queues = new LiveSubjects<ObservedQueue, QueueSeries>(({ name }) => ({
    adds: this.#adds.with(name, name),
    retries: this.#retries.with(name, name),
    waited: this.#waited.with(name, name),
    worked: this.#worked.with(name, name),
    priorities: new Set([0]),
  }));
  readonly metrics: readonly Metric[] = [
    new Gauge({ name: 'workqueue_depth', help: 'Keys that wait, by priority.', labels: [...LABELS, 'priority'] }, () =>
      this.#depths(),
    ),
    this.#adds,
    this.#waited,
    this.#worked,
    this.#gauge(
      'workqueue_unfinished_work_seconds',
      'How long all keys in work have been worked on, together.',
      (queue) => queue.unfinishedMs / 1000,
    ),
    this.#gauge(
      'workqueue_longest_running_processor_seconds',
      'How long the oldest key in work has been worked on.',
      (queue) => queue.longestRunningMs / 1000,
    ),
    this.#retries,
  ];

  attached(subject: Observed): void {
    if (subject.type === 'queue' && subject.name !== '') this.#queues.add(subject);
  }

  detached(subject: Observed): void {
    if (subject.type === 'queue') this.#queues.remove(subject);
  }

  keyAdded(queue: ObservedQueue, { isNew, priority }: KeyAdded): void {
    if (!isNew || queue.name === '') return;
    const { adds, priorities } = this.#queues.get(queue);
    adds.inc();
    priorities.add(priority);
  }

  keyDelayed(queue: ObservedQueue): void {
    if (queue.name !== '') this.#queues.get(queue).retries.inc();
  }

  keyTaken(queue: ObservedQueue, { waitedMs }: KeyTaken): void {
    if (queue.name !== '' && waitedMs !== undefined) this.#queues.get(queue).waited.observe(waitedMs / 1000);
  }

  keyDone(queue: ObservedQueue, { workedMs }: KeyDone): void {
    if (queue.name !== '' && workedMs !== undefined) this.#queues.get(queue).worked.observe(workedMs / 1000);
  }

  #gauge(name: string, help: string, read: (queue: ObservedQueue) => number): Gauge {
    return new Gauge({ name, help, labels: LABELS }, () =>
      this.#queues.gauge(({ name: of }) => [of, of], read, name.startsWith('workqueue_longest') ? Math.max : sum),
    );
  }

  /** Queues of one name add up. */
  #depths(): Iterable<readonly [readonly string[], number]> {
    const found = new Map<string, readonly [readonly string[], number]>();
    for (const queue of this.#queues.all()) {
      const { priorities } = this.#queues.get(queue);
      const depths = queue.depths();
      for (const priority of depths.keys()) priorities.add(priority);
      for (const [position, priority] of [...priorities].entries()) {
        const label = !queue.hasPriorities ? '' : position < MAX_PRIORITIES ? String(priority) : TOO_MANY;
        const labels = [queue.name, queue.name, label];
        const key = labels.join('\u0000');
        found.set(key, [labels, (found.get(key)?.[1] ?? 0) + (depths.get(priority) ?? 0)]);
      }
    }
    return found.values();
  }
}
