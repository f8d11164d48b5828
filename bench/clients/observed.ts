/**
 * Our informer with and without metrics: what an event costs. `BENCH_METRICS=1` counts everything that
 * `@informer-gen/runtime/metrics` counts, and reads the page once a second, more often than Prometheus does.
 */
import { connect, defineResource, type KubernetesObject, newResourceInformer } from '@informer-gen/runtime';
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
const metrics = setting('METRICS') === '1' ? new Metrics() : undefined;
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
stop.abort();
await client[Symbol.asyncDispose]();
