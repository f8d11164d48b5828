import { DeletedFinalStateUnknown } from '../api/deleted.js';
import { KeyError, metaNamespaceKeyFunc } from '../api/key.js';
import { checkedKeyFunc } from '../store/key-func.js';
import type { Deletable, KeyFunc } from '../store/store.js';
import { InitialSync } from '../async/initial-sync.js';
import { Fifo } from '../collections/fifo.js';
import { NO_DIGEST } from '../source/lister-watcher.js';
import type { KeyListerGetter } from './delta-fifo.js';
import type { Delta, Deltas, ObjectDelta, ReplacedAllDelta } from './delta.js';
import { objectDelta } from './delta.js';
import type {
  BatchQueue,
  CachedObjects,
  PopProcessFunc,
  ProcessBatch,
  ReflectorStore,
  ReplaceOptions,
  TransformFunc,
} from './queue.js';
import { inEveryCase, lookUpIn, popWhenReady, storable, TransformError, ZeroLengthDeltasError } from './queue.js';
import { Wakeup } from '../async/wakeup.js';

/** Options of {@link RealFIFO}. */
export interface RealFIFOOptions<T> {
  /** Default: `namespace/name` of the metadata. */
  readonly keyFunction?: KeyFunc<T> | undefined;
  /**
   * A list is one `ReplacedAll`, a resync one `SyncAll`, a bookmark one `Bookmark`; the consumer works out what a list
   * deleted. Default true. When false, `knownObjects` is needed and lists are taken apart here, as `DeltaFIFO` does.
   */
  readonly atomicEvents?: boolean | undefined;
  /** What the consumer has stored: required without `atomicEvents`, refused with it. Default: none. */
  readonly knownObjects?: KeyListerGetter<T> | undefined;
  /** Changes objects before they are queued. Default: none. */
  readonly transform?: TransformFunc<T> | undefined;
  /** Takes the error of a transform; the object then stays as the cache has it. Default: the operation throws it. */
  readonly onTransformError?: ((error: TransformError) => void) | undefined;
  /** The cache from which a relist takes objects that have not changed. Default: none. */
  readonly cache?: CachedObjects<T> | undefined;
  /** How many changes a batch takes at most. Default 1000. */
  readonly batchSize?: number | undefined;
}

/** A list whose objects are ready to be stored: see {@link ReplacedAllDelta}. */
type ReadyList<T> = Pick<ReplacedAllDelta<T>, 'objects' | 'digests' | 'retain'>;

const noKeys: ReadonlySet<string> = new Set();

/**
 * A queue that keeps every change, in the order it came, across objects: what the newest client-go uses. Nothing is
 * folded together, so bookmarks and versions stay in order with the changes.
 *
 * @example
 * const queue = new RealFIFO<Pod>();
 * queue.add(pod);
 * await queue.pop((deltas) => console.log(deltas.map(({ type }) => type)));
 */
export class RealFIFO<T> implements BatchQueue<T> {
  readonly #items = new Fifo<Delta<T>>();
  /** The first list, by its changes; anything added before a list stands for an empty one. */
  readonly #initial = new InitialSync();
  /** The first list, or what stands for it, is queued. */
  #populated = false;
  /** Namespaces whose first list has not been processed. */
  readonly #pendingScopes = new Set<string>();
  #closed = false;
  readonly #wakeup = new Wakeup();
  readonly #keyFunc: KeyFunc<T>;
  readonly #atomic: boolean;
  readonly #options: RealFIFOOptions<T>;
  readonly #known: () => ReflectorStore<T>['known'];

  constructor(options: RealFIFOOptions<T> = {}) {
    this.#atomic = options.atomicEvents ?? true;
    if (this.#atomic && options.knownObjects) {
      throw new TypeError(
        'RealFIFO: knownObjects has no use with atomicEvents: leave it out, or set atomicEvents to false',
      );
    }
    if (!this.#atomic && !options.knownObjects) throw new TypeError('RealFIFO: atomicEvents: false needs knownObjects');
    this.#keyFunc = checkedKeyFunc(options.keyFunction ?? (metaNamespaceKeyFunc as unknown as KeyFunc<T>));
    this.#options = options;
    this.#known = lookUpIn(options.cache);
  }

  add(object: T, digest?: number): void {
    this.#populate();
    this.#enqueue('Added', object, digest);
  }

  update(object: T, digest?: number): void {
    this.#populate();
    this.#enqueue('Updated', object, digest);
  }

  delete(object: Deletable<T>): void {
    this.#populate();
    this.#enqueue('Deleted', object);
  }

  replace(objects: readonly T[], resourceVersion: string, options: ReplaceOptions = {}): void {
    this.#replace(objects, resourceVersion, { ...options, scope: undefined });
  }

  /**
   * The queue as the reflector of one namespace sees it: its lists replace that namespace alone, and the queue has not
   * synced before the first of them was processed, or {@link forgetScope} was called.
   */
  scoped(scope: string): ReflectorStore<T> {
    this.expectScope(scope);
    const known = this.#known;
    return {
      add: (object, digest) => this.#enqueue('Added', object, digest),
      update: (object, digest) => this.#enqueue('Updated', object, digest),
      delete: (object) => this.#enqueue('Deleted', object),
      replace: (objects, resourceVersion, options) => this.#replace(objects, resourceVersion, { ...options, scope }),
      resync: () => this.resync(),
      // How far one namespace has come says nothing about the others, and the cache has one version.
      bookmark: () => {},
      prepare: (object) => this.prepare(object),
      get known() {
        return known();
      },
      cachesAsIs: this.cachesAsIs,
    };
  }

  /** The queue has not synced before a list of this namespace was processed, or {@link forgetScope} was called. */
  expectScope(scope: string): void {
    this.#pendingScopes.add(scope);
  }

  /** The queue no longer waits for this namespace's first list. */
  forgetScope(scope: string): void {
    this.#pendingScopes.delete(scope);
    this.#populate();
  }

  resync(): void {
    if (this.#atomic) return this.#append({ type: 'SyncAll' });
    const queued = this.#queuedObjects();
    const known = this.#knownObjects();
    for (const key of known.listKeys()) {
      const object = known.getByKey(key);
      if (object !== undefined && !queued.has(key)) this.#append({ type: 'Sync', object });
    }
  }

  /** Queued in order with the changes; without `atomicEvents` it is dropped. */
  bookmark(resourceVersion: string): void {
    if (this.#atomic) this.#append({ type: 'Bookmark', resourceVersion });
  }

  prepare(object: T): T {
    const { transform } = this.#options;
    if (!transform) return object;
    try {
      return storable(transform(object));
    } catch (thrown) {
      throw new TransformError(this.#keyFunc(object), thrown);
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
    if (this.#items.length === 0) return undefined;
    const isInInitialList = !this.hasSynced();
    const deltas = this.#items.take(1);
    const finish = (): Deltas<T> => {
      this.#processed(deltas);
      return deltas;
    };
    return inEveryCase(() => process(deltas, isInInitialList), finish);
  }

  /**
   * Pops as many changes of different objects as stand at the front, and hands them on together. Whole lists, resyncs and
   * bookmarks come alone; a batch does not reach past the first list; a change without a key ends it. Returns how many.
   */
  tryPopBatch(process: ProcessBatch<T>): number | Promise<number> {
    if (this.#items.length === 0) return 0;
    const isInInitialList = !this.hasSynced();
    const keys: string[] = [];
    const deltas = this.#items.take(this.#batchLength(keys));
    const finish = (): number => {
      this.#processed(deltas);
      return deltas.length;
    };
    const work =
      deltas.length === 1
        ? () => process.single(deltas, isInInitialList)
        : () => process.batch(deltas, isInInitialList, keys.length === deltas.length ? keys : undefined);
    return inEveryCase(work, finish);
  }

  ready(): Promise<void> {
    return this.#closed || this.#items.length > 0 ? Promise.resolve() : this.#wakeup.wait();
  }

  close(): void {
    this.#closed = true;
    this.#wakeup.wake();
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

  /** How many changes wait. */
  get length(): number {
    return this.#items.length;
  }

  /** The key of an object, a tombstone, a change, or the newest of some. Throws a {@link KeyError}. */
  keyOf(object: Deletable<T> | Deltas<T>): string {
    if (!Array.isArray(object)) return this.#keyOfObject(object as Deletable<T>);
    const newest = object[object.length - 1] as ObjectDelta<T> | undefined;
    if (newest === undefined) throw new KeyError(object, new ZeroLengthDeltasError());
    return this.#keyOfObject(newest.object);
  }

  #keyOfObject(object: Deletable<T>): string {
    return object instanceof DeletedFinalStateUnknown ? object.key : this.#keyFunc(object);
  }

  #knownObjects(): KeyListerGetter<T> {
    return this.#options.knownObjects as KeyListerGetter<T>;
  }

  #replace(
    objects: readonly T[],
    resourceVersion: string,
    options: ReplaceOptions & { scope: string | undefined },
  ): void {
    const ready = this.#transformAll(objects, options);
    const before = this.#items.length;
    if (this.#atomic) this.#append({ type: 'ReplacedAll', resourceVersion, scope: options.scope, ...ready });
    else this.#takeApart(ready);
    if (this.#populated) return;
    this.#initial.expect(this.#items.length - before);
    this.#populate();
  }

  /** Objects whose transform failed are left out and their keys retained, so that nothing takes them for deleted. */
  #transformAll(objects: readonly T[], options: ReplaceOptions): ReadyList<T> {
    const { retain: retained = noKeys, digests } = options;
    if (!this.#options.transform || options.prepared) return { objects, ...(digests && { digests }), retain: retained };
    const retain = new Set(retained);
    const ready: T[] = [];
    const readyDigests: number[] = [];
    for (const [at, object] of objects.entries()) {
      try {
        ready.push(this.prepare(object));
        if (digests) readyDigests.push(digests[at] ?? NO_DIGEST);
      } catch (thrown) {
        if (!(thrown instanceof TransformError) || !this.#options.onTransformError) throw thrown;
        retain.add(thrown.key);
        this.#options.onTransformError(thrown);
      }
    }
    return { objects: ready, ...(digests && { digests: readyDigests }), retain };
  }

  /** Without atomic events: tombstones for what the list lacks, queued keys first, then a `Replaced` for each object. */
  #takeApart({ objects, digests, retain }: ReadyList<T>): void {
    const listed = new Set(retain);
    for (const object of objects) listed.add(this.#keyFunc(object));
    const queued = this.#queuedObjects();
    for (const [key, newest] of queued) {
      if (listed.has(key) || newest.type === 'Deleted') continue;
      this.#append({ type: 'Deleted', object: new DeletedFinalStateUnknown(key, newest.object as T) });
    }
    const known = this.#knownObjects();
    for (const key of known.listKeys()) {
      if (listed.has(key) || queued.has(key)) continue;
      this.#append({ type: 'Deleted', object: new DeletedFinalStateUnknown(key, known.getByKey(key)) });
    }
    objects.forEach((object, at) => this.#append(objectDelta('Replaced', object, digests?.[at])));
  }

  /** The newest queued change of each key, in the order the keys were first queued. */
  #queuedObjects(): Map<string, ObjectDelta<T>> {
    const newest = new Map<string, ObjectDelta<T>>();
    for (const each of this.#items) {
      // Without atomic events there are no others.
      const delta = each as ObjectDelta<T>;
      newest.set(this.#keyOfObject(delta.object), delta);
    }
    return newest;
  }

  #enqueue(type: ObjectDelta<T>['type'], object: Deletable<T>, digest?: number): void {
    // Asking a lazily decoded object for its class costs more than all else here, and only deletions may be tombstones.
    if (type === 'Deleted' && object instanceof DeletedFinalStateUnknown) return this.#append({ type, object });
    this.#keyFunc(object as T);
    try {
      this.#append(objectDelta(type, this.prepare(object as T), digest));
    } catch (thrown) {
      if (!(thrown instanceof TransformError) || !this.#options.onTransformError) throw thrown;
      this.#options.onTransformError(thrown);
      // A deletion needs no more than the key: losing it would leave the object in the cache for good.
      if (type === 'Deleted') this.#append({ type, object: new DeletedFinalStateUnknown<T>(thrown.key, undefined) });
    }
  }

  #append(delta: Delta<T>): void {
    this.#items.push(delta);
    if (this.#items.length === 1) this.#wakeup.wake();
  }

  /** How many changes stand together at the front. Their keys go into `found`: to make them again costs more than the rest. */
  #batchLength(found: string[]): number {
    const most = Math.min(this.#options.batchSize ?? 1000, this.#items.length);
    const keys = new Set<string>();
    let length = 0;
    while (length < most) {
      if (this.#initial.pending > 0 && length >= this.#initial.pending) break;
      const delta = this.#items.at(length) as Delta<T>;
      if (delta.type === 'ReplacedAll' || delta.type === 'SyncAll' || delta.type === 'Bookmark')
        return Math.max(1, length);
      const key = this.#keyOrUndefined(delta);
      if (key === undefined) return length + 1;
      if (keys.add(key).size === length) break;
      found.push(key);
      length += 1;
    }
    return length;
  }

  #keyOrUndefined({ type, object }: ObjectDelta<T>): string | undefined {
    try {
      return type === 'Deleted' ? this.#keyOfObject(object) : this.#keyFunc(object as T);
    } catch {
      return undefined;
    }
  }

  /** Only now: while the last change of the first list is being processed, the cache has not synced. */
  #processed(deltas: readonly Delta<T>[]): void {
    if (this.#pendingScopes.size > 0) {
      for (const delta of deltas) {
        if (delta.type === 'ReplacedAll' && delta.scope !== undefined) this.#pendingScopes.delete(delta.scope);
      }
    }
    if (this.hasSynced()) return;
    if (this.#initial.pending > 0) this.#initial.finished(deltas.length);
    if (this.#populated) this.#populate();
  }

  /** The first list is queued, at least of one namespace. The source has synced when that is so of all of them. */
  #populate(): void {
    this.#populated = true;
    if (this.#pendingScopes.size === 0 && !this.#initial.sourceHasSynced) this.#initial.setSourceSynced();
  }
}
