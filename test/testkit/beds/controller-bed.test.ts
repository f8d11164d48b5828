import type { Manager } from '@informer-gen/runtime/controller';
import { ControllerBed, settle } from '@informer-gen/testing';
import type { ControllerBedOptions } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { configMaps, websiteCrd, websites } from '../../runtime/controller/support/websites.js';

const coreEvents = { group: '', version: 'v1', kind: 'Event', plural: 'events', namespaced: true };
const site = { metadata: { name: 'a' }, spec: { html: 'x' } };

function start(setUp: (manager: Manager) => void): Promise<ControllerBed> {
  return ControllerBed.start({ crds: [websiteCrd], setUp });
}

describe('a bed for controllers', () => {
  it('has seen everything that was there before it starts', async () => {
    const seen: string[] = [];
    await using bed = await ControllerBed.start({
      crds: [websiteCrd],
      objects: [{ apiVersion: 'web.acme.dev/v1', kind: 'Website', ...site }],
      setUp: (manager) => void manager.controller(websites).reconcile(({ metadata }) => void seen.push(metadata.name)),
    });
    expect(seen).toEqual(['a']);
    expect(bed.list(websites)).toHaveLength(1);
  });

  it('is idle only when failed runs have been tried again, and what is due within the time given has run', async () => {
    let runs = 0;
    await using bed = await start((manager) => {
      manager.controller(websites).reconcile(() => {
        runs += 1;
        if (runs < 4) throw new Error('not yet');
        return { requeueAfterMs: 30_000 };
      });
    });
    bed.create(websites, site);
    await bed.idle();
    expect(runs).toBe(4);
    await bed.idle({ withinMs: 30_000 });
    expect(runs).toBe(5);
    expect(bed.errors).toHaveLength(3);
  });

  it('lets no virtual time pass beyond what it was given', async () => {
    await using bed = await start((manager) => {
      manager.controller(websites).reconcile(() => ({ requeueAfterMs: 5000 }));
    });
    bed.create(websites, site);
    const before = bed.clock.now();
    await bed.idle({ withinMs: 4999 });
    expect(bed.clock.now() - before).toBeLessThan(5000);
  });

  it('says what is waited for where a run needs more virtual time than it was given', async () => {
    await using bed = await start((manager) => {
      manager.controller(websites).reconcile(async (_site, { apply }) => {
        await apply(configMaps, { metadata: { name: 'a', namespace: 'default' }, data: {} });
      });
    });
    bed.server.failNext({ verb: 'patch', resource: 'configmaps', delayMs: 20_000 });
    bed.create(websites, site);
    await expect(bed.idle()).rejects.toThrow(
      /default\/a is running, and apply configmaps default\/a is not answered, .* virtual time; .* advance\(20000\)/,
    );
    await bed.advance(20_000);
    expect(bed.get(configMaps, { namespace: 'default', name: 'a' })?.metadata.name).toBe('a');
  });

  it('ends although a run waits for virtual time that no test lets pass', async () => {
    let ended = false;
    {
      await using bed = await start((manager) => {
        manager.controller(websites).reconcile(async (_site, { apply }) => {
          await apply(configMaps, { metadata: { name: 'a', namespace: 'default' }, data: {} }).finally(() => {
            ended = true;
          });
        });
      });
      bed.server.failNext({ verb: 'patch', resource: 'configmaps', delayMs: 20_000 });
      bed.create(websites, site);
      await settle(20);
    }
    expect(ended).toBe(true);
  });

  it('runs what falls due while time is advanced', async () => {
    let runs = 0;
    await using bed = await start((manager) => {
      manager.controller(websites).reconcile(() => {
        runs += 1;
        return { requeueAfterMs: 60_000 };
      });
    });
    bed.create(websites, site);
    await bed.advance(5 * 60_000);
    expect(runs).toBe(6);
  });

  it('validates what is applied against the schema of the CRD, as a server does', async () => {
    await using bed = await start((manager) => {
      manager.controller(configMaps).reconcile(async (_object, { client, signal }) => {
        const wrong = { metadata: { name: 'b', namespace: 'default' }, spec: { html: 1 } };
        await client.create(websites, wrong, { signal });
      });
    });
    bed.create(configMaps, { metadata: { name: 'a' } });
    await expect(bed.idle({ withinMs: 0 })).rejects.toMatchObject({ code: 'Invalid' });
  });

  it('tells of events that controllers recorded, and not of those that a real API server records about itself', async () => {
    const recorded = {
      involvedObject: { apiVersion: 'v1', kind: 'Service', name: 'kubernetes', namespace: 'default' },
      reason: 'ClusterIPNotAllocated',
      message: 'Cluster IP [IPv4]: 10.0.0.1 is not allocated; repairing',
      reportingComponent: 'ipallocator-repair-controller',
    };
    await using bed = await start((manager) => {
      manager.controller(websites).reconcile((_site, { event }) => event({ reason: 'Made', note: 'x' }));
    });
    bed.create(coreEvents, { metadata: { name: 'kubernetes.1' }, ...recorded });
    bed.create(coreEvents, { metadata: { name: 'kubernetes.2' }, ...recorded, reportingComponent: 'somebody else' });
    bed.create(websites, site);
    await bed.idle();
    expect(bed.events().sort()).toEqual([`${recorded.reason}: ${recorded.message}`, 'Made: x']);
  });

  it('shows the failure of its manager among the errors', async () => {
    await using bed = await start((manager) => {
      manager.add({ name: 'broken', run: () => Promise.reject(new Error('broken')) });
    });
    expect(bed.errors.map(({ message }) => message)).toEqual(['broken']);
  });

  it('refuses times that are none at once, and works on afterwards', async () => {
    await using bed = await start((manager) => {
      manager.controller(websites).reconcile((_site, { status }) => status.set({ ready: 1 }));
    });
    await expect(bed.idle({ withinMs: NaN })).rejects.toThrow('withinMs is NaN');
    await expect(bed.advance(NaN)).rejects.toThrow(RangeError);
    await expect(bed.advance(-1)).rejects.toThrow(RangeError);
    bed.create(websites, site);
    await bed.idle();
    expect(bed.get(websites, 'a')?.status?.ready).toBe(1);
  });

  it('leaves no watch and no timer behind', async () => {
    const bed = await start((manager) => {
      manager
        .controller(websites)
        .owns(configMaps)
        .reconcile(() => ({ requeueAfterMs: 1000 }));
    });
    bed.create(websites, site);
    await bed[Symbol.asyncDispose]();
    expect(bed.server.openWatches()).toBe(0);
    expect(bed.clock.pendingTimers).toBe(0);
  });
});

describe('the role of a bed', () => {
  const rule = (apiGroup: string, resources: readonly string[], verbs: readonly string[]): object => ({
    apiGroups: [apiGroup],
    resources,
    verbs,
  });
  const role = (...rules: readonly object[]): object => ({ kind: 'ClusterRole', metadata: { name: 'bed' }, rules });
  const reads = rule('web.acme.dev', ['websites'], ['get', 'list', 'watch']);
  const status = rule('web.acme.dev', ['websites/status'], ['patch']);
  const children = rule('', ['configmaps'], ['list', 'watch', 'create', 'patch']);

  function startAs(roles: ControllerBedOptions['role']): Promise<ControllerBed> {
    return ControllerBed.start({
      crds: [websiteCrd],
      role: roles,
      setUp: (manager) =>
        void manager
          .controller(websites)
          .owns(configMaps)
          .reconcile(async (_site, context) => {
            await context.apply(configMaps, { data: {} });
            context.status.set({ ready: 1 });
          }),
    });
  }

  it('lets the controllers do what it grants, and the test everything', async () => {
    await using bed = await startAs(role(reads, status, children));
    bed.create(websites, site);
    await bed.idle();
    await bed.server.delete(configMaps, { namespace: 'default', name: 'a' });
    await bed.idle();
    expect(bed.get(configMaps, 'a')).toBeDefined();
    expect({ errors: bed.errors, refused: bed.refused }).toEqual({ errors: [], refused: [] });
  });

  it.each([
    ['list websites.web.acme.dev', [status, children]],
    ['patch websites.web.acme.dev/status', [reads, children]],
    ['create configmaps', [reads, status, rule('', ['configmaps'], ['list', 'watch', 'patch'])]],
  ])('fails a test that needs to %s without it', async (missing, rules) => {
    const test = async (): Promise<void> => {
      await using bed = await startAs(role(...rules));
      bed.create(websites, site);
      await bed.idle();
    };
    await expect(test()).rejects.toThrow(new RegExp(`the role does not grant: .*${missing}`));
  });

  it('knows wildcards, names of objects, and roles of one namespace', async () => {
    const everything = rule('*', ['*'], ['*']);
    await using bed = await startAs([role(everything)]);
    bed.create(websites, site);
    await bed.idle();
    const oneName = { ...everything, resourceNames: ['a'] };
    await expect(startAs(role(oneName))).rejects.toThrow('does not grant: watch');
    const local = { kind: 'Role', metadata: { name: 'bed', namespace: 'default' }, rules: [everything] };
    await expect(startAs(local)).rejects.toThrow('does not grant: watch');
  });
});
