import type { KubernetesObject } from '@informer-gen/runtime';
import { metaNamespaceIndexFunc, namespaceIndex, newIndexer } from '@informer-gen/runtime';
import { describe, expect, it } from 'vitest';
import { cachePage } from '../../../runtime/src/inspect/collect/cache-query.js';
import type { CacheQuery, InspectedCache } from '../../../runtime/src/inspect/collect/cache-query.js';

function newCache(count: number): InspectedCache {
  const indexer = newIndexer<KubernetesObject>({ [namespaceIndex]: metaNamespaceIndexFunc });
  for (let at = 0; at < count; at += 1)
    indexer.add({
      metadata: { name: `c${at}`, namespace: `ns${at % 5}`, labels: { app: at % 2 === 0 ? 'even' : 'odd' } },
    });
  return { informer: 'configmaps', indexer, masked: false };
}

const query = (more: Partial<CacheQuery> = {}): CacheQuery => ({
  offset: 0,
  limit: 3,
  onInvalid: (message) => {
    throw new Error(message);
  },
  ...more,
});

describe('a page of a cache', () => {
  it('has the objects that match, by key, from where it is asked for, and how many there are', async () => {
    const cache = newCache(100);
    const keys = async (more: Partial<CacheQuery>): Promise<readonly [number, string]> => {
      const { total, objects } = await cachePage(cache, query(more));
      return [total, objects.map(({ key }) => key).join(' ')];
    };
    expect(await keys({})).toEqual([100, 'ns0/c0 ns0/c10 ns0/c15']);
    expect(await keys({ offset: 97 })).toEqual([100, 'ns4/c9 ns4/c94 ns4/c99']);
    expect(await keys({ labels: 'app=odd' })).toEqual([50, 'ns0/c15 ns0/c25 ns0/c35']);
    expect(await keys({ namespace: 'ns3', search: 'c9' })).toEqual([2, 'ns3/c93 ns3/c98']);
    expect(await keys({ offset: 100 })).toEqual([100, '']);
  });

  it('of very many objects lets the event loop turn', async () => {
    const cache = newCache(100_000);
    let turns = 0;
    let ended = false;
    const turn = (): void => {
      turns += 1;
      if (!ended) setImmediate(turn);
    };
    setImmediate(turn);
    const { total } = await cachePage(cache, query());
    ended = true;
    expect(total).toBe(100_000);
    expect(turns).toBeGreaterThan(0);
  });
});
