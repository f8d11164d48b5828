// A bed waits for everything between the server and the end of a run, and says what it waits for where that does not end.
import type { Manager } from '@informer-gen/runtime/controller';
import { ControllerBed, settle } from '@informer-gen/testing';
import type { ControllerBedOptions } from '@informer-gen/testing';
import { describe, expect, it, vi } from 'vitest';
import { configMaps, websiteCrd, websites } from '../../runtime/controller/support/websites.js';

const site = { metadata: { name: 'a' }, spec: { html: 'x' } };

function start(setUp: (manager: Manager) => void, more: Partial<ControllerBedOptions> = {}): Promise<ControllerBed> {
  return ControllerBed.start({ crds: [websiteCrd], ...more, setUp });
}

function lengthAsStatus(manager: Manager): void {
  manager.controller(websites).reconcile(({ spec }, { status }) => status.set({ ready: spec.html.length }));
}

/** Lets half a second of machine time pass with each reading. */
function hastenMachineTime(): Disposable {
  let realMs = 0;
  return vi.spyOn(performance, 'now').mockImplementation(() => (realMs += 500));
}

describe('idle', () => {
  it('waits for a run that does something outside of the bed', async () => {
    await using bed = await start((manager) => {
      manager.controller(websites).reconcile(async (_site, { status }) => {
        for (let round = 0; round < 100; round += 1) await settle();
        status.set({ ready: 1 });
      });
    });
    bed.create(websites, site);
    await bed.idle();
    expect(bed.get(websites, 'a')?.status?.ready).toBe(1);
  });

  it('waits for async handlers of informers', async () => {
    const handled: string[] = [];
    await using bed = await start((manager) => {
      manager.informerFactory.informerFor(configMaps).addEventHandler({
        async onAdd({ metadata }) {
          await settle(200);
          handled.push(metadata.name);
        },
      });
    });
    for (const name of ['a', 'b']) bed.create(configMaps, { metadata: { name } });
    await bed.idle();
    expect(handled).toEqual(['a', 'b']);
  });

  it('waits for what a run leaves behind: requests, and the events that these lead to', async () => {
    const seen: string[] = [];
    await using bed = await start((manager) => {
      manager.controller(configMaps).reconcile(({ metadata }) => void seen.push(metadata.name));
      manager.controller(websites).reconcile((_site, { client }) => {
        void client.create(configMaps, { metadata: { name: 'late', namespace: 'default' } });
      });
    });
    bed.create(websites, site);
    await bed.idle();
    expect(seen).toEqual(['late']);
  });

  it('waits for a run that another controller has to wake', async () => {
    await using bed = await start((manager) => {
      manager.controller(websites, { name: 'waits' }).reconcile(async (_site, { status, signal }) => {
        const maps = manager.informerFactory.informerFor(configMaps);
        await maps.waitForStore(() => maps.indexer.getByKey('default/a') !== undefined, { signal });
        status.set({ ready: 1 });
      });
      manager
        .controller(websites, { name: 'makes' })
        .owns(configMaps)
        .reconcile(async (_site, { apply }) => {
          await settle(50);
          await apply(configMaps, { data: {} });
        });
    });
    bed.create(websites, site);
    await bed.idle();
    expect(bed.get(websites, 'a')?.status?.ready).toBe(1);
  });

  it('gives a watch that has broken the time to come back', async () => {
    await using bed = await start(lengthAsStatus);
    bed.create(websites, site);
    await bed.idle();
    bed.server.failNext({ verb: 'watch', status: 503 });
    bed.server.cutWatches('reset');
    bed.patch(websites, 'a', { spec: { html: 'longer' } });
    await bed.idle({ withinMs: 10_000 });
    expect(bed.get(websites, 'a')?.status?.ready).toBe(6);
  });

  it('does not wait for events that the test holds back', async () => {
    await using bed = await start(lengthAsStatus);
    bed.create(websites, site);
    await bed.idle();
    const thaw = bed.server.freezeWatches();
    bed.patch(websites, 'a', { spec: { html: 'longer' } });
    await bed.idle();
    expect(bed.get(websites, 'a')?.status?.ready).toBe(1);
    thaw();
    await bed.idle();
    expect(bed.get(websites, 'a')?.status?.ready).toBe(6);
  });

  it('waits until the manager has started, and serves its probes', async () => {
    await using bed = await start(lengthAsStatus, { manager: { http: { port: 0, host: '127.0.0.1' } } });
    expect(bed.manager.httpPort).toBeGreaterThan(0);
    bed.create(websites, site);
    await bed.idle();
    expect(bed.get(websites, 'a')?.status?.ready).toBe(1);
  });

  it('names the run that never settles', async () => {
    await using bed = await start((manager) => {
      manager.controller(websites).reconcile(() => new Promise(() => {}));
    });
    bed.create(websites, site);
    using _hasty = hastenMachineTime();
    await expect(bed.idle()).rejects.toThrow(
      /not idle: website default\/a is running, without progress for 4.* must settle/,
    );
  });

  it('names the handler that never settles', async () => {
    await using bed = await start((manager) => {
      const stuck = { onAdd: () => new Promise<void>(() => {}) };
      manager.informerFactory.informerFor(configMaps).addEventHandler(stuck, { name: 'billing' });
    });
    bed.create(configMaps, { metadata: { name: 'm' } });
    using _hasty = hastenMachineTime();
    await expect(bed.idle()).rejects.toThrow(/not idle: the handler billing of configmaps is at work/);
  });

  it('names the request that a fault never answers', async () => {
    await using bed = await start((manager) => {
      manager.controller(websites).reconcile(async (_site, { apply }) => void (await apply(configMaps, { data: {} })));
    });
    bed.server.failNext({ verb: 'patch', resource: 'configmaps', effect: 'hang' });
    bed.create(websites, site);
    await expect(bed.idle()).rejects.toThrow(/apply configmaps default\/a is not answered, .* end the fault/);
  });
});

describe('advance', () => {
  it('lets a run end before time goes on, however long it takes', async () => {
    const times: number[] = [];
    await using bed = await start((manager) => {
      manager.controller(websites).reconcile(async () => {
        const { clock } = bed;
        const before = clock.now();
        await settle(100);
        times.push(clock.now() - before);
        return { requeueAfterMs: 1000 };
      });
    });
    bed.create(websites, site);
    await bed.advance(5000);
    expect(times).toEqual([0, 0, 0, 0, 0, 0]);
  });
});
