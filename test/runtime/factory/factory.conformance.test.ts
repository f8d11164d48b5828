// Counterparts of client-go's dynamic/dynamicinformer/informer_test.go and metadata/metadatainformer/informer_test.go.
import {
  type DynamicObject,
  DynamicSharedInformerFactory,
  type KubernetesObject,
  MetadataSharedInformerFactory,
  type SharedInformerFactoryOptions,
} from '@informer-gen/runtime';
import { FakeClient, FakeClock, settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';

const gvr = { group: 'apps', version: 'v1', resource: 'deployments' };
const deployments = { group: 'apps', version: 'v1', kind: 'Deployment', plural: 'deployments', namespaced: true };

function deployment(namespace: string, name: string, spec: unknown = name): DynamicObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { namespace, name, labels: { environment: 'test' } },
    spec,
  };
}

/** A dynamic factory, and what one of its handlers is told. */
async function watching(
  options: SharedInformerFactoryOptions = {},
  existing: DynamicObject[] = [],
): Promise<{
  client: FakeClient;
  factory: DynamicSharedInformerFactory;
  told: string[];
}> {
  const client = new FakeClient();
  for (const object of existing) client.direct.create(deployments, object);
  const factory = new DynamicSharedInformerFactory(client, { clock: new FakeClock(), ...options });
  const told: string[] = [];
  const tell = (what: string, object: KubernetesObject | undefined): void =>
    void told.push(
      `${what} ${object?.metadata?.namespace}/${object?.metadata?.name} ${(object as DynamicObject).spec}`,
    );
  const { informer } = factory.forResource(gvr);
  informer().addEventHandler({
    onAdd: (object) => tell('add', object),
    onUpdate: (_before, after) => tell('update', after),
    onDelete: ({ lastKnown }) => tell('delete', lastKnown),
  });
  factory.start();
  await factory.waitForCacheSync();
  await settle();
  return { client, factory, told };
}

describe('a dynamic factory', () => {
  it('TestDynamicSharedInformerFactory: tells of an object that is added', async () => {
    const { client, factory, told } = await watching();
    client.direct.create(deployments, deployment('ns-foo', 'name-foo'));
    await settle();
    expect(told).toEqual(['add ns-foo/name-foo name-foo']);
    expect(factory.forResource(gvr).lister().byNamespace('ns-foo').get('name-foo')?.spec).toBe('name-foo');
    await factory.shutdown();
  });

  it('TestDynamicSharedInformerFactory: tells of an object that is updated', async () => {
    const { client, factory, told } = await watching({}, [deployment('ns-foo', 'name-foo')]);
    client.direct.update(deployments, deployment('ns-foo', 'name-foo', 'updatedName'));
    await settle();
    expect(told).toEqual(['add ns-foo/name-foo name-foo', 'update ns-foo/name-foo updatedName']);
    await factory.shutdown();
  });

  it('TestDynamicSharedInformerFactory: tells of an object that is deleted', async () => {
    const { client, factory, told } = await watching({}, [deployment('ns-foo', 'name-foo')]);
    client.direct.delete(deployments, deployment('ns-foo', 'name-foo'));
    await settle();
    expect(told).toEqual(['add ns-foo/name-foo name-foo', 'delete ns-foo/name-foo name-foo']);
    await factory.shutdown();
  });

  it.each([
    { what: 'another namespace', options: { namespace: 'ns-bar' }, sees: false },
    { what: 'its namespace', options: { namespace: 'ns-foo' }, sees: true },
    { what: 'another field', options: tweaked({ fieldSelector: 'metadata.name=name-bar' }), sees: false },
    { what: 'its field', options: tweaked({ fieldSelector: 'metadata.name=name-foo' }), sees: true },
    { what: 'another label', options: tweaked({ labelSelector: 'environment=production' }), sees: false },
    { what: 'its label', options: tweaked({ labelSelector: 'environment=test' }), sees: true },
  ])(
    'TestFilteredDynamicSharedInformerFactory: with $what selected, an object is seen: $sees',
    async ({ options, sees }) => {
      const { client, factory, told } = await watching(options);
      client.direct.create(deployments, deployment('ns-foo', 'name-foo'));
      await settle();
      expect(told).toEqual(sees ? ['add ns-foo/name-foo name-foo'] : []);
      await factory.shutdown();
    },
  );
});

describe('a metadata factory', () => {
  it('TestMetadataSharedInformerFactory: tells of objects that are added, updated and deleted, and asks for metadata alone', async () => {
    const client = new FakeClient();
    const asked: unknown[] = [];
    const recording = {
      listerWatcher: ((resource, options) => {
        asked.push(options);
        return client.listerWatcher(resource, options);
      }) as FakeClient['listerWatcher'],
    };
    const factory = new MetadataSharedInformerFactory(recording, { namespace: 'ns-foo', clock: new FakeClock() });
    const told: string[] = [];
    factory
      .forResource(gvr)
      .informer()
      .addEventHandler({
        onAdd: ({ metadata }) => void told.push(`add ${metadata.name}`),
        onUpdate: (_before, { metadata }) => void told.push(`update ${metadata.name}`),
        onDelete: ({ key }) => void told.push(`delete ${key}`),
      });
    factory.start();
    await factory.waitForCacheSync();
    client.direct.create(deployments, deployment('ns-foo', 'name-foo'));
    client.direct.update(deployments, deployment('ns-foo', 'name-foo', 'updatedName'));
    client.direct.delete(deployments, deployment('ns-foo', 'name-foo'));
    await settle();
    expect(told).toEqual(['add name-foo', 'update name-foo', 'delete ns-foo/name-foo']);
    expect(asked).toEqual([expect.objectContaining({ metadataOnly: true, namespace: 'ns-foo' })]);
    await factory.shutdown();
  });
});

function tweaked(selectors: { fieldSelector?: string; labelSelector?: string }): SharedInformerFactoryOptions {
  return { tweakListOptions: (options) => void Object.assign(options, selectors) };
}
