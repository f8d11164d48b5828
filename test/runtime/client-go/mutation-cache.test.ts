import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../runtime/src/api/object.js';
import { newIndexer } from '../../../runtime/src/store/indexer.js';
import { MutationCache } from '../../../runtime/src/client-go/mutation-cache.js';
import { FakeClock } from '@informer-gen/testing';
import { LRUExpireCache } from '../../../runtime/src/client-go/lru-expire-cache.js';

const pod = (name: string, resourceVersion?: string, labels: { [key: string]: string } = {}): KubernetesObject => ({
  metadata: { name, uid: name, labels, ...(resourceVersion === undefined ? {} : { resourceVersion }) },
});

function newPods() {
  return newIndexer<KubernetesObject>({
    byApp: (object) => {
      if (object.metadata?.labels?.['bad']) throw new Error('bad');
      return [object.metadata?.labels?.['app'] ?? ''];
    },
  });
}

describe('MutationCache', () => {
  it('gives out the newer of store and mutation, and forgets a mutation the store has caught up with', () => {
    const pods = newPods();
    const cache = new MutationCache(pods);
    pods.add(pod('a', '9'));
    cache.mutation(pod('a', '10'));
    expect(cache.getByKey('a')?.metadata?.resourceVersion).toBe('10');
    cache.mutation(pod('a', '8'));
    expect(cache.getByKey('a')?.metadata?.resourceVersion).toBe('10');
    pods.update(pod('a', '11'));
    expect(cache.getByKey('a')?.metadata?.resourceVersion).toBe('11');
    expect(cache.rememberedKeys()).toEqual([]);
  });

  it('gives out what the store does not hold only when told to, again and again', () => {
    const without = new MutationCache(newPods());
    without.mutation(pod('a', '1'));
    expect(without.getByKey('a')).toBeUndefined();
    const cache = new MutationCache(newPods(), { includeAdds: true });
    cache.mutation(pod('a', '1'));
    expect([cache.getByKey('a'), cache.getByKey('a')].map((found) => found?.metadata?.name)).toEqual(['a', 'a']);
    expect(cache.getByKey('b')).toBeUndefined();
  });

  it('finds by index the newer states and, when told to, what the store does not hold', () => {
    const pods = newPods();
    pods.add(pod('a', '1', { app: 'x' }));
    const cache = new MutationCache(pods, { indexer: pods, includeAdds: true });
    cache.mutation(pod('a', '2', { app: 'x' }));
    cache.mutation(pod('b', '3', { app: 'x' }));
    cache.mutation(pod('c', '4', { app: 'y' }));
    cache.mutation(pod('d', '5', { app: 'x', bad: 'yes' }));
    expect(cache.byIndex('byApp', 'x').map((object) => object.metadata?.resourceVersion)).toEqual(['2', '3']);
    const without = new MutationCache(pods, { indexer: pods });
    without.mutation(pod('b', '3', { app: 'x' }));
    expect(without.byIndex('byApp', 'x').map((object) => object.metadata?.resourceVersion)).toEqual(['1']);
    expect(() => new MutationCache(pods).byIndex('byApp', 'x')).toThrow('indexer');
  });

  it('takes what a delete handler gets', () => {
    const cache = new MutationCache(newPods(), { includeAdds: true });
    cache.mutation(pod('a', '2'));
    cache.onDelete({ key: 'a', lastKnown: undefined, finalStateUnknown: true });
    expect(cache.getByKey('a')).toBeDefined();
    cache.onDelete({ key: 'a', lastKnown: pod('a', '2'), finalStateUnknown: false });
    expect(cache.getByKey('a')).toBeUndefined();
  });

  it('takes an object without a version for the oldest', () => {
    const pods = newPods();
    pods.add(pod('a', '1'));
    const cache = new MutationCache(pods);
    cache.mutation(pod('a'));
    expect(cache.getByKey('a')?.metadata?.resourceVersion).toBe('1');
  });

  it('forgets after five minutes, and the least recently used when there are more than a hundred', () => {
    const clock = new FakeClock();
    const cache = new MutationCache(newPods(), { includeAdds: true, clock });
    for (let i = 0; i < 101; i++) cache.mutation(pod(`p${i}`, '1'));
    expect(cache.getByKey('p0')).toBeUndefined();
    expect(cache.getByKey('p1')).toBeDefined();
    clock.advance(300_000);
    expect(cache.getByKey('p1')).toBeDefined();
    clock.advance(1);
    expect(cache.getByKey('p1')).toBeUndefined();
    expect(cache.rememberedKeys()).toEqual([]);
  });
});

describe('LRUExpireCache', () => {
  it('counts reading and writing as uses', () => {
    const cache = new LRUExpireCache<string, number>({ maxSize: 2, ttlMs: 1000, clock: new FakeClock() });
    cache.add('a', 1);
    cache.add('b', 2);
    cache.get('a');
    cache.add('c', 3);
    expect(cache.keys()).toEqual(['a', 'c']);
    cache.add('a', 4);
    cache.add('d', 5);
    expect(cache.keys()).toEqual(['a', 'd']);
    expect(cache.get('a')).toBe(4);
    cache.remove('a');
    expect(cache.get('a')).toBeUndefined();
  });

  it('refuses to hold nothing', () => {
    expect(() => new LRUExpireCache({ maxSize: 0, ttlMs: 1, clock: new FakeClock() })).toThrow(RangeError);
  });
});
