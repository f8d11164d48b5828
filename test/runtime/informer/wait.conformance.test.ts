// Counterparts of client-go's tools/cache/wait_test.go.
import { CacheSyncError, waitForCacheSync } from '@informer-gen/runtime';
import { type Syncable, waitForNamedCacheSync } from '@informer-gen/runtime/client-go';
import { FakeClock, settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { Latch } from '../../../runtime/src/async/latch.js';
import { informing } from '../../conformance/support/informing.js';
import { apiError } from '../../conformance/support/pods.js';

/** Something that syncs so long from now; never, if -1. */
function syncable(name: string, afterMs: number, clock: FakeClock): Syncable {
  const latch = new Latch();
  if (afterMs === 0) latch.open();
  if (afterMs > 0) clock.after(afterMs, () => latch.open());
  return { name, hasSynced: () => latch.isOpen, whenSynced: (options) => latch.wait(options?.signal) };
}

describe('waiting for caches', () => {
  it('TestWaitFor: nothing to wait for is synced', async () => {
    await waitForCacheSync([]);
    await waitForNamedCacheSync('my-caches', []);
  });

  it('TestWaitFor: resolves with the last of them, without polling', async () => {
    const clock = new FakeClock();
    const all = [syncable('first', 10_000, clock), syncable('second', 5000, clock), syncable('last', 0, clock)];
    let done = false;
    const waiting = waitForNamedCacheSync('my-caches', all, { clock }).then(() => (done = true));
    await settle();
    expect(clock.pendingTimers).toBe(2);
    await clock.advanceAsync(9999);
    expect(done).toBe(false);
    await clock.advanceAsync(1);
    await waiting;
    expect(clock.pendingTimers).toBe(0);
  });

  it('TestWaitFor: after its time is up, names those that have not synced', async () => {
    const clock = new FakeClock();
    const all = [syncable('first', 10_000, clock), syncable('second', -1, clock), syncable('last', 0, clock)];
    const waiting = waitForNamedCacheSync('my-caches', all, { clock, timeoutMs: 60_000 });
    const rejected = expect(waiting).rejects.toMatchObject({
      name: 'CacheSyncError',
      unsynced: ['second'],
      message: 'caches for my-caches not synced after 60000 ms: second',
    });
    await clock.advanceAsync(60_000);
    await rejected;
    expect(clock.pendingTimers).toBe(0);
  });

  it('TestWaitFor: rejects with the reason of a signal, at once if it was aborted before', async () => {
    const clock = new FakeClock();
    const all = [syncable('first', 10_000, clock), syncable('second', -1, clock)];
    await expect(waitForCacheSync(all, { clock, signal: AbortSignal.abort(new Error('canceled')) })).rejects.toThrow(
      'canceled',
    );
    const stop = new AbortController();
    const waiting = waitForCacheSync(all, { clock, signal: stop.signal });
    clock.after(5000, () => stop.abort(new Error('go fish')));
    const rejected = expect(waiting).rejects.toThrow('go fish');
    await clock.advanceAsync(5000);
    await rejected;
  });

  it('TestWaitFor: what has synced is synced, though the signal has aborted', async () => {
    const clock = new FakeClock();
    await waitForCacheSync([syncable('last', 0, clock)], { clock, signal: AbortSignal.abort() });
  });

  it('TestWaitFor: a function is asked every 100 ms', async () => {
    const clock = new FakeClock();
    let asked = 0;
    const waiting = waitForCacheSync([() => ++asked > 3], { clock });
    await clock.advanceAsync(200);
    expect(asked).toBe(3);
    await clock.advanceAsync(100);
    await waiting;
    expect(asked).toBe(4);
    expect(clock.pendingTimers).toBe(0);
  });

  it('TestSyncResult: the error names each cache that has not synced, and why', async () => {
    const forbidden = informing();
    const listing = informing();
    for (let i = 0; i < 20; i++) forbidden.source.failNext('list', apiError(403, 'Forbidden', 'pods is forbidden'));
    const { clock } = forbidden;
    await forbidden.start();
    await listing.start();
    const never = { name: 'never', hasSynced: () => false };
    const waiting = waitForCacheSync([forbidden.informer, listing.informer, never], { clock, timeoutMs: 1000 });
    const rejected = expect(waiting).rejects.toEqual(
      new CacheSyncError(['pods: 403 forbidden: pods is forbidden', 'never'], 1000),
    );
    await clock.advanceAsync(1000);
    await rejected;
    await forbidden.stop();
    await listing.stop();
  });
});
