// What generated modules are made of: the binding to a factory, constructors, the lister of a namespaced resource.
import {
  BaseSharedInformerFactory,
  defineResource,
  filteredInformerConstructor,
  informerConstructor,
  namespacedLister,
  resourceInformer,
  type KubernetesObject,
} from '@informer-gen/runtime/codegen/v1';
import { connect } from '@informer-gen/runtime';
import { SimulatedApiServer } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';

const configMaps = defineResource<KubernetesObject, 'data.kind'>({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  namespaced: true,
});

async function serverWith(...names: readonly string[]): Promise<SimulatedApiServer> {
  const server = await SimulatedApiServer.start();
  for (const name of ['a', 'b']) server.create('namespaces', { metadata: { name } });
  for (const each of names) {
    const [namespace = '', name = ''] = each.split('/');
    server.create('configmaps', { metadata: { namespace, name, labels: { name } } });
  }
  return server;
}

const namesOf = (objects: readonly KubernetesObject[]): string[] =>
  objects.map(({ metadata }) => `${metadata?.namespace}/${metadata?.name}`).sort();

describe('a resource bound to a factory', () => {
  it('gives the one informer of the factory, and a lister of its cache by the method named', async () => {
    await using server = await serverWith('a/x', 'b/x', 'b/y');
    await using factory = new BaseSharedInformerFactory(await connect({ server: server.url }));
    const bound = resourceInformer(factory, configMaps, (indexer) => namespacedLister(indexer, 'configMaps'));
    expect(bound.informer()).toBe(factory.informerFor(configMaps));
    expect(bound.informer()).toBe(bound.informer());
    factory.start();
    await factory.waitForCacheSync();
    const lister = bound.lister();
    expect(namesOf(lister.list())).toEqual(['a/x', 'b/x', 'b/y']);
    expect(namesOf(lister.list('name=x'))).toEqual(['a/x', 'b/x']);
    expect(namesOf(lister.configMaps('b').list())).toEqual(['b/x', 'b/y']);
    expect(lister.configMaps('a').get('x')?.metadata?.name).toBe('x');
    expect(lister.configMaps('a').get('y')).toBeUndefined();
  });

  it('gives another part of the resource with the same lister', async () => {
    await using server = await serverWith('a/x', 'b/x', 'b/y');
    await using factory = new BaseSharedInformerFactory(await connect({ server: server.url }));
    const bound = resourceInformer(factory, configMaps, (indexer) => namespacedLister(indexer, 'configMaps'));
    const part = bound.variant({ namespace: 'b', labelSelector: 'name=x' });
    expect(bound.variant({ labelSelector: 'name=x', namespace: 'b' }).informer()).toBe(part.informer());
    factory.start();
    await factory.waitForCacheSync();
    expect(namesOf(part.lister().configMaps('b').list())).toEqual(['b/x']);
    expect(factory.informers()).toEqual([part.informer()]);
  });
});

describe('constructors of informers', () => {
  it('make one of their own at every call, with the namespace and the selectors given', async () => {
    await using server = await serverWith('a/x', 'b/x', 'b/y');
    await using client = await connect({ server: server.url });
    const stop = new AbortController();
    const inOne = informerConstructor(configMaps)(client, { namespace: 'b' });
    const selected = filteredInformerConstructor(configMaps)(client, { labelSelector: 'name=x' });
    expect(informerConstructor(configMaps)(client)).not.toBe(inOne);
    const running = [inOne.run({ signal: stop.signal }), selected.run({ signal: stop.signal })];
    await Promise.all([inOne.whenSynced(), selected.whenSynced()]);
    expect(namesOf(inOne.indexer.list())).toEqual(['b/x', 'b/y']);
    expect(namesOf(selected.indexer.list())).toEqual(['a/x', 'b/x']);
    stop.abort();
    await Promise.all(running);
  });
});
