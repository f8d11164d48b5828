import { realClock } from '../async/clock.js';
import type { Clock } from '../async/clock.js';
import { Waiters } from '../async/waiters.js';
import type { Observable, Observer } from '../observe/observer.js';
import type { WorkQueueMetricsProvider } from './metrics.js';
import { ProviderObserver } from './provider-observer.js';
import { QueueItem } from './queue-item.js';
import type { WorkItem } from './queue-item.js';
import { QueueObservation } from './queue-observation.js';
import { FifoStorage } from './queue-storage.js';
import type { QueueStorage } from './queue-storage.js';

/** Waiting to be handed out, or to be put back when its processing is done. */
const DIRTY = 1;
/** Handed out and not done. */
const PROCESSING = 2;

/** What can be a key: anything but undefined and null. Best are strings. */
export type WorkKey = string | number | bigint | boolean | symbol | object;

/** What a work queue can be told. */
export interface WorkQueueOptions<K> {
  /** Names the queue in its metrics. Default `''`: no metrics. */
  readonly name?: string | undefined;
  /** Default: no metrics. */
  readonly metricsProvider?: WorkQueueMetricsProvider | undefined;
  /** How often the metrics of unfinished work are sampled while there is some. Default 500. */
  readonly unfinishedWorkUpdatePeriodMs?: number | undefined;
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
  /** The order of keys. Default: first in, first out. */
  readonly storage?: QueueStorage<K> | undefined;
}

/**
 * A queue of keys to work on. A key is processed by one worker at a time: added while it waits, it is there once; added
 * while it is processed, it is handed out once more after `done`. Keys come out in the order in which they went in.
 *
 * Keys are compared as Map does: use strings or numbers, not fresh objects.
 *
 * @example
 * const queue = new WorkQueue<string>({ name: 'widgets' });
 * queue.add('default/a');
 * queue.add('default/a'); // once is enough
 * queue.length; // → 1
 * queue.shutDown();
 * for await (using item of queue.items({ signal })) await reconcile(item.key);
 */
export class WorkQueue<K extends WorkKey = string> implements Observable, AsyncDisposable {
  protected readonly clock: Clock;
  readonly #observation: QueueObservation<K>;
  /** What each known key is: DIRTY, PROCESSING or both. A key is in `#storage` exactly when it is DIRTY alone. */
  readonly #states = new Map<K, number>();
  readonly #storage: QueueStorage<K>;
  /** Those who wait in `get` and `items`. One that is woken takes its key only when it runs, so a key added again until then is handed out once. */
  readonly #waiters = new Waiters();
  #processing = 0;
  #shuttingDown = false;
  /** Those who wait in `shutDownWithDrain`. */
  #drains: (() => void)[] = [];

  constructor(options: WorkQueueOptions<K> = {}) {
    const { name = '', metricsProvider, clock = realClock } = options;
    this.clock = clock;
    this.#storage = options.storage ?? new FifoStorage<K>();
    this.#observation = new QueueObservation({
      name,
      clock,
      hasPriorities: false,
      depths: () => new Map([[0, this.#countDirty()]]),
      waiting: () => this.waitingLength,
      processing: () => this.#processing,
    });
    if (name === '' || !metricsProvider) return;
    this.observe(new ProviderObserver({ ...options, provider: metricsProvider, hasPriorities: false, name, clock }));
  }

  /** How many keys are ready to be handed out. */
  get length(): number {
    return this.#storage.length;
  }

  /** How many keys wait for their time. */
  get waitingLength(): number {
    return 0;
  }

  get shuttingDown(): boolean {
    return this.#shuttingDown;
  }

  /** Tells the observer what happens to keys, from now until what is returned is disposed of. */
  observe(observer: Observer): Disposable {
    return this.#observation.observers.observe(observer);
  }

  /** Marks a key as needing work. Ignored when the queue is shutting down. */
  add(key: K): void {
    if (this.#shuttingDown) return;
    const state = this.#states.get(key);
    if (this.#observation.isOn) this.#observation.added(key, { priority: 0, isNew: ((state ?? 0) & DIRTY) === 0 });
    if (state === undefined) {
      this.#states.set(key, DIRTY);
      this.#push(key);
    } else if (state === PROCESSING) {
      this.#states.set(key, PROCESSING | DIRTY);
    } else if (state === DIRTY) {
      this.#storage.touch(key);
    }
  }

  /** Takes the next key if one is ready. Each key taken must be given to {@link done}. */
  tryGet(): K | undefined {
    if (this.#storage.length === 0) return undefined;
    const key = this.#storage.pop();
    this.#states.set(key, PROCESSING);
    this.#processing += 1;
    if (this.#observation.isOn) this.#observation.taken(key, 0);
    return key;
  }

  /**
   * Waits for the next key; undefined when the queue is shut down and empty. Rejects with the signal's reason when it
   * aborts. Each key taken must be given to {@link done}.
   */
  get({ signal }: { signal?: AbortSignal | undefined } = {}): Promise<K | undefined> {
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    const key = this.tryGet();
    if (key !== undefined || this.#shuttingDown) return Promise.resolve(key);
    return this.#getLater(signal);
  }

  /** The work on a key is over. If it was added meanwhile, it is put back. Ignored for a key that is not being processed. */
  done(key: K): void {
    const state = this.#states.get(key);
    if (state === undefined || (state & PROCESSING) === 0) return;
    if (this.#observation.isOn) this.#observation.done(key);
    this.#processing -= 1;
    if ((state & DIRTY) === 0) {
      this.#states.delete(key);
    } else {
      this.#states.set(key, DIRTY);
      this.#push(key);
    }
    if (this.#processing === 0 && this.#drains.length > 0) this.#endDrains();
  }

  /**
   * The keys, as they become ready; ends when the queue is shut down and empty, or quietly when the signal aborts. Several
   * loops may run at once: each key goes to one of them.
   */
  items({ signal }: { signal?: AbortSignal | undefined } = {}): AsyncIterableIterator<WorkItem<K>> {
    return this.iterate((key) => new QueueItem(this, key), signal);
  }

  /** Ignores further adds. What is queued is still handed out; then `get` returns undefined and `items` ends. */
  shutDown(): void {
    this.#stop();
    this.#endDrains();
  }

  /**
   * The same, and waits until no key is being processed. A key that was added while it was processed is put back and
   * still handed out. `shutDown` ends the wait.
   */
  shutDownWithDrain(): Promise<void> {
    this.#stop();
    if (this.#processing === 0) return Promise.resolve();
    return new Promise((resolve) => this.#drains.push(resolve));
  }

  /** Shuts down without waiting. */
  [Symbol.asyncDispose](): Promise<void> {
    this.shutDown();
    return Promise.resolve();
  }

  /** Tells who observes that a key will be added later. */
  protected tellDelay(key: K, delayMs: number): void {
    if (this.#observation.isOn) this.#observation.delayed(key, delayMs);
  }

  /** An iterator that hands out what `wrap` makes of each key. */
  protected iterate<I>(wrap: (key: K) => I, signal: AbortSignal | undefined): AsyncIterableIterator<I> {
    const end: IteratorResult<I> = { done: true, value: undefined };
    let ended = false;
    const next = (): Promise<IteratorResult<I>> => {
      if (ended || signal?.aborted) return Promise.resolve(end);
      const key = this.tryGet();
      if (key !== undefined) return Promise.resolve({ done: false, value: wrap(key) });
      if (this.#shuttingDown) return Promise.resolve(end);
      return this.#waiters.wait(signal).then(resume, () => end);
    };
    const resume = (): Promise<IteratorResult<I>> => {
      // Woken, but not going to take the key: another one who waits may.
      if ((ended || signal?.aborted) && this.length > 0) this.#waiters.wakeOne();
      return next();
    };
    return {
      next,
      return: () => {
        ended = true;
        return Promise.resolve(end);
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  async #getLater(signal: AbortSignal | undefined): Promise<K | undefined> {
    for (;;) {
      await this.#waiters.wait(signal);
      const key = this.tryGet();
      if (key !== undefined || this.#shuttingDown) return key;
    }
  }

  #push(key: K): void {
    this.#storage.push(key);
    if (this.#waiters.size > 0) this.#waiters.wakeOne();
  }

  #stop(): void {
    this.#shuttingDown = true;
    this.#observation.stopped();
    this.#waiters.wakeAll();
  }

  #endDrains(): void {
    const drains = this.#drains;
    this.#drains = [];
    for (const resolve of drains) resolve();
  }

  /** Those that wait, also those that wait for their own processing to end. */
  #countDirty(): number {
    let count = 0;
    for (const state of this.#states.values()) if ((state & DIRTY) !== 0) count += 1;
    return count;
  }
}
