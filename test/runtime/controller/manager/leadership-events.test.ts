// What the Lease is told of: that a process leads, and that it no longer does.
import type { DynamicObject } from '@informer-gen/runtime';
import { defineResource } from '@informer-gen/runtime';
import { LeaderElectionLostError, Manager } from '@informer-gen/runtime/controller';
import { FakeClient, FakeClock, settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { leaseResource } from '../../../../runtime/src/controller/election/lease-record.js';

const events = defineResource<DynamicObject>({
  group: 'events.k8s.io',
  version: 'v1',
  kind: 'Event',
  plural: 'events',
  namespaced: true,
});

interface Rig extends AsyncDisposable {
  readonly clock: FakeClock;
  readonly server: FakeClient;
  readonly stop: AbortController;
  readonly running: Promise<void>;
  readonly errors: string[];
  notes(): string[];
}

async function rig(prepare: (server: FakeClient) => void = () => {}): Promise<Rig> {
  const clock = new FakeClock();
  const server = new FakeClient({ clock });
  prepare(server);
  const errors: string[] = [];
  const manager = await Manager.create({
    name: 'test',
    client: server,
    clock,
    leaderElection: { namespace: 'default', identity: 'me' },
    onError: (error) => void errors.push(error.message),
  });
  const stop = new AbortController();
  const running = manager.run({ signal: stop.signal, signals: [] });
  running.catch(() => {});
  await settle();
  return {
    clock,
    server,
    stop,
    running,
    errors,
    notes: () =>
      server.direct
        .objects(events)
        .map(
          ({ regarding, reason, note }) => `${(regarding as { kind: string }).kind} ${String(reason)}: ${String(note)}`,
        ),
    async [Symbol.asyncDispose]() {
      stop.abort(new Error('over'));
      await running.catch(() => {});
      await manager[Symbol.asyncDispose]();
    },
  };
}

const became = 'Lease LeaderElection: me became leader';
const stopped = 'Lease LeaderElection: me stopped leading';

describe('the events of an election', () => {
  it('say who became leader, and that it stopped leading when it gave up the lease', async () => {
    await using test = await rig();
    expect(test.notes()).toEqual([became]);
    test.stop.abort(new Error('over'));
    await test.running;
    expect(test.notes()).toEqual([became, stopped]);
    expect(test.server.direct.get(leaseResource, 'test')?.spec?.holderIdentity).toBe('');
    expect(test.errors).toEqual([]);
  });

  it('leave out silently that it stopped leading when another process has taken the lease', async () => {
    await using test = await rig();
    test.server.direct.patch(leaseResource, 'test', { spec: { holderIdentity: 'other', leaseDurationSeconds: 60 } });
    await test.clock.advanceAsync(2000);
    await expect(test.running).rejects.toBeInstanceOf(LeaderElectionLostError);
    expect(test.notes()).toEqual([became]);
    expect(test.errors).toEqual([expect.stringContaining('replace leases.coordination.k8s.io default/test: 409')]);
  });

  it('are left out silently, also the first one, when the lease is lost before they are written', async () => {
    await using test = await rig((server) =>
      server.failAlways({ verb: 'create', resource: 'events', effect: 'reset' }),
    );
    test.server.direct.patch(leaseResource, 'test', { spec: { holderIdentity: 'other', leaseDurationSeconds: 60 } });
    await test.clock.advanceAsync(30_000);
    await expect(test.running).rejects.toThrow('the lease default/test is held by "other"');
    expect(test.notes()).toEqual([]);
    expect(test.errors.filter((message) => message.includes('event'))).toEqual([]);
  });

  it('say nothing of a process that never led', async () => {
    await using test = await rig((server) => {
      server.direct.create(leaseResource, {
        metadata: { name: 'test' },
        spec: { holderIdentity: 'other', leaseDurationSeconds: 60 },
      });
    });
    test.stop.abort(new Error('over'));
    await test.running;
    expect(test.notes()).toEqual([]);
  });

  it('hold up the end for a second at the most when the server does not answer', async () => {
    await using test = await rig();
    test.server.onRequest(() => ({ effect: 'hang' }));
    await test.clock.advanceAsync(20_000);
    const outcome = test.running.then(
      () => 'ended',
      (error: unknown) => error,
    );
    await test.clock.advanceAsync(20_000);
    expect(await Promise.race([outcome, settle().then(() => 'still running')])).toBeInstanceOf(LeaderElectionLostError);
  });
});
