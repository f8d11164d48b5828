/** 8,192: an array of so many grows in microseconds; one of a million takes ten milliseconds and more. */
const PART_BITS = 13;
const PART_LENGTH = 1 << PART_BITS;
const WITHIN_PART = PART_LENGTH - 1;

/**
 * A list that never pauses to grow, however long it is: it is stored in parts. Nothing is handed out whole, so it is for
 * what one owner fills and asks by position. It bounds the longest turn of the event loop, which the benchmark's suite
 * `growth` shows for a million objects.
 */
export class LongList<V> {
  readonly #parts: V[][] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The value at a position; undefined behind the end. */
  at(position: number): V | undefined {
    return this.#parts[position >>> PART_BITS]?.[position & WITHIN_PART];
  }

  /** Puts a value at a position that there is, or at the end. Throws for one behind that. */
  set(position: number, value: V): void {
    if (position === this.#length) this.push(value);
    else if (position > this.#length) throw new RangeError(`there is no position ${position} in ${this.#length}`);
    else (this.#parts[position >>> PART_BITS] as V[])[position & WITHIN_PART] = value;
  }

  push(value: V): void {
    const last = this.#parts[this.#length >>> PART_BITS];
    if (last === undefined) this.#parts.push([value]);
    else last.push(value);
    this.#length += 1;
  }

  /** Takes the last value away; undefined where there is none. */
  pop(): V | undefined {
    if (this.#length === 0) return undefined;
    this.#length -= 1;
    const last = this.#parts[this.#length >>> PART_BITS] as V[];
    const value = last.pop();
    if (last.length === 0) this.#parts.pop();
    return value;
  }

  /** All values in their order, some thousand at a time. */
  parts(): readonly (readonly V[])[] {
    return this.#parts;
  }
}
