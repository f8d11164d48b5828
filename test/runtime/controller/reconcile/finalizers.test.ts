// Finalizers of a controller together with predicates, selectors, and changes that others make meanwhile.
import type { Manager } from '@informer-gen/runtime/controller';
import { generationChanged, matchesLabels } from '@informer-gen/runtime/controller';
import { ControllerBed } from '@informer-gen/testing';
import type { ControllerBedOptions } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { websiteCrd, websites } from '../support/websites.js';
import type { Website } from '../support/websites.js';

const site = { metadata: { name: 'a' }, spec: { html: 'x' } };
const ONE = 'web.acme.dev/one';
const TWO = 'web.acme.dev/two';
const never = { create: () => false, update: () => false, delete: () => false };

function bedOf(setUp: (manager: Manager) => void, more: Partial<ControllerBedOptions> = {}): Promise<ControllerBed> {
  return ControllerBed.start({ crds: [websiteCrd], ...more, setUp });
}

/** Notes cleanups, and the finalizers of each object that is reconciled. */
function watching(manager: Manager, log: string[]) {
  return manager
    .controller(websites)
    .finalizer(ONE, () => void log.push('one'))
    .finalizer(TWO, () => void log.push('two'));
}

const seen = ({ metadata }: Website): string => `reconciled with ${metadata.finalizers?.join() ?? 'none'}`;

describe('an object without the finalizers of its controller', () => {
  it.each([
    ['as it is', {}],
    ['without reading own writes', { readYourWrites: false }],
    ['asking the server where caches are behind', { readYourWrites: { onTimeout: 'live' } }],
  ] as const)(
    'is reconciled once they are stored, although a predicate drops that change: %s',
    async (_how, manager) => {
      const log: string[] = [];
      await using bed = await bedOf(
        (running) =>
          void watching(running, log)
            .where(generationChanged())
            .reconcile((object) => void log.push(seen(object))),
        { manager },
      );
      bed.create(websites, site);
      await bed.idle();
      expect(log).toEqual([`reconciled with ${ONE},${TWO}`]);
      expect(bed.get(websites, 'a')?.metadata.finalizers).toEqual([ONE, TWO]);
      expect(bed.errors).toEqual([]);
    },
  );

  it('is reconciled as the cache would hold it: transformed, and without managed fields', async () => {
    const objects: Website[] = [];
    const transform = (object: object): object => ({ ...object, spec: { html: 'transformed' } });
    await using bed = await bedOf(
      (manager) =>
        void manager
          .controller(websites)
          .where(generationChanged())
          .finalizer(ONE, () => {})
          .reconcile((object) => void objects.push(object)),
      { manager: { informers: { transform }, readYourWrites: false } },
    );
    bed.create(websites, site);
    await bed.idle();
    expect(objects.map(({ spec }) => spec)).toEqual([{ html: 'transformed' }]);
    expect(objects[0]?.metadata).not.toHaveProperty('managedFields');
  });

  it('keeps a finalizer that another controller adds at the same time', async () => {
    const log: string[] = [];
    await using bed = await bedOf(
      (manager) =>
        void watching(manager, log)
          .where(generationChanged())
          .reconcile((object) => void log.push(seen(object))),
    );
    const forget = bed.server.onRequest(({ verb }) => {
      if (verb !== 'patch') return;
      forget();
      bed.patch(websites, 'a', { metadata: { finalizers: ['other.org/theirs'] } });
    });
    bed.create(websites, site);
    await bed.idle();
    expect(log).toEqual([`reconciled with other.org/theirs,${ONE},${TWO}`]);
    expect(bed.errors).toEqual([]);
  });

  it('that is deleted while they are added is not reconciled, and cleaned up as far as they were', async () => {
    const log: string[] = [];
    await using bed = await bedOf(
      (manager) =>
        void watching(manager, log)
          .where({ ...never, create: () => true })
          .reconcile((object) => void log.push(seen(object))),
    );
    let patches = 0;
    bed.server.onRequest(({ verb }) => {
      if (verb === 'patch' && (patches += 1) === 2) bed.delete(websites, 'a');
    });
    bed.create(websites, site);
    await bed.idle();
    expect(log).toEqual(['one']);
    expect(bed.get(websites, 'a')).toBeUndefined();
    expect(bed.errors).toEqual([]);
  });

  it('that is replaced by another of its name while they are added is left alone', async () => {
    const log: string[] = [];
    await using bed = await bedOf(
      (manager) =>
        void watching(manager, log)
          .where({ ...never, create: ({ metadata }) => metadata.labels?.['first'] === 'yes' })
          .reconcile((object) => void log.push(seen(object))),
    );
    const forget = bed.server.onRequest(({ verb }) => {
      if (verb !== 'patch') return;
      forget();
      bed.delete(websites, 'a');
      bed.create(websites, site);
    });
    bed.create(websites, { ...site, metadata: { name: 'a', labels: { first: 'yes' } } });
    await bed.idle();
    expect(log).toEqual([]);
    expect(bed.get(websites, 'a')?.metadata.finalizers).toBeUndefined();
  });
});

describe('an object in deletion', () => {
  it('deviation(finalizers-pass-predicates): that carries one of ours passes every predicate', async () => {
    const log: string[] = [];
    await using bed = await bedOf(
      (manager) =>
        void watching(manager, log)
          .where(matchesLabels('web=yes'), never)
          .reconcile((object) => void log.push(seen(object))),
    );
    bed.create(websites, { ...site, metadata: { name: 'a', finalizers: [TWO, 'other.org/theirs'] } });
    await bed.idle();
    expect(log).toEqual([]);
    bed.delete(websites, 'a');
    await bed.idle();
    expect(log).toEqual(['two']);
    expect(bed.get(websites, 'a')?.metadata.finalizers).toEqual(['other.org/theirs']);
    expect(bed.errors).toEqual([]);
  });

  it('is cleaned up at the start of a process, although a predicate drops what was there before', async () => {
    const log: string[] = [];
    const gone = { ...site, metadata: { name: 'a', namespace: 'default', finalizers: [ONE] } };
    await using bed = await bedOf(
      (manager) =>
        void watching(manager, log)
          .where(never)
          .reconcile(() => {}),
      {
        objects: [{ ...gone, apiVersion: 'web.acme.dev/v1', kind: 'Website' }],
      },
    );
    bed.delete(websites, 'a');
    await bed.idle();
    expect(log).toEqual(['one']);
    expect(bed.get(websites, 'a')).toBeUndefined();
  });

  it('without a finalizer of the controller is filtered as any other', async () => {
    const runs: string[] = [];
    await using bed = await bedOf(
      (manager) =>
        void manager
          .controller(websites)
          .where(never)
          .finalizer(ONE, () => void runs.push('cleaned up'))
          .reconcile(() => void runs.push('reconciled')),
      { manager: { onReconciled: ({ key }) => void runs.push(key) } },
    );
    bed.create(websites, { ...site, metadata: { name: 'a', finalizers: ['other.org/theirs'] } });
    bed.delete(websites, 'a');
    await bed.idle();
    expect(runs).toEqual([]);
  });
});

describe('a finalizer together with a selector', () => {
  it.each([
    ['labelSelector', { labelSelector: 'web=yes' }, 'labelSelector "web=yes"'],
    ['fieldSelector', { fieldSelector: 'metadata.name=a' }, 'fieldSelector "metadata.name=a"'],
    ['fieldSelector object', { fieldSelector: { 'metadata.name': 'a' } }, 'fieldSelector "metadata.name=a"'],
  ] as const)(
    'deviation(finalizers-without-selectors): is an error that names the predicate: %s',
    async (_what, options, named) => {
      await using bed = await bedOf((manager) => {
        const builder = manager.controller(websites, options).finalizer(ONE, () => {});
        const error = expect.objectContaining({ code: 'Configuration' }) as Error;
        expect(() => builder.reconcile(() => {})).toThrow(error);
        expect(() => builder.reconcile(() => {})).toThrow(named);
        expect(() => builder.reconcile(() => {})).toThrow('.where(matchesLabels(…))');
      });
      await bed.idle();
    },
  );

  it('is an error also if the selector is that of all informers of the manager', async () => {
    // The types do not offer it.
    const informers: object = { labelSelector: 'web=yes' };
    await using bed = await bedOf(
      (manager) => {
        const builder = manager.controller(websites).finalizer(ONE, () => {});
        expect(() => builder.reconcile(() => {})).toThrow('labelSelector "web=yes"');
      },
      { manager: { informers } },
    );
    await bed.idle();
  });

  it('is fine in one namespace, with empty selectors, and a selector is fine without a finalizer', async () => {
    await using bed = await bedOf((manager) => {
      manager
        .controller(websites, { name: 'one', namespaces: ['default'], labelSelector: '', fieldSelector: {} })
        .finalizer(ONE, () => {})
        .reconcile(() => {});
      manager.controller(websites, { name: 'two', labelSelector: 'web=yes' }).reconcile(() => {});
    });
    await bed.idle();
  });
});
