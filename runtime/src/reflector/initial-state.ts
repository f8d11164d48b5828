import { metaNamespaceKeyFunc } from '../api/key.js';
import type { KubernetesObject } from '../api/object.js';
import type { ReflectorStore } from '../queue/queue.js';
import { TransformError } from '../queue/queue.js';
import type { WatchSink } from './watch-session.js';

/**
 * Gathers what a WatchList sends before its bookmark. Objects are transformed as they come, so that the untransformed
 * ones need not stand in memory together, and cached ones of the same version are used again.
 */
export class InitialState<T extends KubernetesObject> implements WatchSink<T> {
  readonly #objects = new Map<string, T>();
  readonly #retain = new Set<string>();
  readonly #store: ReflectorStore<T>;
  readonly #onError: (error: TransformError) => void;
  /** The version of the last event that ordered versions: in the end, the bookmark's. */
  resourceVersion = '';

  constructor(store: ReflectorStore<T>, onError: (error: TransformError) => void) {
    this.#store = store;
    this.#onError = onError;
  }

  add(object: T): void {
    this.update(object);
  }

  update(object: T): void {
    const key = metaNamespaceKeyFunc(object);
    const known = this.#store.known?.(key);
    if (known && isSameVersion(known, object)) {
      this.#objects.set(key, known);
      return;
    }
    try {
      this.#objects.set(key, this.#store.prepare ? this.#store.prepare(object) : object);
      this.#retain.delete(key);
    } catch (thrown) {
      if (!(thrown instanceof TransformError)) throw thrown;
      this.#objects.delete(key);
      this.#retain.add(key);
      this.#onError(thrown);
    }
  }

  delete(object: T): void {
    const key = metaNamespaceKeyFunc(object);
    this.#objects.delete(key);
    this.#retain.delete(key);
  }

  /** Puts it all into the store at once. */
  replaceInto(): void {
    this.#store.replace([...this.#objects.values()], this.resourceVersion, { prepared: true, retain: this.#retain });
  }
}

/** The same object in the same state: uid and resourceVersion are equal, and known. */
export function isSameVersion(a: KubernetesObject, b: KubernetesObject): boolean {
  return (
    a.metadata?.resourceVersion !== undefined &&
    a.metadata.resourceVersion === b.metadata?.resourceVersion &&
    a.metadata.uid !== undefined &&
    a.metadata.uid === b.metadata?.uid
  );
}
