import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';

/** What every client of the informer benchmark prints, as one line of JSON. */
export interface Figures {
  readonly client: string;
  readonly syncMs: number;
  readonly syncCpuMs: number;
  readonly eventsMs?: number;
  readonly eventsCpuMs?: number;
  readonly heapPerObject?: number;
  readonly rssPerObject?: number;
  readonly peakRss: number;
  readonly steadyRss?: number;
  readonly scanPerSecond?: number;
  readonly byIndexPerSecond?: number;
  readonly getPerSecond?: number;
  readonly loopDelayMaxMs?: number;
  readonly loopDelayP99Ms?: number;
  readonly gcMaxMs?: number;
}

export interface Arguments {
  readonly url: string;
  readonly objects: number;
  readonly events: number;
}

/** `client.ts <url> <objects> <events> [variant]` */
export function readArguments(): Arguments & { readonly variant: string } {
  const [url = '', objects = '0', events = '0', variant = ''] = process.argv.slice(2);
  return { url, objects: Number(objects), events: Number(events), variant };
}

/** Wall and CPU time since it was made. */
export class Stopwatch {
  readonly #startedAt = performance.now();
  readonly #cpu = process.cpuUsage();

  read(): { ms: number; cpuMs: number } {
    const { user, system } = process.cpuUsage(this.#cpu);
    return { ms: performance.now() - this.#startedAt, cpuMs: (user + system) / 1000 };
  }
}

/** Heap and external memory after a forced collection, and the resident set. */
export async function memory(): Promise<{ held: number; rss: number }> {
  for (let i = 0; i < 3; i++) {
    (globalThis as { gc?: () => void }).gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external, arrayBuffers, rss } = process.memoryUsage();
  return { held: heapUsed + Math.max(external, arrayBuffers), rss };
}

/** The largest resident set so far, in bytes. */
export function peakRss(): number {
  return process.resourceUsage().maxRSS * 1024;
}

/** Watches the event loop; collection pauses are told apart. */
export function watchLoop(): () => { loopDelayMaxMs: number; loopDelayP99Ms: number; gcMaxMs: number } {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  let gcMaxMs = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) gcMaxMs = Math.max(gcMaxMs, entry.duration);
  });
  observer.observe({ entryTypes: ['gc'] });
  histogram.enable();
  return () => {
    histogram.disable();
    observer.disconnect();
    return { loopDelayMaxMs: histogram.max / 1e6, loopDelayP99Ms: histogram.percentile(99) / 1e6, gcMaxMs };
  };
}

/** How often a second something can be done. */
export function rate(times: number, work: (i: number) => void): number {
  for (let i = 0; i < Math.min(times, 1000); i++) work(i);
  const started = performance.now();
  for (let i = 0; i < times; i++) work(i);
  return times / ((performance.now() - started) / 1000);
}

/** Asks the load server for events. */
export async function sendEvents(url: string, count: number): Promise<void> {
  const response = await fetch(`${url}/bench/events?count=${count}`, { method: 'POST' });
  await response.text();
}

export function print(figures: Figures): void {
  console.log(JSON.stringify(figures));
}
