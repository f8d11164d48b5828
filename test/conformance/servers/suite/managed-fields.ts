import { newResourceInformer, type WithManagedFields } from '@informer-gen/runtime';
import { expect, it } from 'vitest';
import { type ConfigMap, configMaps } from '../objects.js';
import { RunningInformer } from '../running-informer.js';
import type { ServerUnderTest } from '../server-under-test.js';

const APPLY = { fieldManager: 'owner', force: true };

async function applied(server: ServerUnderTest, name: string): Promise<WithManagedFields<ConfigMap>> {
  const namespace = await server.createNamespace();
  return server.admin.apply(configMaps, { metadata: { namespace, name }, data: { a: '1' } }, APPLY);
}

/** `metadata.managedFields`: what informers drop, what they keep, and what becomes of them on the server. */
export function managedFieldsSuite(server: () => ServerUnderTest): void {
  it('are dropped by informers, however they list, and not by the plain client', async () => {
    const { metadata } = await applied(server(), 'dropped');
    const namespace = metadata.namespace as string;
    await using client = await server().connect();
    for (const useWatchList of [true, false]) {
      await using running = new RunningInformer(client.listerWatcher(configMaps, { namespace }), configMaps, {
        reflector: { useWatchList },
      });
      await running.synced();
      const cached = running.informer.indexer.getByKey(`${namespace}/dropped`);
      expect(cached?.metadata?.uid).toBe(metadata.uid);
      expect(cached?.metadata).not.toHaveProperty('managedFields');
    }
    const read = await client.get(configMaps, { namespace, name: 'dropped' });
    expect(read.metadata.managedFields?.map(({ manager }) => manager)).toEqual(['owner']);
  });

  it.each([false, true])("keeps them where an informer was told managedFields: 'keep' (lazy: %s)", async (lazy) => {
    const { metadata } = await applied(server(), 'kept');
    const namespace = metadata.namespace as string;
    await using client = await server().connect();
    const informer = newResourceInformer(client, configMaps, { namespace, lazy, managedFields: 'keep' });
    const stop = new AbortController();
    const ended = informer.run({ signal: stop.signal });
    await informer.whenSynced({ timeoutMs: 20_000 });
    const cached = informer.indexer.getByKey(`${namespace}/kept`);
    expect(cached?.metadata.managedFields?.[0]?.manager).toBe('owner');
    stop.abort();
    await ended;
  });

  it('leaves them alone when an object is replaced by one that has none', async () => {
    const { metadata } = await applied(server(), 'replaced');
    const namespace = metadata.namespace as string;
    await using client = await server().connect();
    await using running = new RunningInformer(client.listerWatcher(configMaps, { namespace }), configMaps);
    await running.synced();
    const cached = running.informer.indexer.getByKey(`${namespace}/replaced`) as ConfigMap;
    await client.replace(configMaps, { ...cached, data: { ...cached.data, b: '2' } }, { fieldManager: 'other' });
    const read = await client.get(configMaps, { namespace, name: 'replaced' });
    const owners = read.metadata.managedFields?.map(({ manager, operation }) => `${operation} by ${manager}`);
    expect(owners).toContain('Apply by owner');
  });
}
