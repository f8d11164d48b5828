import { toError } from '../api/on-error.js';
import type { WatchBatch, WatchEvents } from '../source/lister-watcher.js';

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
    // Looked at on the side, and before whoever waits for it: to wait for more than `next` would cost every batch some turns.
    if (this.#options.isObserved()) void next.then(this.#seen, this.#failed);
    return next;
  }

  async return(): Promise<IteratorResult<WatchBatch<T>>> {
    this.#end();
    await this.#batches.return?.();
    return { done: true, value: undefined };
  }

  readonly #seen = (next: IteratorResult<WatchBatch<T>>): void => {
    if (next.done) this.#end();
    // What is no batch is for whoever reads it to complain of.
    else if (Array.isArray(next.value)) this.#count(next.value);
  };

  readonly #failed = (thrown: unknown): void => this.#end(toError(thrown));

  #count(batch: WatchBatch<T>): void {
    this.#items += batch.length;
    if (!this.#isInitial) return;
    const at = batch.findIndex((event) => event?.type === 'BOOKMARK' && event.initialEventsEnd);
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
