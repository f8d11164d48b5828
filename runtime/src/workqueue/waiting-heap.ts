interface Entry<K> {
  readonly key: K;
  readyAt: number;
  /** Breaks ties: of the same time, the first come first. */
  readonly sequence: number;
  /** Where it is in the heap. */
  index: number;
}

/** Keys by the time at which they are ready, each once, the earliest first. */
export class WaitingHeap<K extends NonNullable<unknown>> {
  /** A binary heap: no entry is ready later than its children, at 2i+1 and 2i+2. */
  readonly #heap: Entry<K>[] = [];
  /** A key is here exactly when it is in the heap. */
  readonly #byKey = new Map<K, Entry<K>>();
  #sequence = 0;

  get size(): number {
    return this.#heap.length;
  }

  firstReadyAt(): number | undefined {
    return this.#heap[0]?.readyAt;
  }

  /** Adds a key; one that is there keeps the earlier time. */
  add(key: K, readyAt: number): void {
    const known = this.#byKey.get(key);
    if (known === undefined) {
      const entry: Entry<K> = { key, readyAt, sequence: this.#sequence++, index: this.#heap.length };
      this.#byKey.set(key, entry);
      this.#heap.push(entry);
      this.#up(entry);
    } else if (readyAt < known.readyAt) {
      known.readyAt = readyAt;
      this.#up(known);
    }
  }

  /** Takes out the first key, if it is ready at `now`. */
  takeReady(now: number): K | undefined {
    const first = this.#heap[0];
    if (first === undefined || first.readyAt > now) return undefined;
    this.#byKey.delete(first.key);
    const last = this.#heap.pop();
    if (last !== undefined && last !== first) this.#down(last, 0);
    return first.key;
  }

  clear(): void {
    this.#heap.length = 0;
    this.#byKey.clear();
  }

  #up(entry: Entry<K>): void {
    let index = entry.index;
    while (index > 0) {
      const parent = this.#heap[(index - 1) >> 1];
      if (parent === undefined || !before(entry, parent)) break;
      const parentIndex = parent.index;
      this.#place(parent, index);
      index = parentIndex;
    }
    this.#place(entry, index);
  }

  #down(entry: Entry<K>, from: number): void {
    let index = from;
    for (;;) {
      const left = this.#heap[2 * index + 1];
      const right = this.#heap[2 * index + 2];
      const child = left && right && before(right, left) ? right : left;
      if (child === undefined || !before(child, entry)) break;
      const childIndex = child.index;
      this.#place(child, index);
      index = childIndex;
    }
    this.#place(entry, index);
  }

  #place(entry: Entry<K>, index: number): void {
    this.#heap[index] = entry;
    entry.index = index;
  }
}

function before<K>(a: Entry<K>, b: Entry<K>): boolean {
  return a.readyAt < b.readyAt || (a.readyAt === b.readyAt && a.sequence < b.sequence);
}
