import { Latch } from './latch.js';

/**
 * Tracks the initial list of a source: it has synced when the source has handed over all of that list, and all of it has
 * been processed. Once synced, it stays so.
 */
export class InitialSync {
  readonly #synced = new Latch();
  #sourceHasSynced = false;
  #pending = 0;

  /** How many things of the initial list have not been processed. */
  get pending(): number {
    return this.#pending;
  }

  /** The source has handed over its initial list. */
  get sourceHasSynced(): boolean {
    return this.#sourceHasSynced;
  }

  hasSynced(): boolean {
    return this.#synced.isOpen;
  }

  /** Things of the initial list are to be processed. */
  expect(count: number): void {
    this.#pending += count;
  }

  /** That many of them have been processed. */
  finished(count: number): void {
    this.#pending -= count;
    this.#check();
  }

  /** Nothing more of the initial list will be expected. */
  setSourceSynced(): void {
    this.#sourceHasSynced = true;
    this.#check();
  }

  /** Calls back once it has synced: now, if it has. The function returned takes that back. */
  onSynced(callback: () => void): () => void {
    return this.#synced.onOpen(callback);
  }

  /** Resolves once it has synced; rejects with the signal's reason if that aborts first. */
  wait(signal?: AbortSignal): Promise<void> {
    return this.#synced.wait(signal);
  }

  #check(): void {
    if (this.#sourceHasSynced && this.#pending === 0) this.#synced.open();
  }
}
