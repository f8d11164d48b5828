/**
 * An operator as in a pod, measured: `operator - <objects>`. It finds its server by the service account, elects a leader,
 * answers probes, and keeps a ConfigMap for each Website. Prints its memory when all are done and it has been idle.
 */
import { defineResource } from '@informer-gen/runtime';
import type { Condition, KubernetesObject } from '@informer-gen/runtime';
import { Manager } from '@informer-gen/runtime/controller';
import { peakRss, print, readArguments } from './measure.js';

interface Website extends KubernetesObject {
  readonly spec: { readonly html: string };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

interface ConfigMap extends KubernetesObject {
  readonly data?: { readonly [key: string]: string };
}

const websites = defineResource<Website>({
  group: 'web.acme.dev',
  version: 'v1',
  kind: 'Website',
  plural: 'websites',
  namespaced: true,
  subresources: ['status'],
});
const configMaps = defineResource<ConfigMap>({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  namespaced: true,
});

const IDLE_MS = 5000;
const { objects } = readArguments();
const stop = new AbortController();
const ready = new Set<string>();

await using manager = await Manager.create({ name: 'website-operator', leaderElection: true, http: { port: 0 } });
manager
  .controller(websites)
  .owns(configMaps)
  .reconcile({ workers: 4 }, async (site, { apply, status, key }) => {
    await apply(configMaps, { data: { 'index.html': site.spec.html } });
    status.condition('Ready', true, { reason: 'Applied', message: 'the page is there' });
    if (site.status?.conditions?.[0]?.status === 'True') ready.add(key);
  });
manager.add({
  name: 'measure',
  async run({ signal }) {
    while (ready.size < objects && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, 50));
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    stop.abort(new Error('measured'));
  },
});
let rss = 0;
stop.signal.addEventListener('abort', () => (rss = process.memoryUsage.rss()));
await manager.run({ signal: stop.signal });
const { heapUsed, external } = process.memoryUsage();
print({ client: 'informer-gen operator', rss, peakRss: peakRss(), held: heapUsed + external });
process.exit(0);
