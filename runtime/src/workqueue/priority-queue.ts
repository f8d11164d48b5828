import { realClock } from '../async/clock.js';
import type { Clock, Timer } from '../async/clock.js';
import { Waiters } from '../async/waiters.js';
import { KeyedHeap } from '../collections/keyed-heap.js';
import type { WorkCause } from '../observe/events.js';
import type { Observable, Observer } from '../observe/observer.js';
import type { PriorityQueueMetricsProvider } from './metrics.js';
import { ProviderObserver } from './provider-observer.js';
import { QueueObservation } from './queue-observation.js';
import { ItemExponentialFailureRateLimiter } from './rate-limiter.js';
import type { RateLimiter } from './rate-limiter.js';
import type { WorkKey } from './work-queue.js';
import { aNumber } from '../async/check-number.js';
import type { QueuedItem } from './queued-item.js';
import { ReadyKeys } from './ready-keys.js';

/** The priority of what can wait: the objects of an initial list, and resyncs. */
export const LOW_PRIORITY = -100;

/** No timer is set for longer: a delay beyond what timers hold, or a clock that was moved, is noticed by then. */
const MAX_WAIT_MS = 10_000;

/** What a priority queue can be told. */
export interface PriorityQueueOptions<K> {
  /** Names the queue in its metrics. Default `''`: no metrics. */
  readonly name?: string | undefined;
  /** Default: no metrics. */
  readonly metricsProvider?: PriorityQueueMetricsProvider | undefined;
  /** How often the metrics of unfinished work are sampled while there is some. Default 500. */
  readonly unfinishedWorkUpdatePeriodMs?: number | undefined;
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
  /** Default: each key for itself, 5 ms, doubled by each failure up to 1000 s. */
  readonly rateLimiter?: RateLimiter<K> | undefined;
}

/** How keys are added. */
export interface PriorityAddOptions {
  /** Default 0: at once. */
  readonly afterMs?: number | undefined;
  /** Counts a failure of each key and waits as long as the rate limiter says, or `afterMs` if that is shorter. Default false. */
  readonly rateLimited?: boolean | undefined;
  /** Higher comes first. A key that is queued already never falls. Default 0. */
  readonly priority?: number | undefined;
  /** Why, for who observes the queue: see {@link PriorityQueue.isObserved}. Default: nobody says. */
  readonly cause?: WorkCause | undefined;
}

/** A key as the queue hands it out. */
export interface PrioritizedKey<K> {
  readonly key: K;
  readonly priority: number;
  /** Why it was added, where that was said and somebody observes. */
  readonly causes?: readonly WorkCause[] | undefined;
}

/** A key that is in the queue, or being worked on. */
export interface QueuedKey<K> {
  readonly key: K;
  /** `ready`: for a worker. `waiting`: for its time. `working`: handed out. `again`: that too, and added meanwhile. */
  readonly state: 'ready' | 'waiting' | 'working' | 'again';
  /** Of one that is worked on only where it was added meanwhile. */
  readonly priority?: number | undefined;
  /** Since when it has been ready, or worked on; undefined where nobody observed the queue then. */
  readonly since?: number | undefined;
  /** When it becomes ready, where it waits for that. */
  readonly readyAt?: number | undefined;
}

/**
 * A queue of keys, the highest priority first. A key is queued once and processed by one worker at a time: a key that is
 * added while it is processed is handed out again after `done`. A key that is added again while it waits takes the higher of
 * the two priorities and the earlier of the two times. Keys of one priority come out in the order in which they became ready
 * or reached that priority.
 *
 * Low priorities do not starve: while keys of lower priority are ready, at least every tenth key handed out is the one that has
 * been ready longest, whatever its priority. A key that was added while it was processed counts as ready from its `done`.
 *
 * @example
 * const queue = new PriorityQueue<string>({ name: 'widgets' });
 * queue.addWithOptions({ priority: LOW_PRIORITY }, 'default/a', 'default/b');
 * queue.add('default/b'); // comes first now
 * (await queue.get({ signal }))?.key; // → 'default/b'
 * queue.shutDown();
 */
export class PriorityQueue<K extends WorkKey = string> implements Observable, AsyncDisposable {
  readonly #clock: Clock;
  readonly #rateLimiter: RateLimiter<K>;
  readonly #observation: QueueObservation<K>;
  /** A queued key is in exactly one of `#ready`, `#blocked` and `#waiting`. */
  readonly #ready = new ReadyKeys<K>();
  /** Ready, but the key is being worked on. */
  readonly #blocked = new Map<K, QueuedItem<K>>();
  readonly #waiting = new KeyedHeap<K, QueuedItem<K>>(
    (a, b) => a.readyAt < b.readyAt || (a.readyAt === b.readyAt && comesFirst(a, b)),
  );
  /** Handed out and not done. */
  readonly #locked = new Set<K>();
  readonly #waiters = new Waiters();
  #sequence = 0;
  #shuttingDown = false;
  /** Set while something waits for its time, for the time of the first. */
  #timer: Timer | undefined;
  #timerAt = Infinity;

  constructor(options: PriorityQueueOptions<K> = {}) {
    const { clock = realClock, name = '', metricsProvider } = options;
    this.#clock = clock;
    this.#rateLimiter = options.rateLimiter ?? new ItemExponentialFailureRateLimiter<K>(5, 1_000_000);
    this.#observation = new QueueObservation({
      name,
      clock,
      hasPriorities: true,
      depths: () => this.#depths(),
      waiting: () => this.#waiting.size,
      processing: () => this.#locked.size,
    });
    if (name === '' || !metricsProvider) return;
    this.observe(new ProviderObserver({ ...options, name, clock, hasPriorities: true, provider: metricsProvider }));
  }

  /** Tells the observer what happens to keys, from now until what is returned is disposed of. */
  observe(observer: Observer): Disposable {
    return this.#observation.observers.observe(observer);
  }

  /** Somebody wants to know why keys are added. */
  get isObserved(): boolean {
    return this.#observation.isOn;
  }

  /** How many keys are ready, those among them that are still being worked on included. */
  get length(): number {
    this.#takeDue();
    return this.#ready.size + this.#blocked.size;
  }

  /** How many keys wait for their time. */
  get waitingLength(): number {
    this.#takeDue();
    return this.#waiting.size;
  }

  /** How many keys are being worked on. */
  get processingLength(): number {
    return this.#locked.size;
  }

  get shuttingDown(): boolean {
    return this.#shuttingDown;
  }

  /** When the first key that waits for its time becomes ready; undefined when none waits. */
  get nextReadyAt(): number | undefined {
    return this.#waiting.peek()?.value.readyAt;
  }

  /** Keys that are worked on, ready or waiting, at most `limit` of each, in no set order: for pages about the queue. */
  keys(limit: number = Infinity): QueuedKey<K>[] {
    this.#takeDue();
    const queued = [...this.#ready.values(limit), ...this.#waiting.values(limit)].map(({ key }) => key);
    const working = [...this.#locked].slice(0, limit);
    // One that is worked on may also wait for a later time.
    return [...new Set([...working, ...queued])].flatMap((key) => this.find(key) ?? []);
  }

  /** What becomes of a key; undefined when it is neither queued nor worked on. */
  find(key: K): QueuedKey<K> | undefined {
    const since = (what: 'ready' | 'working'): number | undefined => this.#observation.since(key, what);
    const ready = this.#ready.get(key);
    if (ready !== undefined) return { key, state: 'ready', priority: ready.priority, since: since('ready') };
    const waiting = this.#waiting.get(key);
    if (this.#locked.has(key)) {
      const added = this.#blocked.get(key);
      const state = added === undefined ? 'working' : 'again';
      return { key, state, priority: added?.priority, since: since('working'), readyAt: waiting?.readyAt };
    }
    return waiting && { key, state: 'waiting', priority: waiting.priority, readyAt: waiting.readyAt };
  }

  /** The key that has been ready longest, as far as somebody observed that. */
  get oldest(): { readonly key: K; readonly since: number } | undefined {
    return this.#observation.oldest();
  }

  /** Adds a key with priority 0. Ignored when the queue is shut down, as are all other adds. */
  add(key: K): void {
    this.#add(key, 0, 0);
  }

  /** Adds a key when `delayMs` have passed. */
  addAfter(key: K, delayMs: number): void {
    this.#add(key, delayMs, 0);
  }

  /** Counts a failure of this key and adds it when the rate limiter says so. */
  addRateLimited(key: K): void {
    this.addWithOptions({ rateLimited: true }, key);
  }

  addWithOptions(options: PriorityAddOptions, ...keys: readonly K[]): void {
    const { afterMs = 0, rateLimited = false, priority = 0, cause } = options;
    if (this.#shuttingDown) return;
    // One that is no number is in no order with others: nobody would ever be handed the key.
    aNumber('priority', priority);
    for (const key of keys) {
      const limitedMs = rateLimited ? this.#rateLimiter.when(key) : Infinity;
      const delayMs = afterMs > 0 ? Math.min(afterMs, limitedMs) : rateLimited ? limitedMs : 0;
      this.#add(key, delayMs, priority, cause);
    }
  }

  /** The key is not retried any more: its failures are forgotten. A key in work still needs `done`. */
  forget(key: K): void {
    this.#rateLimiter.forget(key);
  }

  /** How many failures of this key are counted. */
  numRequeues(key: K): number {
    return this.#rateLimiter.numRequeues(key);
  }

  /** Takes the next key if one is ready. Each key taken must be given to {@link done}. */
  tryGet(): PrioritizedKey<K> | undefined {
    if (this.#shuttingDown) return undefined;
    this.#takeDue();
    const item = this.#ready.pop();
    if (item === undefined) return undefined;
    this.#locked.add(item.key);
    const { key, priority } = item;
    if (!this.#observation.isOn) return { key, priority };
    return { key, priority, causes: this.#observation.taken(key, priority) };
  }

  /**
   * Waits for the next key; undefined when the queue is shut down. Rejects with the signal's reason when it aborts. Each
   * key taken must be given to {@link done}.
   */
  async get({ signal }: { signal?: AbortSignal | undefined } = {}): Promise<PrioritizedKey<K> | undefined> {
    signal?.throwIfAborted();
    for (;;) {
      const next = this.tryGet();
      if (next !== undefined || this.#shuttingDown) return next;
      await this.#waiters.wait(signal);
    }
  }

  /** The work on a key is over. If it was added meanwhile, it is ready again, in the order of that add. */
  done(key: K): void {
    if (!this.#locked.delete(key)) return;
    if (this.#observation.isOn) this.#observation.done(key);
    const item = this.#blocked.get(key);
    if (item === undefined) return;
    this.#blocked.delete(key);
    this.#ready.add(item);
    this.#waiters.wakeOne();
  }

  /** Drops what is queued and ignores further adds; everybody who waits in {@link get} gets undefined. */
  shutDown(): void {
    this.#shuttingDown = true;
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#ready.clear();
    this.#blocked.clear();
    this.#waiting.clear();
    this.#observation.stopped();
    this.#waiters.wakeAll();
  }

  /** Shuts down without waiting. */
  [Symbol.asyncDispose](): Promise<void> {
    this.shutDown();
    return Promise.resolve();
  }

  #add(key: K, delayMs: number, priority: number, cause?: WorkCause): void {
    if (this.#shuttingDown) return;
    const isDelayed = aNumber('delayMs', delayMs) > 0;
    if (isDelayed && this.#observation.isOn) this.#observation.delayed(key, delayMs, cause);
    const readyAt = isDelayed ? this.#clock.now() + delayMs : 0;
    const item = this.#ready.get(key) ?? this.#blocked.get(key);
    // What is delayed has been told of, with its cause.
    const told = isDelayed ? undefined : cause;
    if (item !== undefined) return this.#raise(item, priority, told);
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined) return this.#hasten(waiting, { readyAt, priority, cause: told });
    const sequence = this.#nextSequence();
    const added: QueuedItem<K> = {
      key,
      priority,
      readyAt,
      sequence,
      isTaken: false,
      older: undefined,
      newer: undefined,
    };
    if (isDelayed) this.#wait(added);
    else this.#becomeReady(added, told);
  }

  /** An item that is ready stays so; a rise in priority moves it to the end of its new level. */
  #raise(item: QueuedItem<K>, priority: number, cause: WorkCause | undefined): void {
    const isRaised = priority > item.priority;
    if (this.#observation.isOn)
      this.#observation.added(item.key, {
        priority: Math.max(priority, item.priority),
        isNew: false,
        raisedFrom: isRaised ? item.priority : undefined,
        cause,
      });
    if (!isRaised) return;
    item.priority = priority;
    item.sequence = this.#nextSequence();
    if (this.#ready.has(item.key)) this.#ready.raise(item);
  }

  #hasten(
    item: QueuedItem<K>,
    add: { readonly readyAt: number; readonly priority: number; readonly cause?: WorkCause | undefined },
  ): void {
    const { readyAt, priority, cause } = add;
    if (priority > item.priority) {
      item.priority = priority;
      item.sequence = this.#nextSequence();
    }
    item.readyAt = Math.min(item.readyAt, readyAt);
    if (item.readyAt > 0) return this.#wait(item);
    this.#waiting.delete(item.key);
    this.#becomeReady(item, cause);
  }

  #wait(item: QueuedItem<K>): void {
    this.#waiting.set(item.key, item);
    this.#setTimer();
  }

  #becomeReady(item: QueuedItem<K>, cause?: WorkCause): void {
    item.readyAt = 0;
    if (this.#observation.isOn) this.#observation.added(item.key, { priority: item.priority, isNew: true, cause });
    if (this.#locked.has(item.key)) {
      this.#blocked.set(item.key, item);
      return;
    }
    this.#ready.add(item);
    this.#waiters.wakeOne();
  }

  #takeDue(): void {
    if (this.#waiting.size === 0) return;
    const now = this.#clock.now();
    for (let first = this.#waiting.peek(); first && first.value.readyAt <= now; first = this.#waiting.peek()) {
      this.#waiting.pop();
      first.value.sequence = this.#nextSequence();
      this.#becomeReady(first.value);
    }
  }

  #setTimer(): void {
    const first = this.#waiting.peek()?.value.readyAt;
    if (first === undefined || first >= this.#timerAt) return;
    this.#timer?.cancel();
    this.#timerAt = first;
    const delayMs = Math.min(first - this.#clock.now(), MAX_WAIT_MS);
    this.#timer = this.#clock.after(Math.max(0, delayMs), () => {
      this.#timer = undefined;
      this.#timerAt = Infinity;
      this.#takeDue();
      this.#setTimer();
    });
  }

  #depths(): Map<number, number> {
    const depths = new Map<number, number>();
    for (const { priority } of [...this.#ready.values(), ...this.#blocked.values()])
      depths.set(priority, (depths.get(priority) ?? 0) + 1);
    return depths;
  }

  #nextSequence(): number {
    this.#sequence += 1;
    return this.#sequence;
  }
}

function comesFirst(a: { priority: number; sequence: number }, b: { priority: number; sequence: number }): boolean {
  return a.priority === b.priority ? a.sequence < b.sequence : a.priority > b.priority;
}
