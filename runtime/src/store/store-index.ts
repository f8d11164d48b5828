import { InformerError } from '../api/informer-error.js';
import { leaveAlone } from '../api/call-safely.js';
import { toError } from '../api/on-error.js';
import { LongList } from '../collections/long-list.js';
import { IndexBucket } from './index-bucket.js';
import type { IndexFunc } from './store.js';

/**
 * An index function threw, or returned no array of strings. The object is stored all the same, but this index does not find it.
 *
 * @example
 * if (error instanceof IndexFuncError) console.log(error.indexName, error.key);
 */
export class IndexFuncError extends InformerError {
  override readonly name = 'IndexFuncError';
  readonly indexName: string;
  readonly key: string;

  constructor(indexName: string, key: string, cause: Error) {
    super('IndexFunc', `index function "${indexName}" failed for ${key}: ${cause.message}`, { cause });
    this.indexName = indexName;
    this.key = key;
  }
}

const none: readonly never[] = Object.freeze([]);

/** Where an object is filed: nowhere, in one bucket (whose slot stands beside), or in several, with its slot in each. */
type Filed<T> = IndexBucket<T> | Map<IndexBucket<T>, number> | undefined;

/**
 * One named index: for each value of its function, the objects that have it. Values without objects are not kept.
 *
 * It knows an object by its position in the store, and remembers where it filed the object of each position. So a change
 * is filed without asking the function about the previous object, and mostly without looking anything up by key.
 */
export class StoreIndex<T> {
  readonly indexName: string;
  readonly indexFunc: IndexFunc<T>;
  readonly #onError: (error: IndexFuncError) => void;
  readonly #buckets = new Map<string, IndexBucket<T>>();
  /** The buckets of the object at each position of the store. */
  readonly #filed = new LongList<Filed<T>>();
  /** Its slot, where it is in one bucket. */
  readonly #slots = new LongList<number | undefined>();

  constructor(indexName: string, indexFunc: IndexFunc<T>, onError: (error: IndexFuncError) => void) {
    this.indexName = indexName;
    this.indexFunc = indexFunc;
    this.#onError = onError;
  }

  /** Files the object that the store has now at this position, instead of the one that was there, if any. */
  file(position: number, key: string, object: T): void {
    const values = this.#valuesOrNone(key, object);
    if (values.length !== 1 || this.#filed.at(position) instanceof Map) this.#refile(position, new Set(values), object);
    else this.#fileUnderOne(position, values[0] as string, object);
  }

  /** The object at this position is gone from the store, and the one at the last position has moved there. */
  remove(position: number): void {
    for (const [bucket, slot] of this.#places(position)) this.#takeOut(bucket, slot);
    const last = this.#filed.length - 1;
    if (position < last) {
      for (const [bucket, slot] of this.#places(last)) bucket.positions[slot] = position;
      this.#filed.set(position, this.#filed.at(last));
      this.#slots.set(position, this.#slots.at(last));
    }
    this.#filed.pop();
    this.#slots.pop();
  }

  /** The objects filed under the value. */
  objects(value: string): readonly T[] {
    return this.#buckets.get(value)?.list() ?? none;
  }

  /** Where in the store those are, in the same order; not to be held across a write. */
  positions(value: string): readonly number[] {
    return this.#buckets.get(value)?.positions ?? none;
  }

  values(): string[] {
    return [...this.#buckets.keys()];
  }

  /** Nearly every object has one value, and keeps it. */
  #fileUnderOne(position: number, value: string, object: T): void {
    const filed = this.#filed.at(position) as IndexBucket<T> | undefined;
    if (filed?.value === value) return filed.replace(this.#slots.at(position) as number, object);
    if (filed !== undefined) this.#takeOut(filed, this.#slots.at(position) as number);
    const bucket = this.#bucket(value);
    this.#filed.set(position, bucket);
    this.#slots.set(position, bucket.add(position, object));
  }

  #refile(position: number, values: ReadonlySet<string>, object: T): void {
    const filed = new Map<IndexBucket<T>, number>();
    for (const [bucket, slot] of this.#places(position)) {
      if (values.has(bucket.value)) {
        bucket.replace(slot, object);
        filed.set(bucket, slot);
      } else this.#takeOut(bucket, slot);
    }
    for (const value of values) {
      const bucket = this.#bucket(value);
      if (!filed.has(bucket)) filed.set(bucket, bucket.add(position, object));
    }
    const [only] = filed;
    this.#filed.set(position, filed.size > 1 ? filed : only?.[0]);
    this.#slots.set(position, filed.size > 1 ? undefined : only?.[1]);
  }

  /** The buckets of the object at the position, with its slot in each. */
  #places(position: number): Iterable<readonly [IndexBucket<T>, number]> {
    const filed = this.#filed.at(position);
    if (filed === undefined) return none;
    return filed instanceof Map ? filed : [[filed, this.#slots.at(position) as number]];
  }

  #takeOut(bucket: IndexBucket<T>, slot: number): void {
    const moved = bucket.remove(slot);
    if (bucket.size === 0) this.#buckets.delete(bucket.value);
    if (moved === -1) return;
    const filed = this.#filed.at(moved);
    if (filed instanceof Map) filed.set(bucket, slot);
    else this.#slots.set(moved, slot);
  }

  #bucket(value: string): IndexBucket<T> {
    let bucket = this.#buckets.get(value);
    if (bucket === undefined) this.#buckets.set(value, (bucket = new IndexBucket(value)));
    return bucket;
  }

  /** What the function says of an object. Throws what it throws, and a TypeError when it returns anything but strings. */
  valuesOf(object: T): readonly string[] {
    const values: unknown = this.indexFunc(object);
    if (!Array.isArray(values)) {
      leaveAlone(values);
      throw new TypeError(`it returned ${describe(values)} and not an array of strings`);
    }
    for (let at = 0; at < values.length; at += 1) {
      if (typeof values[at] !== 'string')
        throw new TypeError(`it returned an array that holds ${describe(values[at])} and not only strings`);
    }
    return values as readonly string[];
  }

  #valuesOrNone(key: string, object: T): readonly string[] {
    try {
      return this.valuesOf(object);
    } catch (thrown) {
      this.#onError(new IndexFuncError(this.indexName, key, toError(thrown)));
      return none;
    }
  }
}

function describe(value: unknown): string {
  return value === null ? 'null' : typeof value === 'object' ? 'an object' : typeof value;
}
