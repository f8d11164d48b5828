import type { ByteRange, ObjectOutline } from './object-outline.js';

/**
 * Where an object's `metadata.managedFields` stands in its bytes, with the comma that goes with it. Undefined where there is
 * none, or where only a parser could be sure: then it is dropped after parsing.
 */
export function managedFieldsIn(outline: ObjectOutline): ByteRange | undefined {
  if (!outline.isWhole || outline.isUnusual || outline.managedFields.end === 0) return undefined;
  return outline.managedFields;
}

/** The bytes without a range, in a buffer that is used again at the next call. */
export class ByteCutter {
  #scratch: Buffer = Buffer.allocUnsafeSlow(16_384);

  cut(bytes: Buffer, { start, end }: ByteRange): Buffer {
    // First: it may need a larger buffer, and make one.
    const length = this.#cut(bytes, start, end);
    return this.#scratch.subarray(0, length);
  }

  /** The same as a string, one character for each byte. */
  textWithout(bytes: Buffer, { start, end }: ByteRange): string {
    if (start === end) return bytes.toString('latin1');
    const length = this.#cut(bytes, start, end);
    return this.#scratch.toString('latin1', 0, length);
  }

  #cut(bytes: Buffer, start: number, end: number): number {
    const { length } = bytes;
    if (this.#scratch.length < length) this.#scratch = Buffer.allocUnsafeSlow(length * 2);
    // To copy all and close the gap takes half the time of two copies, each of which would make a view first.
    this.#scratch.set(bytes);
    this.#scratch.copyWithin(start, end, length);
    return length - (end - start);
  }
}
