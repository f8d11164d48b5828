/** Below this many taken slots, moving the rest down costs more than the memory is worth. */
const COMPACT_FROM = 1024;

/** First in, first out, in amortised constant time. Keeps no reference to what was taken out. */
export class Fifo<V> {
  /** Slots before `#head` are taken and hold undefined. */
  #slots: (V | undefined)[] = [];
  #head = 0;

  get length(): number {
    return this.#slots.length - this.#head;
  }

  push(value: V): void {
    this.#slots.push(value);
  }

  /** Takes the first value out; undefined when there is none. */
  shift(): V | undefined {
    const slots = this.#slots;
    const head = this.#head;
    if (head === slots.length) return undefined;
    const value = slots[head];
    slots[head] = undefined;
    this.#head = head + 1;
    this.#compact();
    return value;
  }

  /** Takes the first values out, `count` of them or as many as there are. */
  take(count: number): V[] {
    const first = this.#head;
    const end = Math.min(first + count, this.#slots.length);
    const taken = this.#slots.slice(first, end) as V[];
    if (end < this.#slots.length) this.#slots.fill(undefined, first, end);
    this.#head = end;
    this.#compact();
    return taken;
  }

  /** The value at a position, counted from the first; undefined behind the last. It stays. */
  at(position: number): V | undefined {
    return this.#slots[this.#head + position];
  }

  clear(): void {
    this.#slots = [];
    this.#head = 0;
  }

  *[Symbol.iterator](): Generator<V, void> {
    for (let at = this.#head; at < this.#slots.length; at += 1) yield this.#slots[at] as V;
  }

  #compact(): void {
    const head = this.#head;
    const { length } = this.#slots;
    if (head < length && (head < COMPACT_FROM || head * 2 < length)) return;
    this.#slots = head === length ? [] : this.#slots.slice(head);
    this.#head = 0;
  }
}
