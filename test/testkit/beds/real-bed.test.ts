// The bed on a real API server: what is the same there, what differs, and which errors say so.
import { ControllerBed } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { configMaps, websiteCrd, websites } from '../../runtime/controller/support/websites.js';
import { apiServerAvailable } from '../../setup/api-server.js';

const site = { metadata: { name: 'a' }, spec: { html: 'x' } };
const seed = { apiVersion: 'web.acme.dev/v1', kind: 'Website' };

describe.skipIf(!apiServerAvailable)('a bed on a real server', { timeout: 120_000 }, () => {
  it('seeds, writes with status, waits until all is done, and refuses what only the simulated server can do', async () => {
    let runs = 0;
    await using bed = await ControllerBed.start({
      server: 'real',
      crds: [websiteCrd],
      objects: [{ ...seed, ...site, metadata: { name: 'seeded', namespace: 'shop' } }],
      setUp: (manager) =>
        void manager
          .controller(websites)
          .owns(configMaps)
          .reconcile(async ({ spec }, { apply, event }) => {
            runs += 1;
            if (runs === 1) throw new Error('not yet');
            await apply(configMaps, { data: { html: spec.html } });
            event({ reason: 'Made', note: spec.html });
          }),
    });
    expect(bed.kind).toBe('real');
    expect(bed.get(configMaps, 'shop/seeded')?.data).toEqual({ html: 'x' });
    expect(bed.errors.map(({ message }) => message)).toEqual(['not yet']);
    bed.create(websites, { ...site, status: { ready: 3 } });
    await bed.idle();
    expect(bed.get(websites, 'default/a')?.status).toEqual({ ready: 3 });
    expect(bed.list(configMaps, 'default').map(({ metadata }) => metadata.name)).toContain('a');
    expect(bed.patch(websites, 'a', { spec: { html: 'y' }, status: { ready: 4 } })).toMatchObject({
      kind: 'Website',
      spec: { html: 'y' },
      status: { ready: 4 },
    });
    await bed.idle();
    expect(bed.get(configMaps, 'a')?.data).toEqual({ html: 'y' });
    expect(bed.events().sort()).toEqual(['Made: x', 'Made: x']);
    bed.delete(websites, 'a');
    expect(bed.get(websites, 'a')).toBeUndefined();
    expect(() => bed.server).toThrow(/runs on a real API server: it has no faults/);
  });

  it('lets the controllers do what their role grants, and fails a test that needs more', async () => {
    const rules = [
      { apiGroups: ['web.acme.dev'], resources: ['websites'], verbs: ['get', 'list', 'watch'] },
      { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch', 'patch'] },
    ];
    await using bed = await ControllerBed.start({
      server: 'real',
      crds: [websiteCrd],
      role: { kind: 'ClusterRole', metadata: { name: 'bed' }, rules },
      setUp: (manager) =>
        void manager
          .controller(websites)
          .owns(configMaps)
          .reconcile(async (_site, { apply }) => void (await apply(configMaps, { data: {} }, { adopt: true }))),
    });
    bed.create(configMaps, { metadata: { name: 'there' } });
    bed.create(websites, { ...site, metadata: { name: 'there' } });
    await bed.idle();
    expect(bed.refused).toEqual([]);
    bed.create(websites, site);
    await expect(bed.idle()).rejects.toThrow('the role does not grant: create configmaps');
  });
});

it('a bed on a real server takes no options of the simulated one', async () => {
  const starting = ControllerBed.start({ server: 'real', cluster: {}, setUp: () => {} });
  await expect(starting).rejects.toThrow(/options of the simulated server/);
});
