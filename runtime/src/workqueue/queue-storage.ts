import { Fifo } from '../collections/fifo.js';

/** Decides the order in which a work queue hands out its keys. Each key is in it at most once. */
export interface QueueStorage<K> {
  /** Adds a key that is not there. */
  push(key: K): void;
  /** Takes the next key out. Called only when `length` is not 0. */
  pop(): K;
  /** A key that is there was added again; an order by priority may care. */
  touch(key: K): void;
  readonly length: number;
}

/**
 * First in, first out, in amortised constant time.
 *
 * @example
 * const storage = new FifoStorage<string>();
 * storage.push('a');
 * storage.pop(); // → 'a'
 */
export class FifoStorage<K> implements QueueStorage<K> {
  readonly #keys = new Fifo<K>();

  get length(): number {
    return this.#keys.length;
  }

  push(key: K): void {
    this.#keys.push(key);
  }

  pop(): K {
    return this.#keys.shift() as K;
  }

  touch(_key: K): void {}
}
