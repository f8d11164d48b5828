import { InformerError } from '../api/informer-error.js';
import { toError } from '../api/on-error.js';
import { identityOf } from '../api/identity.js';
import { KeyedList } from '../collections/keyed-list.js';
import { isSameIndex } from './index-by-path.js';
import type { IndexFunc, Indexers } from './store.js';
import type { IndexFuncError } from './store-index.js';
import { StoreIndex } from './store-index.js';

/** How a {@link ThreadSafeStore} reports and reads versions. */
export interface ThreadSafeStoreOptions<T> {
  /** Takes the error of an index function; the object is stored all the same. Default: the operation throws it when it is done. */
  readonly onIndexError?: ((error: IndexFuncError) => void) | undefined;
  /** Reads an object's version, for `lastStoreSyncResourceVersion`. Default: `metadata.resourceVersion`. */
  readonly resourceVersionOf?: (object: T) => string | undefined;
}

/**
 * Asked for an index that was never added.
 *
 * @example
 * if (error instanceof UnknownIndexError) console.log(error.message); // … (there are: namespace, byNode)
 */
export class UnknownIndexError extends InformerError {
  override readonly name = 'UnknownIndexError';

  constructor(indexName: string, known: readonly string[]) {
    super('UnknownIndex', `Index with name ${indexName} does not exist (there are: ${known.join(', ') || 'none'})`);
  }
}

/**
 * Objects under keys of the caller's choice, with indexes. The name is client-go's; here one thread makes it safe, and every
 * method leaves items and indexes agreeing with each other.
 *
 * @example
 * const store = new ThreadSafeStore<Pod>({ byNode: (pod) => [pod.spec?.nodeName ?? ''] });
 * store.add('default/web', pod);
 * store.get('default/web')?.metadata.name; // → 'web'
 */
export class ThreadSafeStore<T> {
  #items = new KeyedList<T>();
  #indexes = new Map<string, StoreIndex<T>>();
  #resourceVersion = '';
  readonly #onIndexError: (error: IndexFuncError) => void;
  /** The first error of the running operation, thrown once items and indexes agree again. One that was given up leaves its own here. */
  #failure: Error | undefined;
  readonly #resourceVersionOf: (object: T) => string | undefined;

  constructor(indexers: Indexers<T> = {}, options: ThreadSafeStoreOptions<T> = {}) {
    const { onIndexError = (error) => (this.#failure ??= error) } = options;
    this.#onIndexError = (error) => {
      try {
        onIndexError(error);
      } catch (thrown) {
        this.#failure ??= toError(thrown);
      }
    };
    this.#resourceVersionOf = options.resourceVersionOf ?? resourceVersionOfMeta;
    this.addIndexers(indexers);
  }

  add(key: string, object: T): void {
    this.update(key, object);
  }

  /** Returns what was there. */
  update(key: string, object: T, digest?: number): T | undefined {
    this.#failure = undefined;
    const before = put({ items: this.#items, indexes: this.#indexes }, key, object, digest);
    this.#observe(object);
    this.#throwFailure();
    return before;
  }

  /**
   * Returns what was there.
   *
   * @param final The object as it was deleted: its version becomes the store's.
   */
  delete(key: string, final?: T): T | undefined {
    const position = this.#items.position(key);
    const before = this.#items.get(key);
    if (position !== undefined) {
      this.#items.remove(position);
      for (const index of this.#indexes.values()) index.remove(position);
    }
    if (final !== undefined) this.#observe(final);
    return before;
  }

  get(key: string): T | undefined {
    return this.#items.get(key);
  }

  get size(): number {
    return this.#items.size;
  }

  /** Returns where the object with this key is; -1 where there is none. A write may move it. */
  find(key: string): number {
    return this.#items.position(key) ?? -1;
  }

  objectAt(position: number): T {
    return this.#items.at(position);
  }

  keyAt(position: number): string {
    return this.#items.keyAt(position);
  }

  /** The digest that was given with the object; NaN where none was. */
  digestAt(position: number): number {
    return this.#items.tagAt(position);
  }

  list(): readonly T[] {
    return this.#items.list();
  }

  listKeys(): string[] {
    return this.#items.keys();
  }

  /** Replaces everything by these: readers see all of the old or all of the new. */
  replace(objects: Iterable<readonly [string, T]>, resourceVersion: string): void {
    const staged = this.stageReplace();
    for (const [key, object] of objects) staged.add(key, object);
    staged.commit(resourceVersion);
  }

  /**
   * A replacement that is built beside the store and replaces it at once, so that building it may take many turns
   * of the event loop. The caller writes nothing else meanwhile; indexes added meanwhile are caught up with.
   */
  stageReplace(): StagedReplace<T> {
    this.#failure = undefined;
    const items = new KeyedList<T>();
    const indexes = this.#emptyIndexes();
    return {
      add: (key, object, digest) => put({ items, indexes }, key, object, digest),
      keep: (key) => {
        const position = this.find(key);
        put({ items, indexes }, key, this.objectAt(position), this.digestAt(position));
      },
      has: (key) => items.has(key),
      commit: (resourceVersion) => {
        this.#items = items;
        const added = [...this.#indexes.values()].filter((index) => !indexes.has(index.indexName));
        this.#indexes = indexes;
        for (const { indexName, indexFunc } of added)
          this.#addIndex(indexName, new StoreIndex(indexName, indexFunc, this.#onIndexError));
        this.#resourceVersion = resourceVersion;
        this.#throwFailure();
      },
    };
  }

  index(indexName: string, object: T): readonly T[] {
    const index = this.#index(indexName);
    const values = index.valuesOf(object);
    if (values.length === 1) return index.objects(values[0] as string);
    const found = new Map<number, T>();
    for (const value of values) {
      const objects = index.objects(value);
      index.positions(value).forEach((position, at) => found.set(position, objects[at] as T));
    }
    return [...found.values()];
  }

  indexKeys(indexName: string, value: string): string[] {
    return this.unsortedIndexKeys(indexName, value).sort();
  }

  /** The keys of {@link indexKeys} in no set order. */
  unsortedIndexKeys(indexName: string, value: string): string[] {
    return this.#index(indexName)
      .positions(value)
      .map((position) => this.#items.keyAt(position));
  }

  listIndexFuncValues(indexName: string): string[] {
    return this.#index(indexName).values();
  }

  byIndex(indexName: string, value: string): readonly T[] {
    return this.#index(indexName).objects(value);
  }

  /** True if the named index exists and is made by this function. */
  hasIndex(indexName: string, indexFunc: IndexFunc<T>): boolean {
    return this.#indexes.get(indexName)?.indexFunc === indexFunc;
  }

  getIndexers(): Indexers<T> {
    return Object.fromEntries([...this.#indexes].map(([name, index]) => [name, index.indexFunc]));
  }

  /**
   * Adds indexes, over the objects that are stored too. An index that is registered with the same function stays as it is. Throws,
   * and adds none, if another function is registered under one of the names.
   */
  addIndexers(indexers: Indexers<T>): void {
    const added = Object.entries(indexers).filter(([name]) => !this.#indexes.has(name));
    for (const [name, indexFunc] of Object.entries(indexers)) {
      const present = this.#indexes.get(name);
      if (present !== undefined && !isSameIndex(present.indexFunc, indexFunc)) throw conflict(name);
    }
    this.#failure = undefined;
    for (const [name, indexFunc] of added) {
      this.#addIndex(name, new StoreIndex(name, indexFunc, this.#onIndexError));
    }
    this.#throwFailure();
  }

  bookmark(resourceVersion: string): void {
    this.#resourceVersion = resourceVersion;
  }

  lastStoreSyncResourceVersion(): string {
    return this.#resourceVersion;
  }

  #addIndex(name: string, index: StoreIndex<T>): void {
    const objects = this.#items.list();
    objects.forEach((object, position) => index.file(position, this.#items.keyAt(position), object));
    this.#indexes.set(name, index);
  }

  #emptyIndexes(): Map<string, StoreIndex<T>> {
    const copies = new Map<string, StoreIndex<T>>();
    for (const { indexName, indexFunc } of this.#indexes.values()) {
      copies.set(indexName, new StoreIndex(indexName, indexFunc, this.#onIndexError));
    }
    return copies;
  }

  #index(indexName: string): StoreIndex<T> {
    const index = this.#indexes.get(indexName);
    if (index === undefined) throw new UnknownIndexError(indexName, [...this.#indexes.keys()]);
    return index;
  }

  #throwFailure(): void {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure;
  }

  #observe(object: T): void {
    const version = this.#resourceVersionOf(object);
    if (version) this.#resourceVersion = version;
  }
}

function conflict(indexName: string): InformerError {
  const problem = `index "${indexName}": another function is registered under this name`;
  const advice = 'register the same function, from one constant, or choose another name';
  return new InformerError('IndexerConflict', `${problem}; ${advice}`);
}

/** See {@link ThreadSafeStore.stageReplace}. */
export interface StagedReplace<T> {
  /** Returns what the replacement had under this key. */
  add(key: string, object: T, digest?: number): T | undefined;
  /** Takes over what the store has under a key that it has. */
  keep(key: string): void;
  /** The replacement has an object under this key. */
  has(key: string): boolean;
  commit(resourceVersion: string): void;
}

/** Objects and the indexes over them. */
interface Indexed<T> {
  readonly items: KeyedList<T>;
  readonly indexes: ReadonlyMap<string, StoreIndex<T>>;
}

/** Puts the object under the key; returns what was there. */
function put<T>({ items, indexes }: Indexed<T>, key: string, object: T, digest: number | undefined): T | undefined {
  const known = items.position(key);
  const before = known === undefined ? undefined : items.replace(known, object, digest);
  const position = known ?? items.append(key, object, digest);
  for (const index of indexes.values()) index.file(position, key, object);
  return before;
}

/** Returns the version that an object says in its metadata; undefined where that is none. */
export function resourceVersionOfMeta(object: unknown): string | undefined {
  if (typeof object !== 'object' || object === null) return undefined;
  const version: unknown = identityOf(object)?.resourceVersion;
  return typeof version === 'string' ? version : undefined;
}
