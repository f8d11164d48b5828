import { InformerError } from '../api/informer-error.js';
import { leaveAlone } from '../api/call-safely.js';
import { toError } from '../api/on-error.js';
import type { CacheLookup } from '../source/lister-watcher.js';
import type { Deltas } from './delta.js';

/** Changes an object before it is queued and stored, e.g. to drop fields. It must not change its name or namespace. */
export type TransformFunc<T> = {
  // As a method, so that an informer of a kind is also one of every kind that the objects fit.
  transform(object: T): T;
}['transform'];

/**
 * A transform threw. The object is left as the cache has it.
 *
 * @example
 * if (error instanceof TransformError) console.log(error.key, error.cause);
 */
export class TransformError extends InformerError {
  override readonly name = 'TransformError';
  readonly key: string;

  constructor(key: string, cause: unknown) {
    super('Transform', `the transform failed for ${key}: ${toError(cause).message}`, { cause });
    this.key = key;
  }
}

/** Returns what a transform returned. Throws when that is nothing, or a promise, which could not be stored. */
export function storable<T>(transformed: T): T {
  if (transformed === undefined || transformed === null) throw new TypeError(`it returned ${String(transformed)}`);
  if (transformed instanceof Promise) {
    leaveAlone(transformed);
    throw new TypeError('it returned a promise: a transform must not be async');
  }
  return transformed;
}

/** How a list is to replace what was there. */
export interface ReplaceOptions {
  /** The objects went through {@link ReflectorStore.prepare} already. Default false. */
  readonly prepared?: boolean | undefined;
  /** Keys the list held whose objects could not be read: they are not taken for deleted. Default none. */
  readonly retain?: ReadonlySet<string> | undefined;
  /** The digest of each object, at the same position: see `NO_DIGEST`. Default: none has one. */
  readonly digests?: ArrayLike<number> | undefined;
}

/** What a reflector writes to: a queue, or, through `toReflectorStore`, a plain store. */
export interface ReflectorStore<T> {
  /** `digest`: that of the object's bytes, where it is known. */
  add(object: T, digest?: number): void;
  update(object: T, digest?: number): void;
  delete(object: T): void;
  replace(objects: readonly T[], resourceVersion: string, options?: ReplaceOptions): void;
  resync(): void;
  /** No object changed, but everything up to this version has been sent. */
  bookmark(resourceVersion: string): void;
  /**
   * Makes an object ready for {@link replace}: applies the transform as objects arrive, so that a long list never stands
   * in memory untransformed. Throws a {@link TransformError}.
   */
  prepare(object: T): T;
  /** What is cached and can be used again by a relist; undefined while there is nothing to find. */
  readonly known: CacheLookup<T> | undefined;
  /** Objects are cached as they come, for everybody to read and nobody to change. Default false. */
  readonly cachesAsIs?: boolean | undefined;
}

/** The cache behind a queue, as far as the queue needs to know it. */
export interface CachedObjects<T> extends CacheLookup<T> {
  readonly size: number;
}

/**
 * Returns what a queue offers as {@link ReflectorStore.known}: nothing while the cache is empty, so that a first list is
 * spared the question for each object.
 */
export function lookUpIn<T>(cache: CachedObjects<T> | undefined): () => ReflectorStore<T>['known'] {
  if (cache === undefined) return () => undefined;
  return () => (cache.size === 0 ? undefined : cache);
}

/**
 * Takes what was popped. A promise holds the queue back until it settles; an error goes to whoever popped.
 */
export type PopProcessFunc<T> = (deltas: Deltas<T>, isInInitialList: boolean) => void | Promise<void>;

/** Between the reflector and the controller: takes changes in, hands them out in order, one consumer at a time. */
export interface Queue<T> extends ReflectorStore<T> {
  /**
   * Waits until there is something, hands it to `process`, and resolves to it. Rejects with {@link QueueClosedError} when
   * the queue is closed and empty, or with what `process` threw.
   */
  pop(process: PopProcessFunc<T>): Promise<Deltas<T>>;
  /** The same without waiting: undefined when there is nothing. A promise comes only from a `process` that returned one. */
  tryPop(process: PopProcessFunc<T>): Deltas<T> | Promise<Deltas<T>> | undefined;
  /** Resolves when there is something to pop, or the queue is closed. */
  ready(): Promise<void>;
  /** Wakes everybody who waits. What is queued can still be popped. */
  close(): void;
  isClosed(): boolean;
  /** The first list has been popped and processed; also true when anything was added before a list. */
  hasSynced(): boolean;
  /** Calls back once {@link hasSynced} is true. The function returned takes that back. */
  onSynced(callback: () => void): () => void;
}

/** A queue that can hand out many changes of different objects in one go. */
export interface BatchQueue<T> extends Queue<T> {
  tryPopBatch(process: ProcessBatch<T>): number | Promise<number>;
}

/** Where {@link BatchQueue.tryPopBatch} sends one change, and several. */
export interface ProcessBatch<T> {
  single: PopProcessFunc<T>;
  /** @param keys The key of each change, at the same position; undefined where one has none. */
  batch(deltas: Deltas<T>, isInInitialList: boolean, keys: readonly string[] | undefined): void | Promise<void>;
}

/**
 * The queue is closed and empty.
 *
 * @example
 * const queue = new RealFIFO<Pod>();
 * queue.close();
 * const reason = await queue.pop(() => {}).catch((thrown: unknown) => thrown);
 * reason instanceof QueueClosedError; // → true
 */
export class QueueClosedError extends InformerError {
  override readonly name = 'QueueClosedError';

  constructor() {
    super('QueueClosed', 'the queue is closed');
  }
}

/**
 * An empty list of deltas has no newest object, so no key.
 *
 * @example
 * if (error instanceof ZeroLengthDeltasError) console.log(error.message);
 */
export class ZeroLengthDeltasError extends InformerError {
  override readonly name = 'ZeroLengthDeltasError';

  constructor() {
    super('ZeroLengthDeltas', "0 length Deltas object; can't get key");
  }
}

/** The waiting pop that every queue has. */
export async function popWhenReady<T>(queue: Queue<T>, process: PopProcessFunc<T>): Promise<Deltas<T>> {
  for (;;) {
    const popped = queue.tryPop(process);
    if (popped !== undefined) return popped;
    if (queue.isClosed()) throw new QueueClosedError();
    await queue.ready();
  }
}

/** Runs `finish` after `work`, whether it returned, threw, or returned a promise of either. */
export function inEveryCase<R>(work: () => void | Promise<void>, finish: () => R): R | Promise<R> {
  let running: void | Promise<void>;
  try {
    running = work();
  } catch (thrown) {
    finish();
    throw thrown;
  }
  if (!running) return finish();
  return running.then(finish, (thrown: unknown) => {
    finish();
    throw thrown;
  });
}
