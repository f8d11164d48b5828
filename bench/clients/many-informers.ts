/**
 * Many informers in one process, started together: `many-informers <url> <informers> 0 ours|client-node`. Each has one
 * namespace of the load server; there are 50, so they repeat.
 */
import { connect, defineResource, newResourceInformer } from '@informer-gen/runtime';
import { memory, peakRss, print, readArguments, Stopwatch } from './measure.js';

const { url, objects: informers, variant } = readArguments();
const namespaces = Array.from({ length: informers }, (_, i) => `ns-${String(i % 50).padStart(3, '0')}`);
let adds = 0;

async function connections(): Promise<number> {
  const response = await fetch(`${url}/bench/stats`);
  return ((await response.json()) as { connections: number }).connections;
}

/** Starts them all and waits until all have synced; gives what ends them. */
async function startOurs(): Promise<() => Promise<void>> {
  const resource = defineResource({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true });
  const client = await connect({ server: url, transport: 'http2' });
  const stop = new AbortController();
  const registrations = namespaces.map((namespace) => {
    const informer = newResourceInformer(client, resource, { namespace });
    const registration = informer.addEventHandler({ onAdd: () => void adds++ });
    void informer.run({ signal: stop.signal });
    return registration;
  });
  for (const registration of registrations) await registration.whenSynced();
  return async () => {
    stop.abort();
    await client[Symbol.asyncDispose]();
  };
}

async function startClientNode(): Promise<() => Promise<void>> {
  const { CoreV1Api, makeInformer } = await import('@kubernetes/client-node');
  const { loadServerConfig } = await import('./client-node-config.js');
  const config = loadServerConfig(url);
  const api = config.makeApiClient(CoreV1Api);
  await Promise.all(
    namespaces.map(async (namespace) => {
      const path = `/api/v1/namespaces/${namespace}/pods`;
      const informer = makeInformer(config, path, () => api.listNamespacedPod({ namespace }));
      informer.on('add', () => void adds++);
      await informer.start();
    }),
  );
  return () => Promise.resolve(process.exit());
}

// Its import takes most of a second; that is not what is measured here.
if (variant === 'client-node') await import('@kubernetes/client-node');
await connections();
const connectionsBefore = await connections();
const before = await memory();
const watch = new Stopwatch();
const stop = await (variant === 'client-node' ? startClientNode() : startOurs());
const { ms, cpuMs } = watch.read();
const peak = peakRss();
const after = await memory();
print({
  client: `${variant === 'client-node' ? 'client-node makeInformer' : 'informer-gen'}, ${informers} informers`,
  informers,
  adds,
  startMs: ms,
  startCpuMs: cpuMs,
  heapPerInformer: (after.held - before.held) / informers,
  rssPerInformer: (after.rss - before.rss) / informers,
  peakRss: peak,
  connections: (await connections()) - connectionsBefore,
});
await stop();
