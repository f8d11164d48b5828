import type { Notification } from './notification.js';
import { notify } from './notify.js';
import { toError } from '../api/on-error.js';
import { withEitherSignal } from '../async/abort.js';
import { TurnBudget, yieldToEventLoop } from '../async/turn.js';
import { Fifo } from '../collections/fifo.js';
import { InitialSync } from '../async/initial-sync.js';
import type { ResourceEventHandler } from '../api/event-handler.js';

/** How a listener is set up. */
export interface ListenerOptions {
  readonly name: string;
  /** What the handler asked for. */
  readonly requestedResyncPeriodMs: number;
  /** What it gets: see {@link SharedProcessor}. */
  readonly resyncPeriodMs: number;
  readonly now: number;
  /** Takes what the handler throws or rejects with. */
  readonly onError: (error: Error, handlerName: string) => void;
}

/** Notifications as they arrived together, and how many of them are adds of the initial list. */
export interface NotificationBatch<T> {
  readonly notifications: readonly Notification<T>[];
  readonly initialAdds: number;
}

/**
 * One handler and the notifications that wait for it. It is called with one at a time: the next waits for the promise of
 * the one before. An error is reported and that notification counts as handled.
 */
export class ProcessorListener<T> {
  readonly name: string;
  readonly requestedResyncPeriodMs: number;
  resyncPeriodMs: number;
  /** Gets resync notifications now. True until the first resync decides, as in client-go. */
  syncing = true;
  readonly #handler: ResourceEventHandler<T>;
  readonly #onError: (error: Error, handlerName: string) => void;
  /** Batches that wait, the first of them read up to #position. */
  readonly #batches = new Fifo<NotificationBatch<T>>();
  #position = 0;
  #running: Promise<void> | undefined;
  #stopped = false;
  /** Aborts when it is stopped. */
  readonly #end = new AbortController();
  #started = false;
  /** The adds of the initial list that are queued or being handled. */
  readonly #initial = new InitialSync();
  #nextResyncAt: number;

  constructor(handler: ResourceEventHandler<T>, options: ListenerOptions) {
    this.#handler = handler;
    this.name = options.name;
    this.requestedResyncPeriodMs = options.requestedResyncPeriodMs;
    this.resyncPeriodMs = options.resyncPeriodMs;
    this.#onError = options.onError;
    this.#nextResyncAt = options.now + options.resyncPeriodMs;
  }

  /** Queues notifications. The handler is never called from here. */
  add(batch: NotificationBatch<T>): void {
    if (this.#stopped || batch.notifications.length === 0) return;
    this.#batches.push(batch);
    this.#initial.expect(batch.initialAdds);
    if (this.#started) this.#wake();
  }

  /** Begins to call the handler. */
  start(): void {
    this.#started = true;
    this.#wake();
  }

  /**
   * Drops what waits, and resolves when the call that runs, if any, has ended. Who waits for the handler to sync learns
   * that it never will.
   */
  stop(reason: Error): Promise<void> {
    this.#stopped = true;
    this.#end.abort(reason);
    this.#batches.clear();
    this.#position = 0;
    return this.#running ?? Promise.resolve();
  }

  /** The cache has synced, and everything that it held then is queued here. */
  upstreamHasSynced(): void {
    this.#initial.setSourceSynced();
  }

  /** The handler has seen everything that was there when it was added. */
  hasSynced(): boolean {
    return this.#initial.hasSynced();
  }

  /** Resolves with {@link hasSynced}; rejects with the signal's reason, or with that of {@link stop}. */
  whenSynced(signal?: AbortSignal): Promise<void> {
    return withEitherSignal([this.#end.signal, signal], (either) => this.#initial.wait(either));
  }

  /** How many notifications wait. */
  get backlog(): number {
    let waiting = 0;
    for (const { notifications } of this.#batches) waiting += notifications.length;
    return waiting - this.#position;
  }

  shouldResync(now: number): boolean {
    return this.resyncPeriodMs > 0 && now >= this.#nextResyncAt;
  }

  determineNextResync(now: number): void {
    this.#nextResyncAt = now + this.resyncPeriodMs;
  }

  #wake(): void {
    if (this.#running || this.#stopped || this.#batches.length === 0) return;
    this.#running = Promise.resolve().then(() => this.#run());
  }

  async #run(): Promise<void> {
    const budget = new TurnBudget();
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      try {
        const result = notify(this.#handler, next);
        if (result) await result;
      } catch (thrown) {
        this.#onError(toError(thrown), this.name);
      }
      if (next.type === 'add' && next.isInInitialList) this.#initial.finished(1);
      if (budget.isUsedUp()) await yieldToEventLoop();
    }
    this.#running = undefined;
  }

  #next(): Notification<T> | undefined {
    const batch = this.#batches.at(0);
    if (batch === undefined) return undefined;
    const next = batch.notifications[this.#position];
    this.#position += 1;
    if (this.#position === batch.notifications.length) {
      this.#batches.shift();
      this.#position = 0;
    }
    return next;
  }
}
