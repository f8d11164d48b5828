import { InformerError } from '../api/informer-error.js';
import { checkedKeyFunc } from '../store/key-func.js';
import type { KeyFunc } from '../store/store.js';
import { KeyedHeap } from '../collections/keyed-heap.js';
import { Waiters } from '../async/waiters.js';

/**
 * Adding to a heap that is closed, or waiting for an object of one that is closed and empty.
 *
 * @example
 * const heap = new Heap<string>(
 *   (text) => text,
 *   (a, b) => a < b,
 * );
 * heap.close();
 * const reason = await heap.pop().catch((thrown: unknown) => thrown);
 * reason instanceof HeapClosedError; // → true
 */
export class HeapClosedError extends InformerError {
  override readonly name = 'HeapClosedError';

  constructor() {
    super('HeapClosed', 'heap is closed');
  }
}

/**
 * A queue between producers and consumers that hands out the least object first, as `lessFunc` orders them; of equal ones
 * the first come. Each key is in it at most once.
 *
 * @example
 * interface Task {
 *   readonly name: string;
 *   readonly dueAt: number;
 * }
 * const tasks = new Heap<Task>(
 *   (task) => task.name,
 *   (a, b) => a.dueAt < b.dueAt,
 * );
 * tasks.add({ name: 'later', dueAt: 2 });
 * tasks.add({ name: 'first', dueAt: 1 });
 * (await tasks.pop({ signal })).name; // → 'first'
 */
export class Heap<T> {
  readonly #keyOf: KeyFunc<T>;
  readonly #objects: KeyedHeap<string, T>;
  readonly #waiters = new Waiters();
  #closed = false;

  constructor(keyFunc: KeyFunc<T>, lessFunc: (a: T, b: T) => boolean) {
    this.#keyOf = checkedKeyFunc(keyFunc);
    this.#objects = new KeyedHeap<string, T>(lessFunc);
  }

  get size(): number {
    return this.#objects.size;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Puts an object in, instead of one with the same key. Throws a {@link HeapClosedError} when it is closed. */
  add(object: T): void {
    this.bulkAdd([object]);
  }

  /** The same as {@link add}: an object that is not there is added. */
  update(object: T): void {
    this.add(object);
  }

  /** Adds all of them before anybody who waits gets one. Throws, and adds none, when one has no key. */
  bulkAdd(objects: readonly T[]): void {
    this.#mustBeOpen();
    const keyed = objects.map((object): [string, T] => [this.#keyOf(object), object]);
    for (const [key, object] of keyed) this.#objects.set(key, object);
    this.#wake(objects.length);
  }

  /** Adds an object unless one with its key is there, which then stays as it is. */
  addIfNotPresent(object: T): void {
    this.#mustBeOpen();
    const key = this.#keyOf(object);
    if (this.#objects.has(key)) return;
    this.#objects.set(key, object);
    this.#wake(1);
  }

  /** Removes the object with the same key. False when there is none. */
  delete(object: T): boolean {
    return this.#objects.delete(this.#keyOf(object));
  }

  /**
   * Takes the least object out, or waits for one. Rejects with a {@link HeapClosedError} when the heap is closed and
   * empty, and with the signal's reason when it aborts.
   */
  async pop({ signal }: { signal?: AbortSignal | undefined } = {}): Promise<T> {
    signal?.throwIfAborted();
    for (;;) {
      const entry = this.#objects.pop();
      if (entry !== undefined) return entry.value;
      if (this.#closed) throw new HeapClosedError();
      await this.#waiters.wait(signal);
    }
  }

  /** The object that {@link pop} would take; it stays. */
  peek(): T | undefined {
    return this.#objects.peek()?.value;
  }

  /** Every object, in no set order. */
  list(): T[] {
    return this.#objects.values();
  }

  listKeys(): string[] {
    return this.#objects.keys();
  }

  /** The object in the heap with the same key as this one. */
  get(object: T): T | undefined {
    return this.getByKey(this.#keyOf(object));
  }

  getByKey(key: string): T | undefined {
    return this.#objects.get(key);
  }

  /** Takes no more objects. What is in it can still be popped. */
  close(): void {
    this.#closed = true;
    this.#waiters.wakeAll();
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new HeapClosedError();
  }

  #wake(count: number): void {
    for (let i = 0; i < count && this.#waiters.size > 0; i += 1) this.#waiters.wakeOne();
  }
}
