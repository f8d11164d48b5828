import { toError } from '../api/on-error.js';
import { KeyedList } from './keyed-list.js';
import type { IndexFunc } from './store.js';

/** An index function threw. The object is stored all the same, but this index does not find it. */
export class IndexFuncError extends Error {
  override readonly name = 'IndexFuncError';
  readonly indexName: string;
  readonly key: string;

  constructor(indexName: string, key: string, cause: Error) {
    super(`index function "${indexName}" failed for ${key}: ${cause.message}`, { cause });
    this.indexName = indexName;
    this.key = key;
  }
}

const none: readonly never[] = Object.freeze([]);

/** One named index: for each value of its function, the objects that have it. Values without objects are not kept. */
export class StoreIndex<T> {
  readonly indexName: string;
  readonly indexFunc: IndexFunc<T>;
  readonly #onError: (error: IndexFuncError) => void;
  readonly #buckets = new Map<string, KeyedList<T>>();

  constructor(indexName: string, indexFunc: IndexFunc<T>, onError: (error: IndexFuncError) => void) {
    this.indexName = indexName;
    this.indexFunc = indexFunc;
    this.#onError = onError;
  }

  /** Files `after` (or nothing) where `before` (or nothing) was, touching only the values that differ. */
  update(key: string, before: T | undefined, after: T | undefined): void {
    const oldValues = before === undefined ? none : this.#valuesOfStored(key, before);
    const newValues = after === undefined ? none : this.#valuesOf(key, after);
    for (const value of oldValues) if (!newValues.includes(value)) this.#remove(value, key);
    if (after === undefined) return;
    for (const value of newValues) {
      let bucket = this.#buckets.get(value);
      if (bucket === undefined) this.#buckets.set(value, (bucket = new KeyedList()));
      bucket.set(key, after);
    }
  }

  /** The objects filed under the value. */
  objects(value: string): readonly T[] {
    return this.#buckets.get(value)?.list() ?? none;
  }

  keys(value: string): readonly string[] {
    return this.#buckets.get(value)?.keys() ?? none;
  }

  values(): string[] {
    return [...this.#buckets.keys()];
  }

  #remove(value: string, key: string): void {
    const bucket = this.#buckets.get(value);
    if (bucket === undefined) return;
    bucket.delete(key);
    if (bucket.size === 0) this.#buckets.delete(value);
  }

  #valuesOf(key: string, object: T): readonly string[] {
    try {
      return this.indexFunc(object);
    } catch (thrown) {
      this.#onError(new IndexFuncError(this.indexName, key, toError(thrown)));
      return none;
    }
  }

  /** A function that throws now may have given values when the object was stored: look for them everywhere. */
  #valuesOfStored(key: string, object: T): readonly string[] {
    try {
      return this.indexFunc(object);
    } catch {
      return this.values().filter((value) => this.#buckets.get(value)?.has(key));
    }
  }
}
