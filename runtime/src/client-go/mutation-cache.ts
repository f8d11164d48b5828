import type { DeletedObject } from '../api/deleted.js';
import { identityOf } from '../api/identity.js';
import { metaNamespaceKeyFunc } from '../api/key.js';
import type { KubernetesObject } from '../api/object.js';
import { compareResourceVersions } from '../api/resource-version.js';
import { realClock } from '../async/clock.js';
import type { Clock } from '../async/clock.js';
import { LRUExpireCache } from './lru-expire-cache.js';
import type { IndexReader, StoreReader } from '../store/store.js';

/** What a {@link MutationCache} can be told. */
export interface MutationCacheOptions<T> {
  /** Needed for `byIndex`. Default: none. */
  readonly indexer?: IndexReader<T> | undefined;
  /** How long a mutation is remembered. Default 300 000: five minutes. */
  readonly ttlMs?: number | undefined;
  /**
   * Also return mutated objects that the store does not hold, and may never hold again: one that was deleted right
   * after its mutation stays for up to `ttlMs`. Default false.
   */
  readonly includeAdds?: boolean | undefined;
  /** How many mutations are remembered; those used least recently go first. Default 100. */
  readonly maxCacheSize?: number | undefined;
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
}

/** The object that a write returned, or, without one, the memory of its deletion. */
interface Mutated<T> {
  readonly object: T | undefined;
  readonly uid: string | undefined;
  readonly resourceVersion: string;
}

/**
 * Reads a cache as if it had already seen your own writes: it remembers what they returned, and returns the newer of
 * that and what the cache holds. Hand it every object that a write returns (`mutation`), and let the informer's handlers
 * call `onAddOrUpdate` and `onDelete`, so that it forgets what the cache has caught up with, and what is deleted.
 *
 * @example
 * const newest = new MutationCache<Pod>(indexer);
 * newest.mutation(await client.get(podResource, { namespace: 'default', name: 'web' }));
 * newest.getByKey('default/web')?.metadata.name; // never older than what the server answered, while that is remembered
 */
export class MutationCache<T extends KubernetesObject> {
  readonly #backing: StoreReader<T>;
  readonly #indexer: IndexReader<T> | undefined;
  readonly #includeAdds: boolean;
  readonly #mutated: LRUExpireCache<string, Mutated<T>>;

  constructor(backing: StoreReader<T>, options: MutationCacheOptions<T> = {}) {
    this.#backing = backing;
    this.#indexer = options.indexer;
    this.#includeAdds = options.includeAdds ?? false;
    this.#mutated = new LRUExpireCache({
      maxSize: options.maxCacheSize ?? 100,
      ttlMs: options.ttlMs ?? 300_000,
      clock: options.clock ?? realClock,
    });
  }

  /** The newer of what the store holds and what was written. */
  getByKey(key: string): T | undefined {
    const stored = this.#backing.getByKey(key);
    if (stored !== undefined) return this.#newer(key, stored);
    return this.#includeAdds ? this.#mutated.get(key)?.object : undefined;
  }

  /**
   * The objects that the store's index files under `value`, each in its newer state; with `includeAdds` also the mutated
   * ones that the store does not hold. Throws when there is no indexer.
   */
  byIndex(indexName: string, value: string): readonly T[] {
    const indexer = this.#indexer;
    if (indexer === undefined) throw new Error('byIndex needs the option `indexer`, which this MutationCache has not');
    const objects: T[] = [];
    const keys = new Set(indexer.indexKeys(indexName, value));
    for (const key of keys) {
      const stored = indexer.getByKey(key);
      if (stored !== undefined) objects.push(this.#newer(key, stored));
    }
    const indexFunc = this.#includeAdds ? indexer.getIndexers()[indexName] : undefined;
    if (indexFunc === undefined) return objects;
    for (const key of this.#mutated.keys()) {
      const object = keys.has(key) ? undefined : this.#mutated.get(key)?.object;
      if (object !== undefined && isFiledUnder(indexFunc, object, value)) objects.push(object);
    }
    return objects;
  }

  /** Remembers what a write returned, unless something newer, or the deletion of this very object, is remembered. */
  mutation(object: T): void {
    const key = metaNamespaceKeyFunc(object);
    const next = mutatedOf(object);
    const known = this.#mutated.get(key);
    if (known !== undefined) {
      const order = compare(next, known);
      const deleted = known.object === undefined;
      if (order < 0 || (deleted && (order === 0 || next.uid === known.uid))) return;
    }
    this.#mutated.add(key, next);
  }

  /** The store now holds this object: an equal or older mutation is forgotten. */
  onAddOrUpdate(object: T): void {
    const key = metaNamespaceKeyFunc(object);
    const known = this.#mutated.get(key);
    if (known !== undefined && compare(mutatedOf(object), known) >= 0) this.#mutated.remove(key);
  }

  /**
   * The store no longer holds this object: a mutation of it, or an older one of its key, is forgotten, and late
   * mutations of it are refused. Does nothing for a deletion whose last state is not known.
   */
  onDelete(deleted: T | DeletedObject<T>): void {
    const object = 'lastKnown' in deleted ? deleted.lastKnown : deleted;
    if (object === undefined) return;
    const key = metaNamespaceKeyFunc(object);
    const tombstone = { ...mutatedOf(object), object: undefined };
    const known = this.#mutated.get(key);
    // Versions count for all objects of a kind: an older one of this name is gone too. A newer one of another uid may live.
    if (known !== undefined && compare(tombstone, known) < 0 && known.uid !== tombstone.uid) return;
    this.#mutated.add(key, tombstone);
  }

  /** The keys of what is remembered, mutations and deletions. */
  rememberedKeys(): string[] {
    return this.#mutated.keys();
  }

  #newer(key: string, stored: T): T {
    const known = this.#mutated.get(key);
    if (known === undefined) return stored;
    if (compare(mutatedOf(stored), known) < 0) return known.object ?? stored;
    this.#mutated.remove(key);
    return stored;
  }
}

function mutatedOf<T extends KubernetesObject>(object: T): Mutated<T> {
  const { uid, resourceVersion = '' } = identityOf(object) ?? {};
  return { object, uid, resourceVersion };
}

/** An object without a version is older than any with one. */
function compare(a: Mutated<unknown>, b: Mutated<unknown>): number {
  if (a.resourceVersion === b.resourceVersion) return 0;
  if (a.resourceVersion === '') return -1;
  if (b.resourceVersion === '') return 1;
  return compareResourceVersions(a.resourceVersion, b.resourceVersion);
}

/** An index function that throws files the object nowhere: a mutation is a help, not a duty. */
function isFiledUnder<T>(indexFunc: (object: T) => readonly string[], object: T, value: string): boolean {
  try {
    return indexFunc(object).includes(value);
  } catch {
    return false;
  }
}
