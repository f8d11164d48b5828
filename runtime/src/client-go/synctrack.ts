import { InitialSync } from '../async/initial-sync.js';

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
 * tracker.start('default/web');
 * tracker.finished('default/web');
 * tracker.upstreamHasSynced();
 * tracker.hasSynced(); // → true
 */
export class AsyncTracker<K> implements SyncTracker {
  readonly name: string;
  readonly #initial = new InitialSync();
  readonly #waiting = new Set<K>();

  constructor(name: string) {
    this.name = name;
  }

  /** To be called before a key of the initial list is processed. */
  start(key: K): void {
    if (this.#waiting.has(key)) return;
    this.#waiting.add(key);
    this.#initial.expect(1);
  }

  /** To be called when a key is processed. Harmless for a key that was never started. */
  finished(key: K): void {
    if (this.#waiting.delete(key)) this.#initial.finished(1);
  }

  upstreamHasSynced(): void {
    this.#initial.setSourceSynced();
  }

  hasSynced(): boolean {
    return this.#initial.hasSynced();
  }

  done(signal?: AbortSignal): Promise<void> {
    return this.#initial.wait(signal);
  }
}

/**
 * Tracks an initial list whose items are processed in order: it only counts. Once synced it stays so.
 *
 * @example
 * const tracker = new SingleFileTracker('pods');
 * tracker.start();
 * tracker.upstreamHasSynced();
 * tracker.hasSynced(); // → false
 * tracker.finished();
 * tracker.hasSynced(); // → true
 */
export class SingleFileTracker implements SyncTracker {
  readonly name: string;
  readonly #initial = new InitialSync();

  constructor(name: string) {
    this.name = name;
  }

  /** To be called before an item of the initial list is processed. */
  start(): void {
    this.#initial.expect(1);
  }

  /** To be called when an item of the initial list is processed. Throws when more were finished than started. */
  finished(): void {
    if (this.#initial.pending === 0) {
      throw new Error(`synctrack ${this.name}: negative counter: finished() without start() makes hasSynced() wrong`);
    }
    this.#initial.finished(1);
  }

  upstreamHasSynced(): void {
    this.#initial.setSourceSynced();
  }

  hasSynced(): boolean {
    return this.#initial.hasSynced();
  }

  done(signal?: AbortSignal): Promise<void> {
    return this.#initial.wait(signal);
  }
}
