import { DeletedFinalStateUnknown } from '../api/deleted.js';
import { deletionHandlingMetaNamespaceKeyFunc } from '../api/key.js';
import type { DeletionKeyable } from '../api/key.js';
import { realClock } from '../async/clock.js';
import type { Clock } from '../async/clock.js';
import { checkedKeyFunc } from '../store/key-func.js';
import type { Deletable, KeyFunc, Store } from '../store/store.js';
import { resourceVersionOfMeta, ThreadSafeStore } from '../store/thread-safe-store.js';

/** An object and when it was put in. */
export interface TimestampedEntry<T> {
  readonly key: string;
  readonly object: T;
  /** Milliseconds since the epoch, by the cache's clock. */
  readonly timestamp: number;
}

/** Says when an object is too old. */
export interface ExpirationPolicy<T> {
  isExpired(entry: TimestampedEntry<T>): boolean;
}

/**
 * Objects are too old when more than `ttlMs` have passed; never, when that is 0 or less.
 *
 * @example
 * const policy = new TTLPolicy<string>(1000, clock);
 * policy.isExpired({ key: 'a', object: 'a', timestamp: clock.now() }); // → false
 */
export class TTLPolicy<T> implements ExpirationPolicy<T> {
  readonly #ttlMs: number;
  readonly #clock: Clock;

  /** @param clock Default: the machine's clock. */
  constructor(ttlMs: number, clock: Clock = realClock) {
    this.#ttlMs = ttlMs;
    this.#clock = clock;
  }

  isExpired({ timestamp }: TimestampedEntry<T>): boolean {
    return this.#ttlMs > 0 && this.#clock.now() - timestamp > this.#ttlMs;
  }
}

/** What an {@link ExpirationCache} can be told. */
export interface ExpirationCacheOptions<T> {
  /** Default: `namespace/name` of the metadata, of tombstones too. */
  readonly keyFunc?: KeyFunc<Deletable<T>> | undefined;
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
}

/**
 * A store whose objects grow too old. It looks when it is read: reading an object that is too old removes it. `add` and
 * `update` make an object new again. `listKeys` does not look.
 *
 * @example
 * const cache = new ExpirationCache<Pod>(new TTLPolicy(60_000, clock), { clock });
 * cache.add(pod);
 * clock.advance(61_000);
 * cache.getByKey('default/web'); // → undefined
 */
export class ExpirationCache<T> implements Store<T> {
  readonly #policy: ExpirationPolicy<T>;
  readonly #keyOf: KeyFunc<Deletable<T>>;
  readonly #clock: Clock;
  readonly #store = new ThreadSafeStore<TimestampedEntry<T>>(
    {},
    { resourceVersionOf: ({ object }) => resourceVersionOfMeta(object) },
  );

  constructor(policy: ExpirationPolicy<T>, options: ExpirationCacheOptions<T> = {}) {
    this.#policy = policy;
    this.#clock = options.clock ?? realClock;
    this.#keyOf = checkedKeyFunc(
      options.keyFunc ?? ((object) => deletionHandlingMetaNamespaceKeyFunc(object as DeletionKeyable)),
    );
  }

  add(object: T): void {
    this.update(object);
  }

  update(object: T): void {
    const entry = this.#stamp(object, this.#clock.now());
    this.#store.update(entry.key, entry);
  }

  delete(object: Deletable<T>): void {
    const key = this.#keyOf(object);
    if (object instanceof DeletedFinalStateUnknown) this.#store.delete(key);
    else this.#store.delete(key, { key, object, timestamp: this.#clock.now() });
  }

  replace(objects: readonly T[], resourceVersion: string): void {
    const timestamp = this.#clock.now();
    const entries = objects.map((object): [string, TimestampedEntry<T>] => {
      const entry = this.#stamp(object, timestamp);
      return [entry.key, entry];
    });
    this.#store.replace(entries, resourceVersion);
  }

  /** Every object that is not too old. The others are removed. */
  list(): readonly T[] {
    const objects: T[] = [];
    for (const { key } of this.#store.list()) {
      const object = this.getByKey(key);
      if (object !== undefined) objects.push(object);
    }
    return objects;
  }

  listKeys(): string[] {
    return this.#store.listKeys();
  }

  get(object: T): T | undefined {
    return this.getByKey(this.#keyOf(object));
  }

  getByKey(key: string): T | undefined {
    const entry = this.#store.get(key);
    if (entry === undefined) return undefined;
    if (!this.#policy.isExpired(entry)) return entry.object;
    this.#store.delete(key);
    return undefined;
  }

  /** Does nothing: only a queue re-delivers what it knows. */
  resync(): void {}

  bookmark(resourceVersion: string): void {
    this.#store.bookmark(resourceVersion);
  }

  lastStoreSyncResourceVersion(): string {
    return this.#store.lastStoreSyncResourceVersion();
  }

  #stamp(object: T, timestamp: number): TimestampedEntry<T> {
    return { key: this.#keyOf(object), object, timestamp };
  }
}

/**
 * A store whose objects are gone `ttlMs` after they were last written.
 *
 * @example
 * const store = newTTLStore<Pod>(60_000, { clock });
 * store.add(pod);
 * store.listKeys(); // → ['default/web']
 */
export function newTTLStore<T>(ttlMs: number, options: ExpirationCacheOptions<T> = {}): Store<T> {
  return new ExpirationCache<T>(new TTLPolicy<T>(ttlMs, options.clock), options);
}

/**
 * A store whose objects are gone when the policy says so.
 *
 * @example
 * const store = newExpirationStore<Pod>(new TTLPolicy(60_000, clock), { clock });
 * store.add(pod);
 * store.listKeys(); // → ['default/web']
 */
export function newExpirationStore<T>(policy: ExpirationPolicy<T>, options: ExpirationCacheOptions<T> = {}): Store<T> {
  return new ExpirationCache<T>(policy, options);
}
