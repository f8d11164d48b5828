import { MetadataSharedInformerFactory } from '@informer-gen/runtime';
import { resourceKey } from '@informer-gen/runtime/client-go';
import { describe, expect, it } from 'vitest';
import { configMaps, createConfigMap, createPod, deleteConfigMap, patchConfigMap, pods, setPhase } from '../objects.js';
import { RunningInformer } from '../running-informer.js';
import type { ServerUnderTest } from '../server-under-test.js';

/** Lists, watches, WatchList, selectors, metadata: what goes well. */
export function readingSuite(server: () => ServerUnderTest): void {
  describe.each(['http1', 'http2'] as const)('over %s', (transport) => {
    it('lists by WatchList: one request gives the state and goes on as the watch', async () => {
      const namespace = await server().createNamespace();
      const before = await createConfigMap(server(), namespace, 'a');
      const userAgent = `watch-list-${transport}`;
      await using client = await server().connect({ transport, userAgent });
      await using running = new RunningInformer(client.listerWatcher(configMaps, { namespace }), configMaps);
      await running.synced();
      expect(running.events).toEqual([
        {
          type: 'add',
          key: `${namespace}/a`,
          resourceVersion: before.metadata?.resourceVersion,
          uid: before.metadata?.uid,
          initial: true,
        },
      ]);
      await createConfigMap(server(), namespace, 'b');
      await patchConfigMap(server(), namespace, 'a', { data: { x: '1' } });
      await deleteConfigMap(server(), namespace, 'b');
      await running.event('delete', `${namespace}/b`);
      expect(running.told.slice(1)).toEqual([`add ${namespace}/b`, `update ${namespace}/a`, `delete ${namespace}/b`]);
      const requests = await server().requestsOf(userAgent);
      expect(requests.map(({ verb }) => verb)).toEqual(['watch']);
      expect(requests[0]?.query).toMatchObject({
        sendInitialEvents: 'true',
        resourceVersionMatch: 'NotOlderThan',
        allowWatchBookmarks: 'true',
      });
    });

    it('lists, then watches from the version of the list', async () => {
      const namespace = await server().createNamespace();
      await createConfigMap(server(), namespace, 'a');
      const userAgent = `list-watch-${transport}`;
      await using client = await server().connect({ transport, userAgent });
      await using running = new RunningInformer(client.listerWatcher(configMaps, { namespace }), configMaps, {
        reflector: { useWatchList: false },
      });
      await running.synced();
      const listedAt = running.informer.lastSyncResourceVersion();
      await createConfigMap(server(), namespace, 'b');
      await running.event('add', `${namespace}/b`);
      expect(running.events.map((event) => event.type === 'add' && event.initial === true)).toEqual([true, false]);
      const [list, watch, ...more] = await server().requestsOf(userAgent);
      expect(more).toEqual([]);
      expect(list).toMatchObject({ verb: 'list', query: { resourceVersion: '0' } });
      expect(watch).toMatchObject({ verb: 'watch', query: { resourceVersion: listedAt, allowWatchBookmarks: 'true' } });
      const timeoutSeconds = Number(watch?.query['timeoutSeconds']);
      expect(timeoutSeconds).toBeGreaterThanOrEqual(300);
      expect(timeoutSeconds).toBeLessThanOrEqual(600);
    });
  });

  it('gives cached objects their apiVersion and kind, though list items come without', async () => {
    const namespace = await server().createNamespace();
    await createConfigMap(server(), namespace, 'a', { data: { x: '1' } });
    await using client = await server().connect();
    for (const useWatchList of [true, false]) {
      await using running = new RunningInformer(client.listerWatcher(configMaps, { namespace }), configMaps, {
        reflector: { useWatchList },
      });
      await running.synced();
      expect(running.informer.getStore().list()[0]).toMatchObject({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'a', namespace },
        data: { x: '1' },
      });
    }
  });

  it('tells a delete with the final state, under the version of the deletion', async () => {
    const namespace = await server().createNamespace();
    const created = await createConfigMap(server(), namespace, 'a');
    await using client = await server().connect();
    await using running = new RunningInformer(client.listerWatcher(configMaps, { namespace }), configMaps);
    await running.synced();
    await deleteConfigMap(server(), namespace, 'a');
    const deleted = await running.event('delete', `${namespace}/a`);
    expect(deleted).not.toHaveProperty('finalStateUnknown');
    expect(deleted.uid).toBe(created.metadata?.uid);
    expect(Number(deleted.resourceVersion)).toBeGreaterThan(Number(created.metadata?.resourceVersion));
    expect(running.names).toEqual([]);
  });

  it('adds what comes to match a label selector, and deletes what ceases to', async () => {
    const namespace = await server().createNamespace();
    await createConfigMap(server(), namespace, 'in', { labels: { tier: 'web' } });
    await createConfigMap(server(), namespace, 'out', { labels: { tier: 'db' } });
    await using client = await server().connect();
    const tweakListOptions = (options: { labelSelector?: string }): void => {
      options.labelSelector = 'tier in (web, edge), tier!=none';
    };
    const source = client.listerWatcher(configMaps, { namespace, tweakListOptions });
    await using running = new RunningInformer(source, configMaps);
    await running.synced();
    expect(running.names).toEqual(['in']);
    await patchConfigMap(server(), namespace, 'out', { metadata: { labels: { tier: 'edge' } } });
    const left = await patchConfigMap(server(), namespace, 'in', { metadata: { labels: { tier: null } } });
    await patchConfigMap(server(), namespace, 'in', { data: { unseen: 'yes' } });
    await patchConfigMap(server(), namespace, 'out', { data: { seen: 'yes' } });
    await running.event('update', `${namespace}/out`);
    expect(running.told).toEqual([
      `add ${namespace}/in`,
      `add ${namespace}/out`,
      `delete ${namespace}/in`,
      `update ${namespace}/out`,
    ]);
    expect(running.events[2]).toMatchObject({ resourceVersion: left.metadata?.resourceVersion });
    expect(running.names).toEqual(['out']);
  });

  it('does the same for a field selector', async () => {
    const namespace = await server().createNamespace();
    await createPod(server(), namespace, 'a');
    await createPod(server(), namespace, 'b');
    await using client = await server().connect();
    const tweakListOptions = (options: { fieldSelector?: string }): void => {
      options.fieldSelector = 'status.phase=Running';
    };
    const source = client.listerWatcher(pods, { namespace, tweakListOptions });
    await using running = new RunningInformer(source, pods);
    await running.synced();
    expect(running.names).toEqual([]);
    await setPhase(server(), namespace, 'a', 'Running');
    await setPhase(server(), namespace, 'b', 'Running');
    await setPhase(server(), namespace, 'a', 'Succeeded');
    await running.event('delete', `${namespace}/a`);
    expect(running.told).toEqual([`add ${namespace}/a`, `add ${namespace}/b`, `delete ${namespace}/a`]);
  });

  it('moves its version along with bookmarks, while nothing that it watches changes', async () => {
    const namespace = await server().createNamespace();
    const elsewhere = await server().createNamespace();
    await using client = await server().connect();
    // Two seconds before a watch ends, the server sends a bookmark.
    const tweakListOptions = (options: { timeoutSeconds?: number }): void => {
      options.timeoutSeconds = 3;
    };
    const source = client.listerWatcher(configMaps, { namespace, tweakListOptions });
    await using running = new RunningInformer(source, configMaps);
    await running.synced();
    const other = await createConfigMap(server(), elsewhere, 'unseen');
    const reached = (): boolean =>
      Number(running.informer.lastSyncResourceVersion()) >= Number(other.metadata?.resourceVersion);
    // A watch that ends and begins again from the bookmark changes no status: so look at every phase of the event loop.
    const giveUpAt = performance.now() + 15_000;
    while (!reached() && performance.now() < giveUpAt) await new Promise((resolve) => setImmediate(resolve));
    expect(reached()).toBe(true);
    expect(running.events).toEqual([]);
    expect(running.informer.status.relists).toEqual({ initial: 1 });
  });

  it('holds metadata alone where that is asked for', async () => {
    const namespace = await server().createNamespace();
    await createConfigMap(server(), namespace, 'a', { labels: { x: 'y' }, data: { big: 'z'.repeat(1000) } });
    await using client = await server().connect();
    for (const useWatchList of [true, false]) {
      const source = client.listerWatcher(configMaps, { namespace, metadataOnly: true });
      await using running = new RunningInformer(source, configMaps, { reflector: { useWatchList } });
      await running.synced();
      await createConfigMap(server(), namespace, `b-${useWatchList}`, { data: { x: '1' } });
      await running.event('add', `${namespace}/b-${useWatchList}`);
      const [object] = running.informer.getStore().list();
      expect(object).toMatchObject({ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' });
      expect(object?.metadata).toMatchObject({ name: 'a', namespace, labels: { x: 'y' } });
      for (const each of running.informer.getStore().list()) expect(each).not.toHaveProperty('data');
      expect(running.errors).toEqual([]);
    }
  });

  it('does the same through the factory for metadata', async () => {
    const namespace = await server().createNamespace();
    await createConfigMap(server(), namespace, 'a', { data: { x: '1' } });
    await using client = await server().connect();
    await using factory = new MetadataSharedInformerFactory(client, { namespace });
    const { informer } = factory.forResource({ group: '', version: 'v1', resource: 'configmaps' });
    const shared = informer();
    factory.start();
    await factory.waitForCacheSync({ timeoutMs: 15_000 });
    expect(shared.getStore().list()).toHaveLength(1);
    expect(shared.getStore().list()[0]).not.toHaveProperty('data');
    expect(resourceKey(configMaps)).toBe('configmaps.v1.');
  });

  it('calls handlers again for everything cached at each resync', async () => {
    const namespace = await server().createNamespace();
    await createConfigMap(server(), namespace, 'a');
    await using client = await server().connect();
    const source = client.listerWatcher(configMaps, { namespace });
    await using running = new RunningInformer(source, configMaps, { resyncPeriodMs: 1000 });
    await running.synced();
    await running.until(() => running.events.length >= 3, 'two resyncs');
    const [added, ...resyncs] = running.events;
    for (const resync of resyncs) {
      expect(resync).toMatchObject({
        type: 'update',
        resourceVersion: added?.resourceVersion,
        oldResourceVersion: added?.resourceVersion,
      });
    }
    expect(running.informer.status.relists).toEqual({ initial: 1 });
  });
}
