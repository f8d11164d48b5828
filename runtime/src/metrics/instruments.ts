/** The labels of a series, in the order of their names. Labels never carry names of objects: there would be a series for each. */
export type LabelValues = readonly string[];

/** The labels of a series by their names. */
export interface Labels {
  readonly [name: string]: string;
}

/** One line of a metric. */
export interface Sample {
  /** Behind the name of the metric: `_bucket`, `_sum`, `_count` of a histogram, else `''`. */
  readonly suffix: '' | '_bucket' | '_sum' | '_count';
  /** The same object for all lines of a series. */
  readonly labels: Labels;
  /** Of a bucket: what it counts is at most this; Infinity for the last. */
  readonly bound?: number;
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
  readonly #make: (labels: Labels) => S;
  readonly #series = new Map<string, { readonly labels: Labels; readonly series: S }>();

  constructor({ name, help, labels }: MetricSpec, make: (labels: Labels) => S) {
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
      const labels = named(this.labels, values);
      entry = { labels, series: this.#make(labels) };
      this.#series.set(key, entry);
    }
    return entry.series;
  }

  protected entries(): Iterable<{ readonly labels: Labels; readonly series: S }> {
    return this.#series.values();
  }
}

function named(names: readonly string[], values: LabelValues): Labels {
  return Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']));
}

/** A metric that only goes up. */
export class Counter extends Family<CounterSeries> implements Metric {
  readonly type = 'counter';

  constructor(spec: MetricSpec) {
    super(spec, () => new CounterSeries());
  }

  samples(): Sample[] {
    return Array.from(this.entries(), ({ labels, series }) => ({ suffix: '', labels, value: series.value }));
  }
}

/** A metric of distributions. */
export class Histogram extends Family<HistogramSeries> implements Metric {
  readonly type = 'histogram';
  readonly bounds: readonly number[];
  /** Told of every value of every series. Default: nobody is. */
  onObserve: ((value: number, labels: Labels) => void) | undefined;

  constructor(spec: MetricSpec & { readonly bounds: readonly number[] }) {
    super(
      spec,
      (labels) =>
        new HistogramSeries(spec.bounds, (value, count) => {
          if (this.onObserve !== undefined) for (let told = 0; told < count; told += 1) this.onObserve(value, labels);
        }),
    );
    this.bounds = spec.bounds;
  }

  samples(): Sample[] {
    const samples: Sample[] = [];
    for (const { labels, series } of this.entries()) {
      let below = 0;
      for (const [at, count] of series.counts.entries()) {
        below += count;
        samples.push({ suffix: '_bucket', labels, bound: series.bounds[at] ?? Infinity, value: below });
      }
      samples.push({ suffix: '_sum', labels, value: series.sum }, { suffix: '_count', labels, value: series.count });
    }
    return samples;
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
      labels: named(this.labels, values),
      value,
    }));
  }
}
