// Counterparts of controller-runtime's pkg/manager/manager_test.go.
import type { Runnable } from '@informer-gen/runtime/controller';
import { LeaderElectionLostError } from '@informer-gen/runtime/controller';
import { setTimeout as wait } from 'node:timers/promises';
import { FakeClient, FakeClock, settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { leaseResource } from '../../../../runtime/src/controller/election/lease-record.js';
import type { ManagerRig } from '../support/manager-rig.js';
import { electionTimes, rig } from '../support/manager-rig.js';
import { configMaps, websites } from '../support/websites.js';

/** Logs its start and end, and takes the time of `finish` to end. */
function runnable(
  name: string,
  log: string[],
  more: Partial<Runnable> & { finish?: () => Promise<void> } = {},
): Runnable {
  return {
    name,
    async run({ signal }) {
      log.push(`${name} started`);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await more.finish?.();
      log.push(`${name} ended`);
    },
    ...more,
  };
}

const holder = (test: ManagerRig): string | undefined =>
  test.server.direct.get(leaseResource, 'default/test')?.spec?.holderIdentity;

describe('manager_test.go: start', () => {
  it('should start the cache before starting anything else: and wait until it has synced', async () => {
    await using test = await rig();
    let synced: boolean | undefined;
    test.manager.controller(websites).reconcile(() => {});
    const [informer] = test.manager.informerFactory.informers();
    test.manager.add({ name: 'early', needsLeader: false, run: () => void (synced = informer?.hasSynced()) });
    const unblock = test.server.failAlways({ verb: 'list', status: 503 });
    const unblockWatch = test.server.failAlways({ verb: 'watch', status: 503 });
    await test.start();
    expect(synced).toBeUndefined();
    unblock();
    unblockWatch();
    await test.clock.advanceAsync(60_000);
    expect(synced).toBe(true);
  });

  it('should start caches added after Manager has started: and the controllers that need them', async () => {
    await using test = await rig();
    await test.start();
    test.manager.controller(configMaps).reconcile(({ metadata }) => void test.log.push(metadata.name));
    await settle();
    test.server.direct.create(configMaps, { metadata: { name: 'a' } });
    await settle();
    expect(test.log).toEqual(['a']);
  });

  it('should run runnables of the default group only when elected: and others before', async () => {
    const clock = new FakeClock();
    const server = new FakeClient({ clock });
    server.direct.create(leaseResource, {
      metadata: { name: 'test' },
      spec: { holderIdentity: 'other', leaseDurationSeconds: 15, leaseTransitions: 3 },
    });
    await using test = await rig({ leaderElection: electionTimes, clock }, server);
    test.manager.add(runnable('leader', test.log));
    test.manager.add(runnable('always', test.log, { needsLeader: false }));
    await test.start();
    expect(test.log).toEqual(['always started']);
    await clock.advanceAsync(20_000);
    expect(test.log).toEqual(['always started', 'leader started']);
    expect(holder(test)).toBe('me');
  });

  it('should keep caches cold until it leads: where that was asked for', async () => {
    const clock = new FakeClock();
    const server = new FakeClient({ clock });
    server.direct.create(leaseResource, {
      metadata: { name: 'test' },
      spec: { holderIdentity: 'other', leaseDurationSeconds: 15 },
    });
    await using test = await rig({ leaderElection: { ...electionTimes, standby: 'cold' }, clock }, server);
    test.manager.controller(websites).reconcile(({ metadata }) => void test.log.push(metadata.name));
    server.direct.create(websites, { metadata: { name: 'a' }, spec: { html: '' } });
    await test.start();
    expect(server.openWatches({ resource: 'websites' })).toBe(0);
    await clock.advanceAsync(20_000);
    expect(test.log).toEqual(['a']);
  });

  it('should return an error if a runnable fails: and stop the others', async () => {
    await using test = await rig();
    test.manager.add(runnable('good', test.log));
    test.manager.add({ name: 'bad', run: () => Promise.reject(new Error('broken')) });
    await test.start();
    await expect(test.running()).rejects.toThrow('broken');
    expect(test.log).toEqual(['good started', 'good ended']);
  });

  it('should return both runnables and stop errors when both error: as one', async () => {
    await using test = await rig({ gracePeriodMs: 10 });
    test.manager.add(runnable('slow', test.log, { finish: () => new Promise(() => {}) }));
    test.manager.add({ name: 'bad', run: () => Promise.reject(new Error('broken')) });
    await test.start();
    await test.clock.advanceAsync(10);
    const error = await test.running().catch((thrown: unknown) => thrown);
    expect((error as AggregateError).errors.map(String)).toEqual([
      expect.stringContaining('broken'),
      expect.stringContaining('did not end within 10 ms'),
    ]);
  });

  it('should refuse two controllers of one name: their metrics would be one', async () => {
    await using test = await rig();
    test.manager.controller(websites).reconcile(() => {});
    expect(() => test.manager.controller(websites).reconcile(() => {})).toThrow('another name');
    test.manager.controller(websites, { name: 'other' }).reconcile(() => {});
  });
});

describe('manager_test.go: stop', () => {
  it('should wait for runnables to stop: those that need no leader first', async () => {
    await using test = await rig();
    let finish = (): void => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    test.manager.add(runnable('leader', test.log));
    test.manager.add(runnable('always', test.log, { needsLeader: false, finish: () => finished }));
    await test.start();
    test.stop.abort(new Error('over'));
    await settle();
    expect(test.log).toEqual(['always started', 'leader started']);
    finish();
    await test.running();
    expect(test.log.slice(2)).toEqual(['always ended', 'leader ended']);
  });

  it('should only cancel the leader election after all runnables are done: the drain is under the lease', async () => {
    await using test = await rig({ leaderElection: electionTimes });
    let finish = (): void => {};
    test.manager.add(runnable('slow', test.log, { finish: () => new Promise((resolve) => (finish = resolve)) }));
    await test.start();
    test.stop.abort(new Error('over'));
    await test.clock.advanceAsync(20_000);
    expect(holder(test)).toBe('me');
    expect(test.server.direct.get(leaseResource, 'test')?.spec?.renewTime).toBe('2026-01-01T00:00:20.000000Z');
    finish();
    await test.running();
    expect(holder(test)).toBe('');
  });

  it('should release lease if ElectionReleaseOnCancel is true: which is the default, and not otherwise', async () => {
    await using test = await rig({ leaderElection: { ...electionTimes, release: false } });
    await test.start();
    test.stop.abort(new Error('over'));
    await test.running();
    expect(holder(test)).toBe('me');
  });

  it('should disable gracefulShutdown when stopping to lead: run rejects at once, and what runs is told to end', async () => {
    await using test = await rig({ leaderElection: electionTimes });
    let abandoned = false;
    test.manager.add({
      name: 'slow',
      run: ({ abandon }) =>
        new Promise(() => {
          abandon.addEventListener('abort', () => (abandoned = true));
        }),
    });
    await test.start();
    test.server.failAlways({ resource: 'leases', status: 500 });
    await test.clock.advanceAsync(13_000);
    await expect(test.running()).rejects.toBeInstanceOf(LeaderElectionLostError);
    expect(abandoned).toBe(true);
  });

  it('should prevent leader election when shutting down a non-elected manager: nobody begins to lead in order to end', async () => {
    const clock = new FakeClock();
    const server = new FakeClient({ clock });
    server.direct.create(leaseResource, {
      metadata: { name: 'test' },
      spec: { holderIdentity: 'other', leaseDurationSeconds: 5 },
    });
    await using test = await rig({ leaderElection: electionTimes, clock }, server);
    test.manager.add(runnable('leader', test.log));
    test.manager.add(runnable('always', test.log, { needsLeader: false, finish: () => new Promise(() => {}) }));
    await test.start();
    test.stop.abort(new Error('over'));
    await clock.advanceAsync(40_000);
    expect(test.log).toEqual(['always started']);
    expect(holder(test)).toBe('other');
  });

  it('should not wait for runnables if gracefulShutdownTimeout is 0: they are told and left', async () => {
    await using test = await rig({ gracePeriodMs: 0 });
    test.manager.add(runnable('slow', test.log, { finish: () => new Promise(() => {}) }));
    await test.start();
    test.stop.abort(new Error('over'));
    await test.running();
  });

  it('should wait forever for runnables if gracefulShutdownTimeout is <0: however long they take', async () => {
    await using test = await rig({ gracePeriodMs: -1 });
    let finish = (): void => {};
    test.manager.add(runnable('slow', test.log, { finish: () => new Promise((resolve) => (finish = resolve)) }));
    await test.start();
    test.stop.abort(new Error('over'));
    await test.clock.advanceAsync(3_600_000);
    expect(test.log).toEqual(['slow started']);
    finish();
    await test.running();
    expect(test.log).toEqual(['slow started', 'slow ended']);
  });

  it('should refuse to add runnable if stop procedure is already engaged: with an error that says so', async () => {
    await using test = await rig();
    let finish = (): void => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    test.manager.add(runnable('slow', test.log, { finish: () => finished }));
    await test.start();
    const add = (): void => test.manager.add(runnable('late', test.log));
    test.stop.abort(new Error('over'));
    expect(add).toThrow('starts nothing any more');
    await settle();
    expect(add).toThrow('starts nothing any more');
    finish();
    await test.running();
    expect(add).toThrow('starts nothing any more');
    expect(test.log).toEqual(['slow started', 'slow ended']);
  });

  it('takes it for no failure when what it stops ends by its signal', async () => {
    await using test = await rig();
    test.manager.add({ name: 'waits', run: ({ signal }) => wait(3_600_000, undefined, { signal }) });
    test.manager.add({
      name: 'throws the reason',
      run: ({ signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    });
    await test.start();
    test.stop.abort(new Error('over'));
    await test.running();
    expect(test.errors).toEqual([]);
  });

  it('fails when a cache does not sync in time, and says which and why', async () => {
    await using test = await rig({ cacheSyncTimeoutMs: 60_000 });
    test.server.failAlways({ verb: 'list', resource: 'configmaps', status: 403 });
    test.server.failAlways({ verb: 'watch', resource: 'configmaps', status: 403 });
    test.manager.controller(configMaps).reconcile(() => {});
    await test.start();
    await test.clock.advanceAsync(60_000);
    await expect(test.running()).rejects.toThrow(/caches did not sync within 60 s: .*configmaps/);
  });

  it.each([
    [{ name: '' }, 'name ""'],
    [{ name: 'Website Operator' }, 'name "Website Operator"'],
    [{ name: 'acme.dev/website-operator', leaderElection: true }, 'leaderElection.name "acme.dev/website-operator"'],
    [{ name: 'test', leaderElection: { name: 'Upper' } }, 'leaderElection.name "Upper"'],
  ])('refuses names that the server would refuse with each event or each try to lead: %j', async (options, problem) => {
    await expect(rig(options)).rejects.toMatchObject({
      code: 'Configuration',
      message: expect.stringContaining(problem),
    });
  });

  it('says which port is taken', async () => {
    await using first = await rig({ http: { port: 0, host: '127.0.0.1' } });
    await first.start();
    await expect.poll(() => first.manager.httpPort).toBeDefined();
    const port = first.manager.httpPort ?? 0;
    await using second = await rig({ http: { port, host: '127.0.0.1' } });
    await second.start();
    await expect(second.running()).rejects.toThrow(`port ${port} for probes is taken`);
  });

  it('can be disposed of without having run, and twice', async () => {
    const test = await rig({ leaderElection: electionTimes, http: { port: 0 } });
    await test.manager[Symbol.asyncDispose]();
    await test.manager[Symbol.asyncDispose]();
    await expect(test.manager.run({ signals: [] })).rejects.toThrow('has run');
    expect(test.clock.pendingTimers).toBe(0);
  });

  it('should not leak goroutines when stopped: nor timers, watches or listeners', async () => {
    const test = await rig({ leaderElection: electionTimes });
    test.manager
      .controller(websites)
      .owns(configMaps)
      .reconcile((_site, { event }) => event({ reason: 'Seen', note: '' }));
    test.server.direct.create(websites, { metadata: { name: 'a' }, spec: { html: '' } });
    await test.start();
    await test[Symbol.asyncDispose]();
    expect(test.server.openWatches()).toBe(0);
    expect(test.clock.pendingTimers).toBe(0);
    expect(process.listenerCount('SIGTERM')).toBe(0);
  });

  it('sends no write when it does not lead, and none after the lease has ended', async () => {
    const clock = new FakeClock();
    await using test = await rig({ leaderElection: electionTimes, clock });
    const object = { metadata: { name: 'a', namespace: 'default' } };
    await expect(test.manager.client.create(configMaps, object)).rejects.toMatchObject({ code: 'Fenced' });
    await test.start();
    await test.manager.client.create(configMaps, object);
    test.stop.abort(new Error('over'));
    await test.running();
    await expect(test.manager.client.delete(configMaps, object.metadata)).rejects.toMatchObject({ code: 'Fenced' });
  });
});

describe('probes', () => {
  it('tell of each check by name, leave out what is excluded, and are there before the caches are', async () => {
    await using test = await rig({ http: { port: 0, host: '127.0.0.1', metrics: () => 'up 1' } });
    test.manager.controller(websites).reconcile(() => {});
    test.manager.addReadyCheck('database', () => Promise.reject(new Error('no connection')));
    const block = test.server.failAlways({ verb: 'watch', status: 503 });
    const blockList = test.server.failAlways({ verb: 'list', status: 503 });
    await test.start();
    const ask = async (path: string): Promise<string> => {
      const answer = await fetch(`http://127.0.0.1:${test.manager.httpPort}${path}`);
      return `${answer.status} ${(await answer.text()).trim()}`;
    };
    await expect.poll(() => test.manager.httpPort).toBeDefined();
    expect(await ask('/healthz')).toBe('200 [+]ping ok');
    expect(await ask('/readyz/database')).toBe('500 [-]database failed: no connection');
    expect(await ask('/readyz?exclude=database')).toMatch(/^500 \[-\]caches failed: not synced: websites.web.acme.dev/);
    block();
    blockList();
    await test.clock.advanceAsync(60_000);
    expect(await ask('/readyz?exclude=database')).toBe('200 [+]caches ok');
    expect(await ask('/readyz/nothing')).toBe('404 not found');
    expect(await ask('/metrics')).toBe('200 up 1');
    // What is no URL must not end the process.
    expect(await ask('//')).toBe('400 bad request');
    expect(await ask('/healthz')).toBe('200 [+]ping ok');
  });
});
