/**
 * What somebody who observes adds to an event: `observed <url> <objects> <events> [lazy]`. One process with one informer takes the
 * events in blocks, observed and not, in the order off, on, on, off: what differs between two processes (how the engine compiled,
 * where memory lies) and what the machine does meanwhile meets both sides. `BENCH_OBSERVER=metrics` counts everything that
 * `@informer-gen/runtime/metrics` counts, and reads the page once a second, more often than Prometheus does;
 * `BENCH_OBSERVER=inspector` serves the inspector, at which nobody looks; `BENCH_OBSERVER=nobody` observes nothing in either: how
 * far from 1 the same code is.
 */
import { connect, defineResource, type KubernetesObject, newResourceInformer } from '@informer-gen/runtime';
import { serveInspector } from '@informer-gen/runtime/inspect';
import { Metrics } from '@informer-gen/runtime/metrics';
import { print, readArguments, sendEvents, setting, Stopwatch } from './measure.js';

const BLOCK = 4_000;
/** Blocks of each side before anything is measured: until then the engine compiles. */
const WARM_UP = 4;

const resource = defineResource<KubernetesObject>({
  group: '',
  version: 'v1',
  kind: 'Pod',
  plural: 'pods',
  namespaced: true,
});
const { url, events, variant } = readArguments();
const stop = new AbortController();
const client = await connect({ server: url });
const informer = newResourceInformer(client, resource, variant === 'lazy' ? { lazy: true } : {});

/** Turns observing on. What it returns ends it. */
const observers: { readonly [name: string]: () => Promise<() => PromiseLike<void>> } = {
  nobody: async () => async () => {},
  metrics: async () => {
    const observing = [client, informer].map((each) => metrics.observe(each));
    return async () => {
      for (const each of observing) each[Symbol.dispose]();
    };
  },
  inspector: async () => {
    const inspector = await serveInspector({ factory: inspected }, { port: 0 });
    return () => inspector[Symbol.asyncDispose]();
  },
};
const metrics = new Metrics();
const inspected = { informers: () => [informer], observe: informer.observe.bind(informer) };
const observe = observers[setting('OBSERVER') ?? 'nobody'];
if (observe === undefined) throw new Error(`BENCH_OBSERVER is one of ${Object.keys(observers).join(', ')}`);

let left = 0;
let onEnd: () => void = () => {};
const handler = informer.addEventHandler({
  onUpdate: () => {
    left -= 1;
    if (left === 0) onEnd();
  },
});
void informer.run({ signal: stop.signal });
await handler.whenSynced();

const block = Math.min(BLOCK, Math.max(1, Math.floor(events / 4)));
// An even number, so that each side comes first as often as the other.
const pairs = 2 * Math.max(1, Math.round(events / block / 4));
const figures = { events: pairs * block, offCpuMs: 0, onCpuMs: 0, offMs: 0, onMs: 0 };

let scrapedAt = performance.now();

function scrape(): void {
  if (setting('OBSERVER') !== 'metrics' || performance.now() - scrapedAt < 1000) return;
  scrapedAt = performance.now();
  metrics.text();
}

async function runBlock(on: boolean, isMeasured: boolean): Promise<void> {
  const end = on ? await observe?.() : undefined;
  const ended = new Promise<void>((resolve) => (onEnd = resolve));
  left = block;
  const watch = new Stopwatch();
  await sendEvents(url, block);
  await ended;
  if (on) scrape();
  const { ms, cpuMs } = watch.read();
  await end?.();
  if (!isMeasured) return;
  figures[on ? 'onCpuMs' : 'offCpuMs'] += cpuMs;
  figures[on ? 'onMs' : 'offMs'] += ms;
}

for (let pair = -Math.min(WARM_UP, pairs); pair < pairs; pair += 1) {
  const onFirst = pair % 2 !== 0;
  await runBlock(onFirst, pair >= 0);
  await runBlock(!onFirst, pair >= 0);
}
print({ client: `informer-gen ${variant}`, ...figures, cpuRatio: figures.onCpuMs / figures.offCpuMs });
metrics[Symbol.dispose]();
stop.abort();
await client[Symbol.asyncDispose]();
