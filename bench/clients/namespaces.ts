/**
 * Informers over many namespaces of the load server, started together: `namespaces <url> <namespaces> 0 <informers>`. Each
 * informer reads an equal share of the namespaces.
 */
import { connect, defineResource, NamespacedSource, newSharedIndexInformer } from '@informer-gen/runtime';
import { memory, print, readArguments, Stopwatch, watchLoop } from './measure.js';

const { url, objects: namespaces, variant } = readArguments();
const informers = Number(variant);
const names = Array.from({ length: namespaces }, (_, i) => `ns-${String(i).padStart(3, '0')}`);
const resource = defineResource({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true });

async function stats(): Promise<{ readonly connections: number; readonly openWatches: number }> {
  const response = await fetch(`${url}/bench/stats`);
  return (await response.json()) as { connections: number; openWatches: number };
}

await stats();
const connectionsBefore = (await stats()).connections;
const before = await memory();
const client = await connect({ server: url, transport: 'http2' });
const stop = new AbortController();
const endWatch = watchLoop();
const watch = new Stopwatch();
let adds = 0;
const started = Array.from({ length: informers }, (_, group) => {
  const from = (group * namespaces) / informers;
  const source = new NamespacedSource(
    (namespace) => client.listerWatcher(resource, { namespace }),
    names.slice(from, from + namespaces / informers),
  );
  const informer = newSharedIndexInformer(source, resource);
  const registration = informer.addEventHandler({ onAdd: () => void adds++ });
  return { informer, registration, running: informer.run({ signal: stop.signal }) };
});
await Promise.all(started.map(({ registration }) => registration.whenSynced()));
const { ms, cpuMs } = watch.read();
const loop = endWatch();
const after = await memory();
const { connections } = await stats();
const statusWatch = new Stopwatch();
for (const { informer } of started) void informer.status;
const { ms: statusMs } = statusWatch.read();
const stopWatch = new Stopwatch();
stop.abort();
await Promise.all(started.map(({ running }) => running));
print({
  client: `${informers} over ${namespaces / informers}`,
  namespaces,
  adds,
  syncMs: ms,
  syncCpuMs: cpuMs,
  heapPerNamespace: (after.held - before.held) / namespaces,
  connections: connections - connectionsBefore,
  statusMs,
  stopMs: stopWatch.read().ms,
  ...loop,
});
await client[Symbol.asyncDispose]();
