import { DeletedFinalStateUnknown } from '../api/deleted.js';
import { toError } from '../api/on-error.js';
import { TurnBudget, yieldToEventLoop } from '../async/turn.js';
import type { ReplacedAllDelta } from '../queue/delta.js';
import { GatheredNotifications } from './gathered-notifications.js';
import type { ProcessContext } from './process-context.js';
import { updateOf } from './process-context.js';
import { processReplacedAll } from './process-replaced-all.js';

/** Maximum number of objects written in one step, as in a batch of watch events. */
const STEP = 1000;
/** The cache is rebuilt instead of updated in place if its size is at most this multiple of the namespace that is replaced. */
const REBUILD_FACTOR = 4;

/** A list of one namespace. */
export interface NamespaceList<T> extends ReplacedAllDelta<T> {
  readonly scope: string;
}

/**
 * Replaces the objects of one namespace with a list. The cost is proportional to the size of the namespace, not of the cache,
 * so that listing N namespaces costs N times as much as listing one.
 *
 * Up to {@link STEP} objects are replaced in one step. A larger namespace that makes up much of the cache is replaced in one
 * step by rebuilding the cache. Any other namespace is replaced in several steps, each with its notifications, as watch events
 * would replace it.
 */
export function processReplacedNamespace<T>(
  context: ProcessContext<T>,
  list: NamespaceList<T>,
  isInInitialList: boolean,
): void | Promise<void> {
  const { indexer } = context;
  const cached = indexer.keysInNamespace(list.scope);
  const size = Math.max(list.objects.length, cached?.length ?? 0);
  if (cached === undefined || (size > STEP && indexer.size <= REBUILD_FACTOR * size))
    return processReplacedAll(context, list, isInInitialList);
  const replacement = new NamespaceReplacement(context, list, isInInitialList);
  if (size > STEP) return replacement.applyInSteps(cached);
  const changes = new GatheredNotifications<T>();
  const keys = replacement.listedKeys(0, list.objects.length);
  replacement.deleteUnlisted(cached, changes);
  replacement.put(0, keys, changes);
  indexer.bookmark(list.resourceVersion);
  return changes.tell(context.distribute);
}

/** The steps that bring one namespace of the cache to the state of a list. */
class NamespaceReplacement<T> {
  readonly #context: ProcessContext<T>;
  readonly #list: NamespaceList<T>;
  readonly #isInInitialList: boolean;
  /** Keys of the list that were collected so far. */
  readonly #listed = new Set<string>();

  constructor(context: ProcessContext<T>, list: NamespaceList<T>, isInInitialList: boolean) {
    this.#context = context;
    this.#list = list;
    this.#isInInitialList = isInInitialList;
  }

  async applyInSteps(cached: readonly string[]): Promise<void> {
    const { objects } = this.#list;
    const { indexer, distribute } = this.#context;
    const budget = new TurnBudget(1);
    const keys: (readonly (string | undefined)[])[] = [];
    for (let from = 0; from < objects.length; from += STEP) {
      keys.push(this.listedKeys(from, from + STEP));
      if (budget.isUsedUp()) await yieldToEventLoop();
    }
    for (let from = 0; from < cached.length; from += STEP) {
      const deletions = new GatheredNotifications<T>();
      this.deleteUnlisted(cached.slice(from, from + STEP), deletions);
      await deletions.tell(distribute);
      if (budget.isUsedUp()) await yieldToEventLoop();
    }
    for (const [step, some] of keys.entries()) {
      const changes = new GatheredNotifications<T>();
      this.put(step * STEP, some, changes);
      await changes.tell(distribute);
      if (budget.isUsedUp()) await yieldToEventLoop();
    }
    indexer.bookmark(this.#list.resourceVersion);
  }

  /** Returns the keys of the listed objects from a position to another; undefined for an object without a key, which is reported. */
  listedKeys(from: number, to: number): (string | undefined)[] {
    return this.#list.objects.slice(from, to).map((object) => {
      try {
        const key = this.#context.indexer.keyOf(object);
        this.#listed.add(key);
        return key;
      } catch (thrown) {
        this.#context.onSkipped(toError(thrown));
        return undefined;
      }
    });
  }

  /** Deletes the cached objects that the list does not contain. All keys of the list must have been collected. */
  deleteUnlisted(cached: readonly string[], changes: GatheredNotifications<T>): void {
    const { indexer } = this.#context;
    for (const key of cached) {
      if (this.#listed.has(key) || this.#list.retain.has(key)) continue;
      const object = new DeletedFinalStateUnknown(key, indexer.getByKey(key));
      indexer.remove(key, object);
      changes.push({ type: 'delete', object });
    }
  }

  /** Stores listed objects, beginning with the one at a position. Unchanged objects are not written. */
  put(from: number, keys: readonly (string | undefined)[], changes: GatheredNotifications<T>): void {
    const { indexer, onSkipped } = this.#context;
    const { objects, digests } = this.#list;
    for (const [offset, key] of keys.entries()) {
      if (key === undefined) continue;
      const object = objects[from + offset] as T;
      const digest = digests?.[from + offset];
      try {
        const position = indexer.find(key);
        if (position === -1) changes.push({ type: 'add', object, isInInitialList: this.#isInInitialList });
        else changes.push(updateOf(indexer, position, object, digest));
        const isStored =
          position !== -1 && indexer.objectAt(position) === object && indexer.digestAt(position) === digest;
        if (!isStored) indexer.put(key, object, digest);
      } catch (thrown) {
        onSkipped(toError(thrown), key);
      }
    }
  }
}
