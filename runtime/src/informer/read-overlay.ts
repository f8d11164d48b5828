import type { KubernetesObject } from '../api/object.js';
import type { IndexReader, Indexers } from '../store/store.js';
import type { SharedIndexInformer } from './shared-informer.js';

/** Shows, for reads by key, something newer than what an informer has cached. Nothing of it enters the cache. */
export interface ReadOverlay<T extends KubernetesObject> {
  /**
   * Called once, with the informer whose reads are overlaid.
   *
   * @param versionIn Returns the version that the cache has reached in a namespace, `''` before its first list; undefined while
   *   changes are queued. Costs the same for any number of namespaces, which `informer.status` does not.
   */
  attach(informer: SharedIndexInformer<T>, versionIn: (namespace: string) => string | undefined): void;
  /** What a read of this key returns, where the cache holds `cached`. */
  read(key: string, cached: T | undefined): T | undefined;
}

/** An informer's cache with an overlay for reads by key; lists and indexes are the cache's own. */
export class OverlaidReader<T extends KubernetesObject> implements IndexReader<T> {
  readonly #reader: IndexReader<T> & { keyOf(object: T): string };
  readonly #overlay: ReadOverlay<T>;

  constructor(reader: IndexReader<T> & { keyOf(object: T): string }, overlay: ReadOverlay<T>) {
    this.#reader = reader;
    this.#overlay = overlay;
  }

  get projection(): IndexReader<T>['projection'] {
    return this.#reader.projection;
  }

  getByKey(key: string): T | undefined {
    return this.#overlay.read(key, this.#reader.getByKey(key));
  }

  get(object: T): T | undefined {
    return this.getByKey(this.#reader.keyOf(object));
  }

  list(): readonly T[] {
    return this.#reader.list();
  }

  listKeys(): string[] {
    return this.#reader.listKeys();
  }

  index(indexName: string, object: T): readonly T[] {
    return this.#reader.index(indexName, object);
  }

  indexKeys(indexName: string, value: string): string[] {
    return this.#reader.indexKeys(indexName, value);
  }

  listIndexFuncValues(indexName: string): string[] {
    return this.#reader.listIndexFuncValues(indexName);
  }

  byIndex(indexName: string, value: string): readonly T[] {
    return this.#reader.byIndex(indexName, value);
  }

  getIndexers(): Indexers<T> {
    return this.#reader.getIndexers();
  }
}
