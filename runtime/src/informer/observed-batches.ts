import { toError } from '../api/on-error.js';
import type { WatchBatch, WatchEvents } from '../lister-watcher/lister-watcher.js';

/** Whom {@link ObservedBatches} tell. */
export interface ObservedBatchesOptions {
  readonly isObserved: () => boolean;
  /** The initial events of a WatchList are there: how many objects they had. */
  readonly onInitialEventsEnd?: (items: number) => void;
  /** Called once. */
  readonly onEnd: (items: number, error?: Error) => void;
}

/** The batches of a watch, counted while somebody observes. */
export class ObservedBatches<T> implements AsyncIterableIterator<WatchBatch<T>>, WatchEvents<T> {
  readonly ping: (() => void) | undefined;
  readonly #batches: AsyncIterator<WatchBatch<T>>;
  readonly #options: ObservedBatchesOptions;
  #items = 0;
  #isInitial: boolean;
  #ended = false;

  constructor(events: WatchEvents<T>, options: ObservedBatchesOptions) {
    this.ping = events.ping && (() => events.ping?.());
    this.#batches = events[Symbol.asyncIterator]();
    this.#options = options;
    this.#isInitial = options.onInitialEventsEnd !== undefined;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<WatchBatch<T>>> {
    const next = this.#batches.next();
    // Not an async function: it would cost every batch two promises more.
    return this.#options.isObserved() ? next.then(this.#seen, this.#failed) : next;
  }

  async return(): Promise<IteratorResult<WatchBatch<T>>> {
    this.#end();
    await this.#batches.return?.();
    return { done: true, value: undefined };
  }

  readonly #seen = (next: IteratorResult<WatchBatch<T>>): IteratorResult<WatchBatch<T>> => {
    if (next.done) this.#end();
    else this.#count(next.value);
    return next;
  };

  readonly #failed = (thrown: unknown): never => {
    this.#end(toError(thrown));
    throw thrown;
  };

  #count(batch: WatchBatch<T>): void {
    this.#items += batch.length;
    if (!this.#isInitial) return;
    const at = batch.findIndex((event) => event.type === 'BOOKMARK' && event.initialEventsEnd);
    if (at === -1) return;
    this.#isInitial = false;
    this.#options.onInitialEventsEnd?.(this.#items - (batch.length - at));
  }

  #end(error?: Error): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#options.onEnd(this.#items, error);
  }
}
