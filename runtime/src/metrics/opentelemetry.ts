import { Histogram } from './instruments.js';
import type { Metric } from './instruments.js';

type Attributes = { [name: string]: string | number };

/** What is needed of an observable counter or gauge of OpenTelemetry. */
export interface ObservableInstrumentLike {
  addCallback(callback: (result: { observe(value: number, attributes?: Attributes): void }) => void): void;
}

/** What is needed of a `Meter` of `@opentelemetry/api`. */
export interface MeterLike {
  createObservableCounter(name: string, options?: { description?: string }): ObservableInstrumentLike;
  createObservableGauge(name: string, options?: { description?: string }): ObservableInstrumentLike;
  createHistogram(
    name: string,
    options?: { description?: string; advice?: { explicitBucketBoundaries?: number[] } },
  ): { record(value: number, attributes?: Attributes): void };
}

/** Gives metrics to a meter. */
export function recordWith(meter: MeterLike, metrics: Iterable<Metric>): void {
  for (const metric of metrics) {
    const description = metric.help;
    if (metric instanceof Histogram) {
      const advice = { explicitBucketBoundaries: [...metric.bounds] };
      const histogram = meter.createHistogram(metric.name, { description, advice });
      const others = metric.onObserve;
      metric.onObserve = (value, labels) => {
        others?.(value, labels);
        histogram.record(value, labels);
      };
      continue;
    }
    const instrument =
      metric.type === 'counter'
        ? meter.createObservableCounter(metric.name, { description })
        : meter.createObservableGauge(metric.name, { description });
    instrument.addCallback((result) => {
      for (const { value, labels } of metric.samples()) result.observe(value, { ...labels });
    });
  }
}
