import {
  BaseSharedInformerFactory,
  clusterLister,
  DeletedFinalStateUnknown,
  FilteringResourceEventHandler,
  namespaceLister,
  newResourceInformer,
  waitForCacheSync,
} from '@informer-gen/runtime';
import type { ApiClient, NewInformerFunc } from '@informer-gen/runtime';
import { CleanUp } from './support/clean-up.js';
import type { ExampleContext } from './support/context.js';
import { nodeResource, podResource } from './support/kubernetes.js';
import type { Node, Pod } from './support/kubernetes.js';
import { MeteredClient } from './support/metered-client.js';
import { createPod, deletePod, setPhase } from './support/pods.js';

export const summary = 'the informers of a scheduler: listers, a filtering handler, and three things to wait for';

/** How this program wants its pods: without those that have ended. */
const newPodInformer: NewInformerFunc<Pod> = (client, defaults) =>
  newResourceInformer(client, podResource, {
    ...defaults,
    fieldSelector: 'status.phase!=Succeeded,status.phase!=Failed',
  });

export async function run({ client, namespace, output, signal, server }: ExampleContext): Promise<void> {
  await using cleanUp = new CleanUp();
  const nodeNames = await createNodes(client, namespace, cleanUp);
  await createPod(client, { namespace, name: 'ended' });
  await setPhase(client, { namespace, name: 'ended' }, 'Succeeded', []);
  await createPod(client, { namespace, name: 'early' });
  await server.bind({ namespace, name: 'early' }, nodeNames[0]);

  // The first to register a resource says how it is cached; everybody who asks later shares that.
  const metered = new MeteredClient(client);
  await using factory = new BaseSharedInformerFactory(metered, { namespace });
  factory.informerFor(podResource, newPodInformer);

  // A lister reads the informer's indexer, so asking for one is enough to have the informer.
  const pods = namespaceLister(factory.informerFor(podResource).getIndexer(), namespace);
  const nodes = clusterLister(factory.informerFor(nodeResource).getIndexer());

  // Two handlers on one informer: one keeps track of pods that have a node, the other schedules those that have none. A
  // pod that gets its node leaves the second and enters the first.
  const assigned = factory.informerFor(podResource).addEventHandler(
    new FilteringResourceEventHandler<Pod>({
      // What is left of a pod whose deletion was missed may be out of date: clean up after it in any case.
      filter: (pod) => pod instanceof DeletedFinalStateUnknown || pod.spec?.nodeName !== undefined,
      handler: {
        onAdd: (pod) => output.print(`assigned: add ${pod.metadata.name}`),
        onUpdate: (_before, pod) => output.print(`assigned: update ${pod.metadata.name}`),
        onDelete: ({ lastKnown }) => output.print(`assigned: delete ${lastKnown?.metadata.name}`),
      },
    }),
  );
  const waiting = factory.informerFor(podResource).addEventHandler(
    new FilteringResourceEventHandler<Pod>({
      filter: (pod) => !(pod instanceof DeletedFinalStateUnknown) && pod.spec?.nodeName === undefined,
      handler: {
        onAdd: async (pod) => {
          output.print(`waiting: add ${pod.metadata.name}`);
          await server.bind({ namespace, name: pod.metadata.name }, emptiest(nodeNames, pods.list()));
        },
        onDelete: ({ lastKnown }) => output.print(`waiting: delete ${lastKnown?.metadata.name}`),
      },
    }),
  );

  factory.start({ signal });
  await factory.waitForCacheSync({ signal });
  output.print(`caches synced: ${pods.list().length} pod, ${ownNodes(nodes.list(), nodeNames)} nodes`);
  // A synced cache has not told its handlers yet. Only when they know of everything may decisions be made.
  await waitForCacheSync([assigned, waiting], { signal });
  output.print('handlers synced');

  await createPod(client, { namespace, name: 'late' });
  await output.printed('waiting: add late');
  await output.printed('waiting: delete late');
  await output.printed('assigned: add late');
  output.print(`late went to the empty node: ${pods.get('late')?.spec?.nodeName === nodeNames[1]}`);
  await deletePod(client, { namespace, name: 'early' });
  await output.printed('assigned: delete early');
  output.print(`watches: ${metered.watches} (pods and nodes)`);
}

/** The node with the fewest pods. */
function emptiest(nodes: readonly [string, string], pods: readonly Pod[]): string {
  const load = (node: string): number => pods.filter((pod) => pod.spec?.nodeName === node).length;
  return load(nodes[0]) <= load(nodes[1]) ? nodes[0] : nodes[1];
}

/** A cluster may have nodes of its own. */
function ownNodes(nodes: readonly Node[], names: readonly string[]): number {
  return nodes.filter(({ metadata }) => names.includes(metadata.name)).length;
}

/** Two nodes with names of their own, since nodes have no namespace. They take no pods but those bound to them. */
async function createNodes(client: ApiClient, namespace: string, cleanUp: CleanUp): Promise<readonly [string, string]> {
  const names = [`${namespace}-node-a`, `${namespace}-node-b`] as const;
  for (const name of names) {
    await client.create(nodeResource, { metadata: { name }, spec: { unschedulable: true } });
    cleanUp.add(() => client.delete(nodeResource, { name }));
  }
  return names;
}
