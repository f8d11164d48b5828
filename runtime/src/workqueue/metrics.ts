import type { Clock } from '../async/clock.js';

/** A value that goes up and down by one. */
export interface GaugeMetric {
  inc(): void;
  dec(): void;
}

/** A value that is set. */
export interface SettableGaugeMetric {
  set(value: number): void;
}

/** A value that only goes up. */
export interface CounterMetric {
  inc(): void;
}

/** Takes single observations. */
export interface HistogramMetric {
  observe(value: number): void;
}

/** Makes the metrics of a work queue by its name; an adapter to Prometheus implements this. Durations are in seconds. */
export interface WorkQueueMetricsProvider {
  /** How many keys wait, those that wait for their own processing to end included. */
  newDepthMetric(name: string): GaugeMetric;
  /** How many adds were not duplicates. */
  newAddsMetric(name: string): CounterMetric;
  /** How long a key waited, from its first add. */
  newLatencyMetric(name: string): HistogramMetric;
  /** How long processing took. */
  newWorkDurationMetric(name: string): HistogramMetric;
  /** How long everything that is being processed now has taken, together. */
  newUnfinishedWorkSecondsMetric(name: string): SettableGaugeMetric;
  /** How long the oldest of that has taken. */
  newLongestRunningProcessorSecondsMetric(name: string): SettableGaugeMetric;
  /** How many adds were delayed ones. */
  newRetriesMetric(name: string): CounterMetric;
}

/** Turns what happens to keys into metrics. */
export class QueueMetrics<K> {
  readonly #clock: Clock;
  readonly #depth: GaugeMetric;
  readonly #adds: CounterMetric;
  readonly #latency: HistogramMetric;
  readonly #workDuration: HistogramMetric;
  readonly #unfinishedWorkSeconds: SettableGaugeMetric;
  readonly #longestRunningProcessorSeconds: SettableGaugeMetric;
  readonly #addedAt = new Map<K, number>();
  readonly #startedAt = new Map<K, number>();

  constructor(provider: WorkQueueMetricsProvider, name: string, clock: Clock) {
    this.#clock = clock;
    this.#depth = provider.newDepthMetric(name);
    this.#adds = provider.newAddsMetric(name);
    this.#latency = provider.newLatencyMetric(name);
    this.#workDuration = provider.newWorkDurationMetric(name);
    this.#unfinishedWorkSeconds = provider.newUnfinishedWorkSecondsMetric(name);
    this.#longestRunningProcessorSeconds = provider.newLongestRunningProcessorSecondsMetric(name);
  }

  add(key: K): void {
    this.#adds.inc();
    this.#depth.inc();
    if (!this.#addedAt.has(key)) this.#addedAt.set(key, this.#clock.now());
  }

  get(key: K): void {
    this.#depth.dec();
    this.#startedAt.set(key, this.#clock.now());
    const addedAt = this.#addedAt.get(key);
    if (addedAt === undefined) return;
    this.#latency.observe(this.#secondsSince(addedAt));
    this.#addedAt.delete(key);
  }

  done(key: K): void {
    const startedAt = this.#startedAt.get(key);
    if (startedAt === undefined) return;
    this.#workDuration.observe(this.#secondsSince(startedAt));
    this.#startedAt.delete(key);
  }

  updateUnfinishedWork(): void {
    let total = 0;
    let oldest = 0;
    for (const startedAt of this.#startedAt.values()) {
      const age = this.#secondsSince(startedAt);
      total += age;
      if (age > oldest) oldest = age;
    }
    this.#unfinishedWorkSeconds.set(total);
    this.#longestRunningProcessorSeconds.set(oldest);
  }

  #secondsSince(startMs: number): number {
    return (this.#clock.now() - startMs) / 1000;
  }
}
