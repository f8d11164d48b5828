// Owners that race for one child, on both servers: request by request, in orders that a pinned seed chooses.
import type { ApiClient } from '@informer-gen/runtime';
import { findApiServer, startTestServer } from '@informer-gen/testing';
import type { TestServer, TestServerKind } from '@informer-gen/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configMaps, websiteCrd, websites } from '../support/websites.js';
import type { Website } from '../support/websites.js';
import { ChildRace, referenceTo } from './child-race.js';
import type { RacingOwner } from './child-race.js';

const kinds: readonly TestServerKind[] = findApiServer() === undefined ? ['simulated'] : ['simulated', 'real'];
const RUNS = { simulated: 400, real: 120 };
const namespace = 'default';

/** How the child came to be, before the race. */
const beginnings = [
  'absent',
  'kubectl create',
  'kubectl apply',
  'ours of an earlier process',
  'written by our field manager, not applied',
  'controlled by another kind',
  'controlled by a former parent',
  'controlled by a former parent, restored by another manager',
  'controlled by a former parent, being deleted',
] as const;

describe.each(kinds)('owners that race for a child on a %s server', (kind) => {
  let server: TestServer;
  let client: ApiClient;
  let parents: readonly Website[];
  beforeAll(async () => {
    server = await startTestServer({ kind, crds: [websiteCrd] });
    client = await server.connect();
    const create = (name: string): Promise<Website> =>
      client.create(websites, { metadata: { name, namespace }, spec: { html: 'x' } });
    parents = [await create('p0'), await create('p1'), await create('p2')];
  }, 120_000);
  afterAll(async () => {
    await client[Symbol.asyncDispose]();
    await server.stop();
  });

  async function begin(name: string, how: (typeof beginnings)[number]): Promise<void> {
    const at = { name, namespace };
    const foreign = { metadata: at, data: { foreign: 'yes' } };
    const former = { ...at, ownerReferences: [referenceTo('p0', 'former')] };
    if (how === 'absent') return;
    if (how === 'kubectl create') await client.create(configMaps, foreign, { fieldManager: 'kubectl-create' });
    else if (how === 'kubectl apply') await client.apply(configMaps, foreign, { fieldManager: 'kubectl' });
    else if (how === 'ours of an earlier process')
      await client.apply(configMaps, { metadata: at, data: { old: 'x' } }, { fieldManager: 'm0' });
    else if (how === 'written by our field manager, not applied')
      await client.create(configMaps, foreign, { fieldManager: 'm0' });
    else if (how === 'controlled by another kind') {
      const other = { ...referenceTo('p0', 'other'), kind: 'Other' };
      await client.apply(
        configMaps,
        { metadata: { ...at, ownerReferences: [other] }, data: { old: 'x' } },
        { fieldManager: 'm0' },
      );
    } else if (how === 'controlled by a former parent')
      await client.apply(configMaps, { metadata: former, data: { old: 'x' } }, { fieldManager: 'm0' });
    else if (how === 'controlled by a former parent, restored by another manager')
      await client.create(configMaps, { metadata: former, data: { old: 'x' } }, { fieldManager: 'velero' });
    else {
      const metadata = { ...former, finalizers: ['example.com/hold'] };
      await client.create(configMaps, { metadata, data: { old: 'x' } }, { fieldManager: 'velero' });
      await client.delete(configMaps, at);
    }
  }

  const owner = fc.record({
    parent: fc.nat(2),
    fieldManager: fc.constantFrom('m0', 'm0', 'm1'),
    adopt: fc.constantFrom(false, false, true),
    cache: fc.constantFrom('stale' as const, 'empty' as const, 'none' as const),
    applies: fc.integer({ min: 1, max: 2 }),
    lost: fc.array(fc.boolean(), { maxLength: 4 }),
  });
  const race = fc.record({
    beginning: fc.constantFrom(...beginnings),
    owners: fc.array(owner, { minLength: 1, maxLength: 3 }),
    others: fc.array(fc.constantFrom('delete', 'create', 'label'), { maxLength: 2 }),
    order: fc.array(fc.nat(20), { minLength: 12, maxLength: 24 }),
  });

  it('lets one of them win, and never writes an object of others', { timeout: 120_000 }, async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(race, async ({ beginning, owners, others, order }) => {
        const at = { name: `${kind}-${(run += 1)}`, namespace };
        await begin(at.name, beginning);
        const racing = new ChildRace(client, at);
        const actions = others.map((what) => async (): Promise<void> => {
          const foreign = { metadata: at, data: { foreign: 'yes' } };
          const label = { metadata: { labels: { touched: `${run}` } } };
          const done =
            what === 'delete'
              ? client.delete(configMaps, at)
              : what === 'create'
                ? client.create(configMaps, foreign, { fieldManager: 'kubectl-create' })
                : client.patch(configMaps, at, label, { fieldManager: 'labeller' });
          await done.catch(() => undefined);
        });
        const racers = owners.map((each): RacingOwner => ({ ...each, parent: parents[each.parent] as Website }));
        await racing.run(racers, actions, order);
        expect({ violations: racing.violations, failures: racing.failures }).toEqual({ violations: [], failures: [] });
        if (others.some((what) => what !== 'label')) return;
        expect(racing.winners.size).toBeLessThanOrEqual(1);
        if (beginning === 'absent') expect(racing.winners.size).toBe(1);
        const [winner] = racing.winners;
        const child = await racing.live();
        if (winner === undefined || child === undefined) return;
        const theirs = Object.keys(child.data ?? {}).filter((key) => key.startsWith('p'));
        expect(theirs).toEqual([winner]);
        for (const { fieldManager } of racers)
          expect(racing.dataOf(child, fieldManager).filter((key) => key !== winner && key !== 'old')).toEqual([]);
      }),
      { numRuns: RUNS[kind], seed: 27 },
    );
  });
});
