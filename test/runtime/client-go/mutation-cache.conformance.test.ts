// Counterparts of client-go's tools/cache/mutation_cache_test.go.
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../runtime/src/api/object.js';
import { newIndexer, newStore } from '../../../runtime/src/store/indexer.js';
import { MutationCache } from '../../../runtime/src/client-go/mutation-cache.js';
import type { Store } from '../../../runtime/src/store/store.js';

const pod = (uid: string, resourceVersion: string): KubernetesObject => ({
  metadata: { name: 'pod', uid, resourceVersion },
});

function setUp(includeAdds: boolean): { store: Store<KubernetesObject>; cache: MutationCache<KubernetesObject> } {
  const store = newStore<KubernetesObject>();
  return { store, cache: new MutationCache(store, { includeAdds }) };
}

describe('mutation_cache_test.go', () => {
  it.each([
    { what: 'an equal', storeVersion: '2', seen: '1' },
    { what: 'a newer', storeVersion: '3', seen: '1' },
    { what: 'a newer, longer', storeVersion: '10', seen: '1' },
    { what: 'an older', storeVersion: '1', seen: '2' },
  ])('TestMutationCacheOnAddOrUpdate: $what object in the store decides whether the mutation stays', (test) => {
    const { store, cache } = setUp(false);
    cache.mutation(pod('uid-1', '2'));
    cache.onAddOrUpdate(pod('uid-1', test.storeVersion));
    store.add(pod('uid-1', '1'));
    expect(cache.getByKey('pod')?.metadata?.resourceVersion).toBe(test.seen);
  });

  it.each([
    { what: 'of the same object, with an old version', uid: 'uid-1', version: '1', exists: false },
    { what: 'of another object, as new', uid: 'uid-2', version: '3', exists: false },
    { what: 'of another object, older', uid: 'uid-other', version: '1', exists: true },
  ])('TestMutationCacheOnDelete: a deletion $what', ({ uid, version, exists }) => {
    const { store, cache } = setUp(true);
    store.add(pod('uid-1', '2'));
    cache.mutation(pod('uid-1', '3'));
    const deleted = pod(uid, version);
    store.delete(deleted);
    cache.onDelete(deleted);
    expect(cache.getByKey('pod') !== undefined).toBe(exists);
  });

  it('TestMutationCacheUpdateConcurrentDelete: a mutation that comes after its own deletion is refused', () => {
    const { store, cache } = setUp(true);
    store.add(pod('uid-1', '1'));
    const updated = pod('uid-1', '2');
    store.update(updated);
    store.delete(updated);
    cache.onAddOrUpdate(updated);
    cache.onDelete(updated);
    cache.mutation(updated);
    expect(cache.getByKey('pod')).toBeUndefined();
    expect(cache.rememberedKeys()).toEqual(['pod']);
    cache.mutation(pod('uid-1', '9'));
    expect(cache.getByKey('pod')).toBeUndefined();
    cache.mutation(pod('uid-2', '10'));
    expect(cache.getByKey('pod')?.metadata?.uid).toBe('uid-2');
  });

  it('TestMutationCacheUpdateConcurrentRecreate: a mutation older than the object that took its name is dropped', () => {
    const { store, cache } = setUp(true);
    store.add(pod('uid-1', '1'));
    const updated = pod('uid-1', '2');
    const replacement = pod('uid-2', '3');
    store.update(updated);
    store.delete(updated);
    store.add(replacement);
    cache.onAddOrUpdate(updated);
    cache.onDelete(updated);
    cache.onAddOrUpdate(replacement);
    cache.mutation(updated);
    expect(cache.getByKey('pod')).toBe(replacement);
    expect(cache.rememberedKeys()).toEqual([]);
  });

  it('TestMutationCacheOnDeleteClearsStaleMutation: after its deletion a mutation is not found by index either', () => {
    const store = newStore<KubernetesObject>();
    const indexer = newIndexer<KubernetesObject>({ byName: (object) => [object.metadata?.name ?? ''] });
    const cache = new MutationCache<KubernetesObject>(store, { indexer, includeAdds: true });
    cache.mutation(pod('uid-1', '2'));
    expect(cache.byIndex('byName', 'pod')).toHaveLength(1);
    expect(cache.byIndex('byName', 'other')).toHaveLength(0);
    cache.onDelete(pod('uid-1', '1'));
    expect(cache.byIndex('byName', 'pod')).toHaveLength(0);
  });
});
