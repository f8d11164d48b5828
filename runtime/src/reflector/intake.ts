import { identityOf, isSameState } from '../api/identity.js';
import { metaNamespaceKeyFunc } from '../api/key.js';
import type { KubernetesObject } from '../api/object.js';
import { toError } from '../api/on-error.js';
import type { ReflectorStore, ReplaceOptions } from '../queue/queue.js';
import { TransformError } from '../queue/queue.js';
import type { PagedList } from '../source/pager.js';
import { NO_DIGEST } from '../source/lister-watcher.js';
import { TurnBudget, yieldToEventLoop } from '../async/turn.js';

/** A list that is ready for `replace`. */
export interface PreparedList<T> extends ReplaceOptions {
  readonly objects: readonly T[];
}

/** Takes an object that could not be made ready; `key` where it has one. */
export type OnUnprepared = (error: Error, key?: string) => void;

/**
 * The object to store instead of this one: the cached one if uid, version and digest are the same, else this one made
 * ready. A decoder may have answered with the cached one already, which must not be transformed again. Throws a `KeyError`
 * or a {@link TransformError}.
 */
export function prepareObject<T extends KubernetesObject>(
  store: ReflectorStore<T>,
  object: T,
  { key = metaNamespaceKeyFunc(object), digest }: { key?: string; digest?: number | undefined } = {},
): T {
  const { known } = store;
  const position = known === undefined ? -1 : known.find(key);
  if (known === undefined || position === -1) return store.prepare(object);
  const cached = known.objectAt(position);
  if (cached === object) return cached;
  const isSame = known.digestAt(position) === digest && isSameState(identityOf(cached), identityOf(object));
  return isSame ? cached : store.prepare(object);
}

/**
 * Makes a whole list ready for a store, with pauses for the event loop. One object that has no key, or whose transform
 * throws, is reported and left out: it does not keep the others from the cache. What the cache has under the key of one
 * that could not be transformed stays.
 */
export async function prepareList<T extends KubernetesObject>(
  store: ReflectorStore<T>,
  { items, digests }: Pick<PagedList<T>, 'items' | 'digests'>,
  onUnprepared: OnUnprepared,
): Promise<PreparedList<T>> {
  const objects: T[] = [];
  // One that grows would be copied whole, again and again.
  objects.length = items.length;
  const ready = digests && new Float64Array(items.length);
  let count = 0;
  const retain = new Set<string>();
  const budget = new TurnBudget();
  for (let at = 0; at < items.length; at += 1) {
    try {
      objects[count] = prepareObject(store, items[at] as T, { digest: digests?.[at] });
      if (ready) ready[count] = digests?.[at] ?? NO_DIGEST;
      count += 1;
    } catch (thrown) {
      const key = thrown instanceof TransformError ? thrown.key : undefined;
      if (key !== undefined) retain.add(key);
      onUnprepared(toError(thrown), key);
    }
    if (budget.isUsedUp()) await yieldToEventLoop();
  }
  objects.length = count;
  return { objects, digests: ready?.subarray(0, count), prepared: true, retain };
}
