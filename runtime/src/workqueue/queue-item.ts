/** A key in the hands of a worker. Leaving the scope of a `using` declaration calls `done`. */
export interface WorkItem<K> extends Disposable {
  readonly key: K;
  /** Processing is over. Calling it again does nothing. */
  done(): void;
}

/** Marks a key as done exactly once. */
export class QueueItem<K> implements WorkItem<K> {
  readonly key: K;
  readonly #queue: { done(key: K): void };
  #isDone = false;

  constructor(queue: { done(key: K): void }, key: K) {
    this.#queue = queue;
    this.key = key;
  }

  done(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#queue.done(this.key);
  }

  [Symbol.dispose](): void {
    this.done();
  }
}
