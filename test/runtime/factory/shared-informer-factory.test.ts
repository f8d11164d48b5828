import { getEventListeners } from 'node:events';
import {
  BaseSharedInformerFactory,
  defineResource,
  type ErrorContext,
  type InformerError,
  type KubernetesObject,
  type ListerWatcherOptions,
  type ListOptions,
  newSharedIndexInformer,
  type SharedIndexInformer,
} from '@informer-gen/runtime';
import { FakeClient, FakeClock, FakeListerWatcher, settle } from '@informer-gen/testing';
import type { RequestRecord } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { nameOf, type Pod, pod, pods } from '../../conformance/support/pods.js';

const nodes = defineResource<KubernetesObject>({
  group: '',
  version: 'v1',
  kind: 'Node',
  plural: 'nodes',
  namespaced: false,
});

function newFactory(options: ConstructorParameters<typeof BaseSharedInformerFactory>[1] = {}) {
  const client = new FakeClient();
  const clock = new FakeClock();
  const errors: { error: Error; context: ErrorContext }[] = [];
  const factory = new BaseSharedInformerFactory(client, {
    clock,
    onError: (error, context) => void errors.push({ error, context }),
    ...options,
  });
  return { client, clock, factory, errors };
}

const namesIn = (informer: SharedIndexInformer<KubernetesObject>): string[] =>
  informer.indexer.list().map(nameOf).sort();
const watches = (client: FakeClient): RequestRecord['query'][] =>
  client.requests.filter(({ verb, resource }) => verb === 'watch' && resource === 'pods').map(({ query }) => query);

describe('a shared informer factory', () => {
  it('has one informer per resource, whoever asks', async () => {
    const { client, factory } = newFactory();
    expect(factory.informerFor(pods)).toBe(factory.informerFor({ ...pods }));
    expect(factory.informerFor(pods)).not.toBe(factory.informerFor(nodes));
    expect(factory.informers()).toHaveLength(2);
    factory.start();
    factory.start();
    await factory.waitForCacheSync();
    expect(watches(client)).toHaveLength(1);
    await factory.shutdown();
  });

  it('shares what the first newFunc made with every later access: one watch', async () => {
    const { client, factory } = newFactory();
    client.direct.create(pods, pod('assigned', undefined, { spec: { nodeName: 'n' } }));
    client.direct.create(pods, pod('waiting'));
    const own = factory.informerFor(pods, (given, defaults) => {
      const tweakListOptions = (options: ListOptions): void => void (options.fieldSelector = 'spec.nodeName=');
      return newSharedIndexInformer(given.listerWatcher(pods, { tweakListOptions }), pods, defaults);
    });
    expect(factory.informerFor(pods)).toBe(own);
    expect(factory.informerFor(pods, () => expect.unreachable())).toBe(own);
    factory.start();
    await factory.waitForCacheSync();
    expect(watches(client).map(({ fieldSelector }) => fieldSelector)).toEqual(['spec.nodeName=']);
    expect(namesIn(own)).toEqual(['waiting']);
    await factory.shutdown();
  });

  it('shares variants among those who ask for the same selection', async () => {
    const { client, factory } = newFactory();
    client.direct.create(pods, pod('web/a', undefined, { metadata: { labels: { tier: 'front' } } }));
    client.direct.create(pods, pod('web/b'));
    client.direct.create(pods, pod('db/c'));
    const all = factory.informerFor(pods);
    const web = factory.variant(pods, { namespace: 'web' }).informer();
    const front = factory.variant(pods, { namespace: 'web', labelSelector: 'tier=front' }).informer();
    const named = factory.variant(pods, { fieldSelector: { 'metadata.name': 'c' } }).informer();
    expect(factory.variant(pods, { namespace: 'web' }).informer()).toBe(web);
    expect(factory.variant(pods, { labelSelector: 'tier=front', namespace: 'web' }).informer()).toBe(front);
    expect(factory.variant(pods, { fieldSelector: 'metadata.name=c' }).informer()).toBe(named);
    factory.start();
    await factory.waitForCacheSync();
    expect([all, web, front, named].map(namesIn)).toEqual([['a', 'b', 'c'], ['a', 'b'], ['a'], ['c']]);
    expect(watches(client)).toHaveLength(4);
    await factory.shutdown();
  });

  it('gives a variant by its name, as its first user described it', () => {
    const { factory } = newFactory();
    const mine = factory.variant(pods, { name: 'mine', namespace: 'web' }).informer();
    expect(factory.variant(pods, { name: 'mine' }).informer()).toBe(mine);
    expect(factory.variant(pods, { namespace: 'web' }).informer()).not.toBe(mine);
  });

  it('tells transforms and tweaks of variants apart by the function', () => {
    const { factory } = newFactory();
    const transform = (object: Pod): Pod => object;
    const first = factory.variant(pods, { transform }).informer();
    expect(factory.variant(pods, { transform }).informer()).toBe(first);
    expect(factory.variant(pods, { transform: (object) => object }).informer()).not.toBe(first);
    expect(factory.variant(pods, { tweakListOptions: () => {} }).informer()).not.toBe(first);
  });

  it('gives its own informer to who asks for no other part than it has', () => {
    const { factory } = newFactory({ namespace: 'web' });
    const own = factory.informerFor(pods);
    expect(factory.variant(pods, {}).informer()).toBe(own);
    expect(factory.variant(pods, { namespace: 'web', labelSelector: undefined }).informer()).toBe(own);
    expect(factory.variant(pods, { namespace: 'db' }).informer()).not.toBe(own);
    expect(factory.variant(nodes, { namespace: 'db' }).informer()).toBe(factory.informerFor(nodes));
  });

  it('keeps its own transform, tweak and clock for variants, whose selectors win', async () => {
    const { client, factory } = newFactory({
      transform: (object) => ({ ...object, spec: { nodeName: 'stripped' } }),
      tweakListOptions: (options) => {
        options.labelSelector = 'from=factory';
        options.fieldSelector = 'metadata.name=a';
      },
    });
    client.direct.create(pods, pod('a', undefined, { metadata: { labels: { tier: 'front' } } }));
    const variant = factory.variant(pods, { labelSelector: 'tier=front', transform: undefined }).informer();
    factory.start();
    await factory.waitForCacheSync();
    expect(watches(client)[0]).toMatchObject({ labelSelector: 'tier=front', fieldSelector: 'metadata.name=a' });
    expect(variant.indexer.list().map((object) => object.spec?.nodeName)).toEqual(['stripped']);
    await factory.shutdown();
  });

  it('caches several namespaces, each with a watch of its own, and kinds without namespaces whole', async () => {
    const { client, factory } = newFactory({ namespace: ['web', 'db'] });
    for (const name of ['web/a', 'db/b', 'other/c']) client.direct.create(pods, pod(name));
    client.direct.create(nodes, { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } });
    const own = factory.informerFor(pods);
    const one = factory.variant(pods, { namespace: ['other', 'other'] });
    const all = factory.informerFor(nodes);
    expect(factory.variant(pods, { namespace: ['db', 'web', 'db'] }).informer()).toBe(own);
    expect(factory.variant(pods, { namespace: 'other' }).informer()).toBe(one.informer());
    factory.start();
    await factory.waitForCacheSync();
    expect([own, one.informer(), all].map(namesIn)).toEqual([['a', 'b'], ['c'], ['n']]);
    expect(one.lister().byNamespace('other').get('c')).toBe(one.lister().get('other/c'));
    expect(watches(client)).toHaveLength(3);
    await factory.shutdown();
  });

  it('refuses a list of no namespaces, which could mean all or none', () => {
    const { factory } = newFactory({ namespace: [] });
    expect(() => factory.informerFor(pods)).toThrow('pods: no namespace is given');
  });

  it('selects by its own labels and fields, unless a variant selects otherwise', async () => {
    const { client, factory } = newFactory({ labelSelector: 'tier=front', fieldSelector: 'metadata.namespace=web' });
    client.direct.create(pods, pod('web/a', undefined, { metadata: { labels: { tier: 'front' } } }));
    client.direct.create(pods, pod('web/b', undefined, { metadata: { labels: { tier: 'back' } } }));
    client.direct.create(pods, pod('db/c', undefined, { metadata: { labels: { tier: 'front' } } }));
    const own = factory.informerFor(pods);
    expect(factory.variant(pods, { labelSelector: 'tier=front' }).informer()).toBe(own);
    const back = factory.variant(pods, { labelSelector: 'tier=back' }).informer();
    factory.start();
    await factory.waitForCacheSync();
    expect([own, back].map(namesIn)).toEqual([['a'], ['b']]);
    await factory.shutdown();
  });

  it('asks for lazy objects where it is told to', () => {
    const asked: unknown[] = [];
    const listerWatcher = (_resource: unknown, options?: ListerWatcherOptions): never => {
      asked.push(options?.lazy);
      return new FakeListerWatcher<never>() as never;
    };
    const factory = new BaseSharedInformerFactory({ listerWatcher }, { lazy: true });
    const own = factory.informerFor(pods);
    expect(factory.variant(pods, { lazy: true }).informer()).toBe(own);
    factory.variant(pods, { lazy: false });
    expect(asked).toEqual([true, false]);
  });

  it('confines namespaced kinds to its namespace, and no others', async () => {
    const { client, factory } = newFactory({ namespace: 'web' });
    client.direct.create(pods, pod('web/a'));
    client.direct.create(pods, pod('db/b'));
    client.direct.create(nodes, { metadata: { name: 'n1' } });
    const [podInformer, nodeInformer] = [factory.informerFor(pods), factory.informerFor(nodes)];
    factory.start();
    await factory.waitForCacheSync();
    expect([namesIn(podInformer), namesIn(nodeInformer)]).toEqual([['a'], ['n1']]);
    await factory.shutdown();
  });

  it('resyncs each resource as often as customResync says, and others by default', async () => {
    const { client, clock, factory } = newFactory({ resyncPeriodMs: 10_000, customResync: [[pods, 2000]] });
    client.direct.create(pods, pod('a'));
    client.direct.create(nodes, { metadata: { name: 'n' } });
    const updates = { pods: 0, nodes: 0 };
    factory.informerFor(pods).addEventHandler({ onUpdate: () => void updates.pods++ });
    factory.informerFor(nodes).addEventHandler({ onUpdate: () => void updates.nodes++ });
    factory.start();
    await clock.advanceAsync(10_000);
    expect(updates).toEqual({ pods: 5, nodes: 1 });
    await factory.shutdown();
  });

  it('starts what was asked for since the last start, and never what has been stopped', async () => {
    const { client, factory } = newFactory();
    const stop = new AbortController();
    factory.informerFor(pods);
    factory.start({ signal: stop.signal });
    await factory.waitForCacheSync();
    const late = factory.informerFor(nodes);
    expect(late.status.phase).toBe('idle');
    factory.start();
    await factory.waitForCacheSync();
    expect(late.hasSynced()).toBe(true);
    stop.abort();
    await settle();
    factory.start();
    await settle();
    expect(factory.informerFor(pods).isStopped()).toBe(true);
    expect(watches(client)).toHaveLength(1);
    expect(late.isStopped()).toBe(false);
    await factory.shutdown();
  });

  it('waits for those that were started, and names what has not synced and why', async () => {
    const { client, clock, factory } = newFactory();
    client.failAlways({ resource: 'pods', status: 403, message: 'no pods for you' });
    factory.informerFor(pods);
    factory.start();
    factory.informerFor(nodes);
    const waiting = factory.waitForCacheSync({ timeoutMs: 5000 });
    const rejected = expect(waiting).rejects.toThrow(
      'caches not synced after 5000 ms: pods: 403 forbidden: no pods for you',
    );
    await clock.advanceAsync(5000);
    await rejected;
    const stop = new AbortController();
    const aborted = expect(factory.waitForCacheSync({ signal: stop.signal })).rejects.toThrow('enough');
    stop.abort(new Error('enough'));
    await aborted;
    const shut = expect(factory.waitForCacheSync()).rejects.toThrow('shut down');
    await factory.shutdown();
    await shut;
  });

  it('leaves no timer, watch or listener behind, and starts nothing after its shutdown', async () => {
    const { client, clock, factory } = newFactory({ resyncPeriodMs: 1000 });
    const { signal } = new AbortController();
    for (const resource of [pods, nodes]) factory.informerFor(resource);
    factory.variant(pods, { namespace: 'web' }).informer();
    factory.start({ signal });
    await factory.waitForCacheSync({ signal });
    expect(clock.pendingTimers).toBe(3);
    await factory.shutdown();
    expect(clock.pendingTimers).toBe(0);
    expect(client.openWatches()).toBe(0);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    factory.variant(pods, { namespace: 'db' }).informer();
    factory.start({ signal });
    await settle();
    expect(client.openWatches({ resource: 'pods' })).toBe(0);
    await factory.shutdown();
  });

  it('does not call caches synced that it never started, or that had not synced, once it is shut down', async () => {
    const synced = newFactory();
    synced.factory.informerFor(pods);
    synced.factory.start();
    await synced.factory.waitForCacheSync();
    await synced.factory.shutdown();
    await expect(synced.factory.waitForCacheSync()).resolves.toBeUndefined();

    const neverStarted = newFactory();
    neverStarted.factory.informerFor(pods);
    await neverStarted.factory.shutdown();
    await expect(neverStarted.factory.waitForCacheSync()).rejects.toThrow('the informer factory was shut down');
    const empty = newFactory();
    await empty.factory.shutdown();
    await expect(empty.factory.waitForCacheSync()).rejects.toThrow('the informer factory was shut down');
  });

  it('reports an informer that is asked for after the start and not started', async () => {
    const { clock, factory, errors } = newFactory();
    factory.start();
    factory.informerFor(nodes);
    factory.start();
    factory.informerFor(pods);
    factory.informerFor(pods);
    await clock.advanceAsync(60_000);
    expect(errors.map(({ error, context }) => [(error as InformerError).code, error.message, context.stage])).toEqual([
      [
        'NotStarted',
        'pods: its informer or lister was asked for after start() and stays empty: call start() again',
        'process',
      ],
    ]);
    factory.variant(pods, { namespace: 'web' });
    await factory.shutdown();
    expect(clock.pendingTimers).toBe(0);
  });

  it('is disposed of by await using', async () => {
    const { client, factory } = newFactory();
    {
      await using using = factory;
      using.informerFor(pods);
      using.start();
      await using.waitForCacheSync();
      expect(client.openWatches({ resource: 'pods' })).toBe(1);
    }
    expect(client.openWatches({ resource: 'pods' })).toBe(0);
  });

  it('reports an informer that cannot run, and runs the others', async () => {
    const { factory, errors } = newFactory();
    const broken = newSharedIndexInformer(new FakeListerWatcher<Pod>(), pods);
    broken.run = () => Promise.reject(new Error('cannot run'));
    factory.informerFor(pods, () => broken);
    const others = factory.informerFor(nodes);
    factory.start();
    await settle();
    expect(errors.map(({ error, context }) => [error.message, context.resource])).toEqual([['cannot run', 'pods']]);
    expect(others.hasSynced()).toBe(true);
    await factory.shutdown();
  });
});
