import type { ByteRange, ObjectOutline } from './object-outline.js';
import { Scratch } from './scratch.js';

/**
 * Where an object's `metadata.managedFields` stands in its bytes, with the comma that goes with it. Undefined where there is
 * none, or where only a parser could be sure: then it is dropped after parsing.
 */
export function managedFieldsIn(outline: ObjectOutline): ByteRange | undefined {
  if (!outline.isWhole || outline.isUnusual || outline.managedFields.end === 0) return undefined;
  return outline.managedFields;
}

const shared = new Scratch();

/** Cuts a range out of bytes. */
export class ByteCutter {
  /** Returns the bytes without a range, in a buffer that is valid until the next cut. */
  cut(bytes: Buffer, { start, end }: ByteRange): Buffer {
    return cutInto(shared.ofLength(bytes.length), bytes, { start, end }).subarray(0, bytes.length - (end - start));
  }

  /** Returns the bytes without a range as a string of one character for each byte. */
  textWithout(bytes: Buffer, { start, end }: ByteRange): string {
    if (start === end) return bytes.toString('latin1');
    const scratch = cutInto(shared.ofLength(bytes.length), bytes, { start, end });
    return scratch.toString('latin1', 0, bytes.length - (end - start));
  }
}

function cutInto(scratch: Buffer, bytes: Buffer, { start, end }: ByteRange): Buffer {
  // To copy all and close the gap takes half the time of two copies, each of which would make a view first.
  scratch.set(bytes);
  return scratch.copyWithin(start, end, bytes.length);
}
