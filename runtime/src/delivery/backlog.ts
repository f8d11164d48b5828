import type { KubernetesObject } from '../api/object.js';
import { TurnBudget, yieldToEventLoop } from '../async/turn.js';
import type { BacklogLimits } from './backlog-options.js';
import { CoalescedEntries } from './coalesced-entries.js';
import type { NotificationBatch } from './notification-batch.js';
import type { Notification } from './notification.js';
import { WaitingBatches } from './waiting-batches.js';

/** With fewer waiting nobody is behind, and what they take is not worth measuring. */
const MEASURE_FROM = 64;

/**
 * What waits for one handler. Up to the limits it is every notification, in the order it came. With the policy `coalesce`,
 * what comes beyond them waits in one entry for each object, until all of those are taken.
 */
export class Backlog<T extends KubernetesObject> {
  readonly #limits: BacklogLimits;
  /** Called with how many adds of the initial list will not be told: their objects are gone again. */
  readonly #onInitialAddsDropped: (count: number) => void;
  /** In this order they are taken: those as they came, those coalesced, and those that are still to be coalesced. */
  #asTheyCame = new WaitingBatches<T>();
  readonly #coalesced = new CoalescedEntries<T>();
  #toCoalesce = new WaitingBatches<T>();
  #isCoalescing = false;
  #waiting = 0;
  #initialAdds = 0;

  constructor(limits: BacklogLimits, onInitialAddsDropped: (count: number) => void) {
    this.#limits = limits;
    this.#onInitialAddsDropped = onInitialAddsDropped;
  }

  /** How many notifications wait. */
  get length(): number {
    return this.#waiting;
  }

  /** About how much memory they hold on to; 0 while only a few wait. */
  get bytes(): number {
    return this.#asTheyCame.bytes + this.#coalesced.bytes + this.#toCoalesce.bytes;
  }

  /** When the one that has waited longest arrived. */
  get oldestAt(): number | undefined {
    return this.#asTheyCame.oldestAt ?? this.#coalesced.oldestAt ?? this.#toCoalesce.oldestAt;
  }

  /** States are being skipped. */
  get isCoalescing(): boolean {
    return !this.#coalesced.isEmpty || !this.#toCoalesce.isEmpty;
  }

  /** Whether more waits than this share of the limits. */
  isBeyond(share: number): boolean {
    const { maxEntries, maxBytes } = this.#limits;
    return this.#waiting - this.#initialAdds > maxEntries * share || this.bytes > maxBytes * share;
  }

  /** @param batch Not an empty one. */
  push(batch: NotificationBatch<T>): void {
    const bytes = this.#waiting >= MEASURE_FROM ? batch.bytes : 0;
    const coalesces = this.#limits.policy === 'coalesce' && (this.isCoalescing || this.isBeyond(1));
    this.#waiting += batch.notifications.length;
    this.#initialAdds += batch.initialAdds;
    if (!coalesces) return this.#asTheyCame.push(batch, bytes);
    this.#toCoalesce.push(batch, bytes);
    if (!this.#isCoalescing) void this.#coalesceAll();
  }

  next(): Notification<T> | undefined {
    if (this.#waiting === 0) return undefined;
    if (this.#asTheyCame.isEmpty && this.#coalesced.isEmpty) {
      [this.#asTheyCame, this.#toCoalesce] = [this.#toCoalesce, this.#asTheyCame];
    }
    const next = this.#asTheyCame.next() ?? this.#coalesced.next();
    this.#waiting -= 1;
    if (next?.type === 'add' && next.isInInitialList) this.#initialAdds -= 1;
    return next;
  }

  clear(): void {
    this.#asTheyCame.clear();
    this.#coalesced.clear();
    this.#toCoalesce.clear();
    this.#waiting = 0;
    this.#initialAdds = 0;
  }

  /** With pauses for the event loop: a whole list may have come at once. */
  async #coalesceAll(): Promise<void> {
    this.#isCoalescing = true;
    const budget = new TurnBudget();
    while (!this.#toCoalesce.isEmpty) {
      const arrivedAt = this.#toCoalesce.oldestAt as number;
      this.#coalesceOne(this.#toCoalesce.next() as Notification<T>, arrivedAt);
      if (budget.isUsedUp()) await yieldToEventLoop();
    }
    this.#isCoalescing = false;
  }

  #coalesceOne(notification: Notification<T>, arrivedAt: number): void {
    const { notifications, initialAdds } = this.#coalesced.add(notification, arrivedAt);
    const isInitialAdd = notification.type === 'add' && notification.isInInitialList ? 1 : 0;
    this.#waiting += notifications - 1;
    this.#initialAdds += initialAdds - isInitialAdd;
    if (initialAdds < isInitialAdd) this.#onInitialAddsDropped(isInitialAdd - initialAdds);
  }
}
