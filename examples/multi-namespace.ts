import { Backoff, NamespacedSource, newSharedIndexInformer, realClock } from '@informer-gen/runtime';
import type { ExampleContext } from './support/context.js';
import { podResource } from './support/kubernetes.js';
import { createPod } from './support/pods.js';

export const summary = 'one informer over several namespaces, which come and go; one that is forbidden stops no other';

export async function run({ client, output, signal, server }: ExampleContext): Promise<void> {
  const [red, green, blue] = [
    await server.createNamespace('red'),
    await server.createNamespace('green'),
    await server.createNamespace('blue'),
  ];
  await createPod(client, { namespace: red, name: 'red-0' });
  await createPod(client, { namespace: green, name: 'green-0' });
  await createPod(client, { namespace: blue, name: 'blue-0' });

  // This user may read one of the three.
  const user = await server.limitedUser();
  await user.grant(red);
  const source = new NamespacedSource((namespace) => user.client.listerWatcher(podResource, { namespace }), [red]);
  source.add(green, { optional: true }); // the informer counts as synced without it while it is forbidden

  const informer = newSharedIndexInformer(source, podResource, {
    onError: () => {}, // what is refused stands in the status, below
    reflector: { backoff: new Backoff({ initialMs: 25, maxMs: 100, clock: realClock }) },
  });
  informer.addEventHandler({
    onAdd: (pod) => output.print(`OnAdd: ${pod.metadata.name}`),
    onDelete: ({ lastKnown }) => output.print(`OnDelete: ${lastKnown?.metadata.name}`),
  });
  void informer.run({ signal });
  await informer.whenSynced({ signal });
  await output.printed('OnAdd: red-0');
  output.print(`synced; green: ${informer.status.namespaces?.[green]?.lastError?.statusCode}`);

  await user.grant(green);
  await output.printed('OnAdd: green-0');

  await user.grant(blue);
  source.add(blue);
  await output.printed('OnAdd: blue-0');

  source.remove(red);
  await output.printed('OnDelete: red-0');
  const names = informer
    .getStore()
    .list()
    .map((pod) => pod.metadata.name);
  output.print(`in the cache: ${names.sort().join(', ')}`);
}
