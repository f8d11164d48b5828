import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { monitorEventLoopDelay, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';

/** What a client prints, as one line of JSON: its name, and numbers. Which ones depends on the client. */
export type Figures = { readonly client: string } & { readonly [name: string]: number | string };

export interface Arguments {
  readonly url: string;
  readonly objects: number;
  readonly events: number;
  readonly variant: string;
}

/** `client <url> <objects> <events> [variant]` */
export function readArguments(): Arguments {
  const [url = '', objects = '0', events = '0', variant = ''] = process.argv.slice(2);
  return { url, objects: Number(objects), events: Number(events), variant };
}

/** A setting that only some suites use, such as `BENCH_HANDLERS`. */
export function setting(name: string): string | undefined {
  const value = process.env[`BENCH_${name}`];
  return value === '' ? undefined : value;
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

/** The largest resident set so far, or since {@link resetPeakRss}, in bytes. */
export function peakRss(): number {
  try {
    const match = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
    if (match?.[1] !== undefined) return Number(match[1]) * 1024;
  } catch {
    // Not Linux.
  }
  return process.resourceUsage().maxRSS * 1024;
}

/** Starts the peak anew. False where the system cannot. */
export function resetPeakRss(): boolean {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
    return true;
  } catch {
    return false;
  }
}

/** What {@link watchLoop} has seen. */
export interface LoopFigures {
  readonly loopDelayMaxMs: number;
  readonly loopDelayP99Ms: number;
  /** The longest delay that is left when the collection pauses in it are taken off. */
  readonly ownDelayMaxMs: number;
  readonly gcMaxMs: number;
  readonly gcTotalMs: number;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

const longDelayMs = 5;

/** Watches the event loop; collection pauses are told apart. */
export function watchLoop(): () => LoopFigures {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  const pauses: Span[] = [];
  const delays: Span[] = [];
  const note = (entries: readonly PerformanceEntry[]): void => {
    for (const { startTime, duration } of entries) pauses.push({ from: startTime, to: startTime + duration });
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  let last = performance.now();
  const look = (): void => {
    const now = performance.now();
    if (now - last > longDelayMs) delays.push({ from: last, to: now });
    last = now;
  };
  const timer = setInterval(look, 1);
  histogram.enable();
  return () => {
    look();
    clearInterval(timer);
    histogram.disable();
    note(observer.takeRecords());
    observer.disconnect();
    return {
      loopDelayMaxMs: histogram.max / 1e6,
      loopDelayP99Ms: histogram.percentile(99) / 1e6,
      ownDelayMaxMs: Math.max(0, ...delays.map((delay) => length(delay) - overlap(delay, pauses))),
      gcMaxMs: Math.max(0, ...pauses.map(length)),
      gcTotalMs: pauses.reduce((sum, pause) => sum + length(pause), 0),
    };
  };
}

function length({ from, to }: Span): number {
  return to - from;
}

function overlap(span: Span, others: readonly Span[]): number {
  return others.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, span.to) - Math.max(from, span.from)), 0);
}

/** How often a second something can be done. What it gives is looked at, so that no call is optimised away. */
export function rate(times: number, work: (i: number) => unknown): number {
  let missing = 0;
  for (let i = 0; i < Math.min(times, 1000); i++) if (work(i) === undefined) missing++;
  const started = performance.now();
  for (let i = 0; i < times; i++) if (work(i) === undefined) missing++;
  const perSecond = times / ((performance.now() - started) / 1000);
  if (missing > 0) throw new Error(`${missing} of ${times} calls found nothing`);
  return perSecond;
}

/** The names of the nodes that the pods are on: 50 pods on each. */
export function nodeNames(objects: number): string[] {
  const count = Math.max(1, Math.floor(objects / 50));
  return Array.from({ length: count }, (_, i) => `node-${String(i).padStart(4, '0')}`);
}

/** Asks the load server for events; it waits for a watch to send them to. */
export async function sendEvents(url: string, count: number): Promise<void> {
  await post(`${url}/bench/events?count=${count}`);
}

/** Makes the load server end every watch with 410. The version that the server has from then on. */
export async function expireWatches(url: string): Promise<string> {
  return (await post(`${url}/bench/expire`)).trim();
}

/** By node:http, because the first use of fetch takes time and memory that would count. */
async function post(url: string): Promise<string> {
  return await new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST' }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.once('end', () => {
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${url} answered ${response.statusCode}: ${text}`));
      });
    });
    sent.once('error', reject);
    sent.end();
  });
}

export function print(figures: Figures): void {
  console.log(JSON.stringify(figures));
}
