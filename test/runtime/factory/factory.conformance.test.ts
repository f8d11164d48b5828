// Counterparts of client-go's dynamic/dynamicinformer/informer_test.go and metadata/metadatainformer/informer_test.go.
import {
  type Client,
  connect,
  type DynamicObject,
  DynamicSharedInformerFactory,
  type KubernetesObject,
  type ListerWatcher,
  MetadataSharedInformerFactory,
  type SharedInformerFactoryOptions,
} from '@informer-gen/runtime';
import { FakeClient, FakeClock, settle, SimulatedApiServer } from '@informer-gen/testing';
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

type AnyFactory = DynamicSharedInformerFactory | MetadataSharedInformerFactory;
type NewFactory = new (client: Client, options: SharedInformerFactoryOptions) => AnyFactory;

/** Runs a factory's informer of deployments until it has synced, and returns the keys it holds then. */
async function syncOnce(newFactory: NewFactory, client: Client, clock: FakeClock): Promise<readonly string[]> {
  const factory = new newFactory(client, { clock });
  const informer = factory.forResource(gvr).informer();
  factory.start();
  await informer.whenSynced();
  await settle();
  await factory.shutdown();
  return informer.getStore().listKeys();
}

/** What is asked of a server meanwhile. */
async function askedOfServer(newFactory: NewFactory): Promise<readonly string[]> {
  const clock = new FakeClock();
  await using server = await SimulatedApiServer.start({ clock });
  server.create('deployments', { metadata: { namespace: 'default', name: 'a' } });
  await using client = await connect({ server: server.url, clock });
  expect(await syncOnce(newFactory, client, clock)).toEqual(['default/a']);
  return server.requests.map(({ verb, query }) =>
    describeQuery(verb === 'watch', query['sendInitialEvents'] === 'true'),
  );
}

/** What is asked meanwhile of a client that does not know WatchList. */
async function askedOfFake(newFactory: NewFactory): Promise<readonly string[]> {
  const fake = new FakeClient();
  const asked: string[] = [];
  const recording: Client = {
    listerWatcher: (resource, options) => recordingSource(fake.listerWatcher(resource, options), asked),
  };
  await syncOnce(newFactory, recording, new FakeClock());
  return asked;
}

function describeQuery(isWatch: boolean, initialEvents: boolean): string {
  return `${isWatch ? 'watch' : 'list'}${initialEvents ? ' with initial events' : ''}`;
}

/** The source as one that does not know WatchList, and that notes what it is asked. */
function recordingSource<T>(source: ListerWatcher<T>, asked: string[]): ListerWatcher<T> {
  return {
    watchListSupported: false,
    list: (options, context) => {
      asked.push(describeQuery(false, false));
      return source.list(options, context);
    },
    watch: (options, context) => {
      asked.push(describeQuery(true, options.sendInitialEvents === true));
      return source.watch(options, context);
    },
  };
}

describe('WatchList', () => {
  const withWatchList = ['watch with initial events'];
  const withoutIt = ['list', 'watch'];

  it('TestWatchListSemanticsSimple: a dynamic informer begins with one, and needs no list', async () => {
    expect(await askedOfServer(DynamicSharedInformerFactory)).toEqual(withWatchList);
  });

  it('TestUnsupportedWatchListSemantics: a dynamic informer lists where the client does not know it', async () => {
    expect(await askedOfFake(DynamicSharedInformerFactory)).toEqual(withoutIt);
  });

  it('TestMetadataWatchListSemanticsSimple: a metadata informer begins with one, and needs no list', async () => {
    expect(await askedOfServer(MetadataSharedInformerFactory)).toEqual(withWatchList);
  });

  it('TestMetadataUnsupportedWatchListSemantics: a metadata informer lists where the client does not know it', async () => {
    expect(await askedOfFake(MetadataSharedInformerFactory)).toEqual(withoutIt);
  });
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
