import { BaseSharedInformerFactory, indexByPath, newResourceInformer } from '@informer-gen/runtime';
import type { Resource } from '@informer-gen/runtime';
import { createOrUpdate } from '@informer-gen/runtime/controller/helpers';
import { expect, it } from 'vitest';
import { configMaps, createConfigMap, patchConfigMap } from '../objects.js';
import { RunningInformer } from '../running-informer.js';
import type { ServerUnderTest } from '../server-under-test.js';

const projected = configMaps.project('data.a', "metadata.labels['example.com/tier']");

/** Projected resources: what informers and the plain client make of what the server sends. */
export function projectionsSuite(server: () => ServerUnderTest): void {
  it('leaves only the paths and the identity, however objects are listed and as they change', async () => {
    const namespace = await server().createNamespace();
    const labels = { 'example.com/tier': 'web', other: 'x' };
    await using client = await server().connect();
    for (const useWatchList of [true, false]) {
      const name = useWatchList ? 'watched' : 'listed';
      const made = await createConfigMap(server(), namespace, name, { labels, data: { a: '1', b: '2' } });
      await using running = new RunningInformer(client.listerWatcher(projected, { namespace }), projected, {
        reflector: { useWatchList },
      });
      await running.synced();
      expect(running.informer.indexer.getByKey(`${namespace}/${name}`)).toEqual({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: {
          name,
          namespace,
          uid: made.metadata?.uid,
          resourceVersion: expect.any(String) as string,
          labels: { 'example.com/tier': 'web' },
        },
        data: { a: '1' },
      });
      const { metadata } = await patchConfigMap(server(), namespace, name, { data: { a: '9', c: '3' } });
      await running.informer.waitForResourceVersion(metadata?.resourceVersion ?? '', { timeoutMs: 20_000 });
      expect(running.informer.indexer.getByKey(`${namespace}/${name}`)?.data).toEqual({ a: '9' });
    }
  });

  it('tells of a change outside of the projection: the version is another', async () => {
    const namespace = await server().createNamespace();
    await createConfigMap(server(), namespace, 'one', { data: { a: '1' } });
    await using client = await server().connect();
    const informer = newResourceInformer(client, projected, { namespace });
    const versions: (string | undefined)[] = [];
    informer.addEventHandler({ onUpdate: (_before, after) => void versions.push(after.metadata?.resourceVersion) });
    const stop = new AbortController();
    const ended = informer.run({ signal: stop.signal });
    await informer.whenSynced({ timeoutMs: 20_000 });
    const { metadata } = await patchConfigMap(server(), namespace, 'one', { data: { b: '2' } });
    await expect.poll(() => versions, { timeout: 20_000 }).toEqual([metadata?.resourceVersion]);
    stop.abort();
    await ended;
  });

  it('shares nothing with the informer of the whole resource, in one factory, and keeps both up to date', async () => {
    const namespace = await server().createNamespace();
    await createConfigMap(server(), namespace, 'one', {
      labels: { 'example.com/tier': 'web' },
      data: { a: '1', b: '2' },
    });
    await using client = await server().connect();
    await using factory = new BaseSharedInformerFactory(client, { namespace });
    const whole = factory.informerFor(configMaps);
    const part = factory.informerFor(projected);
    part.addIndexers({ byTier: indexByPath("metadata.labels['example.com/tier']") });
    factory.start();
    await factory.waitForCacheSync({ timeoutMs: 20_000 });
    expect(whole.indexer.list().map(({ data }) => data)).toContainEqual({ a: '1', b: '2' });
    expect(part.indexer.byIndex('byTier', 'web').map(({ data }) => data)).toEqual([{ a: '1' }]);
    const { metadata } = await patchConfigMap(server(), namespace, 'one', { data: { a: '5' } });
    for (const informer of [whole, part])
      await informer.waitForResourceVersion(metadata?.resourceVersion ?? '', { timeoutMs: 20_000 });
    expect(whole.indexer.getByKey(`${namespace}/one`)?.data).toEqual({ a: '5', b: '2' });
    expect(part.indexer.getByKey(`${namespace}/one`)?.data).toEqual({ a: '5' });
  });

  it('cuts what the plain client reads, and writes what an intent or a patch names', async () => {
    const namespace = await server().createNamespace();
    await createConfigMap(server(), namespace, 'one', { data: { a: '1', b: '2' } });
    await using client = await server().connect({ fieldManager: 'test' });
    const at = { namespace, name: 'one' };
    expect((await client.get(projected, at)).data).toEqual({ a: '1' });
    expect((await client.list(projected, { namespace })).items.map(({ data }) => data)).toContainEqual({ a: '1' });
    for await (const { metadata } of client.listAll(projected, { namespace }))
      expect(metadata).not.toHaveProperty('managedFields');
    await client.patch(projected, at, { data: { c: '3' } });
    await client.apply(projected, { metadata: at, data: { d: '4' } });
    expect((await client.get(configMaps, at)).data).toEqual({ a: '1', b: '2', c: '3', d: '4' });
  });
  it('sends no whole object, from which the server would remove what was cut, whatever the types were told', async () => {
    const namespace = await server().createNamespace();
    await createConfigMap(server(), namespace, 'one', { data: { a: '1', b: '2' } });
    await using client = await server().connect({ fieldManager: 'test' });
    const at = { namespace, name: 'one' };
    const untyped = projected as Resource<object>;
    const cut = await client.get(projected, at);
    const refused = expect.objectContaining({ code: 'NotProjected' }) as Error;
    await expect(client.replace(untyped, cut)).rejects.toEqual(refused);
    await expect(client.replace(untyped, cut, { subresource: 'status' })).rejects.toEqual(refused);
    await expect(client.create(untyped, { metadata: { namespace, name: 'two' } })).rejects.toEqual(refused);
    const change = (object: object): void => void Object.assign(object, { data: { a: '9' } });
    await expect(createOrUpdate(client, untyped, at, change)).rejects.toEqual(refused);
    expect((await client.get(configMaps, at)).data).toEqual({ a: '1', b: '2' });
  });
}
