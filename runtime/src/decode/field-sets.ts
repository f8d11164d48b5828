import type zlib from 'node:zlib';
import { deepFreeze } from './deep-freeze.js';
import { byte, valueEnd } from './json-bytes.js';

/** Found when it is first needed, and not when the package is loaded. */
let crc32: typeof zlib.crc32 | undefined;

const FIRST_SLOTS = 256;
const MOST_SLOTS = 16_384;
const GROWTH = 4;
/** A shorter value costs less to parse than to find. It is longer than what stands for it where it is cut out. */
const MIN_BYTES = 16;
/** A longer value is parsed each time, so that what is remembered is bounded. */
const MAX_BYTES = 8192;
/** So many values in a row that nobody has twice are remembered for nothing. */
const CREDIT = 64;

/** A value and its JSON. */
interface FieldSet {
  readonly hash: number;
  readonly bytes: Buffer;
  readonly value: object;
}

/** What is known of one position in managedFields, where most objects have the same manager. */
interface Place {
  /** What was found there last. Lists are sorted by name, so that the next object is often of the same template. */
  last: FieldSet | undefined;
  /** Whether values repeat there: each that does earns one, each that is remembered on trust takes one. */
  credit: number;
}

/**
 * The values of `fieldsV1`, which say what a manager owns. Objects of one template have the same, so a value that repeats is
 * made once, frozen, because a change of it would be one of all those objects, and found again by its bytes. What is
 * remembered is bounded; where values do not repeat, only those that came twice are.
 */
export class FieldSets {
  /** By the last bits of the hash: a value takes the place of another. */
  #sets: (FieldSet | undefined)[] = Array.from({ length: FIRST_SLOTS });
  /** The hash of what came last for each slot and was not remembered. */
  #seen: Int32Array = new Int32Array(FIRST_SLOTS);
  #made = 0;
  readonly #places: Place[] = [];
  /** After {@link read}: where the value ends; -1 where its end is not here. */
  end = -1;

  /** The value that begins at `start`; undefined where it is no object, short, or does not repeat. */
  read(bytes: Buffer, start: number, position: number): object | undefined {
    const place = (this.#places[position] ??= { last: undefined, credit: CREDIT });
    const { last } = place;
    // What begins like a whole object is that object, and ends where it does.
    if (last !== undefined && startsWith(bytes, start, last.bytes)) {
      this.end = start + last.bytes.length;
      place.credit = CREDIT;
      return last.value;
    }
    this.end = valueEnd(bytes, start);
    const length = this.end - start;
    if (length < MIN_BYTES || length > MAX_BYTES || bytes[start] !== byte.openBrace) return undefined;
    const found = this.#find(bytes.subarray(start, this.end), place);
    if (found !== undefined) place.last = found;
    return found?.value;
  }

  #find(bytes: Buffer, place: Place): FieldSet | undefined {
    crc32 ??= process.getBuiltinModule('node:zlib').crc32;
    // As 32 bits with a sign it is a small integer to the engine.
    const hash = crc32(bytes) | 0;
    const known = this.#sets[this.#slotOf(hash)];
    if (known?.bytes.equals(bytes) === true) {
      place.credit = Math.min(place.credit + 1, CREDIT);
      return known;
    }
    return this.#isWorthMaking(hash, place) ? this.#add(hash, bytes) : undefined;
  }

  #isWorthMaking(hash: number, place: Place): boolean {
    if (place.credit > 0) {
      place.credit -= 1;
      return true;
    }
    const slot = this.#slotOf(hash);
    if (this.#seen[slot] === hash) return true;
    this.#seen[slot] = hash;
    return false;
  }

  #add(hash: number, bytes: Buffer): FieldSet {
    if (this.#made >= this.#sets.length && this.#sets.length < MOST_SLOTS) this.#grow();
    const copy = Buffer.allocUnsafeSlow(bytes.length);
    copy.set(bytes);
    const made = { hash, bytes: copy, value: deepFreeze(JSON.parse(bytes.toString()) as object) };
    this.#sets[this.#slotOf(hash)] = made;
    this.#made += 1;
    return made;
  }

  #grow(): void {
    const before = this.#sets;
    this.#sets = Array.from({ length: before.length * GROWTH });
    this.#seen = new Int32Array(this.#sets.length);
    this.#made = 0;
    for (const set of before) {
      if (set === undefined) continue;
      this.#sets[this.#slotOf(set.hash)] = set;
      this.#made += 1;
    }
  }

  #slotOf(hash: number): number {
    return (hash ^ (hash >>> 15)) & (this.#sets.length - 1);
  }
}

function startsWith(bytes: Buffer, start: number, text: Buffer): boolean {
  const end = start + text.length;
  return end <= bytes.length && bytes.compare(text, 0, text.length, start, end) === 0;
}
