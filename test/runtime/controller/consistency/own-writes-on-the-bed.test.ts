// Reading own writes, edge by edge, as a reconcile sees it: with caches that stand still, lists that go back, and objects that
// come and go under one name.
import type { KubernetesObject, ObjectMeta } from '@informer-gen/runtime';
import { BaseSharedInformerFactory, defineResource, newGenericLister } from '@informer-gen/runtime';
import type { Manager } from '@informer-gen/runtime/controller';
import { ControllerBed } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { freeze } from './freeze.js';
import { configMaps, websiteCrd, websites } from '../support/websites.js';

interface Deployment extends KubernetesObject {
  readonly metadata: ObjectMeta;
  readonly spec?: { readonly replicas?: number };
}
const deployments = defineResource<Deployment>({
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  plural: 'deployments',
  namespaced: true,
  subresources: ['scale', 'status'],
});
const site = { metadata: { name: 'a' }, spec: { html: 'x' } };
const map = (name: string, labels = {}): { metadata: object; data: object } => ({
  metadata: { name, namespace: 'default', labels },
  data: { x: '1' },
});

function bedOf(
  setUp: (manager: Manager) => void,
  readYourWrites: NonNullable<Parameters<typeof Manager.create>[0]['readYourWrites']> = {},
): Promise<ControllerBed> {
  return ControllerBed.start({ crds: [websiteCrd], manager: { readYourWrites, gracePeriodMs: 0 }, setUp });
}

describe('a run whose cache stands still', () => {
  it('is not begun again before the cache has what it wrote, and fails with StaleCache when that takes too long', async () => {
    let runs = 0;
    await using bed = await bedOf(
      (manager) => {
        manager
          .controller(websites)
          .owns(configMaps)
          .reconcile(async ({ spec }, { apply }) => {
            runs += 1;
            await apply(configMaps, { data: { x: spec.html } });
          });
      },
      { timeoutMs: 500 },
    );
    freeze(bed, 'configmaps');
    bed.create(websites, site);
    await bed.clock.advanceAsync(1);
    expect(runs).toBe(1);
    bed.patch(websites, 'a', { spec: { html: 'y' } });
    await bed.clock.advanceAsync(400);
    expect({ runs, errors: bed.errors }).toEqual({ runs: 1, errors: [] });
    await bed.clock.advanceAsync(200);
    expect(runs).toBe(1);
    expect(bed.errors[0]).toMatchObject({ code: 'StaleCache' });
  });

  it('is not held up by its opt-out: neither a list that asks for the cache as it is, nor a manager without the rule', async () => {
    const seen: string[] = [];
    const setUp = (manager: Manager): void => {
      manager
        .controller(websites)
        .owns(configMaps)
        .reconcile(async ({ spec }, { apply, list }) => {
          await apply(configMaps, { data: { x: spec.html } });
          seen.push(`${(await list(configMaps, { consistent: false })).length}`);
        });
    };
    await using bed = await bedOf(setUp);
    freeze(bed, 'configmaps');
    bed.create(websites, site);
    await bed.idle({ withinMs: 0 });
    expect(seen).toEqual(['0']);
    await using plain = await bedOf(setUp, false);
    freeze(plain, 'configmaps');
    plain.create(websites, site);
    await plain.idle({ withinMs: 0 });
    plain.patch(websites, 'a', { spec: { html: 'y' } });
    await plain.idle({ withinMs: 0 });
    expect(seen).toEqual(['0', '0', '0']);
  });

  it('holds up no other key', async () => {
    const runs: string[] = [];
    await using bed = await bedOf((manager) => {
      manager
        .controller(websites)
        .owns(configMaps)
        .reconcile({ workers: 2 }, async ({ metadata }, { apply }) => {
          runs.push(metadata.name);
          if (metadata.name === 'writes') await apply(configMaps, { data: {} });
        });
    });
    freeze(bed, 'configmaps');
    bed.create(websites, { ...site, metadata: { name: 'writes' } });
    await bed.clock.advanceAsync(1);
    bed.patch(websites, 'writes', { spec: { html: 'y' } });
    bed.create(websites, { ...site, metadata: { name: 'other' } });
    await bed.clock.advanceAsync(100);
    expect(runs).toEqual(['writes', 'other']);
  });
});

describe('within one run', () => {
  it('a lister shows what was created, changed and deleted, and after a deletion of many lists ask the server', async () => {
    const seen: unknown[] = [];
    await using bed = await bedOf((manager) => {
      const lister = newGenericLister(new BaseSharedInformerFactory(manager).informerFor(configMaps).indexer);
      manager.controller(websites).reconcile(async (_site, { client, list }) => {
        const read = (): unknown => lister.get('default/m')?.data?.['x'];
        const at = { namespace: 'default', name: 'm' };
        await client.create(configMaps, map('m'));
        seen.push(read());
        await client.patch(configMaps, at, { data: { x: '2' } });
        seen.push(read());
        const { metadata } = await client.get(configMaps, at);
        await client.delete(configMaps, { ...at, uid: metadata.uid } as never);
        seen.push(read());
        await client.create(configMaps, map('m'));
        seen.push(read());
        seen.push((await list(configMaps)).length);
        await client.deleteCollection(configMaps, { namespace: 'default' });
        seen.push((await list(configMaps)).length);
      });
    });
    bed.create(websites, site);
    await bed.idle();
    expect(bed.errors).toEqual([]);
    expect(seen).toEqual(['1', '2', undefined, '1', 1, 0]);
  });

  it('a list waits for writes whose answers are not there yet', async () => {
    const seen: number[] = [];
    await using bed = await bedOf((manager) => {
      manager
        .controller(websites)
        .owns(configMaps)
        .reconcile(async (_site, { client, list }) => {
          const writing = [1, 2, 3].map((n) => client.create(configMaps, map(`m${n}`)));
          seen.push((await list(configMaps)).length);
          await Promise.all(writing);
        });
    });
    bed.create(websites, site);
    await bed.idle();
    expect(seen[0]).toBe(3);
  });

  it('neither dry runs nor writes beyond the selection of a cache are waited for', async () => {
    let runs = 0;
    await using bed = await bedOf((manager) => {
      manager
        .controller(websites)
        .watches(configMaps, () => ['default/a'], { labelSelector: 'tier=web', namespace: 'default' })
        .reconcile(async (_site, { client, list }) => {
          runs += 1;
          if (runs > 1) return;
          await client.create(configMaps, map('dry', { tier: 'web' }), { dryRun: true });
          await client.create(configMaps, map('unlabelled'));
          await client.create(configMaps, {
            ...map('elsewhere', { tier: 'web' }),
            metadata: { name: 'e', namespace: 'kube-system' },
          });
          await client.create(configMaps, map('leaves', { tier: 'web' }));
          await client.patch(
            configMaps,
            { namespace: 'default', name: 'leaves' },
            { metadata: { labels: { tier: 'db' } } },
          );
          expect((await list(configMaps)).map(({ metadata }) => metadata.name)).toEqual([]);
        });
    });
    bed.create(websites, site);
    await bed.idle();
    bed.patch(websites, 'a', { spec: { html: 'y' } });
    await bed.idle({ withinMs: 0 });
    expect(bed.errors).toEqual([]);
    expect(runs).toBeGreaterThanOrEqual(2);
  });

  it('a scale is waited for by the version of its answer', async () => {
    const seen: (number | undefined)[] = [];
    await using bed = await bedOf((manager) => {
      manager
        .controller(websites)
        .owns(deployments)
        .reconcile(async ({ spec }, { client, list }) => {
          if (spec.html !== 'scale') return;
          const at = { namespace: 'default', name: 'd' };
          await client.patch(deployments, at, { spec: { replicas: 7 } }, { subresource: 'scale' });
          seen.push((await list(deployments))[0]?.spec?.replicas);
        });
    });
    const labels = { app: 'd' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    bed.create(deployments, {
      metadata: { name: 'd' },
      spec: { replicas: 1, selector: { matchLabels: labels }, template },
    });
    bed.create(websites, { ...site, spec: { html: 'scale' } });
    await bed.idle();
    expect(bed.errors).toEqual([]);
    expect(seen[0]).toBe(7);
  });
});

describe('the last finalizer', () => {
  it('that a run removes is a deletion to the next, though the server answers with the old version', async () => {
    const seen: string[] = [];
    await using bed = await bedOf((manager) => {
      const lister = newGenericLister(new BaseSharedInformerFactory(manager).informerFor(configMaps).indexer);
      manager
        .controller(websites)
        .owns(configMaps)
        .reconcile(async ({ spec }, { client }) => {
          const at = { namespace: 'default', name: 'held' };
          if (spec.html !== 'release') return;
          if (lister.get('default/held') === undefined) return void seen.push('gone');
          await client.delete(configMaps, at);
          seen.push(lister.get('default/held')?.metadata.deletionTimestamp === undefined ? 'unmarked' : 'marked');
          await client.patch(configMaps, at, [{ op: 'remove', path: '/metadata/finalizers' }], { type: 'json' });
          seen.push(lister.get('default/held') === undefined ? 'gone' : 'there');
        });
    });
    bed.create(configMaps, { metadata: { name: 'held', finalizers: ['example.com/held'] } });
    bed.create(websites, { ...site, spec: { html: 'release' } });
    await bed.idle();
    bed.patch(websites, 'a', { metadata: { labels: { again: 'yes' } } });
    await bed.idle();
    expect(bed.errors).toEqual([]);
    expect(seen).toEqual(['marked', 'gone', 'gone']);
  });
});
