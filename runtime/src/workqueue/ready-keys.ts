import type { QueuedItem } from './queued-item.js';
import { ReadyLevel } from './ready-level.js';

/** Number of priorities that stay in the list without an item: most programs have two. */
const KEPT_LEVELS = 8;

/** While keys of lower priority are ready, at least one key in this many is the one that has been ready longest. */
const OLDEST_EVERY = 10;

/**
 * The keys that are ready: the highest priority first, and within a priority in the order of their sequences. So that low
 * priorities do not starve, at least every tenth key taken while others of lower priority are ready is the one that has been
 * ready longest.
 */
export class ReadyKeys<K> {
  /** An item is here exactly when it is ready. */
  readonly #byKey = new Map<K, QueuedItem<K>>();
  /** The highest priority first. */
  readonly #levels: ReadyLevel<K>[] = [];
  /** Both ends of the list of ready items in the order in which they became ready. */
  #oldest: QueuedItem<K> | undefined;
  #newest: QueuedItem<K> | undefined;
  /** Number of keys taken since the oldest was, while others of lower priority were ready. */
  #passedOver = 0;

  get size(): number {
    return this.#byKey.size;
  }

  has(key: K): boolean {
    return this.#byKey.has(key);
  }

  get(key: K): QueuedItem<K> | undefined {
    return this.#byKey.get(key);
  }

  /** Returns at most `limit` items, in no set order. */
  values(limit: number = Infinity): QueuedItem<K>[] {
    const items: QueuedItem<K>[] = [];
    for (const item of this.#byKey.values()) {
      if (items.length >= limit) break;
      items.push(item);
    }
    return items;
  }

  /** Adds an item that has become ready. */
  add(item: QueuedItem<K>): void {
    this.#byKey.set(item.key, item);
    item.older = this.#newest;
    if (this.#newest === undefined) this.#oldest = item;
    else this.#newest.newer = item;
    this.#newest = item;
    this.#levelOf(item.priority).push(item);
  }

  /** Moves an item that is here to the level of its new, higher priority. */
  raise(item: QueuedItem<K>): void {
    this.#levelOf(item.priority).push(item);
  }

  /** Takes the next item out. */
  pop(): QueuedItem<K> | undefined {
    const at = this.#firstLevelFrom(0);
    const first = this.#levels[at]?.peek();
    if (first === undefined) return undefined;
    const item = this.#isDueForOldest(first, at) ? (this.#oldest ?? first) : first;
    this.#remove(item);
    return item;
  }

  clear(): void {
    this.#byKey.clear();
    this.#levels.length = 0;
    this.#oldest = undefined;
    this.#newest = undefined;
    this.#passedOver = 0;
  }

  /** Counts how often in a row the oldest item was passed over while items below the first level were ready. */
  #isDueForOldest(first: QueuedItem<K>, at: number): boolean {
    const isPassedOver = first !== this.#oldest && this.#firstLevelFrom(at + 1) < this.#levels.length;
    this.#passedOver = isPassedOver ? (this.#passedOver + 1) % OLDEST_EVERY : 0;
    return isPassedOver && this.#passedOver === 0;
  }

  #remove(item: QueuedItem<K>): void {
    this.#byKey.delete(item.key);
    const { older, newer } = item;
    if (older === undefined) this.#oldest = newer;
    else older.newer = newer;
    if (newer === undefined) this.#newest = older;
    else newer.older = older;
    item.older = undefined;
    item.newer = undefined;
    item.isTaken = true;
  }

  /** Returns the position of the first level with an item, from this one on; the number of levels if none has one. */
  #firstLevelFrom(position: number): number {
    let at = position;
    for (let level = this.#levels[at]; level !== undefined && level.peek() === undefined; level = this.#levels[at]) {
      if (this.#levels.length > KEPT_LEVELS) this.#levels.splice(at, 1);
      else at += 1;
    }
    return at;
  }

  #levelOf(priority: number): ReadyLevel<K> {
    let at = 0;
    for (let end = this.#levels.length; at < end;) {
      const middle = (at + end) >> 1;
      if ((this.#levels[middle] as ReadyLevel<K>).priority > priority) at = middle + 1;
      else end = middle;
    }
    const found = this.#levels[at];
    if (found?.priority === priority) return found;
    const made = new ReadyLevel<K>(priority);
    this.#levels.splice(at, 0, made);
    return made;
  }
}
