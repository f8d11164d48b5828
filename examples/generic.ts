import { DynamicSharedInformerFactory, MetadataSharedInformerFactory } from '@informer-gen/runtime';
import type { ExampleContext } from './support/context.js';
import { MeteredClient } from './support/metered-client.js';
import { createPod } from './support/pods.js';

export const summary = 'a resource known only by name, whole and with metadata alone: what that saves';

export async function run({ client, namespace, output, signal }: ExampleContext): Promise<void> {
  for (const name of ['web-0', 'web-1', 'web-2'])
    await createPod(client, { namespace, name }, { labels: { app: 'web' } });
  const gvr = { group: '', version: 'v1', resource: 'pods' };

  const wholeClient = new MeteredClient(client);
  await using whole = new DynamicSharedInformerFactory(wholeClient, { namespace });
  const pods = whole.forResource(gvr);
  pods.informer(); // asking for it registers it

  // The server is asked to leave out spec and status: they are never sent.
  const metadataClient = new MeteredClient(client);
  await using metadata = new MetadataSharedInformerFactory(metadataClient, { namespace });
  const podMetadata = metadata.forResource(gvr);
  podMetadata.informer();

  for (const factory of [whole, metadata]) {
    factory.start({ signal });
    await factory.waitForCacheSync({ signal });
  }
  const pod = pods.lister().byNamespace(namespace).get('web-0');
  output.print(`whole: ${pods.lister().list('app=web').length} objects, kind ${pod?.kind}, fields ${fieldsOf(pod)}`);
  const partial = podMetadata.lister().get(`${namespace}/web-0`);
  output.print(`metadata: ${podMetadata.lister().list('app=web').length} objects, fields ${fieldsOf(partial)}`);
  output.print(`metadata alone takes fewer bytes: ${metadataClient.objectBytes < wholeClient.objectBytes}`);
  const share = Math.round((100 * metadataClient.objectBytes) / wholeClient.objectBytes);
  output.print(`bytes received: ${wholeClient.objectBytes} whole, ${metadataClient.objectBytes} metadata (${share} %)`);
}

function fieldsOf(object: object | undefined): string {
  return Object.keys(object ?? {})
    .sort()
    .join(' ');
}
