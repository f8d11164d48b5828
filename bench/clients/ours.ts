/** Our informer, with a handler that gets every object. */
import {
  connect,
  indexByPath,
  defineResource,
  type DecodeOptions,
  type KubernetesObject,
  newResourceInformer,
  parseLabelSelector,
} from '@informer-gen/runtime';
import { memory, peakRss, print, rate, readArguments, sendEvents, Stopwatch, watchLoop } from './measure.js';

interface Pod extends KubernetesObject {
  readonly spec?: { readonly nodeName?: string };
}

const resource = defineResource<Pod>({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true });
const { url, objects, events, variant } = readArguments();
const before = await memory();
const client = await connect({ server: url });
let updates = 0;
let onEnd: () => void = () => {};
const form: DecodeOptions =
  variant === 'lazy' ? { lazy: { paths: ['spec.nodeName'] } } : { dropManagedFields: variant === 'no managedFields' };
const informer = newResourceInformer(client, resource, { ...form, indexers: { byNode: indexByPath('spec.nodeName') } });
const registration = informer.addEventHandler({
  onUpdate: () => {
    if (++updates === events) onEnd();
  },
});
const stop = new AbortController();
const loop = watchLoop();
let watch = new Stopwatch();
const running = informer.run({ signal: stop.signal });
await registration.whenSynced();
const sync = watch.read();
const loopFigures = loop();
const peak = peakRss();
const after = await memory();
const done = new Promise<void>((resolve) => (onEnd = resolve));
watch = new Stopwatch();
if (events > 0) {
  await sendEvents(url, events);
  await done;
}
const update = watch.read();
const { indexer } = informer;
const keys = indexer.listKeys();
const selector = parseLabelSelector('tier=web,app in (app-1,app-2,app-3)');
const scans = Math.max(1, Math.round(1_000_000 / objects));
const scansPerSecond = rate(scans, () => indexer.list().filter((pod) => selector.matches(pod.metadata?.labels)));
print({
  client: `informer-gen${variant ? ` (${variant})` : ''}`,
  syncMs: sync.ms,
  syncCpuMs: sync.cpuMs,
  eventsMs: update.ms,
  eventsCpuMs: update.cpuMs,
  heapPerObject: (after.held - before.held) / objects,
  rssPerObject: (after.rss - before.rss) / objects,
  peakRss: peak,
  steadyRss: after.rss,
  scanPerSecond: scansPerSecond * objects,
  byIndexPerSecond: rate(200_000, (i) => indexer.byIndex('byNode', `node-${String(i % 1000).padStart(4, '0')}`)),
  getPerSecond: rate(1_000_000, (i) => indexer.getByKey(keys[i % keys.length] as string)),
  ...loopFigures,
});
stop.abort();
await running;
await client[Symbol.asyncDispose]();
