import type { Clock, Timer } from '../async/clock.js';
import type { KeyAdded, KeyDone, KeyTaken } from '../observe/events.js';
import type { Observer } from '../observe/observer.js';
import type { ObservedQueue } from '../observe/subjects.js';
import type { CounterMetric, GaugeMetric, HistogramMetric, SettableGaugeMetric } from './metrics.js';
import type { PriorityQueueMetricsProvider } from './metrics.js';

/** How {@link ProviderObserver} measures. */
export interface ProviderObserverOptions {
  readonly provider: PriorityQueueMetricsProvider;
  /** The queue tells priorities apart. */
  readonly hasPriorities: boolean;
  readonly name: string;
  readonly clock: Clock;
  /** How often unfinished work is sampled while there is some. Default 500. */
  readonly unfinishedWorkUpdatePeriodMs?: number | undefined;
}

/** Fills the metrics that a provider makes with what one queue tells. */
export class ProviderObserver implements Observer {
  readonly #options: ProviderObserverOptions;
  readonly #adds: CounterMetric;
  readonly #latency: HistogramMetric;
  readonly #workDuration: HistogramMetric;
  readonly #unfinishedWorkSeconds: SettableGaugeMetric;
  readonly #longestRunningProcessorSeconds: SettableGaugeMetric;
  readonly #retries: CounterMetric;
  /** That of all together, where the provider cannot tell priorities apart. */
  readonly #wholeDepth: GaugeMetric | undefined;
  readonly #depths = new Map<number, GaugeMetric>();
  #sampling: Timer | undefined;
  #isStopped = false;

  constructor(options: ProviderObserverOptions) {
    const { provider, name, hasPriorities } = options;
    this.#options = options;
    const isSplit = hasPriorities && provider.newDepthWithPriorityMetric !== undefined;
    this.#wholeDepth = isSplit ? undefined : provider.newDepthMetric(name);
    this.#adds = provider.newAddsMetric(name);
    this.#latency = provider.newLatencyMetric(name);
    this.#workDuration = provider.newWorkDurationMetric(name);
    this.#unfinishedWorkSeconds = provider.newUnfinishedWorkSecondsMetric(name);
    this.#longestRunningProcessorSeconds = provider.newLongestRunningProcessorSecondsMetric(name);
    this.#retries = provider.newRetriesMetric(name);
  }

  keyAdded(_queue: ObservedQueue, { isNew, priority, raisedFrom }: KeyAdded): void {
    if (raisedFrom !== undefined) {
      this.#depth(raisedFrom)?.dec();
      this.#depth(priority)?.inc();
    }
    if (!isNew) return;
    this.#adds.inc();
    this.#depth(priority)?.inc();
  }

  keyTaken(queue: ObservedQueue, { priority, waitedMs }: KeyTaken): void {
    this.#depth(priority)?.dec();
    if (waitedMs !== undefined) this.#latency.observe(waitedMs / 1000);
    if (!this.#isStopped) this.#sampling ??= this.#sampleLater(queue);
  }

  keyDone(_queue: ObservedQueue, { workedMs }: KeyDone): void {
    if (workedMs !== undefined) this.#workDuration.observe(workedMs / 1000);
  }

  keyDelayed(): void {
    this.#retries.inc();
  }

  detached(): void {
    this.#isStopped = true;
    this.#sampling?.cancel();
    this.#sampling = undefined;
  }

  #depth(priority: number): GaugeMetric | undefined {
    if (this.#wholeDepth !== undefined) return this.#wholeDepth;
    let gauge = this.#depths.get(priority);
    if (gauge === undefined) {
      const { provider, name } = this.#options;
      gauge = provider.newDepthWithPriorityMetric?.(name, priority);
      if (gauge !== undefined) this.#depths.set(priority, gauge);
    }
    return gauge;
  }

  /** Samples go on until one has seen that nothing is being processed: an idle queue has no timer. */
  #sampleLater(queue: ObservedQueue): Timer {
    const { clock, unfinishedWorkUpdatePeriodMs = 500 } = this.#options;
    return clock.after(unfinishedWorkUpdatePeriodMs, () => {
      const isIdle = queue.processing === 0;
      this.#unfinishedWorkSeconds.set(queue.unfinishedMs / 1000);
      this.#longestRunningProcessorSeconds.set(queue.longestRunningMs / 1000);
      this.#sampling = isIdle ? undefined : this.#sampleLater(queue);
    });
  }
}
