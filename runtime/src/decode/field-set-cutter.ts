import { byte, skipSpace, valueEnd } from './json-bytes.js';
import { MemberCursor } from './member-cursor.js';
import type { ByteRange } from './object-outline.js';
import { Scratch } from './scratch.js';
import { FieldSets } from './field-sets.js';

/** What is read in the place of a value that was cut out: no API server writes it. */
export const CUT_OUT = '\0';
/** So many objects in a row without a value that repeats are enough: from then on only one of a few is looked at. */
const PATIENCE = 64;
const LOOK_AT_EACH = 16;
const PLACEHOLDER = Buffer.from(JSON.stringify(CUT_OUT));

/** A value that was cut out of managedFields. */
export interface CutFieldSet {
  /** Which entry it is of. */
  readonly position: number;
  readonly value: object;
  readonly start: number;
  readonly end: number;
}

const shared = new Scratch();

/** Cuts the `fieldsV1` of managedFields out of an object's bytes, as far as they are values that repeat. */
export class FieldSetCutter {
  /** What was cut out last, in order. */
  readonly found: CutFieldSet[] = [];
  readonly #sets = new FieldSets();
  readonly #entry = new MemberCursor();
  /** How many objects there were since the last in which a value repeats. */
  #inVain = 0;

  /**
   * The object with {@link CUT_OUT} in the place of what was cut out, in a buffer that is used again at the next call. Undefined where
   * there is nothing to cut, hardly ever was, or only a parser can be sure.
   *
   * @param managedFields Where they stand, with their name.
   */
  cut(bytes: Buffer, managedFields: ByteRange): Buffer | undefined {
    this.found.length = 0;
    this.#inVain += 1;
    if (this.#inVain > PATIENCE && this.#inVain % LOOK_AT_EACH !== 0) return undefined;
    if (!this.#readEntries(bytes, managedFields) || this.found.length === 0) return undefined;
    this.#inVain = 0;
    return this.#rest(bytes);
  }

  /** False where something is written as API servers do not write it. */
  #readEntries(bytes: Buffer, { start, end }: ByteRange): boolean {
    let at = skipSpace(bytes, bytes.indexOf(byte.openBracket, start) + 1);
    for (let position = 0; at < end && bytes[at] === byte.openBrace; position += 1) {
      at = this.#readEntry(bytes, at, position);
      if (at === -1) return false;
      at = skipSpace(bytes, at);
      if (bytes[at] === byte.comma) at = skipSpace(bytes, at + 1);
    }
    return bytes[at] === byte.closeBracket;
  }

  /** Returns where the entry ends; -1 where a name has escapes, or is there twice. */
  #readEntry(bytes: Buffer, at: number, position: number): number {
    const entry = this.#entry;
    const before = this.found.length;
    let isRead = false;
    let more = entry.enter(bytes, at);
    while (more) {
      if (!entry.keyIs('fieldsV1')) {
        if (entry.keyHasEscapes) return -1;
        more = entry.next(valueEnd(bytes, entry.valueStart));
        continue;
      }
      if (isRead) return -1;
      isRead = true;
      this.#readFieldSet(bytes, entry.valueStart, position);
      more = entry.next(this.#sets.end);
    }
    if (entry.end === -1) this.found.length = before;
    return entry.end;
  }

  #readFieldSet(bytes: Buffer, start: number, position: number): void {
    const value = this.#sets.read(bytes, start, position);
    if (value !== undefined) this.found.push({ position, value, start, end: this.#sets.end });
  }

  #rest(bytes: Buffer): Buffer {
    let { length } = bytes;
    const scratch = shared.ofLength(length);
    // To copy all and close the gaps is faster than to copy what lies between them: each copy would make a view first.
    scratch.set(bytes);
    for (let at = this.found.length - 1; at >= 0; at -= 1) {
      const { start, end } = this.found[at] as CutFieldSet;
      scratch.set(PLACEHOLDER, start);
      scratch.copyWithin(start + PLACEHOLDER.length, end, length);
      length -= end - start - PLACEHOLDER.length;
    }
    return scratch.subarray(0, length);
  }
}
