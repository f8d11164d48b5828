import { byte, valueEnd } from './json-bytes.js';

const LETTER_A = 0x61;
const LETTER_Z = 0x7a;

/**
 * Where the array that begins at `from` ends; -1 when its end is not here. The answer is that of {@link valueEnd}, but an
 * array of objects such as managedFields, which holds no other array, is mostly stepped over by two native searches.
 */
export function arrayEnd(bytes: Buffer, from: number): number {
  const end = nearestEnd(bytes, from);
  return end === -1 ? valueEnd(bytes, from) : end;
}

/**
 * The nearest `]`, when it is proven to be the array's end; else -1.
 *
 * The proof: no `[` stands before it, so no array can have been opened inside, and the first `]` outside of strings ends
 * this one. It is outside of strings when `,"` and a letter follow it, or `},"` and a letter. For that quote has no
 * backslash before it, so it opens or closes a string; a closing one would be followed by punctuation or space, not by a
 * letter; so it opens one, and what stands before an opening quote is outside of strings.
 */
function nearestEnd(bytes: Buffer, from: number): number {
  const close = bytes.indexOf(byte.closeBracket, from + 1);
  if (close === -1) return -1;
  const after = bytes[close + 1] === byte.closeBrace ? close + 2 : close + 1;
  if (bytes[after] !== byte.comma || bytes[after + 1] !== byte.quote) return -1;
  const letter = bytes[after + 2] ?? 0;
  if (letter < LETTER_A || letter > LETTER_Z) return -1;
  const inner = bytes.indexOf(byte.openBracket, from + 1);
  return inner === -1 || inner > close ? close + 1 : -1;
}
