import type { ReflectorStore } from '../queue/queue.js';
import type { Store } from '../store/store.js';

/** What a reflector needs of a plain store, such as that of `newStore`. */
export type PlainStore<T> = Pick<Store<T>, 'add' | 'update' | 'delete' | 'replace' | 'resync' | 'bookmark'>;

/** A plain store as a reflector sees it: it stores objects as they come, and has nothing to look up. */
export function toReflectorStore<T>(store: ReflectorStore<T> | PlainStore<T>): ReflectorStore<T> {
  if ('prepare' in store) return store;
  return {
    add: (object) => store.add(object),
    update: (object) => store.update(object),
    delete: (object) => store.delete(object),
    replace: (objects, resourceVersion) => store.replace(objects, resourceVersion),
    resync: () => store.resync(),
    bookmark: (resourceVersion) => store.bookmark(resourceVersion),
    prepare: (object) => object,
    known: undefined,
  };
}
