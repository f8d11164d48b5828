// A bed finds keys whose runs lead to further runs of them for ever, and only those.
import type { Manager } from '@informer-gen/runtime/controller';
import { ControllerBed, settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { configMaps, websiteCrd, websites } from '../../runtime/controller/support/websites.js';

const site = (name: string, html = 'x'): { metadata: { name: string }; spec: { html: string } } => ({
  metadata: { name },
  spec: { html },
});

function start(setUp: (manager: Manager) => void): Promise<ControllerBed> {
  return ControllerBed.start({ crds: [websiteCrd], setUp });
}

describe('a loop', () => {
  it('is a status that changes with every run: idle rejects with the key, the cause and the last two values', async () => {
    let runs = 0;
    await using bed = await start((manager) => {
      manager.controller(websites).reconcile((_site, { status }) => status.set({ ready: (runs += 1) }));
    });
    bed.create(websites, site('a'));
    await expect(bed.idle()).rejects.toThrow(
      /^website default\/a: endless loop: 100 runs .*\n +woken by update of websites\.web\.acme\.dev default\/a, written by website default\/a itself\n +\.status\.ready: 98 → 99$/,
    );
  });

  it('is a status with the time of the machine, however quickly runs follow each other', async () => {
    await using bed = await start((manager) => {
      manager.controller(websites).reconcile((_site, { status }) => status.set({ ready: Date.now() }));
    });
    bed.create(websites, site('a'));
    await expect(bed.idle()).rejects.toThrow(/endless loop.*\n.*\n +\.status\.ready: \d+ → \d+/);
  });

  it('is two controllers that overwrite each other’s field, and names both', async () => {
    await using bed = await start((manager) => {
      for (const color of ['red', 'blue'])
        manager
          .controller(websites, { name: color })
          .watches(configMaps, () => ['default/a'])
          .reconcile(async (_site, { client }) => {
            const shared = { metadata: { name: 'shared', namespace: 'default' }, data: { color } };
            await client.apply(configMaps, shared, { force: true, fieldManager: color });
          });
    });
    bed.create(websites, site('a'));
    await expect(bed.idle()).rejects.toThrow(
      /^(red|blue) default\/a: endless loop: .* it and (red|blue) default\/a wake each other; (.|\n)*\.data\.color: "(red|blue)" → "(red|blue)"/,
    );
  });

  it('is a run that fails and writes how often it did', async () => {
    let attempts = 0;
    await using bed = await start((manager) => {
      manager.controller(websites).reconcile((_site, { status }) => {
        status.set({ ready: (attempts += 1) });
        throw new Error('not yet');
      });
    });
    bed.create(websites, site('a'));
    const rejection: unknown = await bed.idle().catch((error: unknown) => error);
    expect(rejection).toMatchObject({
      message: expect.stringContaining('.status.ready: 98 → 99'),
      cause: { message: 'not yet' },
    });
  });

  it('is a child that is deleted and created by turns', async () => {
    await using bed = await start((manager) => {
      manager
        .controller(websites)
        .watches(configMaps, () => ['default/a'])
        .reconcile(async (_site, { client, list }) => {
          const [child] = await list(configMaps);
          if (child === undefined) await client.create(configMaps, { metadata: { name: 'm', namespace: 'default' } });
          else await client.delete(configMaps, child.metadata);
        });
    });
    bed.create(websites, site('a'));
    await expect(bed.idle()).rejects.toThrow(
      /endless loop: 100 runs .*\n +woken by (add|delete) of configmaps default\/m/,
    );
  });

  it('is a run that adds its own key again', async () => {
    let wake: (() => void) | undefined;
    await using bed = await start((manager) => {
      const controller = manager.controller(websites).reconcile((object) => {
        wake ??= () => controller.enqueue(object);
        wake();
        return { requeueAfterMs: 1 };
      });
    });
    bed.create(websites, site('a'));
    await expect(bed.idle()).rejects.toThrow(
      /endless loop: 100 runs .* requeueAfterMs .*\n +woken by enqueue\(\) in a run of website/,
    );
  });

  it('is found through a chain of keys that wake each other', async () => {
    const names = ['a', 'b', 'c'];
    await using bed = await start((manager) => {
      const next = ({ metadata }: { metadata: { name: string } }): string[] => {
        const at = names.indexOf(metadata.name);
        return [`default/${names[(at + 1) % names.length]}`];
      };
      manager
        .controller(websites, { name: 'ring' })
        .where({ create: ({ metadata }) => metadata.name === 'a', update: () => false })
        .watches(websites, next, { predicate: { create: () => false } })
        .reconcile(({ status: { ready = 0 } = {} }, { status }) => status.set({ ready: ready + 1 }));
    });
    for (const name of ['c', 'b', 'a']) bed.create(websites, site(name));
    await expect(bed.idle()).rejects.toThrow(/^ring default\/a: endless loop: 100 runs .* wake each other/);
  });

  it('is found again by the next idle while it goes on, and no longer when the test has ended it', async () => {
    let runs = 0;
    await using bed = await start((manager) => {
      manager.controller(websites).reconcile(({ spec }, { status }) => {
        if (spec.html === 'x') status.set({ ready: (runs += 1) });
      });
    });
    bed.create(websites, site('a'));
    await expect(bed.idle()).rejects.toThrow('endless loop');
    await expect(bed.idle()).rejects.toThrow('endless loop');
    bed.patch(websites, 'a', { spec: { html: 'y' } });
    await bed.idle();
  });

  it('makes the end of a bed throw where no idle has reported it', async () => {
    const test = async (idle: boolean): Promise<void> => {
      let runs = 0;
      let [until, reached]: [number, () => void] = [Infinity, () => {}];
      await using bed = await start((manager) => {
        manager.controller(websites).reconcile((_site, { status }) => {
          status.set({ ready: (runs += 1) });
          if (runs === until) reached();
        });
      });
      bed.create(websites, site('a'));
      if (idle) await expect(bed.idle()).rejects.toThrow('endless loop');
      await new Promise<void>((resolve) => ([until, reached] = [runs + 150, resolve]));
    };
    await expect(test(false)).rejects.toThrow('endless loop');
    await test(true);
  });
});

describe('no loop', () => {
  it('is a key that comes again with time', async () => {
    let runs = 0;
    await using bed = await start((manager) => {
      manager.controller(websites).reconcile((_site, { status }) => {
        status.set({ ready: Math.ceil((runs += 1) / 2) });
        return { requeueAfterMs: 1 };
      });
    });
    bed.create(websites, site('a'));
    await bed.idle({ withinMs: 150 });
    expect(runs).toBeGreaterThan(150);
    await bed.advance(150);
    expect(runs).toBeGreaterThan(300);
  });

  it('is a parent that each of its many children wakes, although it writes each time', async () => {
    const children = Array.from({ length: 150 }, (_, at) => `c${at}`);
    let parentRuns = 0;
    await using bed = await start((manager) => {
      manager
        .controller(websites, { name: 'child' })
        .where({ create: ({ metadata }) => metadata.name === 'c0', update: () => false })
        // Each child waits for the one before, so that the parent is woken once for each.
        .watches(websites, ({ metadata }) => [`default/c${Number(metadata.name.slice(1)) + 1}`], {
          predicate: { create: () => false, update: (_before, { metadata }) => metadata.name !== 'parent' },
        })
        .reconcile(async (_child, { status }) => {
          await settle(20);
          status.set({ ready: 1 });
        });
      const isParent = ({ metadata }: { metadata: { name: string } }): boolean => metadata.name === 'parent';
      manager
        .controller(websites, { name: 'parent' })
        .where({ create: isParent, update: (_before, after) => isParent(after) })
        .watches(websites, () => ['default/parent'])
        .reconcile(async (_parent, { status, list }) => {
          parentRuns += 1;
          const ready = (await list(websites)).filter((child) => !isParent(child) && child.status?.ready);
          status.set({ ready: ready.length });
        });
    });
    bed.create(websites, site('parent'));
    for (const name of [...children].reverse()) bed.create(websites, site(name));
    await bed.idle();
    expect(bed.get(websites, 'parent')?.status?.ready).toBe(children.length);
    expect(parentRuns).toBeGreaterThan(100);
  });

  it('is a key that the test itself changes more than 100 times', async () => {
    await using bed = await start((manager) => {
      manager.controller(websites).reconcile(({ spec }, { status }) => status.set({ ready: spec.html.length }));
    });
    bed.create(websites, site('a', ''));
    for (let at = 1; at <= 120; at += 1) {
      bed.patch(websites, 'a', { spec: { html: 'x'.repeat(at) } });
      await bed.idle();
    }
    expect(bed.get(websites, 'a')?.status?.ready).toBe(120);
  });

  it('is a key that a client outside of the bed changes more than 100 times', async () => {
    let changes = 0;
    await using bed = await start((manager) => {
      manager.controller(websites).reconcile(({ spec }, { status }) => status.set({ ready: spec.html.length }));
    });
    bed.server.onRequest(({ verb, subresource }) => {
      if (verb !== 'patch' || subresource !== 'status' || changes >= 150) return;
      bed.server.direct.patch(websites, 'a', { spec: { html: 'x'.repeat((changes += 1)) } });
    });
    bed.create(websites, site('a', ''));
    await bed.idle();
    expect(bed.get(websites, 'a')?.status?.ready).toBe(150);
  });

  it('is a controller that creates its 99 children one at a time', async () => {
    await using bed = await start((manager) => {
      manager
        .controller(websites)
        .watches(configMaps, () => ['default/a'])
        .reconcile(async (_site, { client, list }) => {
          const { length } = await list(configMaps);
          if (length < 98) await client.create(configMaps, { metadata: { name: `m${length}`, namespace: 'default' } });
        });
    });
    bed.create(websites, site('a'));
    await bed.idle();
    expect(bed.list(configMaps)).toHaveLength(98);
  });
});
