// Which existing objects `apply` takes as children, and what happens when it refuses one: on the bed.
import { isInformerError } from '@informer-gen/runtime';
import type { Manager } from '@informer-gen/runtime/controller';
import type { ApplyChildOptions, Reconciler } from '@informer-gen/runtime/controller';
import { ControllerBed } from '@informer-gen/testing';
import type { ControllerBedOptions } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { configMaps, websiteCrd, websites } from '../support/websites.js';
import type { Website } from '../support/websites.js';
import { referenceTo } from './child-race.js';

const site = { metadata: { name: 'a' }, spec: { html: 'x' } };
const at = { name: 'a', namespace: 'default' };

function bedOf(setUp: (manager: Manager) => void, more: Partial<ControllerBedOptions> = {}): Promise<ControllerBed> {
  return ControllerBed.start({ crds: [websiteCrd], ...more, setUp });
}

/** Applies a ConfigMap with the page of the site. */
function publish(options?: ApplyChildOptions): Reconciler<Website> {
  return async ({ spec }, { apply }) => void (await apply(configMaps, { data: { html: spec.html } }, options));
}

function owning(options?: ApplyChildOptions): Promise<ControllerBed> {
  return bedOf((manager) => void manager.controller(websites).owns(configMaps).reconcile(publish(options)));
}

/** Requests about ConfigMaps that are not from informers: `get`, `apply force` … */
function requestsOf(bed: ControllerBed): string[] {
  return bed.server.requests
    .filter(({ resource, verb }) => resource === 'configmaps' && verb !== 'list' && verb !== 'watch')
    .map(({ verb, query }) => `${verb}${query['force'] === 'true' ? ' with force' : ''}`);
}

function codesOf(bed: ControllerBed): Set<string> {
  return new Set(bed.errors.map((error) => (isInformerError(error) ? error.code : String(error))));
}

/** Waits until a run was refused an object. */
async function refused(bed: ControllerBed, time: { readonly withinMs?: number } = {}): Promise<void> {
  await expect(bed.idle(time)).rejects.toMatchObject({ code: 'AlreadyOwned' });
}

describe('an object that something else made', () => {
  it.each(['create', 'apply'] as const)(
    'deviation(refused-children): is refused and left alone after kubectl %s',
    async (verb) => {
      await using bed = await owning();
      await bed.server[verb](
        configMaps,
        { metadata: at, data: { html: 'theirs' } },
        { fieldManager: `kubectl-${verb}` },
      );
      const before = bed.get(configMaps, 'a');
      bed.create(websites, site);
      await refused(bed);
      expect(bed.get(configMaps, 'a')).toEqual(before);
      const words = `ConfigMap default/a already exists, and this program did not apply it (field managers: "kubectl-${verb}")`;
      expect(bed.errors[0]?.message).toContain(words);
      expect(bed.events()[0]).toContain(`AlreadyOwned: ${words}`);
      const events = await bed.server.list({ ...configMaps, group: 'events.k8s.io', kind: 'Event', plural: 'events' });
      expect(events.items[0]).toMatchObject({ type: 'Warning', related: { kind: 'ConfigMap', name: 'a' } });
    },
  );

  it('is read once, also if it is refused many times, and again once it has changed', async () => {
    await using bed = await owning();
    bed.create(configMaps, { metadata: { name: 'a' } });
    bed.create(websites, site);
    await refused(bed, { withinMs: 120_000 });
    expect(bed.errors.length).toBeGreaterThan(10);
    expect(requestsOf(bed)).toEqual(['get']);
    bed.patch(configMaps, 'a', { metadata: { labels: { touched: 'yes' } } });
    await bed.idle({ withinMs: 120_000 });
    expect(requestsOf(bed)).toEqual(['get', 'get']);
  });

  it('is tried again every 30 s, and made anew once it is deleted', async () => {
    const runs: number[] = [];
    await using bed = await bedOf((manager) => {
      manager
        .controller(websites)
        .owns(configMaps)
        .reconcile(async (object, context) => {
          runs.push(bed.clock.now());
          await publish()(object, context);
        });
    });
    bed.create(configMaps, { metadata: { name: 'a' } });
    bed.create(websites, site);
    await refused(bed, { withinMs: 1_800_000 });
    const gaps = runs.slice(1).map((time, index) => time - (runs[index] ?? 0));
    expect(Math.max(...gaps)).toBe(30_000);
    bed.delete(configMaps, 'a');
    await bed.idle({ withinMs: 30_000 });
    expect(bed.get(configMaps, 'a')?.data).toEqual({ html: 'x' });
    expect(codesOf(bed)).toEqual(new Set(['AlreadyOwned']));
  });

  it('is taken over with adopt, unless another object controls it', async () => {
    await using bed = await owning({ adopt: true });
    bed.create(configMaps, { metadata: { name: 'a' }, data: { html: 'theirs', theirs: 'y' } });
    const other = { ...referenceTo('b', 'other'), kind: 'Other' };
    bed.create(configMaps, { metadata: { name: 'b', ownerReferences: [other] } });
    const { metadata } = bed.create(websites, site);
    bed.create(websites, { ...site, metadata: { name: 'b' } });
    await refused(bed);
    expect(bed.get(configMaps, 'a')?.data).toEqual({ html: 'x', theirs: 'y' });
    expect(bed.get(configMaps, 'a')?.metadata.ownerReferences).toMatchObject([{ uid: metadata.uid, controller: true }]);
    expect(bed.get(configMaps, 'b')?.metadata.ownerReferences).toEqual([other]);
    expect(bed.errors[0]?.message).toContain('ConfigMap default/b is controlled by Other b (uid other)');
  });

  it('is not taken for ours because our field manager applied its status', async () => {
    await using bed = await bedOf((manager) => {
      manager.controller(configMaps).reconcile(async (_map, { apply }) => void (await apply(websites, {})));
    });
    bed.create(websites, site);
    await bed.server.apply(
      websites,
      { metadata: at, status: { ready: 1 } },
      { subresource: 'status', fieldManager: 'bed' },
    );
    bed.create(configMaps, { metadata: { name: 'a' } });
    await refused(bed);
    expect(codesOf(bed)).toEqual(new Set(['AlreadyOwned']));
    expect(bed.get(websites, 'a')?.metadata.ownerReferences).toBeUndefined();
  });

  it('that appears while it is created is refused, and left alone', async () => {
    await using bed = await owning();
    const forget = bed.server.onRequest(({ verb, resource }) => {
      if (verb !== 'patch' || resource !== 'configmaps') return;
      forget();
      bed.create(configMaps, { metadata: { name: 'a' }, data: { theirs: 'y' } });
    });
    bed.create(websites, site);
    await refused(bed);
    expect(bed.get(configMaps, 'a')).toMatchObject({ data: { theirs: 'y' } });
    expect(bed.get(configMaps, 'a')?.metadata.ownerReferences).toBeUndefined();
    expect(codesOf(bed)).toEqual(new Set(['AlreadyOwned']));
  });
});

describe('an object without an owner', () => {
  it('is never refused, and takes no fields of others unless it is told to', async () => {
    const seen: unknown[] = [];
    await using bed = await bedOf((manager) => {
      manager.controller(websites).reconcile(async ({ spec }, { apply }) => {
        const metadata = { name: 'free' };
        await apply(configMaps, { metadata, data: { ours: 'x' } }, { owned: false });
        await apply(configMaps, { metadata, data: { html: spec.html } }, { owned: false }).catch((error: unknown) => {
          seen.push(isInformerError(error) && error.code);
        });
        await apply(configMaps, { metadata, data: { html: spec.html } }, { owned: false, force: true });
      });
    });
    const other = { ...referenceTo('b', 'other'), kind: 'Other' };
    bed.create(configMaps, { metadata: { name: 'free', ownerReferences: [other] }, data: { html: 'theirs' } });
    bed.create(websites, site);
    await bed.idle();
    expect(seen).toEqual(['FieldManagerConflict']);
    expect(bed.get(configMaps, 'free')?.data).toEqual({ html: 'x' });
    expect(bed.get(configMaps, 'free')?.metadata.ownerReferences).toEqual([other]);
    expect(bed.errors).toEqual([]);
  });
});

describe('a child of ours', () => {
  it('is created by one apply without force, and changed by one with force', async () => {
    await using bed = await owning();
    bed.create(websites, site);
    await bed.idle();
    bed.patch(websites, 'a', { spec: { html: 'y' } });
    await bed.idle();
    expect(requestsOf(bed)).toEqual(['patch', 'patch with force']);
    expect(bed.get(configMaps, 'a')?.data).toEqual({ html: 'y' });
  });

  it.each([
    ['no informer caches', undefined],
    ['the informer does not select', 'role=page'],
  ])('that %s is read before its first apply alone', async (_what, labelSelector) => {
    await using bed = await bedOf((manager) => {
      const builder = manager.controller(websites);
      if (labelSelector !== undefined) builder.owns(configMaps, { labelSelector });
      builder.reconcile(publish());
    });
    bed.create(websites, site);
    await bed.idle();
    bed.patch(websites, 'a', { spec: { html: 'y' } });
    await bed.idle();
    bed.delete(configMaps, 'a');
    bed.patch(websites, 'a', { spec: { html: 'z' } });
    await bed.idle();
    const first = ['get', 'patch'];
    const changed = ['patch with force'];
    const recreated = ['patch with force', 'get', 'patch'];
    expect(requestsOf(bed)).toEqual([...first, ...changed, ...recreated]);
    expect(bed.get(configMaps, 'a')?.data).toEqual({ html: 'z' });
    expect(bed.errors).toEqual([]);
  });

  it('of an earlier process gets its owner, although nothing controls it now', async () => {
    await using bed = await owning();
    await bed.server.apply(configMaps, { metadata: at, data: { old: 'x' } }, { fieldManager: 'bed' });
    const { metadata } = bed.create(websites, site);
    await bed.idle();
    expect(bed.get(configMaps, 'a')?.data).toEqual({ html: 'x' });
    expect(bed.get(configMaps, 'a')?.metadata.ownerReferences).toMatchObject([{ uid: metadata.uid }]);
    expect(bed.errors).toEqual([]);
  });

  it('is renewed for a recreated owner, also if another manager wrote the old reference', async () => {
    await using bed = await owning();
    const stranger = { ...referenceTo('z', 'stranger'), controller: false };
    const ownerReferences = [stranger, referenceTo('a', 'former')];
    bed.create(configMaps, { metadata: { name: 'a', ownerReferences } });
    const { metadata } = bed.create(websites, site);
    await bed.idle();
    expect(bed.get(configMaps, 'a')?.metadata.ownerReferences).toEqual([stranger, referenceTo('a', metadata.uid)]);
    expect(bed.get(configMaps, 'a')?.data).toEqual({ html: 'x' });
    expect(bed.errors).toEqual([]);
  });

  it('of a former owner that is being deleted is refused until it is gone, and then created', async () => {
    await using bed = await owning();
    const metadata = { name: 'a', ownerReferences: [referenceTo('a', 'former')], finalizers: ['example.com/hold'] };
    bed.create(configMaps, { metadata });
    bed.delete(configMaps, 'a');
    const { metadata: owner } = bed.create(websites, site);
    await refused(bed);
    expect(bed.get(configMaps, 'a')?.metadata.ownerReferences).toEqual(metadata.ownerReferences);
    expect(bed.errors[0]?.message).toContain('is controlled by Website a (uid former) and being deleted');
    bed.patch(configMaps, 'a', { metadata: { finalizers: [] } });
    await bed.idle();
    expect(bed.get(configMaps, 'a')?.metadata.ownerReferences).toEqual([referenceTo('a', owner.uid)]);
  });

  it('released by an orphaning deletion is not taken again by a cache that lacks the deletion', async () => {
    await using bed = await owning();
    bed.create(websites, { ...site, metadata: { name: 'a', finalizers: ['orphan'] } });
    await bed.idle();
    let isHidden = true;
    // The garbage collector releases the child; the cache of owners is behind.
    const forget = bed.server.onRequest(({ verb, resource }) => {
      if (verb !== 'get' || resource !== 'websites.web.acme.dev' || !isHidden) return;
      isHidden = false;
      bed.delete(websites, 'a');
    });
    bed.patch(configMaps, 'a', { metadata: { ownerReferences: null } });
    await bed.idle();
    forget();
    expect(bed.get(configMaps, 'a')?.metadata.ownerReferences).toBeUndefined();
    expect(codesOf(bed)).toEqual(new Set(['InvalidOwner']));
  });

  it('that something else recreates between the read and the apply is refused', async () => {
    await using bed = await owning();
    bed.create(websites, site);
    await bed.idle();
    const forget = bed.server.onRequest(({ verb, resource }) => {
      if (verb !== 'patch' || resource !== 'configmaps') return;
      forget();
      bed.delete(configMaps, 'a');
      bed.create(configMaps, { metadata: { name: 'a' }, data: { theirs: 'y' } });
    });
    bed.patch(websites, 'a', { spec: { html: 'y' } });
    await refused(bed);
    expect(bed.get(configMaps, 'a')?.data).toEqual({ theirs: 'y' });
    expect(codesOf(bed)).toEqual(new Set(['AlreadyOwned']));
  });
});

describe('two objects that want the same child', () => {
  it('get it one after the other: one has it, and the other is told whose it is', async () => {
    await using bed = await bedOf((manager) => {
      manager
        .controller(websites)
        .owns(configMaps)
        .reconcile({ workers: 2 }, async ({ metadata: { name } }, { apply }) => {
          await apply(configMaps, { metadata: { name: 'shared' }, data: { [name]: 'x' } });
        });
    });
    bed.create(websites, site);
    bed.create(websites, { ...site, metadata: { name: 'b' } });
    await refused(bed, { withinMs: 60_000 });
    const [owner] = bed.get(configMaps, 'shared')?.metadata.ownerReferences ?? [];
    const loser = owner?.name === 'a' ? 'b' : 'a';
    expect(bed.get(configMaps, 'shared')?.data).toEqual({ [owner?.name ?? '']: 'x' });
    expect(bed.get(configMaps, 'shared')?.metadata.managedFields).toHaveLength(1);
    expect(new Set(bed.errors.map(({ message }) => message))).toEqual(
      new Set([expect.stringContaining(`is controlled by Website ${owner?.name}`)]),
    );
    bed.delete(websites, owner?.name ?? '');
    bed.delete(configMaps, 'shared');
    await bed.idle({ withinMs: 60_000 });
    expect(bed.get(configMaps, 'shared')?.data).toEqual({ [loser]: 'x' });
  });
});
