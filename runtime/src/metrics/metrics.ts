import type { Observable } from '../observe/observer.js';
import { ControllerMetrics } from './controller-metrics.js';
import { CredentialMetrics } from './credential-metrics.js';
import { CONTENT_TYPE, toText } from './exposition.js';
import { InformerMetrics } from './informer-metrics.js';
import type { Metric } from './instruments.js';
import { recordWith } from './opentelemetry.js';
import type { MeterLike } from './opentelemetry.js';
import { EventLoopMetrics, processMetrics } from './process-metrics.js';
import { PromMetric } from './prom-client.js';
import type { PromRegistryLike } from './prom-client.js';
import { QueueMetrics } from './queue-metrics.js';
import { RequestMetrics } from './client-metrics.js';

/** What {@link Metrics} can be told. */
export interface MetricsOptions {
  /** Measure how late the event loop is. Default true. */
  readonly eventLoop?: boolean | undefined;
  /** Have `process_cpu_seconds_total` and its like, which prom-client's `collectDefaultMetrics` has too. Default true. */
  readonly process?: boolean | undefined;
}

/**
 * Counts what managers, factories, informers, clients and queues do, under the names, labels and buckets of client-go and
 * controller-runtime, and what those do not count under `informer_gen_`. Nothing is measured before {@link observe}.
 *
 * @example
 * const metrics = new Metrics();
 * await using operator = await Manager.create({ name: 'website-operator', client, metrics, http: { port: 8080 } }); // GET /metrics
 *
 * @example
 * // In a registry of prom-client, beside the program's own.
 * import { register } from 'prom-client';
 *
 * const metrics = new Metrics({ process: false });
 * metrics.registerIn(register);
 * metrics.observe(factory);
 */
export class Metrics implements Disposable {
  /** Of {@link text}. */
  readonly contentType: string = CONTENT_TYPE;
  readonly #requests = new RequestMetrics();
  readonly #observers = [
    this.#requests,
    new CredentialMetrics(),
    new InformerMetrics(),
    new QueueMetrics(),
    new ControllerMetrics(),
  ];
  readonly #eventLoop: EventLoopMetrics | undefined;
  readonly #metrics: readonly Metric[];

  constructor({ eventLoop = true, process = true }: MetricsOptions = {}) {
    this.#eventLoop = eventLoop ? new EventLoopMetrics() : undefined;
    this.#metrics = [
      ...this.#observers.flatMap(({ metrics }) => metrics),
      ...(this.#eventLoop?.metrics ?? []),
      ...(process ? processMetrics : []),
    ];
  }

  /** Counts what this does, and what it makes later, until what is returned is disposed of. */
  observe(subject: Observable): Disposable {
    this.#eventLoop?.start();
    const observing = this.#observers.map((observer) => subject.observe(observer));
    return {
      [Symbol.dispose]: () => {
        for (const each of observing) each[Symbol.dispose]();
      },
    };
  }

  /** All series, as Prometheus reads them. */
  text(): string {
    return toText(this.#metrics);
  }

  /**
   * Puts all metrics into a registry of prom-client, which then serves them with its own. A name that it has already is
   * left to it.
   *
   * @example
   * import { register } from 'prom-client';
   * metrics.registerIn(register);
   */
  registerIn(registry: PromRegistryLike): void {
    for (const metric of this.#metrics) {
      if (registry.getSingleMetric(metric.name) === undefined) registry.registerMetric(new PromMetric(metric));
    }
  }

  /**
   * Gives all metrics to a meter of OpenTelemetry: counters and gauges are read when it exports, histograms are recorded as they
   * happen, from now on.
   *
   * @example
   * import { metrics as api } from '@opentelemetry/api';
   * metrics.recordWith(api.getMeter('website-operator'));
   */
  recordWith(meter: MeterLike): void {
    recordWith(meter, this.#metrics);
  }

  /** Ends what measures by itself. Series keep their values. */
  [Symbol.dispose](): void {
    this.#requests[Symbol.dispose]();
    this.#eventLoop?.[Symbol.dispose]();
  }
}
