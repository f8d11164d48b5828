import {
  metaNamespaceIndexFunc,
  namespaceIndex,
  newIndexerInformer,
  splitMetaNamespaceKey,
} from '@informer-gen/runtime';
import type { ExampleContext } from './support/context.js';
import { podResource } from './support/kubernetes.js';
import { createPod, podLife } from './support/pods.js';

export const summary = 'newIndexerInformer: a cache, the controller that fills it, and one set of callbacks';

export async function run({ client, namespace, output, signal }: ExampleContext): Promise<void> {
  await createPod(client, { namespace, name: 'already-there' });

  // The controller joins a reflector and a queue, and works the queue off into the indexer. One set of callbacks is all
  // it takes; for several, see `shared-informer`.
  const { indexer, controller } = newIndexerInformer(
    client.listerWatcher(podResource, { namespace }),
    {
      onAdd: (pod) => output.print(`OnAdd: ${pod.metadata.name}`),
      onUpdate: (before, pod) =>
        output.print(`OnUpdate: ${pod.metadata.name} ${before.status?.phase} -> ${pod.status?.phase}`),
      onDelete: ({ key }) => output.print(`OnDelete: ${splitMetaNamespaceKey(key).name}`),
    },
    { resource: podResource, indexers: { [namespaceIndex]: metaNamespaceIndexFunc }, queue: 'DeltaFIFO' },
  );
  void controller.run({ signal });

  await output.printed('OnAdd: already-there');
  output.print(`synced: ${controller.hasSynced()}, has a version: ${controller.lastSyncResourceVersion() !== ''}`);

  let before = '';
  for await (const { event, phase } of podLife(client, { namespace, name: 'nettool' })) {
    if (event === 'ADDED') await output.printed('OnAdd: nettool');
    if (event === 'MODIFIED') await output.printed(`OnUpdate: nettool ${before} -> ${phase}`);
    if (event === 'DELETED') await output.printed('OnDelete: nettool');
    before = phase;
  }
  const names = indexer.byIndex(namespaceIndex, namespace).map((pod) => pod.metadata.name);
  output.print(`in the cache: ${names.join(', ')}`);
}
