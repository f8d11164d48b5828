import type { Timer } from '../async/clock.js';
import { KeyedHeap } from '../collections/keyed-heap.js';
import { WorkQueue } from './work-queue.js';
import type { WorkKey } from './work-queue.js';
import { aNumber } from '../async/check-number.js';

/** No timer is set for longer: a clock that was moved, or a delay beyond what timers hold, is noticed by then. */
const MAX_WAIT_MS = 10_000;

/**
 * A work queue to which keys can be added at a later time.
 *
 * @example
 * const later = new DelayingQueue<string>({ name: 'widgets', clock });
 * later.addAfter('default/a', 1000);
 * later.waitingLength; // → 1
 * later.shutDown();
 */
export class DelayingQueue<K extends WorkKey = string> extends WorkQueue<K> {
  /** When each key that waits is ready. */
  readonly #waiting = new KeyedHeap<K, number>((a, b) => a < b);
  /** Set exactly while something waits, for the time of the first. */
  #timer: Timer | undefined;
  #timerAt = Infinity;

  /** How many keys wait for their time. */
  override get waitingLength(): number {
    return this.#waiting.size;
  }

  /**
   * Adds a key when `delayMs` have passed; at once when it is 0 or less; with Infinity, when it is added otherwise. A key that waits already keeps the earlier of
   * the two times. Ignored when the queue is shutting down.
   */
  addAfter(key: K, delayMs: number): void {
    aNumber('delayMs', delayMs);
    if (this.shuttingDown) return;
    this.tellDelay(key, Math.max(0, delayMs));
    if (!(delayMs > 0)) return this.add(key);
    const readyAt = this.clock.now() + delayMs;
    const waitsUntil = this.#waiting.get(key);
    if (waitsUntil !== undefined && readyAt >= waitsUntil) return;
    this.#waiting.set(key, readyAt);
    this.#setTimer();
  }

  /** Also drops what still waits for its time. */
  override shutDown(): void {
    super.shutDown();
    this.#dropWaiting();
  }

  /** Also drops what still waits for its time. */
  override shutDownWithDrain(): Promise<void> {
    const drained = super.shutDownWithDrain();
    this.#dropWaiting();
    return drained;
  }

  #setTimer(): void {
    const first = this.#waiting.peek()?.value;
    if (first === undefined || first >= this.#timerAt) return;
    this.#timer?.cancel();
    this.#timerAt = first;
    const delayMs = Math.min(first - this.clock.now(), MAX_WAIT_MS);
    this.#timer = this.clock.after(Math.max(0, delayMs), () => this.#addReady());
  }

  #addReady(): void {
    const now = this.clock.now();
    for (let first = this.#waiting.peek(); first && first.value <= now; first = this.#waiting.peek()) {
      this.#waiting.pop();
      this.add(first.key);
    }
    this.#timer = undefined;
    this.#timerAt = Infinity;
    this.#setTimer();
  }

  #dropWaiting(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#waiting.clear();
  }
}
