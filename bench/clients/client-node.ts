/** makeInformer of @kubernetes/client-node, with a handler that gets every object. */
import { CoreV1Api, KubeConfig, makeInformer } from '@kubernetes/client-node';
import { memory, peakRss, print, rate, readArguments, sendEvents, setting, Stopwatch, watchLoop } from './measure.js';
import { loadServerConfig } from './client-node-config.js';

const { url, objects, events } = readArguments();

function kubeConfig(): KubeConfig {
  const file = setting('KUBECONFIG');
  if (file === undefined) return loadServerConfig(url);
  const config = new KubeConfig();
  config.loadFromFile(file);
  return config;
}

const config = kubeConfig();
const api = config.makeApiClient(CoreV1Api);
const informer = makeInformer(config, '/api/v1/pods', () => api.listPodForAllNamespaces());
let adds = 0;
let updates = 0;
let onEnd: () => void = () => {};
informer.on('add', () => void adds++);
informer.on('update', () => {
  if (++updates === events) onEnd();
});
informer.on('error', (error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

const before = await memory();
const loop = watchLoop();
let watch = new Stopwatch();
await informer.start();
const sync = watch.read();
const loopFigures = loop();
const peak = peakRss();
const after = await memory();
const found = adds;
const done = new Promise<void>((resolve) => (onEnd = resolve));
watch = new Stopwatch();
if (events > 0) {
  await sendEvents(url, events);
  await done;
}
const update = watch.read();
const apps = new Set(['app-1', 'app-2', 'app-3']);
const scans = rate(Math.max(1, Math.round(1_000_000 / objects)), () =>
  informer
    .list()
    .filter(({ metadata }) => metadata?.labels?.['tier'] === 'web' && apps.has(metadata.labels['app'] ?? '')),
);
const names = informer.list().map(({ metadata }) => [metadata?.name ?? '', metadata?.namespace ?? ''] as const);
print({
  client: 'client-node makeInformer',
  objects: found,
  syncMs: sync.ms,
  syncCpuMs: sync.cpuMs,
  ...(events > 0 && { eventsMs: update.ms, eventsCpuMs: update.cpuMs }),
  heapPerObject: (after.held - before.held) / objects,
  rssPerObject: (after.rss - before.rss) / objects,
  peakRss: peak,
  steadyRss: after.rss,
  scanPerSecond: scans * objects,
  getPerSecond: rate(10_000_000, (i) => informer.get(...(names[i % names.length] as readonly [string, string]))),
  ...loopFigures,
});
// Its sockets keep the process alive.
process.exit();
