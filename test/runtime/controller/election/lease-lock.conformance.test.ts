// Counterparts of client-go's tools/leaderelection/resourcelock/leaselock_test.go, and two electors on one Lease.
import { isConflict } from '@informer-gen/runtime';
import { expect, it } from 'vitest';
import { LeaderElector } from '../../../../runtime/src/controller/election/leader-elector.js';
import { LeaseLock } from '../../../../runtime/src/controller/election/lease-lock.js';
import { leaseResource } from '../../../../runtime/src/controller/election/lease-record.js';
import { describeOnBothServers } from '../support/both-servers.js';

const record = { holderIdentity: 'a', leaseDurationSeconds: 15, acquireTime: 1_767_225_600_123, leaderTransitions: 0 };

describeOnBothServers('a lock in a Lease', (start) => {
  it('is created, read and updated as the server demands', async () => {
    await using server = await start();
    await using client = await server.connect();
    const { namespace } = server;
    const lock = new LeaseLock(client, { namespace, name: 'lock', identity: 'a' });
    expect(await lock.get()).toBeUndefined();
    await lock.create(record);
    await lock.update({ ...record, renewTime: record.acquireTime + 1 });
    expect(await lock.get()).toEqual({ ...record, renewTime: record.acquireTime + 1 });
    const lease = await client.get(leaseResource, { namespace, name: 'lock' });
    expect(lease.spec?.acquireTime).toBe('2026-01-01T00:00:00.123000Z');
  });

  it('is refused when another has written since it was read', async () => {
    await using server = await start();
    await using client = await server.connect();
    const options = { namespace: server.namespace, name: 'lock' };
    const [one, other] = ['a', 'b'].map((identity) => new LeaseLock(client, { ...options, identity }));
    await one?.create(record);
    await other?.get();
    await one?.update({ ...record, leaderTransitions: 1 });
    const refused = await other?.update({ ...record, holderIdentity: 'b' }).catch((error: unknown) => error);
    expect(isConflict(refused)).toBe(true);
  });

  it('TestLabelUpdate: own labels are added to those of others', async () => {
    await using server = await start();
    await using client = await server.connect();
    const { namespace } = server;
    const metadata = { namespace, name: 'lock', labels: { theirs: 'x' } };
    await client.create(leaseResource, { metadata, spec: { holderIdentity: '' } });
    const lock = new LeaseLock(client, { namespace, name: 'lock', identity: 'a', labels: { ours: 'y' } });
    await lock.get();
    await lock.update(record);
    const lease = await client.get(leaseResource, { namespace, name: 'lock' });
    expect(lease.metadata?.labels).toEqual({ theirs: 'x', ours: 'y' });
  });

  it('TestUpdateWithNilLabelsOnLease: labels are set on a Lease that had none', async () => {
    await using server = await start();
    await using client = await server.connect();
    const { namespace } = server;
    await client.create(leaseResource, { metadata: { namespace, name: 'lock' }, spec: { holderIdentity: '' } });
    const lock = new LeaseLock(client, { namespace, name: 'lock', identity: 'a', labels: { ours: 'y' } });
    await lock.get();
    await lock.update(record);
    const lease = await client.get(leaseResource, { namespace, name: 'lock' });
    expect(lease.metadata?.labels).toEqual({ ours: 'y' });
  });

  it('is taken over by the other elector when its holder gives it up, and by no one before', async () => {
    await using server = await start();
    await using client = await server.connect();
    const times = { leaseDurationMs: 3000, renewDeadlineMs: 1500, retryPeriodMs: 100 };
    const log: string[] = [];
    const candidate = (identity: string): { led: Promise<void>; stop: () => Promise<void> } => {
      const lock = new LeaseLock(client, { namespace: server.namespace, name: 'lock', identity });
      const controller = new AbortController();
      let running: Promise<void> = Promise.resolve();
      const led = new Promise<void>((resolve) => {
        const onStartedLeading = (): void => {
          log.push(`${identity} started`);
          resolve();
        };
        const onStoppedLeading = (): void => void log.push(`${identity} stopped`);
        const callbacks = { onStartedLeading, onStoppedLeading };
        const elector = new LeaderElector({ lock, callbacks, releaseOnCancel: true, onError: () => {}, ...times });
        running = elector.run({ signal: controller.signal });
      });
      return {
        led,
        async stop() {
          controller.abort(new Error('over'));
          await running;
        },
      };
    };
    const first = candidate('first');
    await first.led;
    const second = candidate('second');
    await first.stop();
    await second.led;
    expect(log).toEqual(['first started', 'first stopped', 'second started']);
    const { spec } = await client.get(leaseResource, { namespace: server.namespace, name: 'lock' });
    expect(spec).toMatchObject({ holderIdentity: 'second', leaseTransitions: 1, leaseDurationSeconds: 3 });
    await second.stop();
  });
});
