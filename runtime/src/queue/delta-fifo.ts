import { DeletedFinalStateUnknown } from '../api/deleted.js';
import { KeyError, metaNamespaceKeyFunc } from '../api/key.js';
import { checkedKeyFunc } from '../store/key-func.js';
import type { Deletable, KeyFunc } from '../store/store.js';
import { InitialSync } from '../async/initial-sync.js';
import { Fifo } from '../collections/fifo.js';
import type { Deltas, ObjectDelta } from './delta.js';
import { newestDelta, objectDelta } from './delta.js';
import type { CachedObjects, PopProcessFunc, Queue, ReflectorStore, ReplaceOptions, TransformFunc } from './queue.js';
import { inEveryCase, lookUpIn, popWhenReady, storable, TransformError, ZeroLengthDeltasError } from './queue.js';
import { Wakeup } from '../async/wakeup.js';

/** What a queue needs to know of the cache it feeds: which keys it holds, and their objects. */
export interface KeyListerGetter<T> {
  listKeys(): string[];
  getByKey(key: string): T | undefined;
}

/** Options of {@link DeltaFIFO}. */
export interface DeltaFIFOOptions<T> {
  /** Default: `namespace/name` of the metadata. */
  readonly keyFunction?: KeyFunc<T> | undefined;
  /**
   * What the consumer has stored. With it, a deletion of an object that was popped before is queued, a list finds what
   * was deleted meanwhile, and a resync has something to deliver. Without it, none of that: a `delete` of a key that is
   * not queued is ignored. Default: none.
   */
  readonly knownObjects?: KeyListerGetter<T> | undefined;
  /** Lists queue `Replaced` rather than `Sync`. Default false, as in client-go, for consumers that know only `Sync`. */
  readonly emitDeltaTypeReplaced?: boolean | undefined;
  /** The cache from which a relist takes objects that have not changed. Default: none. */
  readonly cache?: CachedObjects<T> | undefined;
  /** Changes objects before they are queued. Default: none. */
  readonly transform?: TransformFunc<T> | undefined;
  /** Takes the error of a transform; the object is then left out. Default: the operation throws it. */
  readonly onTransformError?: ((error: TransformError) => void) | undefined;
}

/**
 * A queue of objects, each with all that happened to it since it was last popped. An object keeps its position in the
 * queue however much happens to it.
 *
 * @example
 * const queue = new DeltaFIFO<Pod>({ knownObjects: indexer });
 * queue.add(pod);
 * await queue.pop((deltas) => console.log(deltas.map(({ type }) => type)));
 */
export class DeltaFIFO<T> implements Queue<T> {
  /** A key is here exactly when it is in #queue. Its deltas are never empty. */
  readonly #items = new Map<string, ObjectDelta<T>[]>();
  /** Keys in the order they are popped, without duplicates. */
  readonly #queue = new Fifo<string>();
  /** The first list, by its keys; anything added before a list stands for an empty one. */
  readonly #initial = new InitialSync();
  #closed = false;
  readonly #wakeup = new Wakeup();
  readonly #keyFunc: KeyFunc<T>;
  readonly #options: DeltaFIFOOptions<T>;
  readonly #known: () => ReflectorStore<T>['known'];

  constructor(options: DeltaFIFOOptions<T> = {}) {
    this.#keyFunc = checkedKeyFunc(options.keyFunction ?? (metaNamespaceKeyFunc as unknown as KeyFunc<T>));
    this.#options = options;
    this.#known = lookUpIn(options.cache);
  }

  add(object: T, digest?: number): void {
    this.#populate();
    this.#enqueue('Added', object, { digest });
  }

  update(object: T, digest?: number): void {
    this.#populate();
    this.#enqueue('Updated', object, { digest });
  }

  /** Ignored for a key that is neither queued nor known: its deletion was reported by a list already. */
  delete(object: Deletable<T>): void {
    const key = this.keyOf(object);
    this.#populate();
    if (!this.#items.has(key) && this.#options.knownObjects?.getByKey(key) === undefined) return;
    this.#enqueue('Deleted', object);
  }

  replace(objects: readonly T[], _resourceVersion: string, options: ReplaceOptions = {}): void {
    const type = this.#options.emitDeltaTypeReplaced ? 'Replaced' : 'Sync';
    const listed = new Set<string>(options.retain);
    for (const object of objects) listed.add(this.keyOf(object));
    const transform = options.prepared !== true;
    objects.forEach((object, at) => this.#enqueue(type, object, { transform, digest: options.digests?.[at] }));
    this.#deleteAllBut(listed);
    if (this.#initial.sourceHasSynced) return;
    // Nothing was queued before the first list, so all that is queued now belongs to it.
    this.#initial.expect(this.#items.size);
    this.#initial.setSourceSynced();
  }

  /** Queues a `Sync` for each known object that nothing is queued for. */
  resync(): void {
    const known = this.#options.knownObjects;
    if (known === undefined) return;
    for (const key of known.listKeys()) {
      const object = known.getByKey(key);
      if (object === undefined || this.#items.has(key)) continue;
      this.#append(key, { type: 'Sync', object });
    }
  }

  /** Nothing: the deltas of single objects have no order between them that a bookmark could stand in. */
  bookmark(_resourceVersion: string): void {}

  prepare(object: T): T {
    const { transform } = this.#options;
    if (!transform) return object;
    try {
      return storable(transform(object));
    } catch (thrown) {
      throw new TransformError(this.keyOf(object), thrown);
    }
  }

  get known(): ReflectorStore<T>['known'] {
    return this.#known();
  }

  get cachesAsIs(): boolean {
    return this.#options.cache !== undefined && this.#options.transform === undefined;
  }

  pop(process: PopProcessFunc<T>): Promise<Deltas<T>> {
    return popWhenReady(this, process);
  }

  tryPop(process: PopProcessFunc<T>): Deltas<T> | Promise<Deltas<T>> | undefined {
    const key = this.#queue.shift();
    if (key === undefined) return undefined;
    const deltas = this.#items.get(key) as ObjectDelta<T>[];
    this.#items.delete(key);
    const isInInitialList = !this.hasSynced();
    const finish = (): Deltas<T> => {
      if (this.#initial.pending > 0) this.#initial.finished(1);
      return deltas;
    };
    return inEveryCase(() => process(deltas, isInInitialList), finish);
  }

  ready(): Promise<void> {
    return this.#closed || this.#queue.length > 0 ? Promise.resolve() : this.#wakeup.wait();
  }

  close(): void {
    this.#closed = true;
    this.#wakeup.wake();
  }

  /** How many objects have changes that wait. */
  get length(): number {
    return this.#queue.length;
  }

  isClosed(): boolean {
    return this.#closed;
  }

  hasSynced(): boolean {
    return this.#initial.hasSynced();
  }

  onSynced(callback: () => void): () => void {
    return this.#initial.onSynced(callback);
  }

  /** The newest object of each queued key. */
  list(): Deletable<T>[] {
    return [...this.#items.values()].map((deltas) => (deltas[deltas.length - 1] as ObjectDelta<T>).object);
  }

  listKeys(): string[] {
    return [...this.#items.keys()];
  }

  /** The queued deltas of the object's key. The array is a copy. */
  get(object: Deletable<T> | Deltas<T>): Deltas<T> | undefined {
    return this.getByKey(this.keyOf(object));
  }

  getByKey(key: string): Deltas<T> | undefined {
    return this.#items.get(key)?.slice();
  }

  /** The key of an object, a tombstone, or the newest of some deltas. Throws a {@link KeyError}. */
  keyOf(object: Deletable<T> | Deltas<T>): string {
    if (Array.isArray(object)) {
      const newest = newestDelta(object as Deltas<T>);
      if (newest === undefined) throw new KeyError(object, new ZeroLengthDeltasError());
      return this.keyOf((newest as ObjectDelta<T>).object);
    }
    if (object instanceof DeletedFinalStateUnknown) return object.key;
    return this.#keyFunc(object as T);
  }

  /** Queues a tombstone for each queued or known key that a list did not have. */
  #deleteAllBut(listed: ReadonlySet<string>): void {
    for (const [key, deltas] of this.#items) {
      if (listed.has(key)) continue;
      const newest = (deltas[deltas.length - 1] as ObjectDelta<T>).object;
      const object = newest instanceof DeletedFinalStateUnknown ? newest.object : newest;
      this.#enqueue('Deleted', new DeletedFinalStateUnknown(key, object));
    }
    const known = this.#options.knownObjects;
    for (const key of known?.listKeys() ?? []) {
      if (listed.has(key) || this.#items.has(key)) continue;
      this.#enqueue('Deleted', new DeletedFinalStateUnknown(key, known?.getByKey(key)));
    }
  }

  #enqueue(type: ObjectDelta<T>['type'], object: Deletable<T>, options: EnqueueOptions = {}): void {
    const { transform = true, digest } = options;
    const key = this.keyOf(object);
    if (object instanceof DeletedFinalStateUnknown) return this.#append(key, { type, object });
    try {
      this.#append(key, objectDelta(type, transform ? this.prepare(object) : object, digest));
    } catch (thrown) {
      if (!(thrown instanceof TransformError) || !this.#options.onTransformError) throw thrown;
      this.#options.onTransformError(thrown);
      // A deletion needs no more than the key: losing it would leave the object in the cache for good.
      if (type === 'Deleted') this.#append(key, { type, object: new DeletedFinalStateUnknown<T>(key, undefined) });
    }
  }

  #append(key: string, delta: ObjectDelta<T>): void {
    const deltas = this.#items.get(key);
    if (deltas === undefined) {
      this.#items.set(key, [delta]);
      this.#queue.push(key);
    } else {
      deltas.push(delta);
      dropDoubleDeletion(deltas);
    }
    this.#wakeup.wake();
  }

  #populate(): void {
    if (!this.#initial.sourceHasSynced) this.#initial.setSourceSynced();
  }
}

interface EnqueueOptions {
  /** Default true. */
  readonly transform?: boolean;
  readonly digest?: number | undefined;
}

/** Of two deletions in a row one is enough: the one that knows the final state, if any does. */
function dropDoubleDeletion<T>(deltas: ObjectDelta<T>[]): void {
  const newest = deltas[deltas.length - 1];
  const before = deltas[deltas.length - 2];
  if (newest?.type !== 'Deleted' || before?.type !== 'Deleted') return;
  deltas.pop();
  if (before.object instanceof DeletedFinalStateUnknown) deltas[deltas.length - 1] = newest;
}
