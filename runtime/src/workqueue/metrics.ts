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

/** Makes the metrics of a priority queue; one that cannot tell priorities apart gets the depth of all together. */
export interface PriorityQueueMetricsProvider extends WorkQueueMetricsProvider {
  /** How many keys of this priority are ready. */
  newDepthWithPriorityMetric?(name: string, priority: number): GaugeMetric;
}
