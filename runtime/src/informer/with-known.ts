import type { KubernetesObject } from '../api/object.js';
import type { ReflectorStore } from '../queue/queue.js';
import type { ObjectIndexer } from '../store/indexer.js';

/** The queue, with the cache to look up objects in that a relist may use again. */
export function withKnown<T extends KubernetesObject>(
  store: ReflectorStore<T>,
  indexer: ObjectIndexer<T>,
): ReflectorStore<T> {
  const lookUp = (key: string): T | undefined => indexer.getByKey(key);
  return {
    add: (object) => store.add(object),
    update: (object) => store.update(object),
    delete: (object) => store.delete(object),
    replace: (objects, resourceVersion, options) => store.replace(objects, resourceVersion, options),
    resync: () => store.resync(),
    bookmark: (resourceVersion) => store.bookmark?.(resourceVersion),
    prepare: (object) => store.prepare?.(object) ?? object,
    // Nothing to look up in an empty cache: a first list is spared the question for each object.
    get known() {
      return indexer.size === 0 ? undefined : lookUp;
    },
  };
}
