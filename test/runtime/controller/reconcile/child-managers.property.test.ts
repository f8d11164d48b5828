// Managers whose objects want the same child, with caches, slow requests and lost answers, on virtual time.
import { FakeClient, FakeClock } from '@informer-gen/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rig } from '../support/manager-rig.js';
import { configMaps, websites } from '../support/websites.js';

const namespace = 'default';
const child = 'default/shared';

const scenario = fc.record({
  /** The name, and so the field manager, of the second manager. */
  second: fc.constantFrom('m0', 'm1'),
  /** Which manager has the controller of which object. */
  owners: fc.array(fc.nat(1), { minLength: 2, maxLength: 3 }),
  foreign: fc.boolean(),
  owns: fc.boolean(),
  readYourWrites: fc.boolean(),
  faults: fc.array(fc.record({ delayMs: fc.nat(400), lost: fc.constantFrom(false, false, false, true) }), {
    minLength: 1,
    maxLength: 12,
  }),
  changes: fc.array(fc.record({ owner: fc.nat(2), afterMs: fc.nat(2000) }), { maxLength: 4 }),
});

it('lets one object of several managers have the child, whatever is slow or lost', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ second, owners, foreign, owns, readYourWrites, faults, changes }) => {
      const clock = new FakeClock();
      const server = new FakeClient({ clock });
      if (foreign) server.direct.create(configMaps, { metadata: { name: 'shared', namespace }, data: { theirs: 'y' } });
      const before = server.direct.get(configMaps, child);
      const options = readYourWrites ? {} : { readYourWrites: false as const };
      await using first = await rig({ name: 'm0', clock, ...options }, server);
      await using other = await rig({ name: second, clock, ...options }, server);
      [first, other].forEach(({ manager }, at) => {
        const builder = manager.controller(websites, { name: `c${at}` });
        if (owns) builder.owns(configMaps);
        builder.reconcile({ workers: 2 }, async ({ metadata, spec }, { apply }) => {
          if (owners[Number(metadata.name.slice(1))] !== at) return;
          await apply(configMaps, { metadata: { name: 'shared' }, data: { [metadata.name]: spec.html } });
        });
      });
      let requests = 0;
      const ownersSeen = new Set<string | undefined>();
      server.onRequest(({ verb, resource }) => {
        const [seen] = server.direct.get(configMaps, child)?.metadata.ownerReferences ?? [];
        if (seen !== undefined) ownersSeen.add(seen.uid);
        if (resource !== 'configmaps' || (verb !== 'patch' && verb !== 'get')) return undefined;
        const fault = requests >= 40 ? undefined : faults[requests % faults.length];
        requests += 1;
        return { delayMs: fault?.delayMs ?? 0, ...(fault?.lost === true && { effect: 'lose-answer' as const }) };
      });
      await first.start();
      await other.start();
      owners.forEach((_manager, at) => {
        server.direct.create(websites, { metadata: { name: `w${at}`, namespace }, spec: { html: 'x' } });
      });
      for (const { owner, afterMs } of changes) {
        await clock.advanceAsync(afterMs);
        server.direct.patch(websites, `default/w${owner % owners.length}`, { spec: { html: `${afterMs}` } });
      }
      await clock.advanceAsync(300_000);
      const found = server.direct.get(configMaps, child);
      if (foreign) {
        expect(found).toEqual(before);
        return;
      }
      const [owner, ...more] = found?.metadata.ownerReferences ?? [];
      expect(more).toEqual([]);
      expect([...ownersSeen.add(owner?.uid)]).toEqual([owner?.uid]);
      const wanted = server.direct.get(websites, `default/${owner?.name}`);
      expect(owner?.uid).toBe(wanted?.metadata.uid);
      expect(found?.data).toEqual({ [owner?.name ?? '']: wanted?.spec.html });
      expect(found?.metadata).toMatchObject({ managedFields: [{ operation: 'Apply' }] });
    }),
    { numRuns: 60, seed: 27 },
  );
});
