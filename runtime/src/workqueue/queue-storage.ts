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

/** Below this many taken slots, moving the rest down costs more than the memory is worth. */
const COMPACT_FROM = 1024;

/** First in, first out, in amortised constant time. Keeps no reference to what was taken out. */
export class FifoStorage<K> implements QueueStorage<K> {
  /** Slots before `#head` are taken and hold undefined. */
  #slots: (K | undefined)[] = [];
  #head = 0;

  get length(): number {
    return this.#slots.length - this.#head;
  }

  push(key: K): void {
    this.#slots.push(key);
  }

  pop(): K {
    const key = this.#slots[this.#head] as K;
    this.#slots[this.#head++] = undefined;
    if (this.#head === this.#slots.length) {
      this.#slots.length = 0;
      this.#head = 0;
    } else if (this.#head >= COMPACT_FROM && this.#head * 2 >= this.#slots.length) {
      this.#slots = this.#slots.slice(this.#head);
      this.#head = 0;
    }
    return key;
  }

  touch(_key: K): void {}
}
