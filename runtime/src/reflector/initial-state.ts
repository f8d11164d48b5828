import { metaNamespaceKeyFunc } from '../api/key.js';
import type { KubernetesObject } from '../api/object.js';
import type { ReflectorStore } from '../queue/queue.js';
import { TransformError } from '../queue/queue.js';
import { joinInTurns, joinNumbersInTurns } from '../collections/join-lists.js';
import { KeyedList } from '../collections/keyed-list.js';
import type { OnUnprepared } from './intake.js';
import { prepareObject } from './intake.js';
import type { WatchSink } from './watch-session.js';

/**
 * Gathers what a WatchList sends before its bookmark. Objects are transformed as they come, so that the untransformed
 * ones need not stand in memory together, and cached ones of the same version are used again.
 */
export class InitialState<T extends KubernetesObject> implements WatchSink<T> {
  readonly #objects = new KeyedList<T>();
  readonly #retain = new Set<string>();
  readonly #store: ReflectorStore<T>;
  readonly #onError: OnUnprepared;
  /** The version of the last event that ordered versions: in the end, the bookmark's. */
  resourceVersion = '';
  /** How many ADDED events have come. */
  added = 0;

  constructor(store: ReflectorStore<T>, onError: OnUnprepared) {
    this.#store = store;
    this.#onError = onError;
  }

  add(object: T, digest?: number): void {
    this.added += 1;
    this.update(object, digest);
  }

  update(object: T, digest?: number): void {
    const key = metaNamespaceKeyFunc(object);
    try {
      this.#put(key, prepareObject(this.#store, object, { key, digest }), digest);
      if (this.#retain.size > 0) this.#retain.delete(key);
    } catch (thrown) {
      if (!(thrown instanceof TransformError)) throw thrown;
      this.#remove(key);
      this.#retain.add(key);
      this.#onError(thrown, key);
    }
  }

  delete(object: T): void {
    const key = metaNamespaceKeyFunc(object);
    this.#remove(key);
    this.#retain.delete(key);
  }

  /** Nothing: the version goes into {@link resourceVersion}, and to the store with {@link replaceInto}. */
  bookmark(_resourceVersion: string): void {}

  list(): readonly T[] {
    return this.#objects.list();
  }

  /** Puts it all into the store at once, when it has been put together, with pauses for the event loop; not once `signal` aborts. */
  async replaceInto(signal: AbortSignal): Promise<void> {
    const objects = await joinInTurns(this.#objects.parts());
    const digests = await joinNumbersInTurns(this.#objects.tagParts());
    if (signal.aborted) return;
    this.#store.replace(objects, this.resourceVersion, { prepared: true, retain: this.#retain, digests });
  }

  #put(key: string, object: T, digest: number | undefined): void {
    const position = this.#objects.position(key);
    if (position === undefined) this.#objects.append(key, object, digest);
    else this.#objects.replace(position, object, digest);
  }

  #remove(key: string): void {
    const position = this.#objects.position(key);
    if (position !== undefined) this.#objects.remove(position);
  }
}
