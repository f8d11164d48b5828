import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { IntervalHistogram } from 'node:perf_hooks';
import { Gauge } from './instruments.js';
import type { Metric } from './instruments.js';

const QUANTILES = [0.5, 0.9, 0.99, 1];

/** What every process has, under the names that Prometheus' own libraries use. */
export const processMetrics: readonly Metric[] = [
  new Gauge(
    { name: 'process_cpu_seconds_total', help: 'User and system time, in seconds.', labels: [], type: 'counter' },
    () => {
      const { user, system } = process.cpuUsage();
      return [[[], (user + system) / 1e6]];
    },
  ),
  new Gauge({ name: 'process_resident_memory_bytes', help: 'Resident memory.', labels: [] }, () => [
    [[], process.memoryUsage.rss()],
  ]),
  new Gauge(
    { name: 'process_start_time_seconds', help: 'When the process started, in seconds since the epoch.', labels: [] },
    () => [[[], performance.timeOrigin / 1000]],
  ),
];

/** How late the event loop is with its timers, since somebody last looked. It measures from {@link start} on. */
export class EventLoopMetrics implements Disposable {
  #delays: IntervalHistogram | undefined;
  readonly metrics: readonly Metric[] = [
    new Gauge(
      {
        name: 'informer_gen_event_loop_delay_seconds',
        help: 'How late the event loop was, since the last scrape.',
        labels: ['quantile'],
      },
      () => this.#read(),
    ),
  ];

  start(): void {
    if (this.#delays !== undefined) return;
    this.#delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    this.#delays.enable();
  }

  [Symbol.dispose](): void {
    this.#delays?.disable();
    this.#delays = undefined;
  }

  #read(): (readonly [readonly string[], number])[] {
    const delays = this.#delays;
    // Each measurement is that of a timer, whose own time is no delay.
    const seconds = (quantile: number): number =>
      delays === undefined || delays.count === 0
        ? 0
        : Math.max(0, (quantile === 1 ? delays.max : delays.percentile(quantile * 100)) / 1e9 - RESOLUTION_MS / 1000);
    const found = QUANTILES.map((quantile) => [[String(quantile)], seconds(quantile)] as const);
    delays?.reset();
    return found;
  }
}

const RESOLUTION_MS = 20;
