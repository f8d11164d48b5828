import { byte, valueEnd } from './json-bytes.js';

const key = Buffer.from('"managedFields":[');
const metadataKey = Buffer.from('"metadata":{');

/** A range of bytes. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Where an object's `metadata.managedFields` stands in its bytes, with the comma that goes with it. Undefined where there is
 * none, or where only a parser could be sure: then it is dropped after parsing.
 *
 * The key cannot stand inside a string, where its quotes would be escaped; so a match is a key, and what remains to find
 * out is whether it is the one of the top level's metadata.
 */
export function findManagedFields(bytes: Buffer): ByteRange | undefined {
  const found = bytes.indexOf(key);
  if (found === -1 || !isInTopLevelMetadata(bytes, found)) return undefined;
  const end = valueEnd(bytes, found + key.length - 1);
  if (end === -1) return undefined;
  if (bytes[found - 1] === byte.comma) return { start: found - 1, end };
  return { start: found, end: bytes[end] === byte.comma ? end + 1 : end };
}

/** True when exactly two objects are open before `at`, the inner one being `metadata`. */
function isInTopLevelMetadata(bytes: Buffer, at: number): boolean {
  const metadata = bytes.lastIndexOf(metadataKey, at);
  if (metadata === -1) return false;
  return depthBetween(bytes, 0, metadata) === 1 && depthBetween(bytes, metadata + metadataKey.length, at) === 0;
}

/** How many more containers are opened than closed; a stray close counts as far off. */
function depthBetween(bytes: Buffer, from: number, to: number): number {
  let depth = 0;
  let at = from;
  while (at < to) {
    const code = bytes[at++];
    if (code === byte.quote) {
      while (at < to) {
        const inner = bytes[at++];
        if (inner === byte.quote) break;
        if (inner === byte.backslash) at++;
      }
    } else if (code === byte.openBrace || code === byte.openBracket) depth++;
    else if ((code === byte.closeBrace || code === byte.closeBracket) && --depth < 0) return Number.NaN;
  }
  return depth;
}

/** The bytes without a range, in a buffer that is used again at the next call. */
export class ByteCutter {
  #scratch: Buffer = Buffer.allocUnsafe(16_384);

  cut(bytes: Buffer, { start, end }: ByteRange): Buffer {
    const length = bytes.length - (end - start);
    if (this.#scratch.length < length) this.#scratch = Buffer.allocUnsafe(length * 2);
    bytes.copy(this.#scratch, 0, 0, start);
    bytes.copy(this.#scratch, start, end);
    return this.#scratch.subarray(0, length);
  }
}
