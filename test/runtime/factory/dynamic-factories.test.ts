// Factories for resources known at run time, over HTTP.
import {
  type BaseSharedInformerFactory,
  connect,
  defineResource,
  DynamicSharedInformerFactory,
  MetadataSharedInformerFactory,
} from '@informer-gen/runtime';
import { FakeClient, SimulatedApiServer } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { gate } from '../../conformance/support/informing.js';

const configMaps = { group: '', version: 'v1', resource: 'configmaps' };

/** What the server sent until the caches of this factory had synced. */
async function bytesFor(server: SimulatedApiServer, factory: BaseSharedInformerFactory): Promise<number> {
  server.clearRequests();
  factory.start();
  await factory.waitForCacheSync();
  await factory.shutdown();
  return server.requests.reduce((sum, { bytesSent }) => sum + bytesSent, 0);
}

describe('factories of resources by name', () => {
  it.each([DynamicSharedInformerFactory, MetadataSharedInformerFactory])(
    'cache what forResource was asked for, though nobody asks for its informer before the start (%p)',
    async (Factory) => {
      const client = new FakeClient();
      const resource = defineResource({
        group: '',
        version: 'v1',
        kind: 'ConfigMap',
        plural: 'configmaps',
        namespaced: true,
      });
      await client.create(resource, { metadata: { namespace: 'default', name: 'a' } });
      await using factory = new Factory(client);
      const generic = factory.forResource(configMaps);
      factory.start();
      await factory.waitForCacheSync();
      expect(generic.lister().get('default/a')?.metadata?.name).toBe('a');
    },
  );

  it('the metadata factory receives metadata alone: a fraction of the bytes', async () => {
    await using server = await SimulatedApiServer.start();
    for (let i = 0; i < 50; i++) {
      const metadata = { namespace: 'default', name: `c${i}`, labels: { number: String(i) } };
      server.create('configmaps', { metadata, data: { text: 'x'.repeat(10_000) } });
    }
    await using client = await connect({ server: server.url });
    const dynamic = new DynamicSharedInformerFactory(client, { namespace: 'default' });
    const metadata = new MetadataSharedInformerFactory(client, { namespace: 'default' });
    const whole = dynamic.forResource(configMaps);
    const partial = metadata.forResource(configMaps);
    const wholeBytes = await bytesFor(server, dynamic);
    const partialBytes = await bytesFor(server, metadata);
    expect(wholeBytes).toBeGreaterThan(50 * 10_000);
    expect(partialBytes).toBeLessThan(wholeBytes / 10);
    expect(whole.lister().byNamespace('default').get('c7')).toMatchObject({ kind: 'ConfigMap', data: {} });
    const seen = partial.lister().get('default/c7');
    expect(seen).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { labels: { number: '7' } } });
    expect(seen).not.toHaveProperty('data');
    expect(partial.lister().list('number in (7, 8)')).toHaveLength(2);
  });

  it('the metadata factory caches metadata alone in variants and in informers by resource, too', async () => {
    const client = new FakeClient();
    const resource = defineResource({
      group: '',
      version: 'v1',
      kind: 'ConfigMap',
      plural: 'configmaps',
      namespaced: true,
    });
    await client.create(resource, { metadata: { namespace: 'default', name: 'a' }, data: { text: 'x' } });
    await using factory = new MetadataSharedInformerFactory(client);
    const informers = [factory.variant(resource, { namespace: 'default' }).informer(), factory.informerFor(resource)];
    factory.start();
    await factory.waitForCacheSync();
    for (const informer of informers) {
      expect(informer.indexer.list()).toMatchObject([{ kind: 'PartialObjectMetadata', metadata: { name: 'a' } }]);
      expect(informer.indexer.list()[0]).not.toHaveProperty('data');
    }
  });

  it('the dynamic factory takes any resource, live', async () => {
    await using server = await SimulatedApiServer.start();
    await using client = await connect({ server: server.url });
    await using factory = new DynamicSharedInformerFactory(client);
    const { informer, lister } = factory.forResource(configMaps);
    const seen: string[] = [];
    const deleted = gate();
    informer().addEventHandler({
      onAdd: ({ metadata }) => void seen.push(`add ${metadata?.name}`),
      onDelete: ({ key }) => {
        seen.push(`delete ${key}`);
        deleted.open();
      },
    });
    expect(factory.forResource(configMaps).informer()).toBe(informer());
    factory.start();
    await factory.waitForCacheSync();
    server.create('configmaps', { metadata: { namespace: 'default', name: 'live' }, data: { a: '1' } });
    server.delete('configmaps', { metadata: { namespace: 'default', name: 'live' } });
    await deleted.opened;
    expect(seen.slice(-2)).toEqual(['add live', 'delete default/live']);
    expect(lister().get('default/live')).toBeUndefined();
  });
});
