import type { ByteRange } from './object-outline.js';

/**
 * A resourceVersion in little memory: as a number where `String` returns the very same text, which is nearly always.
 * Nothing may be read into the number: versions are opaque.
 */
export type PackedVersion = number | string;

const ZERO = 0x30;
/** So many digits are always exact as a number. */
const MAX_DIGITS = 15;

/** Reads the version whose text, without escapes, stands in this range. */
export function packVersion(bytes: Buffer, { start, end }: ByteRange): PackedVersion {
  const length = end - start;
  if (length > MAX_DIGITS || length === 0 || (length > 1 && bytes[start] === ZERO))
    return bytes.toString('utf8', start, end);
  let value = 0;
  for (let at = start; at < end; at += 1) {
    const digit = (bytes[at] as number) - ZERO;
    if (digit < 0 || digit > 9) return bytes.toString('utf8', start, end);
    value = value * 10 + digit;
  }
  return value;
}
