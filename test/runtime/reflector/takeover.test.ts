// A watch that cannot be asked whether its server is there is taken over by another one, without a gap or a double.
import { settle } from '@informer-gen/testing';
import { expect, it } from 'vitest';
import { gate } from '../../conformance/support/informing.js';
import { added, expired, pod } from '../../conformance/support/pods.js';
import type { Reflecting } from '../../conformance/support/reflecting.js';
import { reflecting } from '../../conformance/support/reflecting.js';

/** A reflector whose second watch is accepted, or fails, when the test says so. */
async function takingOver(failure?: Error): Promise<Reflecting & { accept(): Promise<void>; running: Promise<void> }> {
  const accepted = gate();
  const harness = reflecting({
    watch: async (_options, call) => {
      if (call !== 2) return;
      await accepted.opened;
      if (failure) throw failure;
    },
  });
  harness.reflector.proveWithin(30_000);
  const running = harness.run();
  await harness.clock.advanceAsync(25_000);
  expect(harness.source.log).toEqual(['list "0" limit 500', 'watch "1"', 'watch "1"']);
  const accept = async (): Promise<void> => {
    accepted.open();
    await settle();
  };
  return { ...harness, accept, running };
}

it('the old watch is closed once the new one is accepted, and the new one goes on', async () => {
  const { source, store, accept, clock, stop, running } = await takingOver();
  const [old] = source.opened;
  await accept();
  expect(source.stops).toEqual([1, 0]);
  old?.send([added(pod('late', 6))]);
  source.last.send([added(pod('a', 7))]);
  await clock.advanceAsync(0);
  expect(store.calls).toEqual(['replace 0 at 1', 'add a']);
  expect(source.lists).toHaveLength(1);
  stop.abort();
  await running;
});

it('where the old watch has brought something meanwhile, it stays, and nothing comes twice', async () => {
  const { source, accept, clock, stop, running } = await takingOver();
  source.opened[0]?.send([added(pod('a', 7))]);
  await clock.advanceAsync(0);
  await accept();
  expect(source.stops).toEqual([0, 1]);
  stop.abort();
  await running;
});

it('where the old watch has ended meanwhile, the next goes on, and the one that was accepted late is closed', async () => {
  const { source, accept, clock, stop, running } = await takingOver();
  source.opened[0]?.end();
  await clock.advanceAsync(2000);
  expect(source.watches).toHaveLength(3);
  await accept();
  await clock.advanceAsync(0);
  expect(source.opened).toHaveLength(3);
  expect(source.stops.filter((count) => count === 0)).toHaveLength(1);
  stop.abort();
  await running;
});

it('no other is opened while one is', async () => {
  const { source, clock, accept, stop, running } = await takingOver();
  await clock.advanceAsync(120_000);
  expect(source.watches).toHaveLength(2);
  await accept();
  stop.abort();
  await running;
});

it('a version that has expired is found out, and listed', async () => {
  const { source, accept, clock, stop, running } = await takingOver(expired());
  await accept();
  await clock.advanceAsync(5000);
  expect(source.lists).toHaveLength(2);
  stop.abort();
  await running;
});

it('the shortest time that anybody asked for counts, whoever asks later', async () => {
  const { source, reflector, clock, run, stop } = reflecting();
  for (const withinMs of [600_000, 30_000, 600_000]) reflector.proveWithin(withinMs);
  const running = run();
  await clock.advanceAsync(19_000);
  expect(source.watches).toHaveLength(1);
  await clock.advanceAsync(2000);
  expect(source.watches).toHaveLength(2);
  stop.abort();
  await running;
});
