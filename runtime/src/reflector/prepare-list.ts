import { metaNamespaceKeyFunc } from '../api/key.js';
import { identityOf, isSameState } from '../api/identity.js';
import type { KubernetesObject } from '../api/object.js';
import { toError } from '../api/on-error.js';
import type { ReflectorStore, ReplaceOptions } from '../queue/queue.js';
import { TransformError } from '../queue/queue.js';
import { TurnBudget, yieldToEventLoop } from '../async/turn.js';

/** A list that is ready for `replace`. */
export interface PreparedList<T> extends ReplaceOptions {
  readonly objects: readonly T[];
}

/** Takes an object that could not be made ready; `key` where it has one. */
export type OnUnprepared = (error: Error, key?: string) => void;

/**
 * The object to store instead of this one: the cached one if it is in the same state, else this one made ready. A decoder
 * may have answered with the cached one already, which must not be transformed again. Throws a `KeyError` or a
 * {@link TransformError}.
 */
export function prepareObject<T extends KubernetesObject>(
  store: ReflectorStore<T>,
  object: T,
  key: string = metaNamespaceKeyFunc(object),
): T {
  const cached = store.known?.(key);
  if (cached && isSameState(identityOf(cached), identityOf(object))) return cached;
  return store.prepare(object);
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
  const objects: T[] = [];
  const retain = new Set<string>();
  const budget = new TurnBudget();
  for (const item of items) {
    try {
      objects.push(prepareObject(store, item));
    } catch (thrown) {
      const key = thrown instanceof TransformError ? thrown.key : undefined;
      if (key !== undefined) retain.add(key);
      onUnprepared(toError(thrown), key);
    }
    if (budget.isUsedUp()) await yieldToEventLoop();
  }
  return { objects, prepared: true, retain };
}
