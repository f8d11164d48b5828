import { DeletedFinalStateUnknown, DeltaFIFO, QueueClosedError, Reflector } from '@informer-gen/runtime';
import type { Deltas, ObjectDelta } from '@informer-gen/runtime';
import type { ExampleContext } from './support/context.js';
import { podResource } from './support/kubernetes.js';
import type { Pod } from './support/kubernetes.js';
import { createPod, podLife } from './support/pods.js';

export const summary = 'a reflector fills a DeltaFIFO that knows no cache: a deletion goes unnoticed';

export async function run({ client, namespace, output, signal }: ExampleContext): Promise<void> {
  // No knownObjects: once an object has been popped, the queue has forgotten it. A deletion of something it has never
  // heard of is nothing to report, so there is no Deleted below. The example `indexer` has the remedy.
  const queue = new DeltaFIFO<Pod>();
  const reflector = new Reflector(client.listerWatcher(podResource, { namespace }), queue, { resource: podResource });
  void reflector.run({ signal });

  const show = (deltas: Deltas<Pod>): void => {
    for (const { type, object } of deltas as readonly ObjectDelta<Pod>[]) {
      if (object instanceof DeletedFinalStateUnknown) continue;
      output.print(`${type} : ${object.metadata.name} : ${object.status?.phase}`);
    }
  };
  const popping = async (): Promise<void> => {
    try {
      for (;;) await queue.pop(show);
    } catch (error) {
      if (!(error instanceof QueueClosedError)) throw error;
    }
  };

  const living = async (): Promise<void> => {
    await new Promise<void>((resolve) => queue.onSynced(resolve)); // listed: what comes now, comes by the watch
    for await (const { event, phase } of podLife(client, { namespace, name: 'nettool' })) {
      if (event === 'DELETED') continue;
      await output.printed(`${event === 'ADDED' ? 'Added' : 'Updated'} : nettool : ${phase}`);
    }
    // Events come in order: when the next pod is here, the deletion has been and gone.
    await createPod(client, { namespace, name: 'after-nettool' });
    await output.printed('Added : after-nettool : Pending');
    queue.close();
  };
  await Promise.all([popping(), living()]);
}
