import {
  BaseSharedInformerFactory,
  connect,
  defineResource,
  DynamicSharedInformerFactory,
  indexByPath,
  isInformerError,
  MetadataSharedInformerFactory,
  newGenericLister,
  newResourceInformer,
} from '@informer-gen/runtime';
import type { KubernetesObject, SharedIndexInformer } from '@informer-gen/runtime';
import { FakeClient, SimulatedApiServer } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { configMaps, pods } from '../../conformance/servers/objects.js';

const byPhase = pods.project('status.phase', 'metadata.labels.app');
const pod = {
  metadata: { namespace: 'default', name: 'a', labels: { app: 'shop', tier: 'web' }, annotations: { x: 'y' } },
  spec: { nodeName: 'n1', containers: [{ name: 'main', image: 'shop:1' }] },
};

async function whileRunning<T extends KubernetesObject>(
  informer: SharedIndexInformer<T>,
  look: () => void | Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const ended = informer.run({ signal: stop.signal });
  await informer.whenSynced({ timeoutMs: 20_000 });
  await look();
  stop.abort();
  await ended;
}

describe('a projected resource in a factory', () => {
  const factory = new BaseSharedInformerFactory(new FakeClient());

  it('has one informer, whatever the order of its paths, and not that of the whole resource or of other paths', () => {
    const informer: object = factory.informerFor(byPhase);
    expect(factory.informerFor(pods.project('metadata.labels.app', 'status.phase', 'status.phase'))).toBe(informer);
    expect(factory.informerFor(pods)).not.toBe(informer);
    expect(factory.informerFor(pods.project('status.phase'))).not.toBe(informer);
    expect(factory.informerFor(pods.project())).not.toBe(informer);
    expect(factory.informerFor(configMaps.project())).not.toBe(factory.informerFor(pods.project()));
  });

  it('has variants of its own', () => {
    const part: object = factory.variant(byPhase, { namespace: 'web' }).informer();
    expect(factory.variant(byPhase, { namespace: 'web' }).informer()).toBe(part);
    expect(factory.variant(pods, { namespace: 'web' }).informer()).not.toBe(part);
    expect(factory.variant(byPhase, {}).informer()).toBe(factory.informerFor(byPhase));
    expect(factory.variant(byPhase, { name: 'mine' }).informer()).not.toBe(
      factory.variant(pods, { name: 'mine' }).informer(),
    );
  });
});

describe('a path of a projection', () => {
  it.each([
    [5, /the path 5 is no text: write it as 'spec.containers.image'/],
    [null, /null is no text/],
    [undefined, /undefined is no text/],
    [['spec'], /\["spec"\] is no text/],
    ['', /has an empty name/],
    ['spec..phase', /has an empty name/],
    ['spec[', /cannot be read from position 4/],
    ['spec.containers[0].image', /has a position or is a JSONPath: write it as 'spec.containers.image'/],
    ['$.spec.nodeName', /is a JSONPath: write it as/],
    ['{.spec.nodeName}', /is a JSONPath: write it as/],
    ['spec.__proto__', /names __proto__/],
  ])('that keeps nothing, %j, is refused with what to write instead', (path, message) => {
    const project = pods.project as unknown as (...paths: unknown[]) => unknown;
    expect(() => project.call(pods, 'status.phase', path)).toThrow(message);
  });

  it('may name what looks like a position where it is a name', () => {
    expect(configMaps.project("data['0']", "data['a[1]']", 'data.2').projection?.paths).toHaveLength(3);
  });
});

describe('an informer of a projected resource', () => {
  it('holds the same over HTTP and in the process, in any namespace, also where objects are kept lazy or with managedFields', async () => {
    await using server = await SimulatedApiServer.start();
    await using http = await connect({ server: server.url });
    const fake = new FakeClient();
    for (const client of [http, fake]) {
      const made = await client.create(pods, pod);
      const expected = {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: {
          name: 'a',
          namespace: 'default',
          uid: made.metadata?.uid,
          resourceVersion: made.metadata?.resourceVersion,
          ...(made.metadata?.generation !== undefined && { generation: made.metadata.generation }),
          labels: { app: 'shop' },
        },
        status: { phase: 'Pending' },
      };
      for (const options of [
        {},
        { namespace: 'default' },
        { namespace: ['default', 'other'] },
        { lazy: true },
        { lazy: { paths: ['status.phase', "metadata.labels['app']", 'metadata.name'] } },
        { labelSelector: 'tier=web' },
      ] as const) {
        const informer = newResourceInformer(client, byPhase, options);
        await whileRunning(informer, () => expect(informer.indexer.list()).toEqual([expected]));
      }
      const wholeMeta = newResourceInformer(client, pods.project('metadata'));
      await whileRunning(wholeMeta, () => {
        expect(wholeMeta.indexer.list()[0]?.metadata?.annotations).toEqual({ x: 'y' });
        expect(wholeMeta.indexer.list()[0]?.metadata).not.toHaveProperty('managedFields');
      });
      const named = newResourceInformer(client, pods.project<string[]>('metadata.managedFields'));
      await whileRunning(named, () => expect(named.indexer.list()[0]?.metadata).toHaveProperty('managedFields'));
      const keeping = newResourceInformer(client, byPhase, { managedFields: 'keep' });
      await whileRunning(keeping, () => {
        expect(keeping.indexer.list()[0]?.metadata.managedFields?.length).toBeGreaterThan(0);
      });
    }
  });

  it('uses cached objects again when a relist brings the same, and tells of those whose version is another', async () => {
    await using server = await SimulatedApiServer.start();
    await using client = await connect({ server: server.url });
    await client.create(pods, pod);
    await client.create(pods, { ...pod, metadata: { ...pod.metadata, name: 'b' } });
    const informer = newResourceInformer(client, byPhase);
    const told: string[] = [];
    informer.addEventHandler({
      onUpdate: (before, after) => void (before !== after && told.push(after.metadata?.name ?? '')),
    });
    await whileRunning(informer, async () => {
      const before = informer.indexer.getByKey('default/a');
      const thaw = server.freezeWatches();
      const z = { metadata: { annotations: { z: '1' } } };
      await client.patch(pods, { namespace: 'default', name: 'b' }, z);
      server.compact();
      server.expireWatches();
      thaw();
      await expect.poll(() => told, { timeout: 20_000 }).toEqual(['b']);
      expect(informer.indexer.getByKey('default/a')).toBe(before);
    });
  });

  it('refuses an index of a path that was dropped, at once and later, and any other use of what is not there', async () => {
    const client = new FakeClient();
    const indexers = { byNode: indexByPath('spec.nodeName') };
    const refused = expect.objectContaining({ code: 'NotProjected' }) as Error;
    expect(() => newResourceInformer(client, byPhase, { indexers })).toThrow(refused);
    const informer = newResourceInformer(client, byPhase, {
      indexers: { byPhase: indexByPath('status.phase'), byApp: indexByPath("metadata.labels['app']") },
    });
    expect(() => informer.addIndexers(indexers)).toThrow(/the index byNode reads spec.nodeName.*name it in project/);
    const lister = newGenericLister(informer.getIndexer());
    expect(lister.list('app=shop')).toEqual([]);
    expect(() => lister.list('tier=web')).toThrow(/the selector tier=web reads metadata.labels.tier/);
    expect(() => lister.byNamespace('default').list({ matchLabels: { tier: 'web' } })).toThrow(refused);
    expect(() => newGenericLister(newResourceInformer(client, pods.project()).indexer).list('a=b')).toThrow(
      /nothing but the identity/,
    );
    await using server = await SimulatedApiServer.start();
    await using http = await connect({ server: server.url });
    expect(() => newResourceInformer(http, byPhase, { lazy: { paths: ['spec.nodeName'] } })).toThrow(refused);
  });

  it('keeps what says that an object is being deleted, and whose it is', async () => {
    const client = new FakeClient();
    const ownerReferences = [
      { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'r', uid: 'u', controller: true, blockOwnerDeletion: false },
    ];
    await client.create(configMaps, {
      metadata: { namespace: 'default', name: 'a', finalizers: ['example.com/hold'], ownerReferences },
    });
    await client.delete(configMaps, { namespace: 'default', name: 'a' });
    const informer = newResourceInformer(client, configMaps.project());
    await whileRunning(informer, () => {
      expect(informer.indexer.list()[0]?.metadata).toMatchObject({
        deletionTimestamp: expect.any(String) as string,
        finalizers: ['example.com/hold'],
        ownerReferences,
      });
    });
  });
});

describe('kinds that are known only at run time', () => {
  const gvr = { group: '', version: 'v1', resource: 'pods' };

  it('are projected by name', async () => {
    const client = new FakeClient();
    await client.create(pods, pod);
    await using factory = new DynamicSharedInformerFactory(client);
    const part = factory.forResource(gvr, { project: ['spec.containers.image'] });
    const whole = factory.forResource(gvr);
    factory.start();
    await factory.waitForCacheSync({ timeoutMs: 20_000 });
    expect(part.lister().get('default/a')?.['spec']).toEqual({ containers: [{ image: 'shop:1' }] });
    expect(whole.lister().get('default/a')?.['spec']).toMatchObject(pod.spec);
  });

  it('are projected also where only their metadata is asked for', async () => {
    const client = new FakeClient();
    await client.create(pods, pod);
    await using factory = new MetadataSharedInformerFactory(client);
    const part = factory.informerFor(pods.project('metadata.annotations'));
    factory.start();
    await factory.waitForCacheSync({ timeoutMs: 20_000 });
    expect(part.indexer.getByKey('default/a')?.metadata).toMatchObject({ annotations: { x: 'y' } });
    expect(part.indexer.getByKey('default/a')?.metadata).not.toHaveProperty('labels');
  });
});

describe('the paths of a projection', () => {
  const text: string = 'a[';
  it.each(['', 'a.', '.a', 'a..b', text, 'a.__proto__'])('%j are refused', (path) => {
    const things = defineResource<KubernetesObject & { readonly [field: string]: unknown }>({
      group: 'example.com',
      version: 'v1',
      kind: 'Thing',
      plural: 'things',
      namespaced: true,
    });
    expect(() => things.project(path)).toThrow(TypeError);
    expect(isInformerError(new TypeError())).toBe(false);
  });
});
