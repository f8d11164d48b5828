/** An informer with bad handlers, that tells its parent every second how it is doing. */
import { setTimeout as delay } from 'node:timers/promises';
import { connect, defineResource, newResourceInformer } from '@informer-gen/runtime';
import type { KubernetesObject, ResourceEventHandler } from '@informer-gen/runtime';
import { measureLoopHold } from './loop-hold.js';
import { HANDLER_SORTS } from './sample.js';
import type { Sample, SoakHandler } from './sample.js';

const SAMPLE_MS = 1000;
const COLLECT_EVERY = 15;
const SLOW_MS = 1;

let events = 0;

/** What each handler does with an event. */
const behaviours: { readonly [handler in SoakHandler]: () => void | Promise<void> } = {
  sync: () => void (events += 1),
  slow: () => delay(SLOW_MS),
  throwing: () => {
    throw new Error('this handler throws');
  },
  stuck: () => new Promise<void>(() => {}),
};

function handlerOf(behave: () => void | Promise<void>): ResourceEventHandler<KubernetesObject> {
  return { onAdd: behave, onUpdate: behave, onDelete: behave };
}

const [kubeconfigPath = '', namespace = ''] = process.argv.slice(2);
const resource = defineResource({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  namespaced: true,
});
const client = await connect({ kubeconfigPath });
const informer = newResourceInformer(client, resource, { namespace, onError: () => undefined });
const registrations = HANDLER_SORTS.map((sort) => ({
  sort,
  registration: informer.addEventHandler(handlerOf(behaviours[sort]), { name: sort }),
}));
void informer.run({ signal: new AbortController().signal });
await informer.whenSynced();

const syncedAt = performance.now();
const loop = measureLoopHold();
let samples = 0;

function takeSample(): Sample {
  samples += 1;
  const collects = samples % COLLECT_EVERY === 0;
  const loopHeldMs = loop.take();
  const { heapUsed: heapBytes, rss: rssBytes } = process.memoryUsage();
  if (collects) globalThis.gc?.();
  const backlog = Object.fromEntries(registrations.map(({ sort, registration }) => [sort, registration.backlog]));
  const resources = process.getActiveResourcesInfo();
  loop.take();
  return {
    atMs: Math.round(performance.now() - syncedAt),
    heapBytes,
    ...(collects && { collectedHeapBytes: process.memoryUsage().heapUsed }),
    rssBytes,
    sockets: resources.filter((name) => /^(TCP|TLS)/.test(name)).length,
    timers: resources.filter((name) => name === 'Timeout').length,
    loopHeldMs,
    backlog: backlog as Sample['backlog'],
    backlogBytes: (informer.status.handlers ?? []).reduce((sum, { backlogBytes }) => sum + backlogBytes, 0),
    events,
  };
}

setInterval(() => void process.send?.(takeSample()), SAMPLE_MS);
process.on('disconnect', () => process.exit());
