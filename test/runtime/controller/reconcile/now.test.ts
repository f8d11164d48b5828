// The clock of a reconcile: that of its manager.
import { ControllerBed, FakeClient, FakeClock } from '@informer-gen/testing';
import { Manager } from '@informer-gen/runtime/controller';
import { describe, expect, it } from 'vitest';
import { websiteCrd, websites } from '../support/websites.js';

const HOUR_MS = 3_600_000;

describe('now()', () => {
  it('is virtual time under a bed, and agrees with the times that the server writes', async () => {
    const runs: { readonly at: number; readonly created: number }[] = [];
    await using bed = await ControllerBed.start({
      server: 'simulated',
      crds: [websiteCrd],
      setUp: (manager) =>
        void manager.controller(websites).reconcile((site, { now }) => {
          const created = Date.parse(site.metadata.creationTimestamp ?? '');
          runs.push({ at: now(), created });
          return now() < created + HOUR_MS ? { requeueAfterMs: created + HOUR_MS - now() } : undefined;
        }),
    });
    const startedAt = bed.manager.now();
    expect(startedAt).toBe(bed.clock.now());
    bed.create(websites, { metadata: { name: 'a' }, spec: { html: 'x' } });
    await bed.idle();
    await bed.advance(HOUR_MS);
    expect(runs.map(({ at }) => at - startedAt)).toEqual([0, HOUR_MS]);
    expect(runs[0]?.created).toBe(startedAt);
    expect(bed.manager.now()).toBe(startedAt + HOUR_MS);
  });

  it('is the time of the calendar, also after the machine was suspended', async () => {
    const clock = Object.assign(new FakeClock(), { calendarNow: () => 12_345 });
    await using manager = await Manager.create({ name: 'test', client: new FakeClient({ clock }), clock });
    expect(manager.now()).toBe(12_345);
  });
});
