import { BaseSharedInformerFactory } from '@informer-gen/runtime';
import type { ResourceEventHandler } from '@informer-gen/runtime';
import type { ExampleContext } from './support/context.js';
import { podResource } from './support/kubernetes.js';
import type { Pod } from './support/kubernetes.js';
import { MeteredClient } from './support/metered-client.js';
import { createPod, podLife } from './support/pods.js';

export const summary = 'one informer, many handlers, one watch; and a handler that comes late';

export async function run({ client, namespace, output, signal }: ExampleContext): Promise<void> {
  const metered = new MeteredClient(client);
  // 0 is the default: no resync.
  await using factory = new BaseSharedInformerFactory(metered, { namespace, resyncPeriodMs: 0 });

  const handler = (name: string): ResourceEventHandler<Pod> => ({
    onAdd: (pod) => output.print(`${name}: OnAdd ${pod.metadata.name}`),
    onUpdate: (_before, pod) => output.print(`${name}: OnUpdate ${pod.metadata.name}`),
    onDelete: ({ lastKnown }) => output.print(`${name}: OnDelete ${lastKnown?.metadata.name}`),
  });
  // Whoever asks the factory for pods gets the same informer.
  factory.informerFor(podResource).addEventHandler(handler('first'));
  factory.informerFor(podResource).addEventHandler(handler('second'));

  factory.start({ signal });
  await factory.waitForCacheSync({ signal });

  await createPod(client, { namespace, name: 'stays' });
  for (const name of ['first', 'second']) await output.printed(`${name}: OnAdd stays`);

  const names = { ADDED: 'OnAdd', MODIFIED: 'OnUpdate', DELETED: 'OnDelete' } as const;
  for await (const { event } of podLife(client, { namespace, name: 'nettool' })) {
    for (const name of ['first', 'second']) await output.printed(`${name}: ${names[event]} nettool`);
  }

  // A late handler is told what the cache holds; the server is not asked again.
  const late = factory.informerFor(podResource).addEventHandler(handler('late'));
  await late.whenSynced({ signal });
  output.print(`handlers: 3, watches of pods: ${metered.watches}`);
}
