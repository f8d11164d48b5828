import { metaNamespaceKeyFunc } from '../api/key.js';
import { identityOf } from '../api/identity.js';
import type { KubernetesObject } from '../api/object.js';
import { toError } from '../api/on-error.js';
import { type ReflectorStore, type ReplaceOptions, TransformError } from '../queue/queue.js';
import { breathe, WorkSlice } from '../async/breath.js';

/** A list that is ready for `replace`. */
export interface PreparedList<T> extends ReplaceOptions {
  readonly objects: readonly T[];
}

/** Takes an object that could not be made ready; `key` where it has one. */
export type OnUnprepared = (error: Error, key?: string) => void;

/**
 * The object to store in place of this one: the cached one if it is the same version, else this one transformed. Throws a
 * `KeyError` or a {@link TransformError}.
 */
export function prepareObject<T extends KubernetesObject>(
  store: ReflectorStore<T>,
  object: T,
  key: string = metaNamespaceKeyFunc(object),
): T {
  const known = store.known?.(key);
  if (known && isSameVersion(known, object)) return known;
  return store.prepare ? store.prepare(object) : object;
}

/**
 * Makes a whole list ready for a store, with pauses for the event loop. One object that has no key, or whose transform
 * throws, is reported and left out: it does not keep the others from the cache. What the cache has under the key of one
 * that could not be transformed stays.
 */
export async function prepareList<T extends KubernetesObject>(
  store: ReflectorStore<T>,
  items: readonly T[],
  onUnprepared: OnUnprepared,
): Promise<PreparedList<T>> {
  if (!store.known && !store.prepare) return { objects: items };
  const objects: T[] = [];
  const retain = new Set<string>();
  const slice = new WorkSlice();
  for (const item of items) {
    try {
      objects.push(prepareObject(store, item));
    } catch (thrown) {
      const key = thrown instanceof TransformError ? thrown.key : undefined;
      if (key !== undefined) retain.add(key);
      onUnprepared(toError(thrown), key);
    }
    if (slice.due()) await breathe();
  }
  return { objects, prepared: true, retain };
}

/** The same object in the same state: uid and resourceVersion are equal, and known. */
function isSameVersion(a: KubernetesObject, b: KubernetesObject): boolean {
  const one = identityOf(a);
  const other = identityOf(b);
  if (one?.resourceVersion === undefined || one.uid === undefined) return false;
  return one.resourceVersion === other?.resourceVersion && one.uid === other.uid;
}
