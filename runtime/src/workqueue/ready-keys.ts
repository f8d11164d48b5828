import { Fifo } from '../collections/fifo.js';
import { KeyedHeap } from '../collections/keyed-heap.js';

/** A key in a priority queue. */
export interface QueuedItem<K> {
  readonly key: K;
  priority: number;
  /** When it becomes ready; 0 for an item that is. */
  readyAt: number;
  /** The order among items of one priority. */
  sequence: number;
}

/** The items of one priority. One whose priority is another now has been raised, and is passed over. */
interface Level<K> {
  readonly priority: number;
  /** Rising sequences. */
  readonly inOrder: Fifo<QueuedItem<K>>;
  lastSequence: number;
  /** Those that came after others of a higher sequence: their keys were worked on when they were added. */
  readonly late: KeyedHeap<K, QueuedItem<K>>;
}

/** So many priorities keep their place when they have no item: most programs have two. */
const KEPT_LEVELS = 8;

/**
 * The keys that are ready, the highest priority first, and those of one priority in the order of their sequences. Nearly all come
 * in that order, so that taking one out costs the same however many there are.
 */
export class ReadyKeys<K> {
  /** An item is here exactly when it is ready. */
  readonly #byKey = new Map<K, QueuedItem<K>>();
  /** The highest priority first. */
  readonly #levels: Level<K>[] = [];

  get size(): number {
    return this.#byKey.size;
  }

  has(key: K): boolean {
    return this.#byKey.has(key);
  }

  get(key: K): QueuedItem<K> | undefined {
    return this.#byKey.get(key);
  }

  /** At most so many, in no set order. */
  values(limit: number = Infinity): QueuedItem<K>[] {
    const items: QueuedItem<K>[] = [];
    for (const item of this.#byKey.values()) {
      if (items.length >= limit) break;
      items.push(item);
    }
    return items;
  }

  /** Adds an item, or gives one that is here the place of its new, higher priority. */
  set(item: QueuedItem<K>): void {
    this.#byKey.set(item.key, item);
    const level = this.#levelOf(item.priority);
    if (item.sequence < level.lastSequence) return level.late.set(item.key, item);
    level.lastSequence = item.sequence;
    level.inOrder.push(item);
  }

  /** Takes the first out. */
  pop(): QueuedItem<K> | undefined {
    if (this.#byKey.size === 0) return undefined;
    for (let at = 0; ;) {
      const level = this.#levels[at];
      if (level === undefined) return undefined;
      const item = firstOf(level);
      if (item !== undefined) {
        this.#byKey.delete(item.key);
        return item;
      }
      if (this.#levels.length > KEPT_LEVELS) this.#levels.splice(at, 1);
      else at += 1;
    }
  }

  clear(): void {
    this.#byKey.clear();
    this.#levels.length = 0;
  }

  #levelOf(priority: number): Level<K> {
    let at = 0;
    for (let end = this.#levels.length; at < end;) {
      const middle = (at + end) >> 1;
      if ((this.#levels[middle] as Level<K>).priority > priority) at = middle + 1;
      else end = middle;
    }
    const found = this.#levels[at];
    if (found?.priority === priority) return found;
    const made: Level<K> = {
      priority,
      inOrder: new Fifo(),
      lastSequence: 0,
      late: new KeyedHeap((a, b) => a.sequence < b.sequence),
    };
    this.#levels.splice(at, 0, made);
    return made;
  }
}

/** Takes the first item of a level out. */
function firstOf<K>({ priority, inOrder, late }: Level<K>): QueuedItem<K> | undefined {
  dropRaised(priority, inOrder, late);
  const first = inOrder.at(0);
  const other = late.peek()?.value;
  if (other !== undefined && (first === undefined || other.sequence < first.sequence)) return late.pop()?.value;
  return inOrder.shift();
}

function dropRaised<K>(priority: number, inOrder: Fifo<QueuedItem<K>>, late: KeyedHeap<K, QueuedItem<K>>): void {
  for (let first = inOrder.at(0); first !== undefined && first.priority !== priority; first = inOrder.at(0))
    inOrder.shift();
  for (let first = late.peek(); first !== undefined && first.value.priority !== priority; first = late.peek())
    late.pop();
}
