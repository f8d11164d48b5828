import { SimulatedApiServer } from '@informer-gen/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ask, WatchClient } from './http-client.js';
import type { Loose } from './http-client.js';

const configMaps = '/api/v1/namespaces/default/configmaps';

interface Write {
  readonly name: string;
  readonly remove: boolean;
  readonly app: string;
}

const writes = fc.array(
  fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd', 'e'), remove: fc.boolean(), app: fc.constantFrom('x', 'y') }),
  { maxLength: 40 },
);

/** Creates, changes or deletes, whichever fits. */
function write(server: SimulatedApiServer, { name, remove, app }: Write): void {
  const present = server.get('configmaps', name);
  if (present === undefined) server.create('configmaps', { metadata: { name, labels: { app } } });
  else if (remove) server.delete('configmaps', name);
  else server.patch('configmaps', name, { metadata: { labels: { app } }, data: { rv: server.resourceVersion } });
}

/** Name and version of each item. */
function versions(list: Loose): Map<string, string> {
  const items = list['items'] as unknown as Loose[];
  return new Map(items.map(({ metadata }) => [String(metadata?.['name']), String(metadata?.['resourceVersion'])]));
}

async function watchInto(state: Map<string, string>, watch: WatchClient): Promise<void> {
  for (let event = await watch.next(); event !== undefined; event = await watch.next()) {
    const name = String(event.object['metadata']?.['name']);
    if (event.type === 'DELETED') {
      expect(state.has(name)).toBe(true);
      state.delete(name);
    } else {
      expect(event.type).toBe(state.has(name) ? 'MODIFIED' : 'ADDED');
      state.set(name, String(event.object['metadata']?.['resourceVersion']));
    }
  }
}

describe('the history of the simulated server', () => {
  it.each(['', '&labelSelector=app%3Dx'])(
    'leads from a list to the present, event by event (selector "%s")',
    async (selector) => {
      await fc.assert(
        fc.asyncProperty(writes, writes, writes, async (before, between, after) => {
          await using server = await SimulatedApiServer.start();
          for (const each of before) write(server, each);
          const list = (await ask(server, `${configMaps}?x${selector}`)).json;
          for (const each of between) write(server, each);
          const version = String(list['metadata']?.['resourceVersion']);
          const watch = await WatchClient.open(server, `${configMaps}?watch=1&resourceVersion=${version}${selector}`);
          for (const each of after) write(server, each);
          server.cutWatches();
          const state = versions(list);
          await watchInto(state, watch);
          const present = versions((await ask(server, `${configMaps}?x${selector}`)).json);
          expect(new Map([...state].sort(([a], [b]) => a.localeCompare(b)))).toEqual(present);
        }),
        { numRuns: 30 },
      );
    },
  );

  it('gives the same list in pages of any size, whatever is written meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(
        writes,
        fc.array(writes, { maxLength: 6 }),
        fc.integer({ min: 1, max: 4 }),
        async (before, meanwhile, limit) => {
          await using server = await SimulatedApiServer.start();
          for (const each of before) write(server, each);
          const whole = versions((await ask(server, configMaps)).json);
          const paged = new Map<string, string>();
          let token = '';
          do {
            const page = (await ask(server, `${configMaps}?limit=${limit}&continue=${token}`)).json;
            for (const [name, version] of versions(page)) paged.set(name, version);
            token = String(page['metadata']?.['continue'] ?? '');
            for (const each of meanwhile.shift() ?? []) write(server, each);
          } while (token !== '');
          expect([...paged]).toEqual([...whole]);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('forgets beyond its limit: older versions are expired', async () => {
    await using server = await SimulatedApiServer.start({ historyLimit: 10 });
    const { resourceVersion } = server;
    for (let index = 0; index < 21; index++) server.create('configmaps', { metadata: { name: `c${index}` } });
    const watch = await WatchClient.open(server, `${configMaps}?watch=1&resourceVersion=${resourceVersion}`);
    expect(await watch.rest()).toEqual(['ERROR 410']);
  });
});
