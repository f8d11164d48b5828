// Counterparts of controller-runtime's consistency_envtest_test.go and of Kubernetes' pkg/controller/util/consistency tests,
// and the rules of our own: an overlay for reads by key, waits for the rest.
import { BaseSharedInformerFactory, defineResource, newGenericLister } from '@informer-gen/runtime';
import type { KubernetesObject, SharedIndexInformer } from '@informer-gen/runtime';
import { FakeClient, FakeClock, settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { RunHistory } from '../../../../runtime/src/controller/consistency/run-history.js';
import { currentRun, Run } from '../../../../runtime/src/controller/consistency/run.js';
import { TrackedClient } from '../../../../runtime/src/controller/consistency/track-writes.js';
import { VersionTracker } from '../../../../runtime/src/controller/consistency/version-tracker.js';

interface ConfigMap extends KubernetesObject {
  readonly data?: { readonly [key: string]: string } | undefined;
}

const configMaps = defineResource<ConfigMap>({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  namespaced: true,
});
const at = { namespace: 'default', name: 'a' };
const object = { metadata: at, data: { x: '1' } };

interface Rig extends AsyncDisposable {
  readonly clock: FakeClock;
  readonly server: FakeClient;
  readonly client: TrackedClient;
  readonly informer: SharedIndexInformer<ConfigMap>;
  readonly history: RunHistory;
  read(key?: string): ConfigMap | undefined;
}

/** An informer with an overlay, synced, and a client whose writes are tracked. */
async function rig(selection: { labelSelector?: string; namespace?: string } = {}): Promise<Rig> {
  const clock = new FakeClock();
  const server = new FakeClient({ clock });
  const tracker = new VersionTracker();
  const factory = new BaseSharedInformerFactory(server, {
    clock,
    overlayFor: (resource, selected) => tracker.viewFor(resource, selected),
  });
  const informer = factory.variant(configMaps, selection).informer();
  const lister = newGenericLister(informer.getIndexer());
  factory.start();
  await settle();
  await factory.waitForCacheSync();
  return {
    clock,
    server,
    client: new TrackedClient(server, tracker),
    informer,
    history: new RunHistory(),
    read: (key = 'default/a') => lister.get(key),
    [Symbol.asyncDispose]: () => factory.shutdown(),
  };
}

function inRun<R>(work: (run: Run) => Promise<R>): Promise<R> {
  const run = new Run();
  return currentRun.run(run, () => work(run));
}

const limits = { signal: new AbortController().signal, timeoutMs: 1000 };

describe('a read by key within a run', () => {
  it('should observe the created object after create: while the informer lags behind', async () => {
    await using test = await rig();
    const thaw = test.server.freezeWatches();
    await inRun(async () => {
      expect(test.read()).toBeUndefined();
      await test.client.create(configMaps, object);
      expect(test.read()?.data).toEqual({ x: '1' });
    });
    thaw();
  });

  it('should observe the updated object after update: and after patch and apply', async () => {
    await using test = await rig();
    const created = await test.client.create(configMaps, object);
    await settle();
    const thaw = test.server.freezeWatches();
    await inRun(async () => {
      await test.client.replace(configMaps, { ...created, data: { x: '2' } });
      expect(test.read()?.data).toEqual({ x: '2' });
      await test.client.patch(configMaps, at, { data: { x: '3' } });
      expect(test.read()?.data).toEqual({ x: '3' });
      await test.client.apply(configMaps, { metadata: at, data: { y: '4' } }, { fieldManager: 'me', force: true });
      expect(test.read()?.data).toEqual({ x: '3', y: '4' });
    });
    thaw();
    await settle();
    await inRun(async () => expect(test.read()?.data).toEqual({ x: '3', y: '4' }));
  });

  it('should not observe the object after delete: until the informer has seen it go', async () => {
    await using test = await rig();
    await test.client.create(configMaps, object);
    await settle();
    const thaw = test.server.freezeWatches();
    await inRun(async () => {
      expect(test.read()).toBeDefined();
      await test.client.delete(configMaps, at);
      expect(test.read()).toBeUndefined();
    });
    expect(test.read(), 'outside a run the cache is shown as it is').toBeDefined();
    thaw();
  });

  it('should observe the updated object with deletion timestamp after delete: where a finalizer holds it', async () => {
    await using test = await rig();
    await test.client.create(configMaps, { ...object, metadata: { ...at, finalizers: ['example.com/hold'] } });
    await settle();
    const thaw = test.server.freezeWatches();
    await inRun(async () => {
      await test.client.delete(configMaps, at);
      expect(test.read()?.metadata?.deletionTimestamp).toBeDefined();
      await test.client.patch(configMaps, at, { metadata: { finalizers: null } });
      expect(test.read(), 'the removal of the last finalizer is a delete').toBeUndefined();
    });
    thaw();
  });

  it('shows another object of the same name that was created after an own delete', async () => {
    await using test = await rig();
    await test.client.create(configMaps, object);
    await settle();
    await inRun(async () => {
      const thaw = test.server.freezeWatches();
      await test.client.delete(configMaps, at);
      expect(test.read()).toBeUndefined();
      test.server.direct.create(configMaps, { metadata: at, data: { x: 'theirs' } });
      thaw();
      await settle();
      expect(test.read()?.data).toEqual({ x: 'theirs' });
    });
  });

  it('shows a foreign change that is newer than the own write', async () => {
    await using test = await rig();
    await inRun(async () => {
      await test.client.create(configMaps, object);
      await test.server.patch(configMaps, at, { data: { x: 'theirs' } });
      await settle();
      expect(test.read()?.data).toEqual({ x: 'theirs' });
    });
  });

  it('does not show an object that the informer does not select', async () => {
    await using test = await rig({ labelSelector: 'app=web' });
    await inRun(async (run) => {
      await test.client.create(configMaps, object);
      expect(test.read()).toBeUndefined();
      expect(run.unmet(), 'and nobody waits for it').toEqual([]);
    });
  });

  it('TestConsistentFakeClient: keeps the overlay out of lists, of the store and of what handlers are told', async () => {
    await using test = await rig();
    const told: string[] = [];
    test.informer.addEventHandler({ onAdd: ({ metadata }) => void told.push(metadata?.name ?? '') });
    const thaw = test.server.freezeWatches();
    await inRun(async () => {
      await test.client.create(configMaps, object);
      expect(test.informer.getStore().getByKey('default/a')).toBeUndefined();
      expect(test.informer.indexer.list()).toEqual([]);
      await settle();
      expect(told).toEqual([]);
    });
    thaw();
  });
});

describe('the next run of a key', () => {
  it('TestConsistencyStore_IsReady: waits until the cache has what the run before wrote', async () => {
    await using test = await rig();
    const thaw = test.server.freezeWatches();
    await inRun(async (run) => {
      await test.client.create(configMaps, object);
      test.history.add('default/a', run);
    });
    const log: string[] = [];
    const waiting = test.history.wait('default/a', limits).then(() => log.push('ready'));
    await settle();
    expect(log).toEqual([]);
    thaw();
    await waiting;
    expect(test.informer.indexer.list()).toHaveLength(1);
    expect(test.history.size).toBe(0);
  });

  it('TestConsistencyStore_IsReady: a version in a bookmark is enough', async () => {
    await using test = await rig();
    const thaw = test.server.freezeWatches();
    await inRun(async (run) => {
      await test.client.create(configMaps, object);
      // As after an object that was created and deleted while the watch was away: no event of it ever comes.
      test.history.add('default/a', run);
    });
    test.server.cutWatches('close');
    thaw();
    test.server.sendBookmarks();
    await test.history.wait('default/a', limits);
  });

  it('TestConsistencyStore_Clear: waits no longer than it is told, and says what the cache lacks', async () => {
    await using test = await rig();
    const thaw = test.server.freezeWatches();
    await inRun(async (run) => {
      await test.client.create(configMaps, object);
      test.history.add('default/a', run);
    });
    const waiting = expect(test.history.wait('default/a', limits)).rejects.toMatchObject({ code: 'StaleCache' });
    await test.clock.advanceAsync(1000);
    await waiting;
    thaw();
  });

  it('waits for a delete until the cache no longer has that uid', async () => {
    await using test = await rig();
    await test.client.create(configMaps, object);
    await settle();
    const thaw = test.server.freezeWatches();
    await inRun(async (run) => {
      await test.client.delete(configMaps, at);
      test.history.add('default/a', run);
    });
    expect([...test.history.lagging('default/a')]).toHaveLength(1);
    thaw();
    await test.history.wait('default/a', limits);
    expect(test.informer.indexer.list()).toEqual([]);
  });

  it('is not held up by a dry run, nor by a write in another namespace than the informer has', async () => {
    await using test = await rig({ namespace: 'mine' });
    const thaw = test.server.freezeWatches();
    await inRun(async (run) => {
      await test.client.create(configMaps, object, { dryRun: true });
      await test.client.create(configMaps, object);
      expect(run.unmet()).toEqual([]);
    });
    thaw();
  });

  it('is not held up after a list that went back to an older version', async () => {
    await using test = await rig();
    await test.client.create(configMaps, object);
    await settle();
    const tracker = new VersionTracker();
    const view = tracker.viewFor(configMaps, {});
    let version = '100';
    view.attach({
      hasSynced: () => true,
      isStopped: () => false,
      lastStoreSyncResourceVersion: () => version,
      getStore: () => test.informer.getStore(),
    } as unknown as SharedIndexInformer<ConfigMap>);
    const expectation = view.written({ metadata: { ...at, uid: 'u', resourceVersion: '120' } });
    expect(expectation.isMet()).toBe(false);
    version = '7';
    expect(expectation.isMet()).toBe(true);
    expect(view.written({ metadata: { ...at, uid: 'u', resourceVersion: '9' } }).isMet()).toBe(false);
  });
});

describe('waitForResourceVersion', () => {
  it('resolves when the cache has reached the version, and at once when it has already', async () => {
    await using test = await rig();
    const thaw = test.server.freezeWatches();
    const { metadata } = await test.client.create(configMaps, object);
    const version = metadata?.resourceVersion ?? '';
    const log: string[] = [];
    const waiting = test.informer.waitForResourceVersion(version).then(() => log.push('reached'));
    await settle();
    expect(log).toEqual([]);
    thaw();
    await waiting;
    expect(test.informer.lastStoreSyncResourceVersion()).toBe(version);
    await test.informer.waitForResourceVersion(version);
    await test.informer.waitForResourceVersion('not-a-number');
  });

  it('rejects when the informer has stopped', async () => {
    const test = await rig();
    const waiting = expect(test.informer.waitForResourceVersion('999999')).rejects.toThrow();
    await test[Symbol.asyncDispose]();
    await waiting;
  });
});
