// One suite for a bed on either server: time, errors, loops, and what has happened when idle resolves.
import { sleep } from '@informer-gen/runtime';
import type { Manager } from '@informer-gen/runtime/controller';
import { ControllerBed } from '@informer-gen/testing';
import type { TestServerKind } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { configMaps, websiteCrd, websites } from '../../runtime/controller/support/websites.js';
import { apiServerAvailable } from '../../setup/api-server.js';

const site = { metadata: { name: 'a' }, spec: { html: 'x' } };
const servers: readonly TestServerKind[] = apiServerAvailable ? ['simulated', 'real'] : ['simulated'];

describe.each(servers)('a bed on the %s server', { timeout: 120_000 }, (server) => {
  function start(setUp: (manager: Manager) => void): Promise<ControllerBed> {
    return ControllerBed.start({ server, crds: [websiteCrd], setUp });
  }

  it('runs what falls due while time is advanced, at its time', async () => {
    const times: number[] = [];
    await using bed = await start((manager) => {
      manager.controller(websites).reconcile((_site, { status }) => {
        if (times.at(-1) !== bed.clock.now()) times.push(bed.clock.now());
        status.set({ ready: times.length });
        return { requeueAfterMs: 60_000 };
      });
    });
    bed.create(websites, site);
    await bed.idle();
    await bed.advance(59_999);
    expect(times).toHaveLength(1);
    await bed.advance(1);
    expect(bed.get(websites, 'a')?.status?.ready).toBe(2);
    await bed.advance(3 * 60_000);
    const [first = 0] = times;
    expect(times.map((time) => time - first)).toEqual([0, 60_000, 120_000, 180_000, 240_000]);
    expect(bed.get(websites, 'a')?.status?.ready).toBe(5);
  });

  it('tries a failed run again at the times of its backoff', async () => {
    const times: number[] = [];
    await using bed = await start((manager) => {
      manager.controller(websites).reconcile(() => {
        times.push(bed.clock.now());
        throw new Error('not yet');
      });
    });
    bed.create(websites, site);
    await expect(bed.idle({ withinMs: 40 })).rejects.toThrow('not yet');
    await bed.advance(1000);
    const [first = 0] = times;
    expect(times.map((time) => time - first)).toEqual([0, 5, 15, 35, 75, 155, 315, 635]);
  });

  it('expires what is an hour old by the time of its creation', async () => {
    const HOUR = 3_600_000;
    await using bed = await start((manager) => {
      manager.controller(websites).reconcile(async ({ metadata }, { client }) => {
        const leftMs = Date.parse(metadata.creationTimestamp ?? '') + HOUR - bed.clock.now();
        if (leftMs > 0) return { requeueAfterMs: leftMs };
        await client.delete(websites, { name: metadata.name, namespace: metadata.namespace });
        return undefined;
      });
    });
    bed.create(websites, site);
    await bed.advance(HOUR - 60_000);
    expect(bed.get(websites, 'a')).toBeDefined();
    await bed.advance(60_000);
    expect(bed.get(websites, 'a')).toBeUndefined();
  });

  it('gives objects that are created a second apart different times of creation', async () => {
    await using bed = await start((manager) => void manager.controller(websites).reconcile(() => {}));
    const timeOf = (name: string): number =>
      Date.parse(bed.create(websites, { ...site, metadata: { name } }).metadata.creationTimestamp ?? '');
    const first = timeOf('a');
    await bed.advance(1000);
    expect(timeOf('b')).toBeGreaterThan(first);
  });

  it('says how much time a run needs that waits for it, and advances it step by step', async () => {
    let ended = false;
    await using bed = await start((manager) => {
      manager.controller(websites).reconcile(async (_site, { signal }) => {
        await sleep(5000, { clock: bed.clock, signal });
        ended = true;
      });
    });
    bed.create(websites, site);
    await expect(bed.idle()).rejects.toThrow(/website default\/a is running.*due in 5000 ms.*advance\(5000\)/);
    await bed.advance(3000);
    expect(ended).toBe(false);
    await bed.advance(2000);
    expect(ended).toBe(true);
    await bed.idle();
  });

  it('ends a run at its timeout by virtual time', async () => {
    await using bed = await start((manager) => {
      manager.controller(websites).reconcile({ timeoutMs: 30_000 }, async (_site, { signal }) => {
        await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
      });
    });
    bed.create(websites, site);
    await expect(bed.advance(30_000)).rejects.toMatchObject({ code: 'ReconcileTimeout' });
  });

  it('is idle only when the caches have what was written, and the runs that this leads to have ended', async () => {
    await using bed = await start((manager) => {
      manager
        .controller(websites)
        .owns(configMaps)
        .reconcile(async ({ spec }, { apply, status }) => {
          const { data } = await apply(configMaps, { data: { html: spec.html } });
          status.set({ ready: Number(data?.['html']) });
        });
    });
    const { informerFactory } = bed.manager;
    const cached = (): unknown => informerFactory.informerFor(websites).indexer.getByKey('default/a')?.metadata;
    bed.create(websites, { ...site, spec: { html: '0' } });
    for (let round = 1; round <= 20; round += 1) {
      bed.patch(websites, 'a', { spec: { html: String(round) } });
      await bed.idle();
      const { metadata, status } = bed.get(websites, 'a') ?? {};
      expect(status?.ready).toBe(round);
      expect(cached()).toMatchObject({ resourceVersion: metadata?.resourceVersion });
    }
  });

  it('is idle only when the events of an object that came and went have arrived', async () => {
    const keys: string[] = [];
    await using bed = await start((manager) => {
      manager.controller(websites).reconcileKeys({}, (key) => void keys.push(key));
    });
    for (let round = 0; round < 10; round += 1) {
      keys.length = 0;
      bed.create(websites, site);
      bed.delete(websites, 'a');
      await bed.idle();
      expect(new Set(keys)).toEqual(new Set(['default/a']));
      const after = keys.length;
      bed.create(configMaps, { metadata: { name: `m${round}` } });
      await bed.idle();
      expect(keys).toHaveLength(after);
    }
  });

  it('finds a loop and a failing key', async () => {
    let runs = 0;
    await using bed = await start((manager) => {
      manager.controller(websites).reconcile(({ spec }, { status }) => {
        if (spec.html === 'broken') throw new Error('no template');
        if (spec.html === 'loop') status.set({ ready: (runs += 1) });
      });
    });
    bed.create(websites, { ...site, spec: { html: 'broken' } });
    await expect(bed.idle()).rejects.toThrow('no template');
    bed.patch(websites, 'a', { spec: { html: 'loop' } });
    await expect(bed.idle()).rejects.toThrow(/website default\/a: endless loop.*\n.*\n +\.status\.ready: 98 → 99/);
    bed.patch(websites, 'a', { spec: { html: 'fine' } });
    await bed.idle();
  });

  it('holds an elected leader while time is advanced', async () => {
    let runs = 0;
    await using bed = await ControllerBed.start({
      server,
      crds: [websiteCrd],
      manager: { leaderElection: { namespace: 'default', name: 'the-lease' } },
      setUp: (manager) =>
        void manager.controller(websites).reconcile(async (_site, { apply }) => {
          runs += 1;
          await apply(configMaps, { data: { runs: String(runs) } });
          return { requeueAfterMs: 10_000 };
        }),
    });
    bed.create(websites, site);
    await bed.idle();
    await bed.advance(30_000);
    expect(bed.get(configMaps, 'a')?.data).toEqual({ runs: '4' });
  });
});
