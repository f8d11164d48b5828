import { getEventListeners } from 'node:events';
import { FakeClock, settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import {
  LinkedAbort,
  onAbort,
  raceWithAbort,
  whenAborted,
  withEitherSignal,
} from '../../../runtime/src/async/abort.js';
import { sleep } from '../../../runtime/src/async/clock.js';
import { Latch } from '../../../runtime/src/async/latch.js';
import { Waiters } from '../../../runtime/src/async/waiters.js';

const reason = new Error('enough');

function listeners(signal: AbortSignal): number {
  return getEventListeners(signal, 'abort').length;
}

describe('onAbort', () => {
  it('calls back in the order of registration, each registration once, those taken back not at all', () => {
    const stop = new AbortController();
    const called: string[] = [];
    const twice = (): void => void called.push('twice');
    onAbort(stop.signal, () => {
      called.push('first');
      forgetLate();
    });
    onAbort(stop.signal, twice);
    onAbort(stop.signal, twice);
    onAbort(stop.signal, () => called.push('forgotten'))();
    const forgetLate = onAbort(stop.signal, () => called.push('forgotten while others are called'));
    onAbort(stop.signal, () => called.push('last'));
    stop.abort(reason);
    stop.abort(reason);
    expect(called).toEqual(['first', 'twice', 'twice', 'last']);
  });

  it('calls back at once for a signal that has aborted, and never without a signal', () => {
    let calls = 0;
    onAbort(AbortSignal.abort(), () => (calls += 1))();
    expect(calls).toBe(1);
    onAbort(undefined, () => (calls += 1))();
    expect(calls).toBe(1);
  });

  it('has one listener on a signal however many wait, and none when nobody does', async () => {
    const { signal } = new AbortController();
    const clock = new FakeClock();
    const latch = new Latch();
    const waiters = new Waiters();
    const warnings: Error[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.on('warning', onWarning);
    const waits = Array.from({ length: 100 }, () => [
      sleep(1000, { clock, signal }),
      latch.wait(signal),
      waiters.wait(signal),
      raceWithAbort(latch.wait(), signal),
      withEitherSignal([signal], () => latch.wait()),
    ]).flat();
    expect(listeners(signal)).toBe(1);
    await clock.advanceAsync(1000);
    waiters.wakeAll();
    expect(listeners(signal)).toBe(1);
    latch.open();
    await Promise.all(waits);
    await settle();
    process.off('warning', onWarning);
    expect(listeners(signal)).toBe(0);
    expect(warnings).toEqual([]);
  });
});

describe('a wait with a signal', () => {
  it('rejects with its reason when it aborts, or has aborted; sleep and whenAborted resolve', async () => {
    const stop = new AbortController();
    const waits = (signal: AbortSignal): readonly Promise<unknown>[] => [
      new Latch().wait(signal),
      new Waiters().wait(signal),
      raceWithAbort(new Promise(() => {}), signal),
      withEitherSignal([new AbortController().signal, signal], (linked) => new Latch().wait(linked)),
    ];
    const running = waits(stop.signal);
    const sleeping = Promise.all([
      sleep(1e9, { clock: new FakeClock(), signal: stop.signal }),
      whenAborted(stop.signal),
    ]);
    stop.abort(reason);
    for (const wait of [...running, ...waits(stop.signal)]) await expect(wait).rejects.toBe(reason);
    await sleeping;
    await sleep(1e9, { clock: new FakeClock(), signal: stop.signal });
  });

  it('has the outcome of what it waits for when that comes first', async () => {
    const { signal } = new AbortController();
    expect(await raceWithAbort(Promise.resolve(1), signal)).toBe(1);
    await expect(raceWithAbort(Promise.reject(reason), signal)).rejects.toBe(reason);
    expect(await raceWithAbort(Promise.resolve(2), undefined)).toBe(2);
  });
});

describe('LinkedAbort', () => {
  it('aborts with the first of its sources, and lets go of the others', () => {
    const [a, b] = [new AbortController(), new AbortController()];
    const link = new LinkedAbort(a.signal, undefined, b.signal);
    b.abort(reason);
    expect(link.signal.reason).toBe(reason);
    expect(listeners(a.signal)).toBe(0);
    expect(new LinkedAbort(a.signal, b.signal).signal.reason).toBe(reason);
    expect(listeners(a.signal)).toBe(0);
  });

  it('does not abort with a source that it was unlinked from', () => {
    const a = new AbortController();
    const link = new LinkedAbort(a.signal);
    link.unlink();
    a.abort(reason);
    expect(link.signal.aborted).toBe(false);
  });
});
