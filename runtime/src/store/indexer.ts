import { InformerError } from '../api/informer-error.js';
import { DeletedFinalStateUnknown } from '../api/deleted.js';
import { deletionHandlingMetaNamespaceKeyFunc } from '../api/key.js';
import { identityOf } from '../api/identity.js';
import type { KubernetesObject } from '../api/object.js';
import { toError } from '../api/on-error.js';
import { mustKeep } from '../api/projection.js';
import type { Projection } from '../api/projection.js';
import { indexedPath } from './index-by-path.js';
import { checkedKeyFunc } from './key-func.js';
import type { Deletable, Indexer, Indexers, IndexFunc, KeyFunc, Store, StoreOperation } from './store.js';
import type { StagedReplace, ThreadSafeStoreOptions } from './thread-safe-store.js';
import { ThreadSafeStore } from './thread-safe-store.js';

/** The name of the index by namespace, which every informer has. */
export const namespaceIndex = 'namespace';

/**
 * Files an object under its namespace; cluster-scoped ones under `''`.
 *
 * @example
 * metaNamespaceIndexFunc(pod); // → ['default']
 */
export function metaNamespaceIndexFunc(object: KubernetesObject): readonly string[] {
  return [identityOf(object)?.namespace ?? ''];
}

/** Options of {@link newStore} and {@link newIndexer}. */
export interface IndexerOptions<T> extends ThreadSafeStoreOptions<T> {
  /** Default: `namespace/name` of the metadata, of tombstones too. */
  readonly keyFunc?: KeyFunc<Deletable<T>> | undefined;
  /** Changes each object before it is stored. Default: none. */
  readonly transform?: ((object: T) => T) | undefined;
  /** What is left of the objects; an index by a path that is not is refused. Default: they are whole. */
  readonly projection?: Projection | undefined;
}

/**
 * Some operations of a transaction failed; the others were applied.
 *
 * @example
 * if (error instanceof TransactionError) console.log(error.successfulIndices, error.errors);
 */
export class TransactionError extends InformerError {
  override readonly name = 'TransactionError';
  readonly successfulIndices: readonly number[];
  readonly errors: readonly Error[];

  constructor(successfulIndices: readonly number[], errors: readonly Error[]) {
    super('Transaction', `${errors.length} operation(s) of a transaction failed: ${errors[0]?.message ?? ''}`, {
      cause: errors[0],
    });
    this.successfulIndices = successfulIndices;
    this.errors = errors;
  }
}

/**
 * The indexer behind informers: keys objects by a key function and keeps them in a {@link ThreadSafeStore}.
 *
 * @example
 * const byNode = new ObjectIndexer<Pod>({ byNode: (pod) => [pod.spec?.nodeName ?? ''] });
 * byNode.add(pod);
 * byNode.byIndex('byNode', 'node-1').length; // → 1
 */
export class ObjectIndexer<T> implements Indexer<T> {
  readonly #store: ThreadSafeStore<T>;
  readonly #keyFunc: KeyFunc<Deletable<T>>;
  readonly #transform: ((object: T) => T) | undefined;
  readonly projection: Projection | undefined;

  constructor(indexers: Indexers<T> = {}, options: IndexerOptions<T> = {}) {
    this.projection = options.projection;
    this.#checkPaths(indexers);
    this.#store = new ThreadSafeStore(indexers, options);
    this.#keyFunc = checkedKeyFunc(options.keyFunc ?? (deletionHandlingMetaNamespaceKeyFunc as KeyFunc<Deletable<T>>));
    this.#transform = options.transform;
  }

  add(object: T): void {
    this.update(object);
  }

  update(object: T): void {
    const stored = this.#transform ? this.#transform(object) : object;
    this.put(this.keyOf(stored), stored);
  }

  delete(object: Deletable<T>): void {
    this.remove(this.keyOf(object), object);
  }

  /** {@link update} under a key that the caller knows, without a transform; returns what was there. */
  put(key: string, object: T, digest?: number): T | undefined {
    return this.#store.update(key, object, digest);
  }

  /** {@link delete} of a key that the caller knows; returns what was there. */
  remove(key: string, object: Deletable<T>): T | undefined {
    return this.#store.delete(key, object instanceof DeletedFinalStateUnknown ? undefined : object);
  }

  /** How many objects there are. */
  get size(): number {
    return this.#store.size;
  }

  /** Returns where the object with this key is; -1 where there is none. A write may move it. */
  find(key: string): number {
    return this.#store.find(key);
  }

  objectAt(position: number): T {
    return this.#store.objectAt(position);
  }

  keyAt(position: number): string {
    return this.#store.keyAt(position);
  }

  /** The digest that was given with the object; NaN where none was. */
  digestAt(position: number): number {
    return this.#store.digestAt(position);
  }

  list(): readonly T[] {
    return this.#store.list();
  }

  listKeys(): string[] {
    return this.#store.listKeys();
  }

  get(object: T): T | undefined {
    return this.#store.get(this.keyOf(object));
  }

  getByKey(key: string): T | undefined {
    return this.#store.get(key);
  }

  replace(objects: readonly T[], resourceVersion: string): void {
    const staged = this.stageReplace();
    for (const object of objects) staged.add(object);
    staged.commit(resourceVersion);
  }

  /** As {@link ThreadSafeStore.stageReplace}, with keys and transform applied. */
  stageReplace(): StagedObjects<T> {
    const staged: StagedReplace<T> = this.#store.stageReplace();
    let replaced: T | undefined;
    return {
      get replaced() {
        return replaced;
      },
      add: (object, digest) => {
        const stored = this.#transform ? this.#transform(object) : object;
        const key = this.keyOf(stored);
        replaced = staged.add(key, stored, digest);
        return key;
      },
      keep: (key) => staged.keep(key),
      has: (key) => staged.has(key),
      commit: (resourceVersion) => staged.commit(resourceVersion),
    };
  }

  /** Does nothing: only a queue re-delivers what it knows. */
  resync(): void {}

  bookmark(resourceVersion: string): void {
    this.#store.bookmark(resourceVersion);
  }

  /** The keys of a namespace's objects, in no set order; undefined without the standard index by namespace. */
  keysInNamespace(namespace: string): string[] | undefined {
    const isStandard = this.#store.hasIndex(namespaceIndex, metaNamespaceIndexFunc as IndexFunc<T>);
    return isStandard ? this.#store.unsortedIndexKeys(namespaceIndex, namespace) : undefined;
  }

  lastStoreSyncResourceVersion(): string {
    return this.#store.lastStoreSyncResourceVersion();
  }

  /** Applies every operation; those that fail are left out and named in a {@link TransactionError}. */
  transaction(operations: readonly StoreOperation<T>[]): void {
    const errors: Error[] = [];
    const successful: number[] = [];
    operations.forEach((operation, position) => {
      try {
        if (operation.type === 'delete') this.delete(operation.object);
        else this.update(operation.object);
        successful.push(position);
      } catch (thrown) {
        errors.push(toError(thrown));
      }
    });
    if (errors.length > 0) throw new TransactionError(successful, errors);
  }

  index(indexName: string, object: T): readonly T[] {
    return this.#store.index(indexName, object);
  }

  indexKeys(indexName: string, value: string): string[] {
    return this.#store.indexKeys(indexName, value);
  }

  listIndexFuncValues(indexName: string): string[] {
    return this.#store.listIndexFuncValues(indexName);
  }

  byIndex(indexName: string, value: string): readonly T[] {
    return this.#store.byIndex(indexName, value);
  }

  getIndexers(): Indexers<T> {
    return this.#store.getIndexers();
  }

  addIndexers(indexers: Indexers<T>): void {
    this.#checkPaths(indexers);
    this.#store.addIndexers(indexers);
  }

  #checkPaths(indexers: Indexers<T>): void {
    for (const [name, indexFunc] of Object.entries(indexers)) {
      const path = indexedPath(indexFunc);
      if (path !== undefined) mustKeep(this.projection, path.names, `the index ${name}`);
    }
  }

  /** The key of an object or tombstone. Throws a `KeyError`. */
  keyOf(object: Deletable<T>): string {
    return this.#keyFunc(object);
  }
}

/** See {@link ObjectIndexer.stageReplace}. */
export interface StagedObjects<T> extends Pick<StagedReplace<T>, 'keep' | 'has' | 'commit'> {
  /** Returns the object's key. Throws a `KeyError`. */
  add(object: T, digest?: number): string;
  /** What the last {@link add} found under that key: of two objects of one key the later one stays. */
  readonly replaced: T | undefined;
}

/**
 * A store without indexes.
 *
 * @example
 * const store = newStore<Pod>();
 * store.add(pod);
 * store.getByKey('default/web')?.metadata.name; // → 'web'
 */
export function newStore<T>(options: IndexerOptions<T> = {}): Store<T> {
  return new ObjectIndexer<T>({}, options);
}

/**
 * A store with indexes.
 *
 * @example
 * const indexer = newIndexer<Pod>({ byNode: (pod) => [pod.spec?.nodeName ?? ''] });
 * indexer.add(pod);
 * indexer.byIndex('byNode', 'node-1').length; // → 1
 */
export function newIndexer<T>(indexers: Indexers<T>, options: IndexerOptions<T> = {}): Indexer<T> {
  return new ObjectIndexer<T>(indexers, options);
}
