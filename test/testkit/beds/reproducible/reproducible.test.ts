// A bed with a seed repeats a run: requests, order, times, names and uids. `npm run check:reproducible` compares 1,000 runs on each
// supported version of Node.
import { configMapResource } from '@informer-gen/kubernetes/core/v1/configmaps';
import { ControllerBed } from '@informer-gen/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { nameOfTrace, runFourWorkers } from './four-workers.js';

afterEach(() => vi.restoreAllMocks());

const idleBed = { server: 'simulated', setUp: () => {} } as const;

describe('a run of a bed', () => {
  it('is the same for the same seed, and another for another', async () => {
    const first = await runFourWorkers(1);
    expect(first.errors).toEqual(['Error: c0 fails once', 'Error: c6 fails once', 'Error: c3 fails once']);
    expect(first.order.length).toBeGreaterThan(30);
    for (let i = 0; i < 3; i += 1) expect(await runFourWorkers(1)).toEqual(first);
    const other = await runFourWorkers(2);
    expect(nameOfTrace(other)).not.toBe(nameOfTrace(first));
  });

  it('is the same with an election, whose waits are random, and with frequent bookmarks', async () => {
    const more = {
      lastsMs: 30_000,
      manager: { leaderElection: { identity: 'me' } },
      cluster: { bookmarkIntervalMs: 1000 },
    };
    const first = await runFourWorkers(3, more);
    expect(first.requests.some((request) => request.includes('/leases/'))).toBe(true);
    expect(await runFourWorkers(3, more)).toEqual(first);
  });

  it('does not depend on the speed of the machine', async () => {
    const first = await runFourWorkers(1);
    const realNow = performance.now.bind(performance);
    let readings = 0;
    // Every reading takes 0.3 ms more than on this machine: turns of the event loop would end much sooner.
    vi.spyOn(performance, 'now').mockImplementation(() => realNow() + (readings += 0.3));
    expect(await runFourWorkers(1)).toEqual(first);
  });

  it('uses neither the time of the machine nor its random numbers', async () => {
    const random = vi.spyOn(Math, 'random');
    const now = vi.spyOn(Date, 'now');
    const timeout = vi.spyOn(globalThis, 'setTimeout');
    const interval = vi.spyOn(globalThis, 'setInterval');
    const uuid = vi.spyOn(process.getBuiltinModule('node:crypto'), 'randomUUID');
    await runFourWorkers(1);
    for (const machine of [random, now, timeout, interval, uuid]) expect(machine).not.toHaveBeenCalled();
  });
});

describe('the seed of a bed', () => {
  it('is another one for each bed, unless it is given', async () => {
    await using given = await ControllerBed.start({ ...idleBed, seed: 17 });
    await using one = await ControllerBed.start(idleBed);
    await using other = await ControllerBed.start(idleBed);
    expect(given.seed).toBe(17);
    expect(one.seed).not.toBe(other.seed);
  });

  it('repeats the uids of a bed that chose it by itself', async () => {
    const uidIn = async (seed?: number): Promise<{ readonly seed: number; readonly uid: string | undefined }> => {
      await using bed = await ControllerBed.start({ ...idleBed, seed });
      return { seed: bed.seed, uid: bed.create(configMapResource, { metadata: { name: 'a' } }).metadata.uid };
    };
    const { seed, uid } = await uidIn();
    expect(await uidIn(seed)).toEqual({ seed, uid });
  });

  it.each([-1, 0.5, Number.NaN, 2 ** 32])('is refused where it is %d', async (seed) => {
    await expect(ControllerBed.start({ ...idleBed, seed })).rejects.toThrow(
      'must be a whole number from 0 to 4294967295',
    );
  });

  it('is a property of what a bed rejects with', async () => {
    const failing = (): never => {
      throw new Error('set up failed');
    };
    await expect(ControllerBed.start({ ...idleBed, seed: 5, setUp: failing })).rejects.toMatchObject({
      message: 'set up failed',
      seed: 5,
    });
    await using bed = await ControllerBed.start({ ...idleBed, seed: 6, role: [] });
    await expect(bed.idle({ withinMs: Number.NaN })).rejects.toBeInstanceOf(RangeError);
  });

  it('is printed when a test of vitest fails', async (context) => {
    const callbacks: (() => unknown)[] = [];
    vi.spyOn(context, 'onTestFailed').mockImplementation((callback) => void callbacks.push(callback as () => unknown));
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    await using _bed = await ControllerBed.start({ ...idleBed, seed: 99 });
    expect(printed).not.toHaveBeenCalled();
    for (const callback of callbacks) callback();
    expect(printed.mock.calls).toEqual([['ControllerBed: seed 99; ControllerBed.start({ seed: 99 }) repeats the run']]);
  });
});
