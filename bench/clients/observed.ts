/**
 * Our informer with and without somebody who observes it: what an event costs. `BENCH_OBSERVER=metrics` counts everything that
 * `@informer-gen/runtime/metrics` counts, and reads the page once a second, more often than Prometheus does;
 * `BENCH_OBSERVER=inspector` serves the inspector, at which nobody looks.
 */
import { connect, defineResource, type KubernetesObject, newResourceInformer } from '@informer-gen/runtime';
import { serveInspector } from '@informer-gen/runtime/inspect';
import { Metrics } from '@informer-gen/runtime/metrics';
import { print, readArguments, sendEvents, setting, Stopwatch } from './measure.js';

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
const metrics = setting('OBSERVER') === 'metrics' ? new Metrics() : undefined;
const inspected = { informers: () => [informer], observe: informer.observe.bind(informer) };
const inspector =
  setting('OBSERVER') === 'inspector' ? await serveInspector({ factory: inspected }, { port: 0 }) : undefined;
const observing = [client, informer].map((each) => metrics?.observe(each));
const scraping = metrics && setInterval(() => metrics.text(), 1000);

let updates = 0;
let onEnd: () => void = () => {};
const handler = informer.addEventHandler({
  onUpdate: () => {
    updates += 1;
    if (updates === events) onEnd();
  },
});
void informer.run({ signal: stop.signal });
await handler.whenSynced();
const ended = new Promise<void>((resolve) => (onEnd = resolve));
const watch = new Stopwatch();
await sendEvents(url, events);
await ended;
const { ms, cpuMs } = watch.read();
print({ client: `informer-gen ${variant}`, eventsMs: ms, eventsCpuMs: cpuMs });
clearInterval(scraping);
for (const each of observing) each?.[Symbol.dispose]();
metrics?.[Symbol.dispose]();
await inspector?.[Symbol.asyncDispose]();
stop.abort();
await client[Symbol.asyncDispose]();
