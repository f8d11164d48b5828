import type { BuiltController, EventSource, KeySink } from '@informer-gen/runtime/controller';
import { FakeClient, FakeClock, settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { leaseResource } from '../../../../runtime/src/controller/election/lease-record.js';
import type { ManagerRig } from '../support/manager-rig.js';
import { electionTimes, rig } from '../support/manager-rig.js';
import type { Website } from '../support/websites.js';
import { configMaps, websites } from '../support/websites.js';

const site = (name: string) => ({ metadata: { name, namespace: 'default' }, spec: { html: '' } });

/** A manager that waits behind another, whose lease ends after 15 s. */
async function standby(options: { readonly standby?: 'warm' | 'cold' } = {}): Promise<ManagerRig> {
  const clock = new FakeClock();
  const server = new FakeClient({ clock });
  server.direct.create(leaseResource, {
    metadata: { name: 'test' },
    spec: { holderIdentity: 'other', leaseDurationSeconds: 15 },
  });
  return rig({ leaderElection: { ...electionTimes, ...options }, clock }, server);
}

/** Reconciles sites into the log of the rig. */
const logging = (test: ManagerRig, warmUp?: boolean): BuiltController<Website> =>
  test.manager.controller(websites).reconcile({ warmUp }, ({ metadata }) => void test.log.push(metadata.name));

/** A source of one key that syncs when it is told to. */
class HeldSource implements EventSource {
  readonly description = 'held';
  stops = 0;
  sync = (): void => {};
  readonly #synced = new Promise<void>((resolve) => (this.sync = resolve));

  start(sink: KeySink): void {
    sink.addWithOptions({}, 'default/held');
  }

  whenSynced(): Promise<void> {
    return this.#synced;
  }

  stop(): void {
    this.stops += 1;
  }
}

const handlers = (test: ManagerRig): number =>
  test.manager.inspect().informers.reduce((sum, informer) => sum + (informer.status.handlers?.length ?? 0), 0);

describe('a controller that warms up', () => {
  it('has its keys queued while another process leads, works on none, and begins with the newest when it leads', async () => {
    await using test = await standby();
    const { loop } = logging(test, true);
    for (const name of ['a', 'b']) test.server.direct.create(websites, site(name));
    await test.start();
    expect(loop.queue.length).toBe(2);
    test.server.direct.create(websites, site('c'));
    await settle();
    expect(loop.queue.length).toBe(3);
    expect(test.log).toEqual([]);
    expect(test.manager.activity()).toEqual({ busy: 0, nextReadyAt: undefined });
    await test.clock.advanceAsync(20_000);
    expect(test.log).toEqual(['c', 'a', 'b']);
  });

  it('is not the default: a standby has its caches, and an empty queue', async () => {
    await using test = await standby();
    const { loop } = logging(test);
    test.server.direct.create(websites, site('a'));
    await test.start();
    expect(test.manager.inspect().informers.every((informer) => informer.hasSynced())).toBe(true);
    expect(loop.queue.length).toBe(0);
    expect(handlers(test)).toBe(0);
    await test.clock.advanceAsync(20_000);
    expect(test.log).toEqual(['a']);
  });

  it('is waited for before the election begins, and after what needs no leader has started', async () => {
    const test = await rig({ leaderElection: electionTimes });
    const source = new HeldSource();
    logging(test, true).loop.watch(source);
    test.manager.add({ name: 'always', needsLeader: false, run: () => void test.log.push('always') });
    await test.start();
    await test.clock.advanceAsync(60_000);
    expect(test.log).toEqual(['always']);
    expect(test.server.direct.get(leaseResource, 'default/test')).toBeUndefined();
    source.sync();
    await settle();
    expect(test.server.direct.get(leaseResource, 'default/test')?.spec?.holderIdentity).toBe('me');
    await test[Symbol.asyncDispose]();
    expect(test.clock.pendingTimers).toBe(0);
  });

  it('is waited for before any controller starts where there is no election', async () => {
    await using test = await rig();
    const source = new HeldSource();
    logging(test, true).loop.watch(source);
    test.manager.controller(configMaps).reconcile(({ metadata }) => void test.log.push(metadata.name));
    test.server.direct.create(configMaps, { metadata: { name: 'map', namespace: 'default' } });
    await test.start();
    expect(test.log).toEqual([]);
    source.sync();
    await settle();
    expect(test.log).toEqual(['map']);
  });

  it('does nothing in a cold standby before it leads', async () => {
    await using test = await standby({ standby: 'cold' });
    const { loop } = logging(test, true);
    test.server.direct.create(websites, site('a'));
    await test.start();
    expect(test.server.openWatches({ resource: 'websites' })).toBe(0);
    expect(loop.queue.length).toBe(0);
    await test.clock.advanceAsync(20_000);
    expect(test.log).toEqual(['a']);
  });

  it('does so at once when it is added while another process leads', async () => {
    await using test = await standby();
    test.server.direct.create(websites, site('a'));
    await test.start();
    const { loop } = logging(test, true);
    await settle();
    expect(loop.queue.length).toBe(1);
    expect(test.log).toEqual([]);
    await test.clock.advanceAsync(20_000);
    expect(test.log).toEqual(['a']);
  });

  it('takes sources that are added while it stands by, and lets go of those that are removed', async () => {
    await using test = await standby();
    const built = logging(test, true);
    await test.start();
    const source = new HeldSource();
    const remove = built.loop.watch(source);
    expect(built.loop.queue.length).toBe(1);
    remove();
    expect(source.stops).toBe(1);
  });

  it('leaves no timer, handler, watch or listener behind where the manager ends without ever having led', async () => {
    const test = await standby();
    const built = logging(test, true);
    test.manager.controller(configMaps).reconcile({ warmUp: true }, () => {});
    test.server.direct.create(websites, site('a'));
    await test.start();
    expect(handlers(test)).toBe(2);
    built.loop.queue.addWithOptions({ afterMs: 60_000 }, 'default/later');
    test.stop.abort(new Error('over'));
    await test.running();
    expect(handlers(test)).toBe(0);
    expect(built.loop.queue.shuttingDown).toBe(true);
    await test[Symbol.asyncDispose]();
    expect(test.server.openWatches()).toBe(0);
    expect(test.clock.pendingTimers).toBe(0);
    expect(test.log).toEqual([]);
    expect(test.errors).toEqual([]);
  });

  it('ends at once, and without an error, where the manager is told to end meanwhile', async () => {
    const test = await standby();
    const source = new HeldSource();
    logging(test, true).loop.watch(source);
    await test.start();
    test.stop.abort(new Error('over'));
    await test.running();
    expect(source.stops).toBe(1);
    await test[Symbol.asyncDispose]();
    expect(test.clock.pendingTimers).toBe(0);
  });

  it('that does not sync in time makes run reject with its name, and nobody is elected', async () => {
    const test = await rig({ leaderElection: electionTimes });
    const built = test.manager
      .controller(websites, { name: 'slow-one' })
      .reconcile({ warmUp: true, cacheSyncTimeoutMs: 5000 }, () => {});
    built.loop.watch(new HeldSource());
    await test.start();
    await test.clock.advanceAsync(5000);
    await expect(test.running()).rejects.toThrow(/^controller slow-one: timed out after 5000 ms waiting for held/);
    expect(test.server.direct.get(leaseResource, 'default/test')).toBeUndefined();
    await test[Symbol.asyncDispose]();
    expect(test.clock.pendingTimers).toBe(0);
  });

  it.each([
    ['while it still stands by', 5000],
    ['when it leads meanwhile', 30_000],
  ])('that was added later and does not sync in time makes run reject once: %s', async (_when, cacheSyncTimeoutMs) => {
    await using test = await standby();
    await test.start();
    for (const verb of ['list', 'watch'] as const) test.server.failAlways({ verb, resource: 'websites', status: 503 });
    test.manager.controller(websites, { name: 'late' }).reconcile({ warmUp: true, cacheSyncTimeoutMs }, () => {});
    await test.clock.advanceAsync(40_000);
    const error = await test.running().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: 'CacheSync', message: expect.stringContaining('controller late') });
  });
});

describe('a runnable that warms up', () => {
  it('runs when it has, and once this process leads', async () => {
    await using test = await standby();
    test.manager.add({
      name: 'index',
      warmUp: () => void test.log.push('warm'),
      run: () => void test.log.push('runs'),
    });
    await test.start();
    expect(test.log).toEqual(['warm']);
    await test.clock.advanceAsync(20_000);
    expect(test.log).toEqual(['warm', 'runs']);
  });

  it('makes run reject with what it throws, and does not run', async () => {
    await using test = await rig();
    test.manager.add({
      name: 'index',
      warmUp: () => {
        throw new Error('no index');
      },
      run: () => void test.log.push('runs'),
    });
    await test.start();
    await expect(test.running()).rejects.toThrow('no index');
    expect(test.log).toEqual([]);
  });

  it('has its warm-up told to end with the manager', async () => {
    await using test = await standby();
    test.manager.add({
      name: 'index',
      warmUp: ({ signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
      run: () => void test.log.push('runs'),
    });
    await test.start();
    test.stop.abort(new Error('over'));
    await test.running();
    expect(test.log).toEqual([]);
  });
});
