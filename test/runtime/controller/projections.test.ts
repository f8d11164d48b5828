// Controllers of projected resources: on the bed, on virtual time.
import { Manager, matchesLabels } from '@informer-gen/runtime/controller';
import { ControllerBed, FakeClient } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { configMaps, websiteCrd, websites } from './support/websites.js';

const site = { metadata: { name: 'a', labels: { tier: 'web' } }, spec: { html: 'x', replicas: 2 } };

describe('a controller of a projected resource', () => {
  it('gets what was kept, sees own writes, and writes children, finalizers and status', async () => {
    const seen: unknown[] = [];
    const purged: string[] = [];
    await using bed = await ControllerBed.start({
      crds: [websiteCrd],
      setUp: (manager) => {
        manager
          .controller(websites.project('spec.html'))
          .owns(configMaps.project())
          .finalizer('web.acme.dev/purge', ({ spec }) => void purged.push(spec.html))
          .reconcile(async ({ spec }, { apply, status }) => {
            seen.push(spec);
            const child = await apply(configMaps, { data: { 'index.html': spec.html } });
            expect(child.data).toEqual({ 'index.html': spec.html });
            status.set({ ready: 1 });
            status.condition('Ready', true, { reason: 'Fine' });
          });
      },
    });
    bed.create(websites, site);
    await bed.idle();
    expect(seen.length).toBeGreaterThan(0);
    for (const spec of seen) expect(spec).toEqual({ html: 'x' });
    expect(bed.get(websites, 'a')?.status).toMatchObject({ ready: 1, conditions: [{ type: 'Ready', status: 'True' }] });
    expect(bed.get(websites, 'a')?.spec).toEqual(site.spec);
    bed.patch(configMaps, 'a', { data: { 'index.html': 'vandal' } });
    await bed.idle();
    expect(bed.get(configMaps, 'a')?.data).toEqual({ 'index.html': 'x' });
    bed.delete(websites, 'a');
    await bed.idle();
    expect(purged).toEqual(['x']);
    expect(bed.get(websites, 'a')).toBeUndefined();
    expect(bed.errors).toEqual([]);
  });

  it('reads its own writes from the whole and from the projected cache, each in its form', async () => {
    const read: unknown[] = [];
    const part = configMaps.project('data.n');
    await using bed = await ControllerBed.start({
      crds: [websiteCrd],
      setUp: (manager) => {
        manager
          .controller(websites)
          .owns(configMaps, part)
          .reconcile(async (_site, { apply, list }) => {
            await apply(configMaps, { data: { n: '1', m: '2' } });
            for (const each of await list(configMaps, { namespace: 'default' })) read.push(each.data);
            for (const each of await list(part, { namespace: 'default' })) read.push(each.data);
          });
      },
    });
    bed.create(websites, site);
    await bed.idle();
    expect(read.slice(0, 2)).toEqual([{ n: '1', m: '2' }, { n: '1' }]);
    expect(bed.errors).toEqual([]);
  });

  it('refuses a predicate that reads what was dropped', async () => {
    const manager = await Manager.create({ name: 'test', client: new FakeClient(), leaderElection: false });
    await using _manager = manager;
    const build = (...paths: readonly ('metadata.labels' | 'spec.html')[]): unknown =>
      manager
        .controller(websites.project(...paths), { name: paths.join() })
        .where(matchesLabels('tier=web'))
        .reconcile(() => {});
    expect(() => build('spec.html')).toThrow(/a predicate of websites.web.acme.dev reads metadata.labels.tier/);
    expect(() => build('metadata.labels')).not.toThrow();
  });
});
