// What controllers do that a manager runs: on the bed, on virtual time.
import { BaseSharedInformerFactory, newGenericLister } from '@informer-gen/runtime';
import type { Manager } from '@informer-gen/runtime/controller';
import { generationChanged, TerminalError } from '@informer-gen/runtime/controller';
import { ControllerBed } from '@informer-gen/testing';
import type { ControllerBedOptions } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { freeze } from '../consistency/freeze.js';
import { configMaps, websiteCrd, websites } from '../support/websites.js';

function bedOf(setUp: (manager: Manager) => void, more: Partial<ControllerBedOptions> = {}): Promise<ControllerBed> {
  return ControllerBed.start({ crds: [websiteCrd], ...more, setUp });
}

const site = { metadata: { name: 'a' }, spec: { html: 'x' } };
const writes = (bed: ControllerBed): string[] =>
  bed.server.requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);

describe('a controller', () => {
  it('applies children with name, namespace and owner of its object, and sends nothing when nothing would change', async () => {
    await using bed = await bedOf((manager) => {
      manager
        .controller(websites)
        .owns(configMaps)
        .reconcile(async ({ spec }, { apply }) => {
          await apply(configMaps, { data: { 'index.html': spec.html } });
        });
    });
    const { metadata } = bed.create(websites, site);
    await bed.idle();
    const child = bed.get(configMaps, 'a');
    expect(child?.data).toEqual({ 'index.html': 'x' });
    expect(child?.metadata.ownerReferences).toEqual([
      {
        apiVersion: 'web.acme.dev/v1',
        kind: 'Website',
        name: 'a',
        uid: metadata.uid,
        controller: true,
        blockOwnerDeletion: true,
      },
    ]);
    expect(child?.metadata.managedFields).toMatchObject([{ manager: 'bed', operation: 'Apply' }]);
    const before = writes(bed).length;
    bed.patch(websites, 'a', { metadata: { labels: { touched: 'yes' } } });
    await bed.idle();
    expect(writes(bed)).toHaveLength(before);
    expect(bed.errors).toEqual([]);
  });

  it('heals what others change or delete of its children', async () => {
    await using bed = await bedOf((manager) => {
      manager
        .controller(websites)
        .owns(configMaps)
        .reconcile(async ({ spec }, { apply }) => {
          await apply(configMaps, { data: { 'index.html': spec.html } });
        });
    });
    bed.create(websites, site);
    await bed.idle();
    bed.patch(configMaps, 'a', { data: { 'index.html': 'vandal' } });
    await bed.idle();
    expect(bed.get(configMaps, 'a')?.data).toEqual({ 'index.html': 'x' });
    bed.delete(configMaps, 'a');
    await bed.idle();
    expect(bed.get(configMaps, 'a')?.data).toEqual({ 'index.html': 'x' });
  });

  it('writes the status once, only if it differs, and leaves the conditions of others alone', async () => {
    let ready = 1;
    await using bed = await bedOf((manager) => {
      manager.controller(websites).reconcile((_site, { status }) => {
        status.set({ ready });
        status.condition('Ready', ready > 0, { reason: 'Replicas', message: `${ready} ready` });
      });
    });
    bed.create(websites, site);
    await bed.idle();
    expect(bed.get(websites, 'a')?.status).toEqual({
      ready: 1,
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'Replicas',
          message: '1 ready',
          observedGeneration: 1,
          lastTransitionTime: '2026-01-01T00:00:00Z',
        },
      ],
    });
    expect(writes(bed)).toHaveLength(1);
    const theirs = {
      type: 'Theirs',
      status: 'True',
      reason: 'Other',
      message: '',
      lastTransitionTime: '2025-01-01T00:00:00Z',
    };
    const ours = bed.get(websites, 'a')?.status?.conditions ?? [];
    bed.patch(websites, 'a', { status: { conditions: [...ours, theirs] } });
    ready = 0;
    await bed.idle();
    const conditions = bed.get(websites, 'a')?.status?.conditions ?? [];
    expect(conditions.map(({ type, status }) => `${type} ${status}`)).toEqual(['Ready False', 'Theirs True']);
    expect(writes(bed)).toHaveLength(2);
    expect(bed.errors).toEqual([]);
  });

  it('does not lose a condition that another controller sets while the status is written', async () => {
    const theirs = {
      type: 'Theirs',
      status: 'True',
      reason: 'Other',
      message: '',
      lastTransitionTime: '2025-01-01T00:00:00Z',
    };
    await using bed = await bedOf((manager) => {
      manager.controller(websites).reconcile((_site, { status }) => {
        status.condition('Ready', true, { reason: 'Fine' });
      });
    });
    const forget = bed.server.onRequest((request) => {
      if (request.verb !== 'patch') return undefined;
      forget();
      bed.patch(websites, 'a', { status: { conditions: [theirs] } });
      return undefined;
    });
    bed.create(websites, site);
    await bed.idle();
    const types = bed.get(websites, 'a')?.status?.conditions?.map(({ type }) => type);
    expect(types).toEqual(['Theirs', 'Ready']);
    expect(bed.errors).toEqual([]);
  });

  it('stores its finalizers before it does anything, and cleans up in their order before the object goes', async () => {
    const log: string[] = [];
    await using bed = await bedOf((manager) => {
      manager
        .controller(websites)
        .finalizer('web.acme.dev/one', () => void log.push('one'))
        .finalizer('web.acme.dev/two', () => void log.push('two'))
        .reconcile(({ metadata }) => void log.push(`reconciled with ${metadata.finalizers?.length ?? 0} finalizers`));
    });
    bed.create(websites, site);
    await bed.idle();
    // Once, or twice where both writes of finalizers woke it; never before both were stored.
    expect(new Set(log.splice(0))).toEqual(new Set(['reconciled with 2 finalizers']));
    bed.delete(websites, 'a');
    await bed.idle();
    expect(log).toEqual(['one', 'two']);
    expect(bed.get(websites, 'a')).toBeUndefined();
    expect(bed.errors).toEqual([]);
  });

  it('refuses the same finalizer twice', async () => {
    await using bed = await bedOf((manager) => {
      const builder = manager.controller(websites).finalizer('web.acme.dev/one', () => {});
      expect(() => builder.finalizer('web.acme.dev/one', () => {})).toThrow('this controller has it already');
      builder.reconcile(() => {});
    });
    await bed.idle();
  });

  it.each([
    ['shows own writes in reads by key', {}, '2'],
    ['shows the cache as it is where reading own writes was turned off', { readYourWrites: false } as const, '1'],
  ])('%s', async (_what, manager, expected) => {
    let seen: string | undefined;
    await using bed = await bedOf(
      (running) => {
        const lister = newGenericLister(running.informerFactory.variant(configMaps, {}).informer().indexer);
        running.controller(websites).reconcile(async (_site, { client }) => {
          if (seen !== undefined) return;
          const metadata = { namespace: 'default', name: 'page' };
          await client.patch(configMaps, metadata, { data: { page: '2' } });
          seen = lister.get('default/page')?.data?.['page'] ?? '';
        });
      },
      {
        manager,
        objects: [
          {
            apiVersion: 'v1',
            kind: 'ConfigMap',
            metadata: { namespace: 'default', name: 'page' },
            data: { page: '1' },
          },
        ],
      },
    );
    freeze(bed, 'configmaps');
    bed.create(websites, site);
    await bed.idle({ withinMs: 0 });
    expect(seen).toBe(expected);
  });

  it('keeps the finalizer of a cleanup that fails, does the others, and tries again', async () => {
    let failures = 1;
    const log: string[] = [];
    await using bed = await bedOf((manager) => {
      manager
        .controller(websites)
        .finalizer('web.acme.dev/one', () => {
          if (failures > 0) {
            failures -= 1;
            throw new Error('the CDN is away');
          }
          log.push('one');
        })
        .finalizer('web.acme.dev/two', () => void log.push('two'))
        .reconcile(() => {});
    });
    bed.create(websites, site);
    await bed.idle();
    bed.delete(websites, 'a');
    await bed.idle();
    expect(log).toEqual(['two', 'one']);
    expect(bed.get(websites, 'a')).toBeUndefined();
    expect(bed.errors.map(({ message }) => message)).toEqual(['the CDN is away']);
  });

  it('tries a cleanup again beside which another is hopeless', async () => {
    let failures = 1;
    const log: string[] = [];
    await using bed = await bedOf((manager) => {
      manager
        .controller(websites)
        .finalizer('web.acme.dev/one', () => {
          throw new TerminalError('of no use');
        })
        .finalizer('web.acme.dev/two', () => {
          log.push('two');
          if (failures-- > 0) throw new Error('the CDN is away');
        })
        .reconcile(() => {});
    });
    bed.create(websites, site);
    await bed.idle();
    bed.delete(websites, 'a');
    await expect(bed.idle()).rejects.toThrow('of no use');
    expect(log).toEqual(['two', 'two']);
    expect(bed.get(websites, 'a')?.metadata.finalizers).toEqual(['web.acme.dev/one']);
    // The last by the change that the removal of the other finalizer is.
    const told = ['of no use', 'the CDN is away', 'of no use', 'of no use'];
    expect(bed.errors.map(({ message }) => message)).toEqual(told);
  });

  it('tries again what failed, later what asked for it, and not what is hopeless', async () => {
    const runs: string[] = [];
    await using bed = await bedOf((manager) => {
      manager.controller(websites).reconcile(({ metadata: { name } }) => {
        runs.push(name);
        const times = runs.filter((run) => run === name).length;
        if (name === 'fails' && times < 3) throw new Error('not yet');
        if (name === 'hopeless') throw new TerminalError('never');
        return name === 'later' && times < 2 ? { requeueAfterMs: 60_000 } : undefined;
      });
    });
    for (const name of ['fails', 'hopeless', 'later']) bed.create(websites, { ...site, metadata: { name } });
    await expect(bed.idle()).rejects.toThrow('never');
    expect(runs.sort()).toEqual(['fails', 'fails', 'fails', 'hopeless', 'later']);
    await bed.advance(60_000);
    expect(runs.filter((name) => name === 'later')).toHaveLength(2);
  });

  it('is woken only by events that pass its predicates, and by the mapping of other watches', async () => {
    const runs: string[] = [];
    await using bed = await bedOf((manager) => {
      manager
        .controller(websites)
        .where(generationChanged())
        .watches(configMaps, ({ metadata }) => [`default/${metadata.labels?.['site'] ?? 'none'}`])
        .reconcile(({ metadata }) => void runs.push(metadata.name));
    });
    bed.create(websites, site);
    await bed.idle();
    bed.patch(websites, 'a', { metadata: { labels: { x: 'y' } } });
    await bed.idle();
    expect(runs).toEqual(['a']);
    bed.patch(websites, 'a', { spec: { html: 'y' } });
    await bed.idle();
    expect(runs).toEqual(['a', 'a']);
    bed.create(configMaps, { metadata: { name: 'other', labels: { site: 'a' } } });
    await bed.idle();
    expect(runs).toEqual(['a', 'a', 'a']);
  });

  it('watches another resource from the middle of its life on, and no longer when that is ended', async () => {
    const runs: string[] = [];
    let controller: ReturnType<ReturnType<Manager['controller']>['reconcileKeys']> | undefined;
    await using bed = await bedOf((manager) => {
      controller = manager.controller(websites).reconcileKeys({}, (key) => void runs.push(key));
    });
    const end = controller?.watch(configMaps, ({ metadata }) => [`default/${metadata.name}`], { metadataOnly: true });
    await bed.idle();
    bed.create(configMaps, { metadata: { name: 'seen' } });
    await bed.idle();
    end?.();
    bed.create(configMaps, { metadata: { name: 'unseen' } });
    await bed.idle();
    expect(runs).toEqual(['default/seen']);
  });

  it('reconciles keys of objects that are gone, where it was asked for keys', async () => {
    const runs: string[] = [];
    await using bed = await bedOf((manager) => {
      manager.controller(websites).reconcileKeys({}, (key) => void runs.push(key));
    });
    bed.create(websites, site);
    await bed.idle();
    bed.delete(websites, 'a');
    await bed.idle();
    expect(runs).toEqual(['default/a', 'default/a']);
  });

  it('watches the namespaces it was given and no others', async () => {
    const runs: string[] = [];
    await using bed = await bedOf((manager) => {
      manager
        .controller(websites, { namespaces: ['one', 'two'] })
        .reconcile(({ metadata }) => void runs.push(metadata.namespace ?? ''));
    });
    for (const namespace of ['one', 'two', 'three'])
      bed.create(websites, { ...site, metadata: { name: 'a', namespace } });
    await bed.idle();
    expect(runs.sort()).toEqual(['one', 'two']);
  });

  it('records events about its object, and logs in the name of the run', async () => {
    await using bed = await bedOf((manager) => {
      manager.controller(websites).reconcile((_site, { event, log }) => {
        event({ reason: 'Published', note: 'it is live' });
        log('published', { pages: 1 });
      });
    });
    bed.create(websites, site);
    await bed.idle();
    expect(bed.events()).toEqual(['Published: it is live']);
    expect(bed.logs[0]).toMatchObject({
      message: 'published',
      fields: { controller: 'website', namespace: 'default', name: 'a', pages: 1 },
    });
  });

  it('reads what it wrote: by key at once, by a list after a wait, and at the start of its next run', async () => {
    const seen: string[] = [];
    await using bed = await bedOf((manager) => {
      const lister = newGenericLister(new BaseSharedInformerFactory(manager).informerFor(configMaps).indexer);
      manager
        .controller(websites)
        .owns(configMaps)
        .reconcile(async ({ spec }, { apply, list, key }) => {
          seen.push(`start ${lister.get(key)?.data?.['x'] ?? 'nothing'}`);
          await apply(configMaps, { data: { x: spec.html } });
          seen.push(`get ${lister.get(key)?.data?.['x']}`);
          seen.push(`list ${(await list(configMaps)).map(({ data }) => data?.['x']).join()}`);
        });
    });
    bed.create(websites, site);
    await bed.idle();
    expect(seen.slice(0, 3)).toEqual(['start nothing', 'get x', 'list x']);
    expect(new Set(seen.slice(3))).toEqual(new Set(['start x', 'get x', 'list x']));
    expect(bed.errors).toEqual([]);
  });
});

describe('generated listers over a manager', () => {
  it('share the informers of the manager, which starts and stops them', async () => {
    let names: (() => string[]) | undefined;
    await using bed = await bedOf((manager) => {
      const factory = new BaseSharedInformerFactory(manager);
      const { indexer } = factory.informerFor(websites);
      names = () => indexer.list().map(({ metadata }) => metadata.name);
      manager.controller(websites).reconcile(() => {});
      expect(manager.informerFactory.informers()).toHaveLength(1);
      expect(() => new BaseSharedInformerFactory(manager, { namespace: 'x' })).toThrow('give the options to it');
    });
    bed.create(websites, site);
    await bed.idle();
    expect(names?.()).toEqual(['a']);
    expect(bed.server.openWatches({ resource: 'websites' })).toBe(1);
  });
});
