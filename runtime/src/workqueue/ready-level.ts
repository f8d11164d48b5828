import { Fifo } from '../collections/fifo.js';
import { KeyedHeap } from '../collections/keyed-heap.js';
import type { QueuedItem } from './queued-item.js';

/**
 * The ready items of one priority, in order of sequence number. Almost all items arrive in that order, so operations take constant
 * time. Items that were taken because of their age, or raised to another priority, are dropped when they reach the front.
 */
export class ReadyLevel<K> {
  readonly priority: number;
  readonly #inOrder = new Fifo<QueuedItem<K>>();
  #lastSequence = 0;
  /** Items that arrived after one of a higher sequence: their keys were being processed when they were added. */
  readonly #late = new KeyedHeap<K, QueuedItem<K>>((a, b) => a.sequence < b.sequence);

  constructor(priority: number) {
    this.priority = priority;
  }

  push(item: QueuedItem<K>): void {
    if (item.sequence < this.#lastSequence) return this.#late.set(item.key, item);
    this.#lastSequence = item.sequence;
    this.#inOrder.push(item);
  }

  /** Returns the first item, which stays until it is taken or raised. */
  peek(): QueuedItem<K> | undefined {
    const { priority } = this;
    let first = this.#inOrder.at(0);
    while (first !== undefined && (first.isTaken || first.priority !== priority)) {
      this.#inOrder.shift();
      first = this.#inOrder.at(0);
    }
    if (this.#late.size === 0) return first;
    let late = this.#late.peek()?.value;
    while (late !== undefined && (late.isTaken || late.priority !== priority)) {
      this.#late.pop();
      late = this.#late.peek()?.value;
    }
    if (first === undefined || late === undefined) return first ?? late;
    return late.sequence < first.sequence ? late : first;
  }
}
