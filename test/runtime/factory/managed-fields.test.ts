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

async function cachedBy(informer: SharedIndexInformer<ConfigMap>): Promise<object> {
  const stop = new AbortController();
  const ended = informer.run({ signal: stop.signal });
  await informer.whenSynced({ timeoutMs: 10_000 });
  const cached = informer.indexer.getByKey('default/a');
  stop.abort();
  await ended;
  return cached?.metadata ?? {};
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
