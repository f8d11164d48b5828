import { FakeClock, settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { configMaps, createConfigMap, deleteConfigMap, patchConfigMap } from '../objects.js';
import { RunningInformer } from '../running-informer.js';
import type { ServerUnderTest } from '../server-under-test.js';

/** Lost connections, expired history, a server that dies. */
export function healingSuite(server: () => ServerUnderTest): void {
  describe.each(['http1', 'http2'] as const)('over %s', (transport) => {
    it('goes on from where a broken connection left off, with nothing lost and nothing listed again', async () => {
      const namespace = await server().createNamespace();
      await createConfigMap(server(), namespace, 'kept');
      await createConfigMap(server(), namespace, 'gone');
      const userAgent = `reconnect-${transport}`;
      await using client = await server().connect({ transport, userAgent });
      await using running = new RunningInformer(client.listerWatcher(configMaps, { namespace }), configMaps);
      await running.synced();
      await running.watching();
      await server().relay.close();
      await deleteConfigMap(server(), namespace, 'gone');
      await patchConfigMap(server(), namespace, 'kept', { data: { x: '1' } });
      await createConfigMap(server(), namespace, 'new');
      await server().relay.open();
      await running.event('add', `${namespace}/new`);
      expect(running.told.slice(2)).toEqual([
        `delete ${namespace}/gone`,
        `update ${namespace}/kept`,
        `add ${namespace}/new`,
      ]);
      expect(running.events.some((event) => event.type === 'delete' && event.finalStateUnknown)).toBe(false);
      const lists = (await server().requestsOf(userAgent)).filter(
        ({ verb, query }) => verb === 'list' || query['sendInitialEvents'] === 'true',
      );
      expect(lists).toHaveLength(1);
    });
  });

  it.each([
    ['http1', 340],
    ['http2', 60],
  ] as const)('replaces a connection over %s that passes nothing on, within %d s', async (transport, limitSeconds) => {
    const namespace = await server().createNamespace();
    await createConfigMap(server(), namespace, 'a');
    const clock = new FakeClock();
    await using client = await server().connect({ transport, clock });
    const source = client.listerWatcher(configMaps, { namespace });
    await using running = new RunningInformer(source, configMaps, { clock, reflector: { random: () => 0 } });
    await running.synced();
    await running.watching();
    server().relay.stall();
    await createConfigMap(server(), namespace, 'missed');
    // The client's time passes; the server's does not.
    for (let passed = 0; passed < limitSeconds; passed += 5) {
      await clock.advanceAsync(5000);
      await settle(20);
    }
    await running.event('add', `${namespace}/missed`);
    expect(running.told).toEqual([`add ${namespace}/a`, `add ${namespace}/missed`]);
  });

  describe.each([true, false])('with WatchList: %s', (useWatchList) => {
    it('finds what it missed when the history has expired, deletes included', async () => {
      const namespace = await server().createNamespace();
      const gone = await createConfigMap(server(), namespace, 'gone');
      await createConfigMap(server(), namespace, 'kept');
      const same = await createConfigMap(server(), namespace, 'same');
      const old = await createConfigMap(server(), namespace, 'recreated');
      await using client = await server().connect();
      const source = client.listerWatcher(configMaps, { namespace });
      await using running = new RunningInformer(source, configMaps, { reflector: { useWatchList } });
      await running.synced();
      // A watch that ends at once and without an event would be taken for another way to say that the version expired.
      await createConfigMap(server(), namespace, 'seen');
      await running.event('add', `${namespace}/seen`);
      const cached = running.informer.getStore().getByKey(`${namespace}/same`);
      await server().relay.close();
      await deleteConfigMap(server(), namespace, 'gone');
      await patchConfigMap(server(), namespace, 'kept', { data: { x: '1' } });
      await deleteConfigMap(server(), namespace, 'recreated');
      const recreated = await createConfigMap(server(), namespace, 'recreated');
      await createConfigMap(server(), namespace, 'new');
      await server().expireHistory();
      await server().relay.open();
      await running.event('add', `${namespace}/new`);
      await running.event('update', `${namespace}/recreated`);
      expect(await running.event('delete', `${namespace}/gone`)).toEqual({
        type: 'delete',
        key: `${namespace}/gone`,
        resourceVersion: gone.metadata?.resourceVersion,
        uid: gone.metadata?.uid,
        finalStateUnknown: true,
      });
      await running.event('update', `${namespace}/kept`);
      expect(await running.event('update', `${namespace}/recreated`)).toMatchObject({
        oldUid: old.metadata?.uid,
        uid: recreated.metadata?.uid,
      });
      expect(running.names).toEqual(['kept', 'new', 'recreated', 'same', 'seen']);
      expect(running.informer.status.relists.expired).toBe(1);
      // A relist of an unchanged object makes no other object of it.
      expect(running.informer.getStore().getByKey(`${namespace}/same`)).toBe(cached);
      expect(cached?.metadata?.uid).toBe(same.metadata?.uid);
    });
  });

  it('says what is wrong while the server is down, and heals when it is back', async () => {
    const namespace = await server().createNamespace();
    await createConfigMap(server(), namespace, 'a');
    await using client = await server().connect();
    await using running = new RunningInformer(client.listerWatcher(configMaps, { namespace }), configMaps);
    await running.synced();
    await running.watching();
    await server().crash();
    await running.until(() => running.informer.status.phase === 'backing-off', 'backing off');
    expect(running.informer.status.lastError).toMatchObject({ resource: 'configmaps' });
    expect(running.informer.hasSynced()).toBe(true);
    await server().start();
    await running.watching();
    await createConfigMap(server(), namespace, 'b');
    await running.event('add', `${namespace}/b`);
    expect(running.names).toEqual(['a', 'b']);
    expect(running.told.filter((told) => told.startsWith('delete'))).toEqual([]);
  });

  it('waits for a server that is not there yet', async () => {
    const namespace = await server().createNamespace();
    await createConfigMap(server(), namespace, 'a');
    await server().relay.close();
    await using client = await server().connect();
    await using running = new RunningInformer(client.listerWatcher(configMaps, { namespace }), configMaps);
    await running.until(() => running.informer.status.lastError !== undefined, 'an error');
    await expect(running.informer.whenSynced({ timeoutMs: 1 })).rejects.toThrow(/configmaps: .*ECONNREFUSED/);
    await server().relay.open();
    await running.synced();
    expect(running.names).toEqual(['a']);
  });
}
