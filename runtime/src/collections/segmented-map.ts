/** A Map of this many entries grows in a few milliseconds; one of a million takes a quarter of a second. */
const FIRST_LIMIT = 50_000;
/** A prime, so that keys that differ in a regular way still spread. */
const SEGMENT_COUNT = 251;

/**
 * A Map by keys, of positions unless told otherwise, that never pauses for long to grow. Up to a limit it is one Map; keys that come later go to
 * one of many small ones, and the first stays as it is, so nothing is ever moved. It bounds the longest turn
 * of the event loop, which the benchmark's suite `growth` shows for a million objects.
 */
export class SegmentedMap<V = number> {
  readonly #limit: number;
  readonly #first = new Map<string, V>();
  #segments: Map<string, V>[] | undefined;

  /** @param limit How many entries the first Map takes. Default 50 000. */
  constructor(limit: number = FIRST_LIMIT) {
    this.#limit = limit;
  }

  get(key: string): V | undefined {
    const value = this.#first.get(key);
    if (value !== undefined || this.#segments === undefined) return value;
    return this.#segment(this.#segments, key).get(key);
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  set(key: string, value: V): void {
    if (this.#segments === undefined && this.#first.size >= this.#limit && !this.#first.has(key)) {
      this.#segments = Array.from({ length: SEGMENT_COUNT }, () => new Map<string, V>());
    }
    if (this.#segments === undefined || this.#first.has(key)) this.#first.set(key, value);
    else this.#segment(this.#segments, key).set(key, value);
  }

  delete(key: string): void {
    if (this.#first.delete(key) || this.#segments === undefined) return;
    this.#segment(this.#segments, key).delete(key);
  }

  #segment(segments: readonly Map<string, V>[], key: string): Map<string, V> {
    return segments[spread(key)] as Map<string, V>;
  }
}

/** A few characters from all over the key: names in a cluster often share their beginning, or their end. */
function spread(key: string): number {
  const { length } = key;
  let hash = length;
  hash = hash * 31 + key.charCodeAt(length - 1);
  hash = hash * 31 + key.charCodeAt(length - 2);
  hash = hash * 31 + key.charCodeAt(length - 3);
  hash = hash * 31 + key.charCodeAt(length >> 1);
  hash = hash * 31 + key.charCodeAt((length >> 1) + (length >> 2));
  // The codes of positions before the first character are NaN.
  return (hash | 0) >= 0 ? (hash | 0) % SEGMENT_COUNT : -((hash | 0) % SEGMENT_COUNT);
}
