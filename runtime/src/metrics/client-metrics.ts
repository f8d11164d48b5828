import { PerformanceObserver } from 'node:perf_hooks';
import type { Observer } from '../observe/observer.js';
import type { RequestAnswered, RequestEnded, RequestRetried } from '../observe/requests.js';
import type { Observed, ObservedClient } from '../observe/subjects.js';
import { Counter, Histogram } from './instruments.js';
import type { Metric } from './instruments.js';

const DURATIONS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];
const SIZES = [64, 256, 512, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216];

/** The code of a request to which no answer came. */
const NO_ANSWER = '<error>';

/** `rest_client_*`, as client-go fills them. Watches are counted, but have no duration and no size. */
export class RequestMetrics implements Observer, Disposable {
  readonly #total = new Counter({
    name: 'rest_client_requests_total',
    help: 'Number of HTTP requests, by status code, method and host.',
    labels: ['code', 'method', 'host'],
  });
  readonly #retries = new Counter({
    name: 'rest_client_request_retries_total',
    help: 'Number of requests that were sent again, by status code of the answer before, verb and host.',
    labels: ['code', 'verb', 'host'],
  });
  readonly #duration = histogram(
    'request_duration_seconds',
    'How long requests took, their answer included.',
    DURATIONS,
  );
  readonly #throttle = histogram(
    'rate_limiter_duration_seconds',
    'How long requests waited for the rate limiter of the client.',
    DURATIONS,
  );
  readonly #requestSize = histogram('request_size_bytes', 'Bytes in the bodies of requests.', SIZES);
  readonly #responseSize = histogram('response_size_bytes', 'Bytes in the bodies of answers.', SIZES);
  readonly #dns = new Histogram({
    name: 'rest_client_dns_resolution_duration_seconds',
    help: 'How long it took to resolve the name of the server.',
    labels: ['host'],
    bounds: DURATIONS.slice(0, -1),
  });
  readonly metrics: readonly Metric[] = [
    this.#total,
    this.#retries,
    this.#duration,
    this.#throttle,
    this.#requestSize,
    this.#responseSize,
    this.#dns,
  ];
  /** By the name of the server: its host with the port. */
  readonly #hosts = new Map<string, string>();
  #lookups: PerformanceObserver | undefined;

  attached(subject: Observed): void {
    if (subject.type !== 'client') return;
    const { host } = subject;
    this.#total.with('200', 'GET', host);
    this.#retries.with('429', 'GET', host);
    for (const each of [this.#duration, this.#requestSize, this.#responseSize, this.#throttle]) each.with('GET', host);
    this.#dns.with(host);
    this.#hosts.set(host.replace(/:\d+$/, ''), host);
    this.#lookups ??= this.#watchLookups();
  }

  requestAnswered({ host }: ObservedClient, { request, code }: RequestAnswered): void {
    this.#total.with(code === undefined ? NO_ANSWER : String(code), request.method, host).inc();
  }

  requestEnded({ host }: ObservedClient, { request, durationMs, responseBytes }: RequestEnded): void {
    const { verb, method, requestBytes } = request;
    if (verb === 'watch') return;
    this.#duration.with(method, host).observe(durationMs / 1000);
    this.#requestSize.with(method, host).observe(requestBytes);
    this.#responseSize.with(method, host).observe(responseBytes);
  }

  requestRetried({ host }: ObservedClient, { method, code }: RequestRetried): void {
    this.#retries.with(code === undefined ? NO_ANSWER : String(code), method, host).inc();
  }

  requestThrottled({ host }: ObservedClient, { method, durationMs }: { method: string; durationMs: number }): void {
    this.#throttle.with(method, host).observe(durationMs / 1000);
  }

  [Symbol.dispose](): void {
    this.#lookups?.disconnect();
    this.#lookups = undefined;
  }

  /** Node itself tells of each lookup of a name, whoever makes it. */
  #watchLookups(): PerformanceObserver {
    const lookups = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { duration, detail } = entry as { duration: number; detail?: unknown };
        const host = this.#hosts.get(String((detail as { hostname?: unknown } | undefined)?.hostname));
        if (host !== undefined) this.#dns.with(host).observe(duration / 1000);
      }
    });
    lookups.observe({ entryTypes: ['dns'] });
    return lookups;
  }
}

function histogram(name: string, help: string, bounds: readonly number[]): Histogram {
  return new Histogram({ name: `rest_client_${name}`, help, labels: ['verb', 'host'], bounds });
}
