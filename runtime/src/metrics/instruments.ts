/** The labels of a series, in the order of their names. Labels never carry names of objects: there would be a series for each. */
export type LabelValues = readonly string[];

/** One line of a metric. */
export interface Sample {
  /** Behind the name of the metric: `_bucket`, `_sum`, `_count` of a histogram, else `''`. */
  readonly suffix: '' | '_bucket' | '_sum' | '_count';
  readonly labels: { readonly [name: string]: string | number };
  readonly value: number;
}

/** What a metric is, whatever it is kept in. */
export interface MetricSpec {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
}

/** A metric and its series. */
export interface Metric extends MetricSpec {
  readonly type: 'counter' | 'gauge' | 'histogram';
  samples(): Sample[];
}

/** One series that counts up. */
export class CounterSeries {
  value = 0;

  inc(by = 1): void {
    this.value += by;
  }
}

/** One series of a distribution. */
export class HistogramSeries {
  readonly bounds: readonly number[];
  /** How many were at most each bound and above the one before; the last: above all. */
  readonly counts: number[];
  sum = 0;
  count = 0;
  readonly #onObserve: (value: number, count: number) => void;

  /** @param onObserve Told of each value as well, and of how many there are of it. */
  constructor(bounds: readonly number[], onObserve: (value: number, count: number) => void) {
    this.bounds = bounds;
    this.#onObserve = onObserve;
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  /** @param count How many of this value there are. */
  observe(value: number, count = 1): void {
    let [low, high] = [0, this.bounds.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (value <= (this.bounds[middle] as number)) high = middle;
      else low = middle + 1;
    }
    this.counts[low] = (this.counts[low] as number) + count;
    this.sum += value * count;
    this.count += count;
    this.#onObserve(value, count);
  }
}

/** Series by their labels; those that are asked for once exist from then on. */
class Family<S> implements MetricSpec {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  readonly #make: (values: LabelValues) => S;
  readonly #series = new Map<string, { readonly values: LabelValues; readonly series: S }>();

  constructor({ name, help, labels }: MetricSpec, make: (values: LabelValues) => S) {
    this.name = name;
    this.help = help;
    this.labels = labels;
    this.#make = make;
  }

  /** The series with these labels. Keep it: to look for it costs more than to count. */
  with(...values: LabelValues): S {
    const key = values.join('\u0000');
    let entry = this.#series.get(key);
    if (entry === undefined) {
      entry = { values, series: this.#make(values) };
      this.#series.set(key, entry);
    }
    return entry.series;
  }

  protected entries(): { readonly labels: Sample['labels']; readonly series: S }[] {
    return Array.from(this.#series.values(), ({ values, series }) => ({
      labels: Object.fromEntries(this.labels.map((name, at) => [name, values[at] ?? ''])),
      series,
    }));
  }
}

/** A metric that only goes up. */
export class Counter extends Family<CounterSeries> implements Metric {
  readonly type = 'counter';

  constructor(spec: MetricSpec) {
    super(spec, () => new CounterSeries());
  }

  samples(): Sample[] {
    return this.entries().map(({ labels, series }) => ({ suffix: '', labels, value: series.value }));
  }
}

/** A metric of distributions. */
export class Histogram extends Family<HistogramSeries> implements Metric {
  readonly type = 'histogram';
  readonly bounds: readonly number[];
  /** Told of every value of every series. Default: nobody is. */
  onObserve: ((value: number, labels: { readonly [name: string]: string }) => void) | undefined;

  constructor(spec: MetricSpec & { readonly bounds: readonly number[] }) {
    super(spec, (values) => {
      const labels = Object.fromEntries(spec.labels.map((name, at) => [name, values[at] ?? '']));
      return new HistogramSeries(spec.bounds, (value, count) => {
        if (this.onObserve !== undefined) for (let told = 0; told < count; told += 1) this.onObserve(value, labels);
      });
    });
    this.bounds = spec.bounds;
  }

  samples(): Sample[] {
    return this.entries().flatMap(({ labels, series }) => {
      let below = 0;
      const buckets = series.counts.map((count, at): Sample => {
        below += count;
        return { suffix: '_bucket', labels: { ...labels, le: series.bounds[at] ?? '+Inf' }, value: below };
      });
      return [
        ...buckets,
        { suffix: '_sum', labels, value: series.sum },
        { suffix: '_count', labels, value: series.count },
      ];
    });
  }
}

/** A value of the moment, read when somebody looks: so that it costs nothing in between. */
export class Gauge implements Metric {
  readonly type: 'gauge' | 'counter';
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  readonly #read: () => Iterable<readonly [LabelValues, number]>;

  constructor(
    spec: MetricSpec & { readonly type?: 'gauge' | 'counter' },
    read: () => Iterable<readonly [LabelValues, number]>,
  ) {
    this.type = spec.type ?? 'gauge';
    this.name = spec.name;
    this.help = spec.help;
    this.labels = spec.labels;
    this.#read = read;
  }

  samples(): Sample[] {
    return Array.from(this.#read(), ([values, value]) => ({
      suffix: '' as const,
      labels: Object.fromEntries(this.labels.map((name, at) => [name, values[at] ?? ''])),
      value,
    }));
  }
}
