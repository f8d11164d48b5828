import {
  BaseSharedInformerFactory,
  connect,
  newResourceInformer,
  type SharedIndexInformer,
} from '@informer-gen/runtime';
import { SimulatedApiServer } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { type ConfigMap, configMaps } from '../../conformance/servers/objects.js';

const intent = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'default', name: 'a' }, data: { a: '1' } };

async function cacheOf(informer: SharedIndexInformer<ConfigMap>): Promise<readonly ConfigMap[]> {
  const stop = new AbortController();
  const ended = informer.run({ signal: stop.signal });
  await informer.whenSynced({ timeoutMs: 10_000 });
  const cached = informer.indexer.byIndex('namespace', 'default');
  stop.abort();
  await ended;
  return cached;
}

async function cachedBy(informer: SharedIndexInformer<ConfigMap>): Promise<object> {
  const cached = await cacheOf(informer);
  return cached.find(({ metadata }) => metadata?.name === 'a')?.metadata ?? {};
}

function ownedFields(object: ConfigMap | undefined): object {
  const metadata = object?.metadata as { managedFields?: { fieldsV1: object }[] } | undefined;
  return metadata?.managedFields?.[0]?.fieldsV1 ?? {};
}

describe('managedFields', () => {
  it('deviation(managed-fields-dropped): no way to an informer keeps them, unless it is asked to', async () => {
    await using server = await SimulatedApiServer.start();
    await using client = await connect({ server: server.url });
    await client.apply(configMaps, intent, { fieldManager: 'owner' });
    const dropping = new BaseSharedInformerFactory(client);
    const keeping = new BaseSharedInformerFactory(client, { managedFields: 'keep' });
    const without = [
      newResourceInformer(client, configMaps),
      newResourceInformer(client, configMaps, { lazy: true }),
      dropping.informerFor(configMaps),
      dropping.variant(configMaps, { namespace: 'default' }).informer(),
      keeping.variant(configMaps, { managedFields: 'drop' }).informer(),
    ];
    const withThem = [
      newResourceInformer(client, configMaps, { managedFields: 'keep' }),
      newResourceInformer(client, configMaps, { managedFields: 'keep', lazy: true }),
      dropping.variant(configMaps, { managedFields: 'keep' }).informer(),
      keeping.informerFor(configMaps),
    ];
    for (const informer of without) expect(await cachedBy(informer)).not.toHaveProperty('managedFields');
    for (const informer of withThem) {
      expect(await cachedBy(informer)).toMatchObject({ managedFields: [{ manager: 'owner', operation: 'Apply' }] });
    }
  });

  it('say what is owned in one frozen value in a cache, but not where a transform or a caller may change it', async () => {
    await using server = await SimulatedApiServer.start();
    await using client = await connect({ server: server.url });
    for (const name of ['a', 'b'])
      await client.apply(configMaps, { ...intent, metadata: { ...intent.metadata, name } }, { fieldManager: 'owner' });
    const keep = { managedFields: 'keep' } as const;
    const transform = (object: ConfigMap): ConfigMap => {
      Object.assign(ownedFields(object), { changed: {} });
      return object;
    };
    const cached = await cacheOf(newResourceInformer(client, configMaps, keep));
    const changed = await cacheOf(newResourceInformer(client, configMaps, { ...keep, transform }));
    const listed = (await client.list(configMaps, { namespace: 'default' })).items;
    expect(cached.map(ownedFields).map((fields) => Object.isFrozen(fields))).toEqual([true, true]);
    expect(ownedFields(cached[0])).toBe(ownedFields(cached[1]));
    for (const own of [changed, listed]) {
      expect(own.map(ownedFields).map((fields) => Object.isFrozen(fields))).toEqual([false, false]);
      expect(ownedFields(own[0])).not.toBe(ownedFields(own[1]));
    }
    expect(ownedFields(changed[0])).toEqual({ ...ownedFields(cached[0]), changed: {} });
    expect(ownedFields(listed[0])).toEqual(ownedFields(cached[0]));
  });

  it('are no reason for an informer of its own where the factory has them as asked for', () => {
    const factory = new BaseSharedInformerFactory({ listerWatcher: () => ({ list, watch: list }) });
    expect(factory.variant(configMaps, { managedFields: 'drop' }).informer()).toBe(factory.informerFor(configMaps));
    const kept: object = factory.variant(configMaps, { managedFields: 'keep' }).informer();
    expect(kept).not.toBe(factory.informerFor(configMaps));
    expect(factory.variant(configMaps, { managedFields: 'keep' }).informer()).toBe(kept);
  });
});

function list(): Promise<never> {
  return Promise.reject(new Error('nothing is listed here'));
}
