import type { Metric } from './instruments.js';
import { goNumber } from './numbers.js';

/** What is needed of a `Registry` of prom-client. */
export interface PromRegistryLike {
  getSingleMetric(name: string): unknown;
  // Its own type names the classes of prom-client, of which this is none: it calls `get` and no more.
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  registerMetric(metric: any): void;
}

/** A metric as a registry of prom-client reads it. */
export class PromMetric {
  /** Written by a registry that serves OpenMetrics: there counters are named without `_total`. */
  name: string;
  readonly help: string;
  readonly type: string;
  readonly aggregator = 'sum';
  readonly labelNames: readonly string[];
  readonly #metric: Metric;

  constructor(metric: Metric) {
    this.#metric = metric;
    this.name = metric.name;
    this.help = metric.help;
    this.type = metric.type;
    this.labelNames = metric.labels;
  }

  /** What prom-client asks for when it is scraped. */
  get(): Promise<object> {
    const { name, help, type, aggregator } = this;
    const values = this.#metric.samples().map(({ suffix, labels, bound, value }) => ({
      ...(suffix !== '' && { metricName: `${name}${suffix}` }),
      // A copy: a registry with default labels writes them into it.
      labels: bound === undefined ? { ...labels } : { ...labels, le: goNumber(bound) },
      value,
    }));
    return Promise.resolve({ name, help, type, aggregator, values });
  }

  /** `resetMetrics` of a registry leaves these alone: they are shared. */
  reset(): void {}
}
