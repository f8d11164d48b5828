import { ListPager, ListWatch, type ListOptions } from '@informer-gen/runtime';
import { expect, it } from 'vitest';
import { type ConfigMap, configMaps, createConfigMap } from '../objects.js';
import { RunningInformer } from '../running-informer.js';
import type { ServerUnderTest } from '../server-under-test.js';

const names = Array.from({ length: 12 }, (_, index) => `m${String(index).padStart(2, '0')}`);
const signal = new AbortController().signal;

async function namespaceWithMany(server: ServerUnderTest): Promise<string> {
  const namespace = await server.createNamespace();
  for (const name of names) await createConfigMap(server, namespace, name);
  return namespace;
}

/** A version of `0` is answered from the server's cache, which does not page: ask for the newest instead. */
function newest(options: ListOptions): void {
  if (options.resourceVersion === '0') options.resourceVersion = '';
}

/** Lists in pages, and what happens when their version expires half-way. */
export function pagingSuite(server: () => ServerUnderTest): void {
  it('lists in pages of one version, each object once', async () => {
    const namespace = await namespaceWithMany(server());
    const userAgent = 'paging';
    await using client = await server().connect({ userAgent });
    const pages = [];
    const pager = new ListPager(client.listerWatcher(configMaps, { namespace }), { pageSize: 5 });
    for await (const page of pager.pages({}, { signal })) {
      pages.push(page);
      // What is written between two pages is in none of them.
      if (pages.length === 1) await createConfigMap(server(), namespace, 'z-late');
    }
    expect(pages.map(({ items }) => items.length)).toEqual([5, 5, 2]);
    expect(pages.map(({ remainingItemCount }) => remainingItemCount)).toEqual([7, 2, undefined]);
    expect(new Set(pages.map(({ resourceVersion }) => resourceVersion)).size).toBe(1);
    expect(pages.flatMap(({ items }) => items.map(({ metadata }) => metadata?.name))).toEqual(names);
    const requests = await server().requestsOf(userAgent);
    expect(requests.map(({ query }) => [query['limit'], query['continue'] !== undefined])).toEqual([
      ['5', false],
      ['5', true],
      ['5', true],
    ]);
  });

  it('answers a list at version 0 from its cache, in one piece whatever the limit', async () => {
    const namespace = await namespaceWithMany(server());
    await using client = await server().connect();
    const page = await client.list(configMaps, { namespace, resourceVersion: '0', limit: 5 });
    expect(page.items).toHaveLength(12);
    expect(page.continue).toBeUndefined();
  });

  it('syncs an informer by pages', async () => {
    const namespace = await namespaceWithMany(server());
    const userAgent = 'informer-paging';
    await using client = await server().connect({ userAgent });
    const source = client.listerWatcher(configMaps, { namespace, tweakListOptions: newest });
    await using running = new RunningInformer(source, configMaps, { reflector: { useWatchList: false, pageSize: 5 } });
    await running.synced();
    await createConfigMap(server(), namespace, 'z-after');
    await running.event('add', `${namespace}/z-after`);
    expect(running.names).toEqual([...names, 'z-after']);
    const verbs = (await server().requestsOf(userAgent)).map(({ verb }) => verb);
    expect(verbs).toEqual(['list', 'list', 'list', 'watch']);
  });

  it('lists everything in one request when the version of the pages expires half-way', async () => {
    const namespace = await namespaceWithMany(server());
    const userAgent = 'expired-paging';
    await using client = await server().connect({ userAgent });
    const http = client.listerWatcher(configMaps, { namespace, tweakListOptions: newest });
    const source = new ListWatch<ConfigMap>({
      async listFunc(options, context) {
        const page = await http.list(options, context);
        if (options.limit !== undefined && options.continue === undefined) await server().expireHistory();
        return page;
      },
      watchFunc: (options, context) => http.watch(options, context),
    });
    await using running = new RunningInformer(source, configMaps, { reflector: { pageSize: 5 } });
    await running.synced();
    expect(running.names).toEqual(names);
    const requests = await server().requestsOf(userAgent);
    const lists = requests.filter(({ verb }) => verb === 'list');
    expect(lists.slice(-3).map(({ code, query }) => [code, query['limit']])).toEqual([
      [200, '5'],
      [410, '5'],
      [200, undefined],
    ]);
  });
}
