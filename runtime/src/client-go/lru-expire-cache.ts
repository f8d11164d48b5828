import type { Clock } from '../async/clock.js';

interface Entry<V> {
  readonly value: V;
  readonly expiresAt: number;
}

/** Holds the values used last, at most so many, each for a limited time. It has no timer: what is too old goes when met. */
export class LRUExpireCache<K, V> {
  readonly #maxSize: number;
  readonly #ttlMs: number;
  readonly #clock: Clock;
  /** The one not used for the longest is first. */
  readonly #entries = new Map<K, Entry<V>>();

  constructor({ maxSize, ttlMs, clock }: { maxSize: number; ttlMs: number; clock: Clock }) {
    if (!(maxSize > 0)) throw new RangeError(`maxSize must be greater than 0, not ${maxSize}`);
    this.#maxSize = maxSize;
    this.#ttlMs = ttlMs;
    this.#clock = clock;
  }

  /** Puts the value under the key; when there is no room, the one not used for the longest goes. */
  add(key: K, value: V): void {
    if (!this.#entries.delete(key) && this.#entries.size >= this.#maxSize) {
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest);
        break;
      }
    }
    this.#entries.set(key, { value, expiresAt: this.#clock.now() + this.#ttlMs });
  }

  /** The value, unless it is too old. Counts as a use. */
  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    if (this.#clock.now() > entry.expiresAt) return undefined;
    this.#entries.set(key, entry);
    return entry.value;
  }

  remove(key: K): void {
    this.#entries.delete(key);
  }

  /** The keys of what is not too old, the one not used for the longest first. */
  keys(): K[] {
    const now = this.#clock.now();
    return [...this.#entries].filter(([, entry]) => now <= entry.expiresAt).map(([key]) => key);
  }
}
