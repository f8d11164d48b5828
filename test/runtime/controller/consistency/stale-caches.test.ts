// Whole runs over caches that stand still, go back, or never select what was written: what `readYourWrites` does about it.
import { BaseSharedInformerFactory, newGenericLister } from '@informer-gen/runtime';
import type { Manager, ReadYourWritesOptions, ReconcileContext } from '@informer-gen/runtime/controller';
import { ControllerBed } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import type { Website } from '../support/websites.js';
import { configMaps, websiteCrd, websites } from '../support/websites.js';

const site = { metadata: { name: 'a' }, spec: { html: 'x' } };

function bedOf(readYourWrites: ReadYourWritesOptions, setUp: (manager: Manager) => void): Promise<ControllerBed> {
  return ControllerBed.start({ crds: [websiteCrd], manager: { readYourWrites, gracePeriodMs: 0 }, setUp });
}

function wake(bed: ControllerBed): void {
  for (const { queue } of bed.manager.inspect().controllers) queue.addWithOptions({}, 'default/a');
}

describe('a run whose caches do not come so far in time, with onTimeout live', () => {
  it('gets its object from the server, and writes its status on top of that', async () => {
    const seen: string[] = [];
    await using bed = await bedOf({ timeoutMs: 500, onTimeout: 'live' }, (manager) => {
      manager
        .controller(websites)
        .owns(configMaps)
        .reconcile(async ({ spec }, { apply, status }) => {
          seen.push(spec.html);
          await apply(configMaps, { data: { x: spec.html } });
          if (spec.html !== 'x') status.set({ ready: 7 });
        });
    });
    bed.server.freezeWatches({ resource: 'configmaps' });
    bed.create(websites, site);
    await bed.clock.advanceAsync(1);
    bed.server.freezeWatches({ resource: 'websites.web.acme.dev' });
    bed.patch(websites, 'a', { spec: { html: 'newer' } });
    wake(bed);
    await bed.clock.advanceAsync(400);
    expect(seen).toEqual(['x']);
    await bed.clock.advanceAsync(200);
    expect(seen).toEqual(['x', 'newer']);
    expect(bed.get(websites, 'a')?.status?.ready).toBe(7);
    expect(bed.get(configMaps, 'a')?.data).toEqual({ x: 'newer' });
    expect(bed.errors).toEqual([]);
  });

  it('lists from the server what earlier runs of the key wrote and the cache lacks', async () => {
    const seen: number[] = [];
    await using bed = await bedOf({ timeoutMs: 500, onTimeout: 'live' }, (manager) => {
      manager
        .controller(websites)
        .owns(configMaps)
        .reconcile(async ({ spec }, { client, list }) => {
          seen.push((await list(configMaps)).length);
          if (seen.length === 1)
            await client.create(configMaps, { metadata: { name: spec.html, namespace: 'default' } });
        });
    });
    bed.server.freezeWatches({ resource: 'configmaps' });
    bed.create(websites, site);
    await bed.clock.advanceAsync(1);
    bed.patch(websites, 'a', { spec: { html: 'y' } });
    await bed.clock.advanceAsync(600);
    expect(seen).toEqual([0, 1]);
    expect(bed.errors).toEqual([]);
  });

  it('does nothing for an object that the server no longer has', async () => {
    let runs = 0;
    await using bed = await bedOf({ timeoutMs: 500, onTimeout: 'live' }, (manager) => {
      manager
        .controller(websites)
        .owns(configMaps)
        .reconcile(async (_site, { apply }) => {
          runs += 1;
          await apply(configMaps, { data: {} });
        });
    });
    bed.server.freezeWatches({ resource: 'configmaps' });
    bed.create(websites, site);
    await bed.clock.advanceAsync(1);
    bed.server.freezeWatches({ resource: 'websites.web.acme.dev' });
    const before = runs;
    bed.delete(websites, 'a');
    wake(bed);
    await bed.clock.advanceAsync(1000);
    expect({ runs, errors: bed.errors }).toEqual({ runs: before, errors: [] });
  });

  it('lists live within a run, when the cache does not come so far as its own write', async () => {
    const seen: number[] = [];
    await using bed = await bedOf({ timeoutMs: 500, onTimeout: 'live' }, (manager) => {
      manager
        .controller(websites)
        .owns(configMaps)
        .reconcile(async (_site, { apply, list }) => {
          await apply(configMaps, { data: {} });
          seen.push((await list(configMaps)).length);
        });
    });
    bed.server.freezeWatches({ resource: 'configmaps' });
    bed.create(websites, site);
    await bed.clock.advanceAsync(600);
    expect({ seen, errors: bed.errors }).toEqual({ seen: [1], errors: [] });
  });
});

describe('a run whose caches do not come so far in time, by default', () => {
  it('fails with StaleCache and backs off, and goes on where it was as soon as the cache has caught up', async () => {
    let runs = 0;
    await using bed = await bedOf({ timeoutMs: 500 }, (manager) => {
      manager
        .controller(websites)
        .owns(configMaps)
        .reconcile(async ({ spec }, { apply }) => {
          runs += 1;
          await apply(configMaps, { data: { x: spec.html } });
        });
    });
    const thaw = bed.server.freezeWatches({ resource: 'configmaps' });
    bed.create(websites, site);
    await bed.clock.advanceAsync(1);
    bed.patch(websites, 'a', { spec: { html: 'y' } });
    await bed.clock.advanceAsync(2000);
    expect(runs).toBe(1);
    expect(new Set(bed.errors.map((error) => (error as { code?: string }).code))).toEqual(new Set(['StaleCache']));
    thaw();
    await bed.idle({ withinMs: 120_000 });
    expect(bed.get(configMaps, 'a')?.data).toEqual({ x: 'y' });
  });
});

describe('a run is not held up', () => {
  /** Writes once, on the first run; each later run is only counted. */
  async function secondRunAfter(
    write: (context: ReconcileContext<Website>) => Promise<unknown>,
    before: (bed: ControllerBed) => void = () => {},
    between: (bed: ControllerBed) => void | Promise<void> = () => {},
  ): Promise<{ readonly runs: number; readonly errors: readonly Error[] }> {
    let runs = 0;
    await using bed = await bedOf({ timeoutMs: 60_000 }, (manager) => {
      manager
        .controller(websites)
        .watches(configMaps, () => [], { labelSelector: 'tier=web' })
        .reconcile(async (_site, context) => {
          runs += 1;
          if (runs === 1) await write(context);
        });
    });
    before(bed);
    bed.create(websites, site);
    await bed.clock.advanceAsync(1);
    await between(bed);
    bed.patch(websites, 'a', { spec: { html: 'y' } });
    await bed.clock.advanceAsync(10);
    return { runs, errors: bed.errors };
  }

  const map = (name: string, tier: string): { metadata: { name: string; namespace: string; labels: object } } => ({
    metadata: { name, namespace: 'default', labels: { tier } },
  });

  it('by a write that its cache does not select, although nothing of the resource ever arrives', async () => {
    const outcome = await secondRunAfter(
      ({ client }) => client.create(configMaps, map('m', 'db')),
      (bed) => void bed.server.freezeWatches({ resource: 'configmaps' }),
    );
    expect(outcome).toEqual({ runs: 2, errors: [] });
  });

  it('by an object that it deleted, as soon as the cache no longer has that uid, whatever has the name now', async () => {
    const outcome = await secondRunAfter(
      async ({ client }) => {
        const { metadata } = await client.get(configMaps, { name: 'm', namespace: 'default' });
        await client.delete(configMaps, metadata);
      },
      (bed) => void bed.create(configMaps, map('m', 'web')),
      (bed) => void bed.create(configMaps, map('m', 'web')),
    );
    expect(outcome).toEqual({ runs: 2, errors: [] });
  });

  it('by the last finalizer that it removed, although the answer has the old version', async () => {
    const outcome = await secondRunAfter(
      ({ client }) =>
        client.patch(
          configMaps,
          { name: 'm', namespace: 'default' },
          [{ op: 'remove', path: '/metadata/finalizers' }],
          {
            type: 'json',
          },
        ),
      (bed) => {
        const { metadata, ...rest } = map('m', 'web');
        bed.create(configMaps, { ...rest, metadata: { ...metadata, finalizers: ['example.com/held'] } });
        bed.delete(configMaps, 'm');
      },
    );
    expect(outcome).toEqual({ runs: 2, errors: [] });
  });

  it('by what it wrote before a list that went back to an older version, as after a restored backup', async () => {
    const older = { kind: 'ConfigMapList', apiVersion: 'v1', metadata: { resourceVersion: '1' }, items: [] };
    let relists = 0;
    const outcome = await secondRunAfter(
      ({ client }) => client.create(configMaps, map('m', 'web')),
      (bed) => void bed.server.freezeWatches({ resource: 'configmaps' }),
      async (bed) => {
        bed.server.onRequest(({ resource, verb }) => {
          if (resource !== 'configmaps') return undefined;
          if (verb === 'list') relists += 1;
          return verb === 'list' ? { status: 200, body: JSON.stringify(older) } : { status: 410 };
        });
        bed.server.expireWatches({ resource: 'configmaps' });
        await bed.clock.advanceAsync(30_000);
      },
    );
    expect(relists).toBeGreaterThan(0);
    expect(outcome.runs).toBe(2);
  });
});

describe('a controller of several namespaces', () => {
  it('starts a run only when the namespace of what it wrote has caught up, however far another has come', async () => {
    const seen: string[] = [];
    await using bed = await ControllerBed.start({
      crds: [websiteCrd],
      manager: { readYourWrites: { timeoutMs: 60_000 }, gracePeriodMs: 0 },
      setUp: (manager) => {
        const owned = manager.controller(websites, { namespaces: ['one', 'two'] }).owns(configMaps);
        const children = newGenericLister(
          manager.informerFactory.variant(configMaps, { namespace: ['one', 'two'] }).informer().indexer,
        );
        owned.reconcile(async ({ metadata }, { client }) => {
          seen.push(
            `${metadata.namespace} ${children.list().filter((child) => child.metadata.namespace === 'one').length}`,
          );
          if (metadata.namespace === 'one' && seen.length === 1)
            await client.create(configMaps, { metadata: { name: 'child', namespace: 'one' } });
        });
      },
    });
    const thaw = bed.server.freezeWatches({ resource: 'configmaps', namespace: 'one' });
    bed.create(websites, { ...site, metadata: { name: 'a', namespace: 'one' } });
    await bed.clock.advanceAsync(10);
    bed.create(configMaps, { metadata: { name: 'other', namespace: 'two' } });
    bed.patch(websites, 'one/a', { spec: { html: 'y' } });
    await bed.clock.advanceAsync(5000);
    expect(seen).toEqual(['one 0']);
    thaw();
    await bed.idle();
    expect(seen.at(-1)).toBe('one 1');
    expect(bed.errors).toEqual([]);
  });
});

describe('what a run reads', () => {
  it('of its own kind is that of all its namespaces', async () => {
    const seen: string[][] = [];
    await using bed = await bedOf({}, (manager) => {
      manager.controller(websites, { namespaces: ['one', 'two'] }).reconcile(async (_site, { list }) => {
        seen.push((await list(websites)).map(({ metadata }) => `${metadata.namespace}/${metadata.name}`).sort());
      });
    });
    for (const namespace of ['one', 'two', 'three'])
      bed.create(websites, { ...site, metadata: { name: 'a', namespace } });
    await bed.idle();
    expect(seen.at(-1)).toEqual(['one/a', 'two/a']);
  });

  it('is the whole resource where one informer has that, although another controller watches a part of it', async () => {
    const seen: number[] = [];
    await using bed = await bedOf({}, (manager) => {
      const part = manager.controller(websites, { name: 'part' });
      part.watches(configMaps, () => [], { labelSelector: 'tier=web' }).reconcile(() => {});
      const whole = manager.controller(websites, { name: 'whole' }).owns(configMaps);
      whole.reconcile(async (_site, { list }) => void seen.push((await list(configMaps)).length));
    });
    bed.create(configMaps, { metadata: { name: 'unlabelled' } });
    bed.create(websites, site);
    await bed.idle();
    expect(seen).toEqual([1]);
  });

  it('comes from an informer that only a generated factory asked for, by its indexes too', async () => {
    const seen: number[] = [];
    await using bed = await bedOf({}, (manager) => {
      const maps = new BaseSharedInformerFactory(manager).informerFor(configMaps);
      maps.addIndexers({ color: ({ data }) => [data?.['color'] ?? ''] });
      manager.controller(websites).reconcile(async (_site, { list, byIndex }) => {
        seen.push((await list(configMaps)).length, (await byIndex(configMaps, { name: 'color', value: 'red' })).length);
      });
    });
    bed.create(configMaps, { metadata: { name: 'red' }, data: { color: 'red' } });
    bed.create(configMaps, { metadata: { name: 'blue' }, data: { color: 'blue' } });
    bed.create(websites, site);
    await bed.idle();
    expect({ seen, errors: bed.errors }).toEqual({ seen: [2, 1], errors: [] });
    expect(bed.server.requests.filter(({ verb, resource }) => verb === 'list' && resource === 'configmaps')).toEqual(
      [],
    );
  });
});
