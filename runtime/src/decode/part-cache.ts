import { deepFreeze } from './deep-freeze.js';
import { saysText } from './byte-hash.js';

const SLOTS = 4096;

interface Part {
  /** Its JSON, one character for each byte. */
  readonly text: string;
  readonly value: object;
  /** What was kept: the same bytes are something else where something else is kept of them. */
  readonly kept: object;
}

/** Where a part stands. */
interface PartRange {
  readonly start: number;
  readonly end: number;
  readonly hash: number;
  readonly kept: object;
}

/**
 * Parts that many objects have in common: labels, owners. Such a part is made once, frozen, because a change of it would be
 * one of all those objects, and found again by its bytes. What is remembered is bounded.
 */
export class PartCache {
  /** By the last bits of the hash: a part takes the place of another. */
  #parts: (Part | undefined)[] | undefined;

  /** What was made of these bytes before; undefined where it is not remembered. */
  find(bytes: Buffer, { start, end, hash, kept }: PartRange): object | undefined {
    const part = this.#parts?.[slotOf(hash)];
    return part?.kept === kept && saysText(bytes, start, end, part.text) ? part.value : undefined;
  }

  /** Freezes and remembers what was made of these bytes. */
  add(bytes: Buffer, { start, end, hash, kept }: PartRange, value: object): void {
    this.#parts ??= Array.from({ length: SLOTS });
    this.#parts[slotOf(hash)] = { text: bytes.toString('latin1', start, end), value: deepFreeze(value), kept };
  }
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 12)) & (SLOTS - 1);
}
