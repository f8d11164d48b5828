import { BaseSharedInformerFactory, indexByPath } from '@informer-gen/runtime';
import type { ExampleContext } from './support/context.js';
import { podResource } from './support/kubernetes.js';
import { createPod } from './support/pods.js';

export const summary = 'caching a few fields of each object: in memory, and in the type';

export async function run({ client, namespace, output, signal }: ExampleContext): Promise<void> {
  await createPod(client, { namespace, name: 'web-0' }, { image: 'example.com/web:1', labels: { app: 'web' } });
  await createPod(client, { namespace, name: 'web-1' }, { image: 'example.com/web:2', labels: { app: 'web' } });

  // Everything else is cut out of the bytes before they are decoded. `pod.spec.volumes` would not compile.
  const projected = podResource.project('spec.containers.image', 'metadata.labels.app');
  await using factory = new BaseSharedInformerFactory(client, { namespace });
  const informer = factory.informerFor(projected);
  informer.addIndexers({ byApp: indexByPath('metadata.labels.app') });
  factory.start({ signal });
  await factory.waitForCacheSync({ signal });

  const pods = [...informer.indexer.byIndex('byApp', 'web')].sort((a, b) =>
    a.metadata.name < b.metadata.name ? -1 : 1,
  );
  for (const { metadata, spec } of pods)
    output.print(`${metadata.name}: ${spec?.containers.map(({ image }) => image).join()}`);
  const [first] = pods;
  output.print(
    `what is left of it: ${Object.keys(first ?? {})
      .sort()
      .join(', ')}; spec: ${Object.keys(first?.spec ?? {}).join(', ')}`,
  );

  // An index of what was dropped would be empty for ever: it is refused.
  try {
    informer.addIndexers({ byNode: indexByPath('spec.nodeName') });
  } catch (error) {
    output.print((error as Error).message);
  }
}
