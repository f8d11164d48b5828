/**
 * Our informer, with handlers that get every object. Settings: BENCH_KUBECONFIG (a real cluster), BENCH_HANDLERS (how many,
 * default 1), BENCH_RELIST=1 (list again after the first sync, and measure that), BENCH_REPLAY=1 (add a handler at the end),
 * BENCH_READS=0 (do not measure reads).
 */
import {
  type ApiClient,
  connect,
  defineResource,
  indexByPath,
  type KubernetesObject,
  newResourceInformer,
  type Resource,
  type SharedIndexInformer,
} from '@informer-gen/runtime';
import { type DecodeOptions, listAll, listAllByNamespace, parseLabelSelector } from '@informer-gen/runtime/client-go';
import {
  expireWatches,
  memory,
  nodeNames,
  peakRss,
  print,
  rate,
  readArguments,
  resetPeakRss,
  sendEvents,
  setting,
  Stopwatch,
  watchLoop,
} from './measure.js';

interface Pod extends KubernetesObject {
  readonly spec?: { readonly nodeName?: string };
  readonly status?: { readonly phase?: string; readonly podIP?: string };
}

const whole = defineResource<Pod>({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true });
const { url, objects, events, variant } = readArguments();
/** Four fields, as a dashboard or a proxy needs them. A clone of earlier days has no projections. */
const resource: Resource<Pod> =
  variant === 'projected' ? whole.project('spec.nodeName', 'status.phase', 'status.podIP', 'metadata.labels') : whole;
const forms: { readonly [variant: string]: DecodeOptions } = {
  '': { managedFields: 'keep' },
  'no managedFields': {},
  lazy: { lazy: { paths: ['spec.nodeName'] } },
  projected: {},
};
const handlers = Number(setting('HANDLERS') ?? 1);
let adds = 0;
let updates = 0;
let onEnd: () => void = () => {};

function newClient(): Promise<ApiClient> {
  const kubeconfigPath = setting('KUBECONFIG');
  return connect(kubeconfigPath === undefined ? { server: url } : { kubeconfigPath });
}

function count(): void {
  if (++updates === events * handlers) onEnd();
}

async function measureSync(informer: SharedIndexInformer<Pod>, signal: AbortSignal): Promise<Record<string, number>> {
  const before = await memory();
  const loop = watchLoop();
  const watch = new Stopwatch();
  const registrations = Array.from({ length: handlers }, () =>
    informer.addEventHandler({ onAdd: () => void adds++, onUpdate: count }),
  );
  void informer.run({ signal });
  for (const registration of registrations) await registration.whenSynced();
  const sync = watch.read();
  const loopFigures = loop();
  const peak = peakRss();
  const after = await memory();
  return {
    objects: adds / handlers,
    syncMs: sync.ms,
    syncCpuMs: sync.cpuMs,
    heapPerObject: (after.held - before.held) / objects,
    rssPerObject: (after.rss - before.rss) / objects,
    peakRss: peak,
    steadyRss: after.rss,
    ...loopFigures,
  };
}

/** The watch ends with 410, and everything is listed again, with nothing changed. */
async function measureRelist(informer: SharedIndexInformer<Pod>): Promise<Record<string, number>> {
  const { rss } = await memory();
  if (!resetPeakRss()) return {};
  const watch = new Stopwatch();
  const version = await expireWatches(url);
  while (informer.lastSyncResourceVersion() !== version) await new Promise((resolve) => setTimeout(resolve, 5));
  const { ms, cpuMs } = watch.read();
  return { relistMs: ms, relistCpuMs: cpuMs, relistPeakRss: peakRss(), relistSteadyRss: rss };
}

async function measureEvents(): Promise<Record<string, number>> {
  const done = new Promise<void>((resolve) => (onEnd = resolve));
  const loop = watchLoop();
  const watch = new Stopwatch();
  await sendEvents(url, events);
  await done;
  const { ms, cpuMs } = watch.read();
  const { loopDelayMaxMs, loopDelayP99Ms } = loop();
  const delays = { eventsLoopDelayMaxMs: loopDelayMaxMs, eventsLoopDelayP99Ms: loopDelayP99Ms };
  return { eventsMs: ms, eventsCpuMs: cpuMs, ...delays };
}

function measureReads({ indexer }: SharedIndexInformer<Pod>): Record<string, number> {
  const selector = parseLabelSelector('tier=web,app in (app-1,app-2,app-3)');
  const scans = Math.max(1, Math.round(1_000_000 / objects));
  const nodes = nodeNames(objects);
  const namespaces = indexer.listIndexFuncValues('namespace');
  const keys = indexer.listKeys();
  return {
    scanPerSecond: rate(scans, () => listAll(indexer, selector)) * objects,
    byIndexPerSecond: rate(200_000, (i) => indexer.byIndex('byNode', nodes[i % nodes.length] as string)[0]),
    namespaceListPerSecond: rate(200_000, (i) =>
      listAllByNamespace(indexer, namespaces[i % namespaces.length] as string),
    ),
    getPerSecond: rate(10_000_000, (i) => indexer.getByKey(keys[i % keys.length] as string)),
  };
}

/** A handler that comes late sees everything that is cached. */
async function measureReplay(informer: SharedIndexInformer<Pod>): Promise<Record<string, number>> {
  let seen = 0;
  const loop = watchLoop();
  const watch = new Stopwatch();
  await informer.addEventHandler({ onAdd: () => void seen++ }).whenSynced();
  const { ms, cpuMs } = watch.read();
  const { loopDelayMaxMs, loopDelayP99Ms } = loop();
  if (seen !== objects) throw new Error(`the late handler saw ${seen} of ${objects} objects`);
  const delays = { replayLoopDelayMaxMs: loopDelayMaxMs, replayLoopDelayP99Ms: loopDelayP99Ms };
  return { replayMs: ms, replayCpuMs: cpuMs, ...delays };
}

const stop = new AbortController();
const client = await newClient();
const informer: SharedIndexInformer<Pod> = newResourceInformer(client, resource, {
  ...forms[variant],
  indexers: { byNode: indexByPath('spec.nodeName') },
});
print({
  client: `informer-gen${variant === '' ? '' : `, ${variant}`}`,
  ...(await measureSync(informer, stop.signal)),
  ...(setting('RELIST') === '1' && (await measureRelist(informer))),
  ...(events > 0 && (await measureEvents())),
  ...(setting('READS') !== '0' && measureReads(informer)),
  ...(setting('REPLAY') === '1' && (await measureReplay(informer))),
});
stop.abort();
await client[Symbol.asyncDispose]();
