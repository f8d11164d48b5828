// Two managers on one server: the second takes the lease from the first, which still works.
import { FakeClient, FakeClock, settle } from '@informer-gen/testing';
import { LeaderElectionLostError } from '@informer-gen/runtime/controller';
import { describe, expect, it } from 'vitest';
import { leaseResource } from '../../../../runtime/src/controller/election/lease-record.js';
import { rig } from '../support/manager-rig.js';
import type { ManagerRig } from '../support/manager-rig.js';
import { configMaps } from '../support/websites.js';

const namespace = 'default';

interface Pair extends AsyncDisposable {
  readonly clock: FakeClock;
  readonly server: FakeClient;
  readonly first: ManagerRig;
  /** Takes the lease as another process does, by an edit. */
  takeOver(): void;
  /** Whether the first manager has read that another process holds the lease. */
  hasSeen(): boolean;
  writes(): number;
}

/** The first manager leads and writes every 100 ms, whatever becomes of its lease. */
async function pair(): Promise<Pair> {
  const clock = new FakeClock();
  const server = new FakeClient({ clock });
  const first = await rig({ clock, leaderElection: { namespace, identity: 'first' } }, server);
  let seen = false;
  const over = new AbortController();
  server.onRequest(({ verb, resource }) => {
    const holder = server.direct.get(leaseResource, 'test')?.spec?.holderIdentity;
    if (verb === 'get' && resource.startsWith('leases') && holder === 'other') seen = true;
  });
  first.manager.add({
    name: 'pulse',
    async run() {
      for (let count = 0; !over.signal.aborted; count += 1) {
        const metadata = { name: `pulse-${count}`, namespace };
        await first.manager.client.create(configMaps, { metadata }).catch(() => {});
        await new Promise<void>((resolve) => void clock.after(100, resolve));
      }
    },
  });
  await first.start();
  return {
    clock,
    server,
    first,
    takeOver: () =>
      void server.direct.patch(leaseResource, 'test', { spec: { holderIdentity: 'other', leaseDurationSeconds: 15 } }),
    hasSeen: () => seen,
    writes: () => server.requestsOf({ resource: 'configmaps', verb: 'create' }).length,
    async [Symbol.asyncDispose]() {
      over.abort(new Error('over'));
      await clock.advanceAsync(100);
      await first[Symbol.asyncDispose]();
    },
  };
}

describe('a manager whose lease another process takes', () => {
  it('writes nothing from the moment at which it reads the other holder', async () => {
    await using test = await pair();
    await test.clock.advanceAsync(1000);
    expect(test.writes()).toBeGreaterThan(5);
    test.takeOver();
    while (!test.hasSeen()) await test.clock.advanceAsync(50);
    const before = test.writes();
    await test.clock.advanceAsync(15_000);
    expect(test.writes()).toBe(before);
  });

  it('rejects at once with an error that names the other holder', async () => {
    await using test = await pair();
    test.takeOver();
    await test.clock.advanceAsync(2000);
    const error = await test.first.running().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LeaderElectionLostError);
    expect(String(error)).toContain('leader election lost: the lease default/test is held by "other"');
    expect(test.server.direct.get(leaseResource, 'test')?.spec?.holderIdentity).toBe('other');
  });

  it('does not wait for running work any longer if it is shutting down already', async () => {
    await using test = await pair();
    let isAborted = false;
    test.first.manager.add({
      name: 'slow to stop',
      run: ({ abandon }) =>
        new Promise<void>((resolve) =>
          abandon.addEventListener('abort', () => {
            isAborted = true;
            resolve();
          }),
        ),
    });
    await settle();
    test.first.stop.abort(new Error('SIGTERM'));
    await test.clock.advanceAsync(1000);
    expect(isAborted).toBe(false);
    test.takeOver();
    await test.clock.advanceAsync(2000);
    expect(isAborted).toBe(true);
  });
});
