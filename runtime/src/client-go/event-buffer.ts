import { Waiters } from '../async/waiters.js';
import { Fifo } from '../collections/fifo.js';

/**
 * Holds what is pushed until somebody iterates over it, in order and without a limit. Closing it ends the iteration at
 * once: what was not read is dropped.
 */
export class EventBuffer<E> implements AsyncIterable<E> {
  readonly #events = new Fifo<E>();
  readonly #waiters = new Waiters();
  #closed = false;

  /** Ignored once it is closed. */
  push(event: E): void {
    if (this.#closed) return;
    this.#events.push(event);
    if (this.#waiters.size > 0) this.#waiters.wakeOne();
  }

  close(): void {
    this.#closed = true;
    this.#waiters.wakeAll();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<E, void> {
    while (!this.#closed) {
      if (this.#events.length > 0) yield this.#events.shift() as E;
      else await this.#waiters.wait();
    }
  }
}
