import { DeltaFIFO, metaNamespaceKeyFunc, newIndexer, QueueClosedError, Reflector } from '@informer-gen/runtime';
import type { Deltas, ObjectDelta } from '@informer-gen/runtime';
import type { ExampleContext } from './support/context.js';
import { podResource } from './support/kubernetes.js';
import type { Pod } from './support/kubernetes.js';
import { podLife } from './support/pods.js';

export const summary = 'the same with an indexer as knownObjects: the deletion is reported';

export async function run({ client, namespace, output, signal }: ExampleContext): Promise<void> {
  const indexer = newIndexer<Pod>({});
  const queue = new DeltaFIFO<Pod>({ keyFunction: metaNamespaceKeyFunc, knownObjects: indexer });
  const reflector = new Reflector(client.listerWatcher(podResource, { namespace }), queue, { resource: podResource });
  void reflector.run({ signal });

  // Whoever pops keeps the indexer up to date: that is how the queue knows what there is to delete.
  const store = (deltas: Deltas<Pod>): void => {
    for (const { type, object } of deltas as readonly ObjectDelta<Pod>[]) {
      if (type === 'Deleted') indexer.delete(object);
      else indexer.update(object as Pod);
      const { metadata, status } = object as Pod;
      output.print(`${type} : ${metadata.name} : ${status?.phase}`);
    }
  };
  const popping = async (): Promise<void> => {
    try {
      for (;;) await queue.pop(store);
    } catch (error) {
      if (!(error instanceof QueueClosedError)) throw error;
    }
  };

  const names = { ADDED: 'Added', MODIFIED: 'Updated', DELETED: 'Deleted' } as const;
  const living = async (): Promise<void> => {
    await new Promise<void>((resolve) => queue.onSynced(resolve)); // listed: what comes now, comes by the watch
    for await (const { event, phase } of podLife(client, { namespace, name: 'nettool' })) {
      await output.printed(`${names[event]} : nettool : ${phase}`);
    }
    queue.close();
  };
  await Promise.all([popping(), living()]);
  output.print(`left in the indexer: ${indexer.list().length}`);
}
