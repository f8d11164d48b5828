import type { Mutation } from './mutation.js';

const storeIndex = 'runtime/src/store/store-index.ts';
const threadSafeStore = 'runtime/src/store/thread-safe-store.ts';
const mutationCache = 'runtime/src/client-go/mutation-cache.ts';
const listers = 'runtime/src/lister/listers.ts';
const mutationGuard = 'runtime/src/informer/mutation-detector.ts';

export const storeMutations: readonly Mutation[] = [
  {
    name: 'index values without objects are kept',
    file: storeIndex,
    find: 'if (bucket.size === 0) this.#buckets.delete(bucket.value);',
    replace: '',
    kills: ['TestThreadSafeStoreDeleteRemovesEmptySetsFromIndex'],
  },
  {
    name: 'a deletion removes all objects of its index values',
    file: storeIndex,
    find: 'if (bucket.size === 0) this.#buckets.delete(bucket.value);',
    replace: 'this.#buckets.delete(bucket.value);',
    kills: ['TestThreadSafeStoreAddKeepsNonEmptySetPostDeleteFromIndex', 'TestMultiIndexKeys'],
  },
  {
    name: 'an update leaves the object under its previous values',
    file: storeIndex,
    find: '} else this.#takeOut(bucket, slot);',
    replace: '} else if (values.size === 0) this.#takeOut(bucket, slot);',
    kills: ['TestThreadSafeStoreIndexingFunctionsWithMultipleValues', 'TestMultiIndexKeys'],
  },
  {
    name: 'an index knows only the first value of an object',
    file: storeIndex,
    find: 'return values as readonly string[];',
    replace: 'return this.indexFunc(object).slice(0, 1);',
    kills: ['TestThreadSafeStoreIndexingFunctionsWithMultipleValues', 'TestMultiIndexKeys'],
  },
  {
    name: 'values of an index are given for each object',
    file: storeIndex,
    find: 'return [...this.#buckets.keys()];',
    replace: 'return [...this.#buckets].flatMap(([value, bucket]) => bucket.list().map(() => value));',
    kills: ['TestGetIndexFuncValues'],
  },
  {
    name: 'an index added later does not look at what is stored',
    file: threadSafeStore,
    find: 'objects.forEach((object, position) => index.file(position, this.#items.keyAt(position), object));',
    replace: 'void objects;',
    kills: ['TestMultiIndexKeys'],
  },
  {
    name: 'writes do not move the version of the store',
    file: threadSafeStore,
    find: 'if (version) this.#resourceVersion = version;',
    replace: 'void version;',
    kills: ['TestThreadSafeStoreRV', 'TestStoreResourceVersion'],
  },
  {
    name: 'an object without a version clears that of the store',
    file: threadSafeStore,
    find: 'if (version) this.#resourceVersion = version;',
    replace: "this.#resourceVersion = version ?? '';",
    kills: ['TestThreadSafeStoreRV', 'TestStoreResourceVersionWithNonMetaTransform'],
  },
  {
    name: 'deletions do not move the version of the store',
    file: threadSafeStore,
    find: 'if (final !== undefined) this.#observe(final);',
    replace: 'void final;',
    kills: ['TestThreadSafeStoreRV', 'TestStoreResourceVersion'],
  },
  {
    name: 'a replacement does not move the version of the store',
    file: threadSafeStore,
    find: `        this.#resourceVersion = resourceVersion;
        this.#throwFailure();`,
    replace: '        void resourceVersion;\n        this.#throwFailure();',
    kills: ['TestThreadSafeStoreRV', 'TestStoreResourceVersionWithNonMetaTransform'],
  },
  {
    name: 'a lister of a namespace needs the namespace index',
    file: listers,
    find: 'if (!(thrown instanceof UnknownIndexError)) throw thrown;',
    replace: 'throw thrown;',
    kills: ['TestNamespaceListMethod'],
  },
  {
    name: 'compare never compares',
    file: mutationGuard,
    find: 'if (toJson(retained.object) !== retained.copy) this.#report(retained);\n      else ',
    replace: '',
    kills: ['TestMutationDetector'],
  },
  {
    name: 'an update that caught up leaves the mutation remembered',
    file: mutationCache,
    find: 'if (known !== undefined && compare(mutatedOf(object), known) >= 0) this.#mutated.remove(key);',
    replace: 'void known;',
    kills: ['TestMutationCacheOnAddOrUpdate'],
  },
  {
    name: 'a deletion leaves nothing behind',
    file: mutationCache,
    find: '    this.#mutated.add(key, tombstone);',
    replace: '    this.#mutated.remove(key);',
    kills: ['TestMutationCacheUpdateConcurrentDelete'],
  },
  {
    name: 'a mutation hides a newer object in the store',
    file: mutationCache,
    find: 'if (compare(mutatedOf(stored), known) < 0) return known.object ?? stored;',
    replace: 'return known.object ?? stored;',
    kills: ['TestMutationCacheUpdateConcurrentRecreate'],
  },
  {
    name: 'a deletion forgets nothing',
    file: mutationCache,
    find: "const object = 'lastKnown' in deleted ? deleted.lastKnown : deleted;",
    replace: 'const object = undefined as T | undefined;\n    void deleted;',
    kills: ['TestMutationCacheOnDelete', 'TestMutationCacheOnDeleteClearsStaleMutation'],
  },
];
