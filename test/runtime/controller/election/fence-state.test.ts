// Which answers of the server open and close the write fence, and which of them end leading.
import { describe, expect, it } from 'vitest';
import { FencedError, WriteFence } from '../../../../runtime/src/controller/election/write-fence.js';
import { settle } from '@informer-gen/testing';
import { leaseResource } from '../../../../runtime/src/controller/election/lease-record.js';
import { leaseRig } from './lease-rig.js';
import type { Answers, LeaseRig } from './lease-rig.js';

const other = { holderIdentity: 'other', leaseDurationSeconds: 60 };
const hang = { effect: 'hang' } as const;
const unavailable = { status: 503 };
const remove = ({ server }: LeaseRig): void => server.direct.delete(leaseResource, 'lock');

interface Row {
  readonly answer: string;
  /** What another process does to the Lease before the renewal. */
  readonly edit?: (rig: LeaseRig) => void;
  /** Faults of the renewal and of the requests after it. */
  readonly answers?: Answers;
  readonly isOpen: boolean;
  /** Why writes are refused. */
  readonly why?: string;
  readonly isLeading: boolean;
}

const rows: readonly Row[] = [
  { answer: 'success', isOpen: true, isLeading: true },
  { answer: '500 on the renewal, 500 on the read', answers: both({ status: 500 }), isOpen: true, isLeading: true },
  { answer: '429 on the renewal, 429 on the read', answers: both({ status: 429 }), isOpen: true, isLeading: true },
  { answer: '403 on the renewal, 403 on the read', answers: both({ status: 403 }), isOpen: true, isLeading: true },
  { answer: '401 on the renewal, 401 on the read', answers: both({ status: 401 }), isOpen: true, isLeading: true },
  { answer: 'a broken connection', answers: both({ effect: 'reset' }), isOpen: true, isLeading: true },
  { answer: 'none', answers: both(hang), isOpen: true, isLeading: true },
  { answer: '404 on the renewal, none on the read', edit: remove, answers: { get: hang }, ...lost('was changed') },
  {
    answer: '409 on the renewal, none on the read',
    edit: ({ edit }) => edit(other),
    answers: { get: hang },
    ...lost('was changed or deleted since it was last read'),
  },
  {
    answer: '409 on the renewal, 503 on the read',
    answers: { update: { status: 409 }, get: unavailable },
    ...lost('was changed'),
  },
  {
    answer: 'an empty holder on the read, 503 on the write',
    edit: ({ edit }) => edit({ holderIdentity: '' }),
    answers: { update: unavailable },
    ...lost('has no holder'),
  },
  {
    answer: 'a missing lease on the read, 503 on its creation',
    edit: remove,
    answers: { update: unavailable, create: unavailable },
    ...lost('is missing'),
  },
  {
    answer: 'a missing lease on the read, 409 on its creation',
    edit: remove,
    answers: { update: unavailable, create: { status: 409, reason: 'AlreadyExists' } },
    ...lost('was changed'),
  },
  {
    answer: 'another holder on the read',
    edit: ({ edit }) => edit(other),
    answers: { update: unavailable },
    ...lost('is held by "other"'),
    isLeading: false,
  },
  {
    answer: 'another holder on the read, whose lease has no duration',
    edit: ({ edit }) => edit({ holderIdentity: 'other' }),
    ...lost('is held by "other"'),
    isLeading: false,
  },
];

function both(effect: NonNullable<Answers['get']>): Answers {
  return { get: effect, create: effect, update: effect };
}

function lost(why: string): Pick<Row, 'isOpen' | 'isLeading' | 'why'> {
  return { isOpen: false, isLeading: true, why };
}

describe('the fence of a leader, after a renewal', () => {
  it.each(rows)('with the answer $answer is open: $isOpen; leading: $isLeading', async (row) => {
    await using rig = await leaseRig();
    expect(rig.isOpen()).toBe(true);
    row.edit?.(rig);
    rig.answers = row.answers ?? {};
    await rig.clock.advanceAsync(2000);
    expect({ isOpen: rig.isOpen(), isLeading: rig.leading()?.aborted === false }).toEqual({
      isOpen: row.isOpen,
      isLeading: row.isLeading,
    });
    if (row.why !== undefined) expect(() => rig.fence.beforeWrite()).toThrow(row.why);
    expect(rig.fence.signal.aborted).toBe(!row.isOpen);
  });

  it.each(rows.filter(({ isOpen, isLeading }) => !isOpen && isLeading))(
    'with the answer $answer opens again after the next successful write, in the same term',
    async ({ edit, answers }) => {
      await using rig = await leaseRig();
      if (edit !== undefined && answers?.get !== undefined) remove(rig);
      else edit?.(rig);
      rig.answers = answers ?? {};
      await rig.clock.advanceAsync(2000);
      expect(rig.isOpen()).toBe(false);
      rig.answers = {};
      await rig.clock.advanceAsync(7000);
      expect(rig.isOpen()).toBe(true);
      expect(rig.holder()).toBe('me');
      expect(rig.leading()?.aborted).toBe(false);
      expect(rig.log.filter((line) => line === 'started')).toHaveLength(1);
    },
  );
});

describe('a lost lease', () => {
  it('deviation(elections-end-at-another-holder): ends leading as soon as another holder is read', async () => {
    const log: string[] = [];
    await using rig = await leaseRig({
      releaseOnCancel: true,
      callbacks: {
        onStartedLeading: (signal) =>
          signal.addEventListener('abort', () => log.push(`aborted: ${(signal.reason as Error).message}`)),
        onStoppingLeading: () => void log.push(`stopping, fence open: ${rig.isOpen()}`),
        onStoppedLeading: () => void log.push('stopped'),
        onNewLeader: (who) => void log.push(`leader ${who}`),
      },
    });
    rig.edit(other);
    const version = rig.server.resourceVersion;
    await rig.clock.advanceAsync(2000);
    await rig.running;
    expect(log).toEqual([
      'leader me',
      'leader other',
      'aborted: default/lock: no longer the leader: the lease is held by "other"',
      'stopping, fence open: false',
      'stopped',
    ]);
    expect(rig.server.resourceVersion).toBe(version);
  });

  it('does not wait for an onStoppingLeading that never settles', async () => {
    await using rig = await leaseRig({ callbacks: { onStoppingLeading: () => new Promise(() => {}) } });
    rig.edit(other);
    await rig.clock.advanceAsync(2000);
    await rig.running;
    expect(rig.log.at(-1)).toBe('stopped');
  });

  it('refuses to write from onStoppingLeading, and says who holds the lease', async () => {
    let refused: unknown;
    await using rig = await leaseRig({
      callbacks: {
        onStoppingLeading: () => {
          try {
            rig.fence.beforeWrite();
          } catch (error) {
            refused = error;
          }
        },
      },
    });
    rig.edit(other);
    await rig.clock.advanceAsync(2000);
    await rig.running;
    expect(refused).toBeInstanceOf(FencedError);
    expect((refused as Error).message).toBe('nothing was sent: the lease default/lock is held by "other"');
  });

  it('is noticed after an exact copy of an older record of another holder was written back', async () => {
    await using rig = await leaseRig();
    rig.edit({ ...other, acquireTime: '2026-01-01T00:00:00.000000Z', leaseTransitions: 1 });
    const copy = rig.server.direct.get(leaseResource, 'lock')?.spec ?? {};
    await rig.clock.advanceAsync(2000);
    await rig.running;
    const again = rig.elector.run({ signal: rig.stop.signal });
    await rig.clock.advanceAsync(70_000);
    expect(rig.holder()).toBe('me');
    rig.server.direct.patch(leaseResource, 'lock', { spec: copy });
    await rig.clock.advanceAsync(2000);
    expect(rig.isOpen()).toBe(false);
    await again;
    expect(rig.holder()).toBe('other');
  });

  it('can be won again by a second run of the same elector, and the fence opens then', async () => {
    await using rig = await leaseRig();
    rig.edit(other);
    await rig.clock.advanceAsync(2000);
    await rig.running;
    const again = rig.elector.run({ signal: rig.stop.signal });
    await rig.clock.advanceAsync(59_000);
    expect(rig.isOpen()).toBe(false);
    await rig.clock.advanceAsync(4000);
    expect([rig.isOpen(), rig.holder()]).toEqual([true, 'me']);
    rig.stop.abort(new Error('over'));
    await again;
  });
});

describe('a renewal that succeeded without an answer', () => {
  it('closes the fence at the 409 of the next one, and opens it with the write after that', async () => {
    await using rig = await leaseRig();
    const opened: boolean[] = [];
    let closedAtRead = false;
    rig.server.onRequest(({ verb, resource }) => {
      if (!resource.startsWith('leases')) return;
      opened.push(rig.isOpen());
      if (verb === 'get') closedAtRead ||= !rig.isOpen();
    });
    rig.answers = { update: { effect: 'lose-answer' }, get: unavailable };
    await rig.clock.advanceAsync(2000);
    expect(rig.isOpen()).toBe(true);
    rig.answers = {};
    await rig.clock.advanceAsync(2000);
    expect(closedAtRead).toBe(true);
    expect(rig.isOpen()).toBe(true);
    expect(rig.fence.leftMs()).toBe(15_000);
    expect(rig.leading()?.aborted).toBe(false);
  });

  it('does not extend the fence when its answer arrives after the deadline', async () => {
    const stopping: number[] = [];
    await using rig = await leaseRig({
      callbacks: { onStoppingLeading: () => void stopping.push(rig.fence.leftMs()) },
    });
    rig.answers = both(hang);
    await rig.clock.advanceAsync(12_000);
    await rig.running;
    expect(stopping).toEqual([3000]);
    expect(rig.isOpen()).toBe(false);
  });
});

describe('a renewal within the second of the one before', () => {
  it('opens a fence that was closed in between until the end of the earlier lease', async () => {
    const times = { leaseDurationMs: 3000, renewDeadlineMs: 2000, retryPeriodMs: 300 };
    await using rig = await leaseRig(times);
    rig.edit({ renewTime: '2026-01-01T00:00:00.100000Z' });
    await rig.clock.advanceAsync(300);
    expect(rig.fence.leftMs()).toBe(2700);
    expect(rig.holder()).toBe('me');
  });
});

describe('electors in one process', () => {
  it('do not close the fences of each other', async () => {
    await using first = await leaseRig();
    const { clock, server } = first;
    await using second = await leaseRig({ clock, server, identity: 'second' });
    await clock.advanceAsync(10_000);
    expect([first.isOpen(), second.isOpen()]).toEqual([true, false]);
  });

  it('do not close a shared fence that only the other of them has opened', async () => {
    await using first = await leaseRig();
    const { clock, server, fence } = first;
    await using _second = await leaseRig({ clock, server, fence, identity: 'second' });
    await clock.advanceAsync(10_000);
    expect(first.isOpen()).toBe(true);
  });
});

describe('releasing the lease', () => {
  it('closes the fence first, and aborts writes in flight', async () => {
    const states: boolean[] = [];
    await using rig = await leaseRig({ releaseOnCancel: true });
    const { signal } = rig.fence;
    rig.server.onRequest(({ resource }) => void (resource.startsWith('leases') && states.push(rig.isOpen())));
    rig.stop.abort(new Error('over'));
    await settle();
    await rig.running;
    expect(states).toEqual([false, false]);
    expect(signal.aborted).toBe(true);
    expect(String(signal.reason)).toContain('the write was aborted and may have reached the server');
    expect(rig.holder()).toBe('');
  });

  it('waits for onStoppingLeading at most until the lease ends', async () => {
    await using rig = await leaseRig({
      releaseOnCancel: true,
      callbacks: { onStoppingLeading: () => new Promise(() => {}) },
    });
    rig.stop.abort(new Error('over'));
    await rig.clock.advanceAsync(14_999);
    expect([rig.isOpen(), rig.holder()]).toEqual([true, 'me']);
    await rig.clock.advanceAsync(1);
    await rig.running;
    expect([rig.isOpen(), rig.holder()]).toEqual([false, '']);
    expect(rig.errors).toEqual(['default/lock: onStoppingLeading has not settled before the lease ended']);
  });
});

describe('steps of the wall clock', () => {
  it.each([3_600_000, -3_600_000])('by %i ms do not keep a closed fence from opening again', async (stepMs) => {
    let wall = 0;
    const rig = await leaseRig();
    const { clock } = rig;
    const fence = new WriteFence({ clock, readings: [() => clock.now(), () => clock.now() + wall] });
    await using stepped = await leaseRig({ fence, identity: 'stepped' });
    await rig[Symbol.asyncDispose]();
    await stepped.clock.advanceAsync(20_000);
    wall += stepMs;
    expect(stepped.isOpen()).toBe(stepMs < 0);
    await stepped.clock.advanceAsync(2000);
    expect(fence.leftMs()).toBeGreaterThan(10_000);
  });
});
