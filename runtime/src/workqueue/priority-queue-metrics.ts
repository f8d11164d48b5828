import type { Clock, Timer } from '../async/clock.js';
import { QueueMetrics } from './metrics.js';
import type { CounterMetric, GaugeMetric, WorkQueueMetricsProvider } from './metrics.js';

/** Makes the metrics of a priority queue; one that cannot tell priorities apart gets the depth of all together. */
export interface PriorityQueueMetricsProvider extends WorkQueueMetricsProvider {
  /** How many keys of this priority are ready. */
  newDepthWithPriorityMetric?(name: string, priority: number): GaugeMetric;
}

/** What {@link PriorityQueueMetrics} is made of. */
export interface PriorityQueueMetricsOptions {
  readonly provider: PriorityQueueMetricsProvider;
  readonly name: string;
  readonly clock: Clock;
  readonly unfinishedWorkUpdatePeriodMs?: number | undefined;
}

const noGauge: GaugeMetric = { inc() {}, dec() {} };

/** Turns what happens in a priority queue into metrics. */
export class PriorityQueueMetrics<K> {
  readonly #options: PriorityQueueMetricsOptions;
  readonly #metrics: QueueMetrics<K>;
  readonly #retries: CounterMetric;
  readonly #depths = new Map<number, GaugeMetric>();
  #processing = 0;
  #sampling: Timer | undefined;

  constructor(options: PriorityQueueMetricsOptions) {
    const { provider, name, clock } = options;
    this.#options = options;
    const hasPriorities = provider.newDepthWithPriorityMetric !== undefined;
    // Another object over the same methods: a provider may be a class, whose methods need their own `this`.
    const plain: WorkQueueMetricsProvider = {
      newDepthMetric: (of) => (hasPriorities ? noGauge : provider.newDepthMetric(of)),
      newAddsMetric: (of) => provider.newAddsMetric(of),
      newLatencyMetric: (of) => provider.newLatencyMetric(of),
      newWorkDurationMetric: (of) => provider.newWorkDurationMetric(of),
      newUnfinishedWorkSecondsMetric: (of) => provider.newUnfinishedWorkSecondsMetric(of),
      newLongestRunningProcessorSecondsMetric: (of) => provider.newLongestRunningProcessorSecondsMetric(of),
      newRetriesMetric: (of) => provider.newRetriesMetric(of),
    };
    this.#metrics = new QueueMetrics(plain, name, clock);
    this.#retries = provider.newRetriesMetric(name);
  }

  /** A key became ready. */
  add(key: K, priority: number): void {
    this.#metrics.add(key);
    this.#depth(priority).inc();
  }

  /** A key that is ready has another priority now. */
  move(from: number, to: number): void {
    this.#depth(from).dec();
    this.#depth(to).inc();
  }

  get(key: K, priority: number): void {
    this.#metrics.get(key);
    this.#depth(priority).dec();
    this.#processing += 1;
    this.#sampling ??= this.#sampleLater();
  }

  done(key: K): void {
    this.#metrics.done(key);
    this.#processing -= 1;
  }

  retry(): void {
    this.#retries.inc();
  }

  stop(): void {
    this.#sampling?.cancel();
    this.#sampling = undefined;
  }

  #depth(priority: number): GaugeMetric {
    let gauge = this.#depths.get(priority);
    if (gauge === undefined) {
      const { provider, name } = this.#options;
      gauge = provider.newDepthWithPriorityMetric?.(name, priority) ?? noGauge;
      this.#depths.set(priority, gauge);
    }
    return gauge;
  }

  /** Samples go on until one has seen that nothing is being processed: an idle queue has no timer. */
  #sampleLater(): Timer {
    const { clock, unfinishedWorkUpdatePeriodMs = 500 } = this.#options;
    return clock.after(unfinishedWorkUpdatePeriodMs, () => {
      const isIdle = this.#processing === 0;
      this.#metrics.updateUnfinishedWork();
      this.#sampling = isIdle ? undefined : this.#sampleLater();
    });
  }
}
