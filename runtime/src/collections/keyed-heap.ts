/** A key and its value in a {@link KeyedHeap}. */
export interface HeapEntry<K, V> {
  readonly key: K;
  readonly value: V;
}

interface Slot<K, V> {
  readonly key: K;
  value: V;
  /** Breaks ties: of equal values, the first come first. */
  readonly sequence: number;
  /** Where it is in the heap. */
  index: number;
}

/** Values by key, of which the least can be seen and taken out in logarithmic time; so can any, by its key. */
export class KeyedHeap<K, V> {
  readonly #less: (a: V, b: V) => boolean;
  /** A binary heap: no slot comes after its children, at 2i+1 and 2i+2. */
  readonly #slots: Slot<K, V>[] = [];
  /** A key is here exactly when its slot is in the heap. */
  readonly #byKey = new Map<K, Slot<K, V>>();
  #sequence = 0;

  constructor(less: (a: V, b: V) => boolean) {
    this.#less = less;
  }

  get size(): number {
    return this.#slots.length;
  }

  /** The least, which stays. */
  peek(): HeapEntry<K, V> | undefined {
    return this.#slots[0];
  }

  has(key: K): boolean {
    return this.#byKey.has(key);
  }

  get(key: K): V | undefined {
    return this.#byKey.get(key)?.value;
  }

  keys(): K[] {
    return [...this.#byKey.keys()];
  }

  /** At most so many, in no set order. */
  values(limit: number = Infinity): V[] {
    return this.#slots.slice(0, limit).map((slot) => slot.value);
  }

  /** Puts the value under the key, instead of what was there. */
  set(key: K, value: V): void {
    let slot = this.#byKey.get(key);
    if (slot === undefined) {
      slot = { key, value, sequence: this.#sequence, index: this.#slots.length };
      this.#sequence += 1;
      this.#byKey.set(key, slot);
      this.#slots.push(slot);
    } else {
      slot.value = value;
    }
    this.#settle(slot);
  }

  /** Takes the least out. */
  pop(): HeapEntry<K, V> | undefined {
    const first = this.#slots[0];
    if (first !== undefined) this.#remove(first);
    return first;
  }

  /** True when there was something to remove. */
  delete(key: K): boolean {
    const slot = this.#byKey.get(key);
    if (slot === undefined) return false;
    this.#remove(slot);
    return true;
  }

  clear(): void {
    this.#slots.length = 0;
    this.#byKey.clear();
  }

  #remove(slot: Slot<K, V>): void {
    this.#byKey.delete(slot.key);
    const last = this.#slots.pop();
    if (last === undefined || last === slot) return;
    last.index = slot.index;
    this.#settle(last);
  }

  /** Moves a slot, which belongs near its index, up or down to where it belongs. */
  #settle(slot: Slot<K, V>): void {
    if (!this.#up(slot)) this.#down(slot);
  }

  #up(slot: Slot<K, V>): boolean {
    const from = slot.index;
    let index = from;
    while (index > 0) {
      const parentIndex = (index - 1) >> 1;
      const parent = this.#slots[parentIndex];
      if (parent === undefined || !this.#before(slot, parent)) break;
      this.#moveTo(parent, index);
      index = parentIndex;
    }
    this.#moveTo(slot, index);
    return index !== from;
  }

  #down(slot: Slot<K, V>): void {
    let index = slot.index;
    for (;;) {
      const left = this.#slots[2 * index + 1];
      const right = this.#slots[2 * index + 2];
      const child = left && right && this.#before(right, left) ? right : left;
      if (child === undefined || !this.#before(child, slot)) break;
      const childIndex = child.index;
      this.#moveTo(child, index);
      index = childIndex;
    }
    this.#moveTo(slot, index);
  }

  #moveTo(slot: Slot<K, V>, index: number): void {
    this.#slots[index] = slot;
    slot.index = index;
  }

  #before(a: Slot<K, V>, b: Slot<K, V>): boolean {
    if (this.#less(a.value, b.value)) return true;
    return a.sequence < b.sequence && !this.#less(b.value, a.value);
  }
}
