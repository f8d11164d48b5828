// Answers of a lock that arrive after the elector has stopped waiting for them, or in another order than the calls.
import { FakeClock, settle } from '@informer-gen/testing';
import { expect, describe, it } from 'vitest';
import { FencedLock } from '../../../../runtime/src/controller/election/fenced-lock.js';
import { LeaderElector } from '../../../../runtime/src/controller/election/leader-elector.js';
import type { LeaderElectionRecord } from '../../../../runtime/src/controller/election/lease-record.js';
import { WriteFence } from '../../../../runtime/src/controller/election/write-fence.js';
import { FakeLock, refusal, SharedRecord } from './fake-lock.js';

/** A lock that ignores signals: each call waits until the test lets it take effect, in any order. */
class SlowLock extends FakeLock {
  readonly waiting: { readonly call: string; readonly answer: (error?: Error) => void }[] = [];
  isSlow = false;
  override before = (call: string): Promise<void> | undefined => {
    if (!this.isSlow) return undefined;
    return new Promise((resolve, reject) =>
      this.waiting.push({ call, answer: (error) => (error ? reject(error) : resolve()) }),
    );
  };
}

function fenceOn(clock: FakeClock): WriteFence {
  return new WriteFence({ clock, readings: [() => clock.now()] });
}

const mine: LeaderElectionRecord = {
  holderIdentity: 'me',
  leaseDurationSeconds: 15,
  acquireTime: 1000,
  renewTime: 1000,
  leaderTransitions: 0,
};

describe('an answer that arrives after the renew deadline', () => {
  async function leaderAtDeadline(): Promise<{ fence: WriteFence; lock: SlowLock; clock: FakeClock; log: string[] }> {
    const clock = new FakeClock();
    const fence = fenceOn(clock);
    const lock = new SlowLock('me');
    const log: string[] = [];
    const elector = new LeaderElector({
      lock,
      fence,
      clock,
      onError: () => {},
      callbacks: {
        onStartedLeading: () => {},
        onStoppingLeading: () => new Promise(() => {}),
        onStoppedLeading: () => void log.push('stopped'),
      },
    });
    void elector.run({ signal: new AbortController().signal });
    await settle();
    lock.isSlow = true;
    await clock.advanceAsync(12_000);
    expect(fence.leftMs()).toBe(3000);
    return { fence, lock, clock, log };
  }

  it('does not extend the fence if it is a success', async () => {
    const { fence, lock, clock, log } = await leaderAtDeadline();
    lock.waiting[0]?.answer();
    await settle();
    expect(lock.record?.renewTime).toBe(clock.now() - 10_000);
    expect(fence.leftMs()).toBe(3000);
    await clock.advanceAsync(3000);
    expect([fence.leftMs(), log]).toEqual([0, ['stopped']]);
  });

  it.each([404, 409])('closes the fence if it is a %i', async (code) => {
    const { fence, lock } = await leaderAtDeadline();
    lock.waiting[0]?.answer(refusal(code, code === 404 ? 'NotFound' : 'Conflict'));
    await settle();
    expect(fence.leftMs()).toBe(0);
  });
});

describe('answers in another order than their calls', () => {
  async function writtenOnce(): Promise<{
    fence: WriteFence;
    inner: SlowLock;
    shared: SharedRecord;
    lock: FencedLock;
  }> {
    const fence = fenceOn(new FakeClock());
    const shared = new SharedRecord();
    const inner = new SlowLock('me', shared);
    const lock = new FencedLock(inner, fence);
    await lock.get();
    await lock.create(mine);
    inner.isSlow = true;
    return { fence, inner, shared, lock };
  }

  it('leave the fence open if a later write has succeeded', async () => {
    const { fence, inner, lock } = await writtenOnce();
    const first = lock.update({ ...mine, renewTime: 3000 });
    const second = lock.update({ ...mine, renewTime: 5000 });
    inner.waiting[1]?.answer();
    await second;
    inner.waiting[0]?.answer(refusal(409, 'Conflict'));
    await expect(first).rejects.toThrow('Conflict');
    expect(fence.leftMs()).toBe(15_000);
  });

  it('leave the fence closed if a read that was sent later shows another holder', async () => {
    const { fence, inner, shared, lock } = await writtenOnce();
    const renewal = lock.update({ ...mine, renewTime: 3000 });
    const read = lock.get();
    const { record } = shared;
    shared.record = { ...mine, holderIdentity: 'other' };
    inner.waiting[1]?.answer();
    await read;
    expect(fence.leftMs()).toBe(0);
    shared.record = record;
    inner.waiting[0]?.answer();
    await renewal;
    expect(fence.leftMs()).toBe(0);
  });

  it('close the fence for a call that was abandoned, because its answer shows a loss', async () => {
    const { fence, inner, shared, lock } = await writtenOnce();
    const abandon = new AbortController();
    const read = lock.get({ signal: abandon.signal });
    abandon.abort(new Error('enough'));
    await expect(read).rejects.toThrow('enough');
    shared.write({ ...mine, holderIdentity: 'other' });
    inner.waiting[0]?.answer();
    await settle();
    expect(fence.leftMs()).toBe(0);
  });
});
