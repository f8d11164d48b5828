import { Latch } from '../async/latch.js';

/** Tells when a source has handed over its initial list and all of it has been processed. */
export interface SyncTracker {
  readonly name: string;
  /** The source has synced. To be called after `start` was called for the whole initial list. */
  upstreamHasSynced(): void;
  hasSynced(): boolean;
  /** Resolves once it has synced; rejects with the signal's reason when that aborts first. */
  done(signal?: AbortSignal): Promise<void>;
}

/**
 * Tracks an initial list whose keys are processed in any order, by several workers. Once synced it stays so.
 *
 * @example
 * const tracker = new AsyncTracker<string>('pods');
 * informer.addEventHandler({ onAdd: (pod, initial) => { if (initial) tracker.start(objectKey(pod)); … } });
 * // a worker, after each key: tracker.finished(key);
 */
export class AsyncTracker<K> implements SyncTracker {
  readonly name: string;
  readonly #synced = new Latch();
  readonly #waiting = new Set<K>();
  #upstreamHasSynced = false;

  constructor(name: string) {
    this.name = name;
  }

  /** To be called before a key of the initial list is processed. */
  start(key: K): void {
    this.#waiting.add(key);
  }

  /** To be called when a key is processed. Harmless for a key that was never started. */
  finished(key: K): void {
    this.#waiting.delete(key);
    this.#check();
  }

  upstreamHasSynced(): void {
    this.#upstreamHasSynced = true;
    this.#check();
  }

  hasSynced(): boolean {
    return this.#synced.isOpen;
  }

  done(signal?: AbortSignal): Promise<void> {
    return this.#synced.wait(signal);
  }

  #check(): void {
    if (this.#upstreamHasSynced && this.#waiting.size === 0) this.#synced.open();
  }
}

/** Tracks an initial list whose items are processed in order: it only counts. Once synced it stays so. */
export class SingleFileTracker implements SyncTracker {
  readonly name: string;
  readonly #synced = new Latch();
  #count = 0;
  #upstreamHasSynced = false;

  constructor(name: string) {
    this.name = name;
  }

  /** To be called before an item of the initial list is processed. */
  start(): void {
    this.#count++;
  }

  /** To be called when an item of the initial list is processed. Throws when more were finished than started. */
  finished(): void {
    if (--this.#count < 0) {
      throw new Error(`synctrack ${this.name}: negative counter: finished() without start() makes hasSynced() wrong`);
    }
    this.#check();
  }

  upstreamHasSynced(): void {
    this.#upstreamHasSynced = true;
    this.#check();
  }

  hasSynced(): boolean {
    return this.#synced.isOpen;
  }

  done(signal?: AbortSignal): Promise<void> {
    return this.#synced.wait(signal);
  }

  #check(): void {
    if (this.#upstreamHasSynced && this.#count === 0) this.#synced.open();
  }
}
