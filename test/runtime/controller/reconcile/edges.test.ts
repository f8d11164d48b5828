// What an outsider tries on controllers: sources, children, finalizers and events at their edges, on the bed.
import type { DynamicObject } from '@informer-gen/runtime';
import { defineResource, isInformerError, MetadataSharedInformerFactory } from '@informer-gen/runtime';
import type { Manager } from '@informer-gen/runtime/controller';
import {
  and,
  annotationsChanged,
  generationChanged,
  labelsChanged,
  not,
  or,
  toOwners,
} from '@informer-gen/runtime/controller';
import type { BuiltController, EventNote, Predicate, Reconciler } from '@informer-gen/runtime/controller';
import { ControllerBed } from '@informer-gen/testing';
import type { ControllerBedOptions } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { configMaps, websiteCrd, websites } from '../support/websites.js';
import type { Website } from '../support/websites.js';

const site = { metadata: { name: 'a' }, spec: { html: 'x' } };

function bedOf(setUp: (manager: Manager) => void, more: Partial<ControllerBedOptions> = {}): Promise<ControllerBed> {
  return ControllerBed.start({ crds: [websiteCrd], ...more, setUp });
}

/** A reference to an owner that need not exist. */
function owner(name: string, more: object = {}): object {
  return { apiVersion: 'web.acme.dev/v1', kind: 'Website', name, uid: `uid-${name}`, ...more };
}

describe('what wakes a controller', () => {
  it('is the controller among the owners, or by option every owner, in whatever version it was written', async () => {
    const runs: string[] = [];
    await using bed = await bedOf((manager) => {
      manager
        .controller(websites, { name: 'one' })
        .owns(configMaps)
        .reconcileKeys({}, (key) => void runs.push(`one ${key}`));
      manager
        .controller(websites, { name: 'every' })
        .owns(configMaps, { everyOwner: true })
        .reconcileKeys({}, (key) => void runs.push(`every ${key}`));
    });
    const ownerReferences = [
      owner('first'),
      owner('second', { controller: true, apiVersion: 'web.acme.dev/v2' }),
      owner('stranger', { kind: 'Other' }),
      owner('elsewhere', { apiVersion: 'web.acme.com/v1' }),
    ];
    bed.create(configMaps, { metadata: { name: 'child', ownerReferences } });
    await bed.idle();
    expect(runs.sort()).toEqual(['every default/first', 'every default/second', 'one default/second']);
  });

  it('is the owner that lost a child as well as the one that got it', async () => {
    const runs: string[] = [];
    await using bed = await bedOf((manager) => {
      manager
        .controller(websites)
        .owns(configMaps)
        .reconcileKeys({}, (key) => void runs.push(key));
    });
    const of = (name: string): object => ({ ownerReferences: [owner(name, { controller: true })] });
    bed.create(configMaps, { metadata: { name: 'child', ...of('old') } });
    await bed.idle();
    runs.length = 0;
    bed.patch(configMaps, 'child', { metadata: of('new') });
    await bed.idle();
    expect(runs.sort()).toEqual(['default/new', 'default/old']);
    runs.length = 0;
    bed.delete(configMaps, 'child');
    await bed.idle();
    expect(runs).toEqual(['default/new']);
  });

  it('is each key once, however often a mapping names it and however many events come at once', async () => {
    const runs: string[] = [];
    await using bed = await bedOf((manager) => {
      manager
        .controller(websites)
        .watches(configMaps, () => ['default/a', 'default/a', 'default/b'])
        .reconcileKeys({}, (key) => void runs.push(key));
    });
    for (const name of ['one', 'two', 'three']) bed.create(configMaps, { metadata: { name } });
    await bed.idle();
    expect(runs.sort()).toEqual(['default/a', 'default/b']);
  });

  it('is metadata alone where that is all that is wanted, of owned kinds too', async () => {
    const runs: string[] = [];
    await using bed = await bedOf((manager) => {
      manager
        .controller(websites)
        .owns(configMaps, { metadataOnly: true })
        .reconcileKeys({}, (key) => void runs.push(key));
    });
    const metadata = { name: 'child', ownerReferences: [owner('a', { controller: true })] };
    bed.create(configMaps, { metadata, data: { large: 'x' } });
    await bed.idle();
    expect(runs).toEqual(['default/a']);
    const accepts = bed.server.requests
      .filter(({ resource }) => resource === 'configmaps')
      .map(({ headers }) => headers.accept ?? '');
    expect(accepts.every((accept) => accept.includes('PartialObjectMetadata'))).toBe(true);
  });

  it('is of the selection and the namespace that were asked for, also where only metadata is', async () => {
    const runs: string[] = [];
    await using bed = await bedOf((manager) => {
      const selection = { metadataOnly: true, labelSelector: 'tier=web', namespace: 'default' } as const;
      manager
        .controller(websites)
        .watches(configMaps, ({ metadata }) => [`${metadata.namespace}/${metadata.name}`], selection)
        .reconcileKeys({}, (key) => void runs.push(key));
    });
    const labels = { tier: 'web' };
    bed.create(configMaps, { metadata: { name: 'unlabelled' } });
    bed.create(configMaps, { metadata: { name: 'elsewhere', namespace: 'kube-system', labels } });
    bed.create(configMaps, { metadata: { name: 'selected', labels } });
    await bed.idle();
    expect(runs).toEqual(['default/selected']);
  });

  it('is shared with a factory of metadata over the manager', async () => {
    await using bed = await bedOf((manager) => {
      manager
        .controller(websites)
        .owns(configMaps, { metadataOnly: true })
        .reconcile(() => {});
    });
    const factory = new MetadataSharedInformerFactory(bed.manager);
    const { group, version, plural: resource } = configMaps;
    const maps = factory.forResource({ group, version, resource });
    bed.create(configMaps, { metadata: { name: 'm' }, data: { large: 'x' } });
    await bed.idle();
    expect(maps.lister().get('default/m')).toMatchObject({ kind: 'PartialObjectMetadata' });
    expect(bed.manager.inspect().informers).toHaveLength(2);
  });

  it('is a kind that nobody generated anything for', async () => {
    const things = defineResource<DynamicObject>({
      group: 'web.acme.dev',
      version: 'v1',
      kind: 'Website',
      plural: 'websites',
      namespaced: true,
    });
    const seen: unknown[] = [];
    await using bed = await bedOf((manager) => {
      manager.controller(things).reconcile((thing) => void seen.push(thing['spec']));
    });
    bed.create(websites, site);
    await bed.idle();
    expect(seen).toEqual([{ html: 'x' }]);
  });

  it('passes predicates that are put together, and typed ones of the user', async () => {
    const shorter: Predicate<Website> = { update: (before, after) => after.spec.html.length < before.spec.html.length };
    const runs = new Map<string, number>();
    await using bed = await bedOf((manager) => {
      const watch = (name: string, ...predicates: Predicate<Website>[]): void => {
        manager
          .controller(websites, { name })
          .where(...predicates)
          .reconcile(() => void runs.set(name, (runs.get(name) ?? 0) + 1));
      };
      watch('or', or(generationChanged(), labelsChanged()));
      watch('and', and(generationChanged(), annotationsChanged()));
      watch('not', not(and(generationChanged(), { create: () => false, delete: () => false })));
      watch('shorter', shorter);
    });
    bed.create(websites, { ...site, spec: { html: 'long' } });
    await bed.idle();
    const counts = async (change: object): Promise<string[]> => {
      runs.clear();
      bed.patch(websites, 'a', change as never);
      await bed.idle();
      return [...runs.keys()].sort();
    };
    expect(await counts({ metadata: { labels: { x: '1' } } })).toEqual(['not', 'or']);
    expect(await counts({ metadata: { annotations: { x: '1' } } })).toEqual(['not']);
    expect(await counts({ spec: { html: 'longer' } })).toEqual(['or']);
    expect(await counts({ spec: { html: 's' } })).toEqual(['or', 'shorter']);
    expect(await counts({ spec: { html: 'longest' }, metadata: { annotations: { x: '2' } } })).toEqual(['and', 'or']);
    expect(await counts({ status: { ready: 1 } })).toEqual(['not']);
  });

  it('is told of once it was added, with all that is there, and not after it was removed and added again elsewhere', async () => {
    const runs: string[] = [];
    let built: BuiltController<Website> | undefined;
    await using bed = await bedOf((manager) => {
      built = manager.controller(websites).reconcileKeys({}, (key) => void runs.push(key));
    });
    bed.create(configMaps, { metadata: { name: 'early' } });
    const remove = built?.watch(configMaps, ({ metadata }) => [`default/${metadata.name}`]);
    await bed.idle();
    expect(runs).toEqual(['default/early']);
    remove?.();
    remove?.();
    bed.create(configMaps, { metadata: { name: 'unseen' } });
    await bed.idle();
    built?.watch(configMaps, ({ metadata }) => [`default/again-${metadata.name}`]);
    await bed.idle();
    expect(runs.slice(1).sort()).toEqual(['default/again-early', 'default/again-unseen']);
    expect(bed.server.openWatches({ resource: 'configmaps' })).toBe(1);
  });

  it('in several namespaces is also what it owns there, and nothing elsewhere is watched', async () => {
    const seen: string[] = [];
    await using bed = await bedOf((manager) => {
      manager
        .controller(websites, { namespaces: ['one', 'two'] })
        .owns(configMaps)
        .reconcile(async ({ metadata }, { apply, list }) => {
          await apply(configMaps, { data: { x: 'y' } });
          const children = await list(configMaps, { namespace: metadata.namespace ?? '' });
          seen.push(`${metadata.namespace} ${children.length}`);
        });
    });
    for (const namespace of ['one', 'two', 'three'])
      bed.create(websites, { ...site, metadata: { name: 'a', namespace } });
    await bed.idle();
    expect(new Set(seen)).toEqual(new Set(['one 1', 'two 1']));
    bed.delete(configMaps, 'two/a');
    await bed.idle();
    expect(bed.get(configMaps, 'two/a')).toBeDefined();
    const watched = bed.server.requests.filter(({ verb }) => verb === 'watch' || verb === 'list');
    expect(new Set(watched.map(({ namespace }) => namespace))).toEqual(new Set(['one', 'two']));
    expect(bed.errors).toEqual([]);
  });
});

describe('a child that is applied', () => {
  async function failureOf(work: Reconciler<Website>): Promise<unknown> {
    await using bed = await bedOf((manager) => void manager.controller(websites).owns(configMaps).reconcile(work));
    bed.create(configMaps, {
      metadata: { name: 'taken', ownerReferences: [owner('other', { controller: true })] },
    });
    bed.create(websites, site);
    return await bed.idle({ withinMs: 5 }).catch((error: unknown) => error);
  }
  const namespaces = defineResource({
    group: '',
    version: 'v1',
    kind: 'Namespace',
    plural: 'namespaces',
    namespaced: false,
  });

  it('is refused where the garbage collector would delete it, or never, and where it is another controller’s', async () => {
    const elsewhere = await failureOf(async (_site, { apply }) => {
      await apply(configMaps, { metadata: { namespace: 'elsewhere' } });
    });
    expect(isInformerError(elsewhere, 'InvalidOwner')).toBe(true);
    const everywhere = await failureOf(async (_site, { apply }) => {
      await apply(namespaces, {});
    });
    expect(isInformerError(everywhere, 'InvalidOwner')).toBe(true);
    const taken = await failureOf(async (_site, { apply }) => {
      await apply(configMaps, { metadata: { name: 'taken' } });
    });
    expect(isInformerError(taken, 'AlreadyOwned')).toBe(true);
  });

  it('may belong to nobody, and have a name and labels of its own', async () => {
    await using bed = await bedOf((manager) => {
      manager.controller(websites).reconcile(async (_site, { apply }) => {
        await apply(configMaps, { metadata: { name: 'free', labels: { x: 'y' } } }, { owned: false });
      });
    });
    bed.create(websites, site);
    await bed.idle();
    expect(bed.get(configMaps, 'free')?.metadata).toMatchObject({ namespace: 'default', labels: { x: 'y' } });
    expect(bed.get(configMaps, 'free')?.metadata.ownerReferences).toBeUndefined();
  });

  it('has the name and namespace of its object also where the intent has them undefined', async () => {
    const metadata = { name: undefined, namespace: undefined, labels: { a: 'b' } } as unknown as { labels: object };
    await using bed = await bedOf(
      (manager) =>
        void manager.controller(websites).reconcile(async (_site, { apply }) => {
          await apply(configMaps, { metadata });
        }),
    );
    bed.create(websites, site);
    await bed.idle();
    expect(bed.errors).toEqual([]);
    expect(bed.get(configMaps, 'a')?.metadata).toMatchObject({ namespace: 'default', labels: { a: 'b' } });
  });

  it('loses what the next intent leaves out, and keeps what others added', async () => {
    await using bed = await bedOf((manager) => {
      manager
        .controller(websites)
        .owns(configMaps)
        .reconcile(async ({ spec }, { apply }) => {
          await apply(configMaps, { data: { [spec.html]: 'ours' } });
        });
    });
    bed.create(websites, site);
    await bed.idle();
    bed.patch(configMaps, 'a', { data: { theirs: 'z' } });
    bed.patch(websites, 'a', { spec: { html: 'y' } });
    await bed.idle();
    expect(bed.get(configMaps, 'a')?.data).toEqual({ y: 'ours', theirs: 'z' });
  });
});

describe('finalizers', () => {
  it('of others hold the object, and ours is neither called twice nor missed', async () => {
    const log: string[] = [];
    await using bed = await bedOf((manager) => {
      manager
        .controller(websites)
        .finalizer('web.acme.dev/ours', () => void log.push('ours'))
        .reconcile(() => {});
    });
    bed.create(websites, { ...site, metadata: { name: 'a', finalizers: ['other.org/theirs'] } });
    await bed.idle();
    bed.delete(websites, 'a');
    await bed.idle();
    expect(log).toEqual(['ours']);
    expect(bed.get(websites, 'a')?.metadata.finalizers).toEqual(['other.org/theirs']);
    bed.patch(websites, 'a', { metadata: { finalizers: [] } });
    await bed.idle();
    expect(bed.get(websites, 'a')).toBeUndefined();
    expect(log).toEqual(['ours']);
    expect(bed.errors).toEqual([]);
  });

  it('are not added to what is being deleted, and nothing is cleaned up that was never ours', async () => {
    const log: string[] = [];
    await using bed = await bedOf((manager) => {
      manager
        .controller(websites)
        .where({ create: () => false, update: (_before, { metadata }) => metadata.deletionTimestamp !== undefined })
        .finalizer('web.acme.dev/ours', () => void log.push('ours'))
        .reconcile(() => void log.push('reconciled'));
    });
    bed.create(websites, { ...site, metadata: { name: 'a', finalizers: ['other.org/theirs'] } });
    bed.delete(websites, 'a');
    await bed.idle();
    expect(log).toEqual([]);
    expect(bed.get(websites, 'a')?.metadata.finalizers).toEqual(['other.org/theirs']);
    expect(bed.errors).toEqual([]);
  });

  it('are refused under a name that the server refuses', async () => {
    await expect(
      bedOf(
        (manager) =>
          void manager
            .controller(websites)
            .finalizer('cleanup', () => {})
            .reconcile(() => {}),
      ),
    ).rejects.toThrow('the server takes names such as example.com/cleanup');
  });
});

describe('events', () => {
  it('that the last run recorded are written before the end', async () => {
    const bed = await bedOf((manager) => {
      manager.controller(websites).reconcile((_site, { event }) => event({ reason: 'Seen', note: 'once' }));
    });
    bed.create(websites, site);
    await bed.idle();
    bed.patch(websites, 'a', { spec: { html: 'y' } });
    await bed[Symbol.asyncDispose]();
    const events = bed.events();
    expect(events.length).toBeGreaterThan(0);
    expect(new Set(events)).toEqual(new Set(['Seen: once']));
  });

  it('of which nothing can be made fail no run, in a program without types', async () => {
    await using bed = await bedOf(
      (manager) =>
        void manager.controller(websites).reconcile((_site, { event }) => {
          event({ reason: 'Odd' } as unknown as EventNote);
          event({ reason: 'Fine', note: 'all is well' });
        }),
    );
    bed.create(websites, site);
    await bed.idle();
    expect(bed.events()).toEqual(['Fine: all is well']);
    expect(bed.errors).toHaveLength(1);
  });

  it('that the server refuses fail no run', async () => {
    await using bed = await bedOf((manager) => {
      manager.controller(websites).reconcile((_site, { event, status }) => {
        event({ reason: 'Seen', note: 'once' });
        status.set({ ready: 1 });
      });
    });
    bed.server.deny({ resource: 'events.events.k8s.io' });
    bed.create(websites, site);
    await bed.idle();
    expect(bed.get(websites, 'a')?.status).toEqual({ ready: 1 });
  });
});

describe('owners of a kind that has no namespace', () => {
  it('are woken by children wherever those are', async () => {
    const clusterWide = { ...websites, namespaced: false };
    const map = toOwners(clusterWide);
    const child = { metadata: { name: 'c', namespace: 'deep', ownerReferences: [owner('a', { controller: true })] } };
    expect([...map(child as never)]).toEqual(['a']);
  });
});

describe('an answer that is no result', () => {
  it.each([null, 'text', 7, true, {}, { requeueAfterMs: undefined }] as const)(
    'of a program without types is a success: %j',
    async (answer) => {
      const outcomes: string[] = [];
      await using bed = await bedOf(
        (manager) => void manager.controller(websites).reconcile(() => answer as unknown as undefined),
        { manager: { onReconciled: ({ result }) => void outcomes.push(result) } },
      );
      bed.create(websites, site);
      await bed.idle({ withinMs: 3_600_000 });
      expect({ outcomes, errors: bed.errors }).toEqual({ outcomes: ['success'], errors: [] });
    },
  );
});
