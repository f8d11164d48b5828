// Counterparts of client-go's tools/leaderelection/leaderelection_test.go.
import { describe, expect, it } from 'vitest';
import { FakeClock, settle } from '@informer-gen/testing';
import type { LeaderElectorOptions } from '../../../../runtime/src/controller/election/elector-options.js';
import { LeaderElector } from '../../../../runtime/src/controller/election/leader-elector.js';
import type { LeaderElectionRecord } from '../../../../runtime/src/controller/election/lease-record.js';
import { recordOf, specOf } from '../../../../runtime/src/controller/election/lease-record.js';
import { FakeLock, refusal, SharedRecord } from './fake-lock.js';

interface Rig {
  readonly clock: FakeClock;
  readonly lock: FakeLock;
  readonly shared: SharedRecord;
  readonly elector: LeaderElector;
  readonly log: string[];
  readonly errors: string[];
}

function rig(options: Partial<LeaderElectorOptions> = {}, shared = new SharedRecord(), identity = 'me'): Rig {
  const clock = (options.clock as FakeClock | undefined) ?? new FakeClock();
  const lock = new FakeLock(identity, shared);
  const log: string[] = [];
  const errors: string[] = [];
  const elector = new LeaderElector({
    lock,
    callbacks: {
      onStartedLeading: () => void log.push('started'),
      onStoppedLeading: () => void log.push('stopped'),
      onNewLeader: (who) => void log.push(`leader ${who}`),
    },
    onError: (error) => void errors.push(error.message),
    random: () => 0,
    ...options,
    clock,
  });
  return { clock, lock, shared, elector, log, errors };
}

function held(by: string, seconds: number, transitions = 3): LeaderElectionRecord {
  return {
    holderIdentity: by,
    leaseDurationSeconds: seconds,
    acquireTime: 1,
    renewTime: 2,
    leaderTransitions: transitions,
  };
}

describe('leaderelection_test.go', () => {
  it('TestTryAcquireOrRenewLeases: creates the record where there is none', async () => {
    const { elector, lock, clock } = rig();
    expect(await elector.tryAcquireOrRenew()).toBe(true);
    expect(lock.calls).toEqual(['get', 'create']);
    const now = clock.now();
    const times = { acquireTime: now, renewTime: now };
    expect(lock.record).toEqual({ holderIdentity: 'me', leaseDurationSeconds: 15, leaderTransitions: 0, ...times });
  });

  it('TestTryAcquireOrRenewLeases: leaves a lease alone that another holds, until it has not changed for its duration', async () => {
    const { elector, lock, shared, clock } = rig();
    shared.write(held('other', 15));
    expect(await elector.tryAcquireOrRenew()).toBe(false);
    clock.advance(14_999);
    expect(await elector.tryAcquireOrRenew()).toBe(false);
    clock.advance(1);
    expect(await elector.tryAcquireOrRenew()).toBe(true);
    expect(lock.record).toMatchObject({ holderIdentity: 'me', leaderTransitions: 4, acquireTime: clock.now() });
  });

  it("TestTryAcquireOrRenewLeases: the record's duration counts, and the own one does not", async () => {
    const { elector, shared, clock } = rig();
    shared.write(held('other', 60));
    await elector.tryAcquireOrRenew();
    clock.advance(59_000);
    expect(await elector.tryAcquireOrRenew()).toBe(false);
    clock.advance(1000);
    expect(await elector.tryAcquireOrRenew()).toBe(true);
  });

  it('TestTryAcquireOrRenewLeases: each change that is seen starts the wait anew', async () => {
    const { elector, shared, clock } = rig();
    shared.write(held('other', 15));
    await elector.tryAcquireOrRenew();
    clock.advance(10_000);
    shared.write({ ...held('other', 15), renewTime: 5000 });
    expect(await elector.tryAcquireOrRenew()).toBe(false);
    clock.advance(10_000);
    expect(await elector.tryAcquireOrRenew()).toBe(false);
    clock.advance(5000);
    expect(await elector.tryAcquireOrRenew()).toBe(true);
  });

  it('deviation(elections-see-every-renewal): a renewal in the same second as the one before starts the wait anew', async () => {
    const { elector, shared, clock } = rig();
    shared.write({ ...held('other', 15), renewTime: 5000 });
    await elector.tryAcquireOrRenew();
    clock.advance(900);
    shared.write({ ...held('other', 15), renewTime: 5900 });
    await elector.tryAcquireOrRenew();
    clock.advance(14_999);
    expect(await elector.tryAcquireOrRenew()).toBe(false);
    clock.advance(1);
    expect(await elector.tryAcquireOrRenew()).toBe(true);
  });

  it('TestTryAcquireOrRenewLeases: a released lease is free at once', async () => {
    const { elector, lock, shared } = rig();
    shared.write(held('', 3600));
    expect(await elector.tryAcquireOrRenew()).toBe(true);
    expect(lock.record?.leaderTransitions).toBe(4);
  });

  it('TestTryAcquireOrRenewLeases: a record of its own from before a restart is renewed as its own', async () => {
    const { elector, lock, shared } = rig();
    shared.write(held('me', 15));
    expect(await elector.tryAcquireOrRenew()).toBe(true);
    expect(lock.record).toMatchObject({ leaderTransitions: 3, acquireTime: 1 });
  });

  it('TestFastPathLeaderElection: a leader renews without reading', async () => {
    let slow = 0;
    const { elector, lock, clock } = rig({ onSlowPath: () => void (slow += 1) });
    await elector.tryAcquireOrRenew();
    lock.calls.length = 0;
    clock.advance(2000);
    expect(await elector.tryAcquireOrRenew()).toBe(true);
    expect(lock.calls).toEqual(['update']);
    expect(lock.record?.renewTime).toBe(clock.now());
    expect(slow).toBe(0);
  });

  it('TestFastPathLeaderElection: reads and tries again when somebody has changed the record', async () => {
    let slow = 0;
    const { elector, lock, shared, errors } = rig({ onSlowPath: () => void (slow += 1) });
    await elector.tryAcquireOrRenew();
    shared.write({ ...(shared.record as LeaderElectionRecord), renewTime: 7 });
    lock.calls.length = 0;
    expect(await elector.tryAcquireOrRenew()).toBe(true);
    expect(lock.calls).toEqual(['update', 'get', 'update']);
    expect(errors).toHaveLength(1);
    expect(slow).toBe(1);
  });

  it('TestReleaseLeaseLeases: gives the lease up with a duration of one second and keeps the transitions', async () => {
    const { elector, lock, log, clock } = rig({ releaseOnCancel: true });
    const stop = new AbortController();
    const running = elector.run({ signal: stop.signal });
    await settle();
    expect(log).toEqual(['leader me', 'started']);
    stop.abort(new Error('over'));
    await running;
    const now = clock.now();
    expect(lock.record).toEqual({
      holderIdentity: '',
      leaseDurationSeconds: 1,
      acquireTime: now,
      renewTime: now,
      leaderTransitions: 0,
    });
    expect(log).toEqual(['leader me', 'started', 'stopped']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('TestReleaseMethodCallsGet: reads before it gives up, because a cancelled renewal may have arrived', async () => {
    const { elector, lock, shared } = rig({ releaseOnCancel: true });
    const stop = new AbortController();
    const running = elector.run({ signal: stop.signal });
    await settle();
    lock.calls.length = 0;
    shared.write({ ...(shared.record as LeaderElectionRecord), renewTime: 7 });
    stop.abort(new Error('over'));
    await running;
    expect(lock.calls).toEqual(['get', 'update']);
    expect(lock.record?.holderIdentity).toBe('');
  });

  it('TestReleaseRetriesOnConflict: tries again when the record changed in between', async () => {
    const { elector, lock, shared } = rig({ releaseOnCancel: true });
    const stop = new AbortController();
    const running = elector.run({ signal: stop.signal });
    await settle();
    let conflicts = 2;
    lock.before = (call) => {
      if (call !== 'update' || conflicts === 0) return;
      conflicts -= 1;
      shared.write({ ...(shared.record as LeaderElectionRecord), renewTime: conflicts });
    };
    stop.abort(new Error('over'));
    await running;
    expect(lock.record?.holderIdentity).toBe('');
  });

  it('TestReleaseRetriesOnConflict: leaves a lease alone that another has taken', async () => {
    const { elector, shared } = rig({ releaseOnCancel: true });
    const stop = new AbortController();
    const running = elector.run({ signal: stop.signal });
    await settle();
    shared.write(held('other', 15));
    stop.abort(new Error('over'));
    await running;
    expect(shared.record?.holderIdentity).toBe('other');
  });

  it.each(['update', 'get'])(
    'TestReleaseOnCancellation_Leases: releases also when it is cancelled during a call of %s',
    async (during) => {
      const { elector, lock, clock, shared } = rig({ releaseOnCancel: true });
      const stop = new AbortController();
      const running = elector.run({ signal: stop.signal });
      await settle();
      let cancelled = false;
      lock.before = (call, signal) => {
        if (call === 'update' && during === 'get' && !cancelled) throw refusal(500, 'InternalError');
        if (call !== during || cancelled) return;
        cancelled = true;
        stop.abort(new Error('over'));
        signal?.throwIfAborted();
      };
      await clock.advanceAsync(2000);
      await running;
      expect(cancelled).toBe(true);
      expect(shared.record?.holderIdentity).toBe('');
    },
  );

  it('TestLeaderElectionConfigValidation: refuses times that could not work, and an empty identity', () => {
    expect(() => rig({ leaseDurationMs: 10_000, renewDeadlineMs: 10_000 })).toThrow('leaseDurationMs');
    expect(() => rig({ renewDeadlineMs: 2400, retryPeriodMs: 2000 })).toThrow('renewDeadlineMs');
    expect(() => rig({ retryPeriodMs: 0 })).toThrow('retryPeriodMs');
    expect(() => rig({ leaseDurationMs: 900, renewDeadlineMs: 500, retryPeriodMs: 100 })).toThrow('at least 1000');
    expect(() => rig({}, new SharedRecord(), '')).toThrow('identity');
  });

  it('TestLeaderElectionHealthChecker: a leader that has not renewed beyond its lease and the tolerance is unhealthy', async () => {
    const { elector, clock, shared } = rig();
    expect(elector.check()).toBeUndefined();
    await elector.tryAcquireOrRenew();
    clock.advance(15_000 + 20_000);
    expect(elector.check(20_000)).toBeUndefined();
    clock.advance(1);
    expect(elector.check(20_000)?.message).toContain('default/lock');
    shared.write(held('other', 15));
    await elector.tryAcquireOrRenew();
    expect(elector.check()).toBeUndefined();
  });

  it('TestLeaseSpecToLeaderElectionRecordRoundTrip: a record is the same after it was a Lease, with six digits of time', () => {
    const record = held('me', 15);
    expect(recordOf(specOf(record))).toEqual(record);
    expect(specOf({ ...record, renewTime: 1_767_225_600_123 }).renewTime).toBe('2026-01-01T00:00:00.123000Z');
    expect(recordOf({ strategy: 'OldestEmulationVersion', preferredHolder: 'x' })).toMatchObject({
      preferredHolder: 'x',
    });
  });
});

describe('an elector', () => {
  it('waits between tries to acquire for the retry period and up to 1.2 of it more', async () => {
    const shared = new SharedRecord();
    shared.write(held('other', 3600));
    const { elector, lock, clock } = rig({ random: () => 0.5 }, shared);
    const stop = new AbortController();
    const running = elector.run({ signal: stop.signal });
    await settle();
    expect(lock.calls).toEqual(['get']);
    expect(clock.nextTimerInMs).toBe(2000 + 1200);
    stop.abort(new Error('over'));
    await running;
    expect(clock.pendingTimers).toBe(0);
  });

  it('calls onStoppedLeading also when it never led', async () => {
    const shared = new SharedRecord();
    shared.write(held('other', 3600));
    const { elector, log } = rig({}, shared);
    const stop = new AbortController();
    const running = elector.run({ signal: stop.signal });
    await settle();
    stop.abort(new Error('over'));
    await running;
    expect(log).toEqual(['leader other', 'stopped']);
  });

  it('gives up when it could not renew for the renew deadline, and tells whoever leads', async () => {
    let leading: AbortSignal | undefined;
    const log: string[] = [];
    const { elector, lock, clock } = rig({
      callbacks: {
        onStartedLeading: (signal) => void (leading = signal),
        onStoppedLeading: () => void log.push('stopped'),
      },
    });
    const running = elector.run({ signal: new AbortController().signal });
    await settle();
    lock.before = () => {
      throw refusal(500, 'InternalError');
    };
    await clock.advanceAsync(2000 + 9999);
    expect(leading?.aborted).toBe(false);
    await clock.advanceAsync(1);
    expect(leading?.aborted).toBe(true);
    await running;
    expect(log).toEqual(['stopped']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('gives up at the deadline although a request hangs', async () => {
    const { elector, lock, clock, log } = rig();
    const running = elector.run({ signal: new AbortController().signal });
    await settle();
    lock.before = (_call, signal) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
    await clock.advanceAsync(12_000);
    await running;
    expect(log.at(-1)).toBe('stopped');
  });

  it('elects one of two, and the other when the first is gone', async () => {
    const shared = new SharedRecord();
    const clock = new FakeClock();
    const first = rig({ clock }, shared, 'first');
    const second = rig({ clock }, shared, 'second');
    const [stopFirst, stopSecond] = [new AbortController(), new AbortController()];
    const running = [
      first.elector.run({ signal: stopFirst.signal }),
      second.elector.run({ signal: stopSecond.signal }),
    ];
    await settle();
    await clock.advanceAsync(60_000);
    expect([first.log, second.log]).toEqual([['leader first', 'started'], ['leader first']]);
    stopFirst.abort(new Error('killed'));
    await clock.advanceAsync(14_000);
    expect(second.log).toEqual(['leader first']);
    await clock.advanceAsync(4000);
    expect(second.log).toEqual(['leader first', 'leader second', 'started']);
    expect(shared.record).toMatchObject({ holderIdentity: 'second', leaderTransitions: 1 });
    stopSecond.abort(new Error('over'));
    await Promise.all(running);
    expect(clock.pendingTimers).toBe(0);
  });
});
