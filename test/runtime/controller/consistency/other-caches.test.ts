// Own writes that nobody awaited, and own writes seen through caches that do not hold objects as the server has them.
import type { KubernetesObject } from '@informer-gen/runtime';
import { BaseSharedInformerFactory, MetadataSharedInformerFactory } from '@informer-gen/runtime';
import type { Manager, ManagerOptions } from '@informer-gen/runtime/controller';
import { ControllerBed, settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { freeze } from './freeze.js';
import { configMaps, websiteCrd, websites } from '../support/websites.js';

const site = { metadata: { name: 'a' }, spec: { html: 'x' } };
const map = (name: string): { metadata: object; data: object } => ({
  metadata: { name, namespace: 'default' },
  data: { x: '1' },
});
const { group, version, plural: resource } = configMaps;

function bedOf(setUp: (manager: Manager) => void, more: Partial<ManagerOptions> = {}): Promise<ControllerBed> {
  return ControllerBed.start({ crds: [websiteCrd], manager: { gracePeriodMs: 0, ...more }, setUp });
}

describe('a write that a run did not wait for', () => {
  it('is waited for by the next run of the key: its answer, and then the cache', async () => {
    const seen: string[][] = [];
    await using bed = await bedOf((manager) => {
      const { indexer } = new BaseSharedInformerFactory(manager).informerFor(configMaps);
      manager
        .controller(websites)
        .owns(configMaps)
        .reconcile(async (_site, { client }) => {
          seen.push(indexer.listKeys());
          if (seen.length === 1)
            await Promise.all([client.create(configMaps, map('slow')), Promise.reject(new Error('the other failed'))]);
        });
    });
    let answer = (): void => {};
    bed.server.onRequest(async ({ verb }) => {
      if (verb === 'create') await new Promise<void>((resolve) => (answer = resolve));
      return undefined;
    });
    bed.create(websites, site);
    await bed.clock.advanceAsync(1000);
    expect(seen).toEqual([[]]);
    answer();
    await bed.clock.advanceAsync(1000);
    expect(seen).toEqual([[], ['default/slow']]);
  });

  it('and that is never answered fails the next run with StaleCache, and holds up no other key', async () => {
    const keys: string[] = [];
    await using bed = await bedOf(
      (manager) => {
        manager.controller(websites).reconcile((_site, { key, client }) => {
          keys.push(key);
          if (key === 'default/a') {
            void client.create(configMaps, map('never')).catch(() => {});
            throw new Error('again');
          }
        });
      },
      { readYourWrites: { timeoutMs: 500 } },
    );
    bed.server.onRequest(({ verb }) => (verb === 'create' ? { effect: 'hang' as const } : undefined));
    bed.create(websites, site);
    await bed.clock.advanceAsync(100);
    bed.create(websites, { ...site, metadata: { name: 'b' } });
    await bed.clock.advanceAsync(500);
    expect(keys).toEqual(['default/a', 'default/b']);
    expect(bed.errors.at(-1)).toMatchObject({ code: 'StaleCache', message: expect.stringContaining('not answered') });
  });
});

describe('a cache of metadata alone', () => {
  it('shows own writes by key, and is waited for before the next run', async () => {
    const seen: unknown[] = [];
    const world = { freeze: (): (() => void) => () => {}, thaw: (): void => {} };
    await using bed = await bedOf((manager) => {
      const lister = new MetadataSharedInformerFactory(manager).forResource({ group, version, resource }).lister();
      manager
        .controller(websites)
        .owns(configMaps, { metadataOnly: true })
        .reconcile(async (_site, { client }) => {
          if (seen.length === 0) world.thaw = world.freeze();
          const listed = lister.list().map(({ metadata }) => metadata.name);
          if (seen.length < 2) await client.create(configMaps, map(`m${seen.length}`));
          seen.push({ listed, own: lister.get(`default/m${seen.length}`) });
          return seen.length < 3 ? { requeueAfterMs: 1 } : undefined;
        });
    });
    world.freeze = () => bed.server.freezeWatches();
    bed.create(websites, site);
    await bed.clock.advanceAsync(1000);
    const metadata: unknown = expect.objectContaining({ name: 'm0' });
    expect(seen).toEqual([
      { listed: [], own: { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata } },
    ]);
    world.thaw();
    await bed.clock.advanceAsync(1000);
    expect(seen.slice(1)).toMatchObject([{ listed: ['m0'] }, { listed: ['m0', 'm1'] }]);
  });

  it('is refused beside one of whole objects, whoever asks for either', async () => {
    const message = /configmaps: watched whole and as metadata alone/;
    const asks = {
      controller: (manager: Manager) => manager.controller(websites).owns(configMaps, { metadataOnly: true }),
      metadata: (manager: Manager) =>
        new MetadataSharedInformerFactory(manager).forResource({ group, version, resource }),
      whole: (manager: Manager) => new BaseSharedInformerFactory(manager).informerFor(configMaps),
      variant: (manager: Manager) =>
        new BaseSharedInformerFactory(manager).variant(configMaps, { labelSelector: 'a=b' }).informer(),
    };
    await using bed = await bedOf((manager) => void asks.controller(manager));
    expect(() => asks.whole(bed.manager)).toThrow(message);
    expect(() => asks.variant(bed.manager)).toThrow(message);
    await using other = await bedOf((manager) => void asks.variant(manager));
    expect(() => asks.controller(other.manager)).toThrow(message);
    expect(() => asks.metadata(other.manager)).toThrow(message);
  });
});

describe('a cache of transformed objects', () => {
  const withoutData = (object: KubernetesObject): KubernetesObject => {
    delete (object as { data?: unknown }).data;
    return object;
  };

  it('shows own writes as it would hold them, and leaves the answer as it was', async () => {
    const seen: unknown[] = [];
    await using bed = await bedOf(
      (manager) => {
        const { indexer } = new BaseSharedInformerFactory(manager).informerFor(configMaps);
        manager.controller(websites).reconcile(async (_site, { client }) => {
          const answer = await client.create(configMaps, map('m'));
          seen.push({ answered: answer.data, cached: indexer.getByKey('default/m') });
        });
      },
      { informers: { transform: withoutData } },
    );
    freeze(bed, 'configmaps');
    await settle();
    bed.create(websites, site);
    await bed.clock.advanceAsync(1);
    expect(seen).toEqual([{ answered: { x: '1' }, cached: expect.not.objectContaining({ data: expect.anything() }) }]);
    expect(seen).toMatchObject([{ cached: { metadata: { name: 'm' } } }]);
  });

  it('shows no own write of which its transform makes nothing', async () => {
    const seen: unknown[] = [];
    const fails = (object: KubernetesObject): KubernetesObject => {
      if (object.metadata?.name === 'm') throw new Error('not this one');
      return object;
    };
    await using bed = await bedOf(
      (manager) => {
        const { indexer } = new BaseSharedInformerFactory(manager).informerFor(configMaps);
        manager.controller(websites).reconcile(async (_site, { client }) => {
          await client.create(configMaps, map('m'));
          seen.push(indexer.getByKey('default/m'));
        });
      },
      { informers: { transform: fails } },
    );
    freeze(bed, 'configmaps');
    await settle();
    bed.create(websites, site);
    await bed.clock.advanceAsync(1);
    expect(seen).toEqual([undefined]);
  });
});
