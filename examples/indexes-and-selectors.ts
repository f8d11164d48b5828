import { BaseSharedInformerFactory, newGenericLister } from '@informer-gen/runtime';
import type { ExampleContext } from './support/context.js';
import { podResource } from './support/kubernetes.js';
import type { Pod } from './support/kubernetes.js';
import { createPod } from './support/pods.js';

export const summary =
  'finding objects in the cache: indexes of your own, label selectors, and a selector on the server';

export async function run({ client, namespace, output, signal }: ExampleContext): Promise<void> {
  const pod = (name: string, image: string, labels: { readonly [key: string]: string }): Promise<Pod> =>
    createPod(client, { namespace, name }, { image, labels });
  await pod('web-0', 'example.com/web:1', { app: 'web', track: 'stable' });
  await pod('web-1', 'example.com/web:2', { app: 'web', track: 'canary' });
  await pod('cache-0', 'example.com/cache:1', { app: 'cache' });

  await using factory = new BaseSharedInformerFactory(client, { namespace });
  const informer = factory.informerFor(podResource);
  // An index files an object under any number of values.
  informer.addIndexers({ byImage: (each) => each.spec?.containers.map(({ image = '' }) => image) ?? [] });
  // Selected by the server: this one never sees the other pods. It shares nothing with the informer above.
  const canaries = factory.variant(podResource, { namespace, labelSelector: 'track=canary' });
  factory.start({ signal });
  await factory.waitForCacheSync({ signal });

  const names = (pods: readonly Pod[]): string =>
    pods
      .map(({ metadata }) => metadata.name)
      .sort()
      .join(', ');
  const indexer = informer.getIndexer();
  output.print(`images: ${indexer.listIndexFuncValues('byImage').sort().join(', ')}`);
  output.print(`byImage example.com/web:1: ${names(indexer.byIndex('byImage', 'example.com/web:1'))}`);

  const lister = newGenericLister(indexer).byNamespace(namespace);
  for (const selector of ['app=web', 'app in (web, cache), track!=canary', '!track', 'track notin (stable)']) {
    output.print(`${selector}: ${names(lister.list(selector))}`);
  }
  output.print(`get web-1: ${lister.get('web-1')?.metadata.labels?.['track']}, get nothing: ${lister.get('nothing')}`);
  output.print(`the other informer holds: ${names(canaries.lister().list())}`);

  // Indexes can also be added while the informer runs, over what is there already.
  informer.addIndexers({ byApp: (each) => [each.metadata.labels?.['app'] ?? ''] });
  output.print(`byApp web: ${names(indexer.byIndex('byApp', 'web'))}`);
}
