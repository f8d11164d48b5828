import { defaultControllerRateLimiter } from './default-rate-limiters.js';
import { DelayingQueue } from './delaying-queue.js';
import { QueueItem } from './queue-item.js';
import type { WorkItem } from './queue-item.js';
import type { RateLimiter } from './rate-limiter.js';
import type { WorkKey, WorkQueueOptions } from './work-queue.js';

/** What a rate-limiting queue can be told. */
export interface RateLimitingQueueOptions<K> extends WorkQueueOptions<K> {
  /** Default: {@link defaultControllerRateLimiter} on the queue's clock. */
  readonly rateLimiter?: RateLimiter<K> | undefined;
}

/** A key in the hands of a worker, who says how it went. */
export interface RateLimitedItem<K> extends WorkItem<K> {
  /** It went well, or is given up: its failures are forgotten. `done` is still needed. */
  forget(): void;
  /** It failed: it comes again when the rate limiter says so (`addRateLimited`). `done` is still needed. */
  retry(): void;
  /** It comes again when this time has passed. `done` is still needed. */
  retryAfter(delayMs: number): void;
  /** How many failures are counted. */
  readonly numRequeues: number;
}

/**
 * A work queue that delays what failed, longer with every failure. Remember to `forget` a key that went well.
 *
 * @example
 * await using queue = new RateLimitingQueue<string>({ name: 'deployments' });
 * queue.add('default/web');
 * queue.shutDown(); // so that the loop ends
 * for await (using item of queue.items({ signal })) {
 *   try {
 *     await reconcile(item.key);
 *     item.forget();
 *   } catch (failure) {
 *     console.error(item.key, failure);
 *     item.retry();
 *   }
 * }
 */
export class RateLimitingQueue<K extends WorkKey = string> extends DelayingQueue<K> {
  readonly #rateLimiter: RateLimiter<K>;

  constructor(options: RateLimitingQueueOptions<K> = {}) {
    super(options);
    this.#rateLimiter = options.rateLimiter ?? defaultControllerRateLimiter<K>(this.clock);
  }

  /** Counts a failure of this key and adds it when the rate limiter says so. */
  addRateLimited(key: K): void {
    this.addAfter(key, this.#rateLimiter.when(key));
  }

  /** The key is not retried any more: its failures are forgotten. A key in work still needs `done`. */
  forget(key: K): void {
    this.#rateLimiter.forget(key);
  }

  /** How many failures of this key are counted. */
  numRequeues(key: K): number {
    return this.#rateLimiter.numRequeues(key);
  }

  override items({ signal }: { signal?: AbortSignal | undefined } = {}): AsyncIterableIterator<RateLimitedItem<K>> {
    return this.iterate((key) => new RateLimitedQueueItem(this, key), signal);
  }
}

class RateLimitedQueueItem<K extends WorkKey> extends QueueItem<K> implements RateLimitedItem<K> {
  readonly #queue: RateLimitingQueue<K>;

  constructor(queue: RateLimitingQueue<K>, key: K) {
    super(queue, key);
    this.#queue = queue;
  }

  get numRequeues(): number {
    return this.#queue.numRequeues(this.key);
  }

  forget(): void {
    this.#queue.forget(this.key);
  }

  retry(): void {
    this.#queue.addRateLimited(this.key);
  }

  retryAfter(delayMs: number): void {
    this.#queue.addAfter(this.key, delayMs);
  }
}
