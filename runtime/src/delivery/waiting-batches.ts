import { Fifo } from '../collections/fifo.js';
import type { NotificationBatch } from './notification-batch.js';
import type { Notification } from './notification.js';

/** Notifications as they came, in batches that are read one notification at a time, each at constant cost. */
export class WaitingBatches<T> {
  /** The first of them is read up to #position. */
  readonly #batches = new Fifo<NotificationBatch<T>>();
  /** What each batch counts for in #total, at the same position. */
  readonly #counted = new Fifo<number>();
  #position = 0;
  #total = 0;

  get isEmpty(): boolean {
    return this.#batches.length === 0;
  }

  /** What the batches were said to take; each counts until its last notification is taken. */
  get bytes(): number {
    return this.#total;
  }

  /** When the first of them arrived. */
  get oldestAt(): number | undefined {
    return this.#batches.at(0)?.arrivedAt;
  }

  /** @param bytes What the batch counts for in {@link bytes}. */
  push(batch: NotificationBatch<T>, bytes: number): void {
    this.#batches.push(batch);
    this.#counted.push(bytes);
    this.#total += bytes;
  }

  next(): Notification<T> | undefined {
    const batch = this.#batches.at(0);
    if (batch === undefined) return undefined;
    const next = batch.notifications.at(this.#position);
    this.#position += 1;
    if (this.#position === batch.notifications.length) {
      this.#batches.shift();
      this.#total -= this.#counted.shift() ?? 0;
      this.#position = 0;
    }
    return next;
  }

  clear(): void {
    this.#batches.clear();
    this.#counted.clear();
    this.#position = 0;
    this.#total = 0;
  }
}
