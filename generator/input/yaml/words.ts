import type { Cursor } from './cursor.js';
import { ownText } from './own-text.js';
import { keyOf, resolvePlain } from './resolve.js';

/** A plain scalar, what it resolves to, and how it is written as a key; undefined where it cannot be one. */
export interface Word {
  readonly source: string;
  readonly value: unknown;
  readonly key: string | undefined;
}

/** Longer scalars seldom come twice. */
export const LONGEST_WORD = 24;

/*
 * The words that came last, one for each hash. CRDs repeat some hundred words (`type`, `string`, `properties`) hundreds
 * of thousands of times: finding them here makes no string, no resolving and no garbage.
 */
const SLOTS = 16384;
const NO_WORD: Word = { source: '', value: null, key: undefined };
const words: Word[] = Array.from({ length: SLOTS }, () => NO_WORD);

/** The word between two offsets of a text. */
export function wordAt({ text, codes }: Cursor, start: number, end: number): Word {
  let hash = end - start;
  for (let at = start; at < end; at += 1) hash = (Math.imul(hash, 31) + (codes[at] ?? 0)) | 0;
  const slot = (hash ^ (hash >>> 13)) & (SLOTS - 1);
  const known = words[slot] ?? NO_WORD;
  if (known.source.length === end - start && text.startsWith(known.source, start)) return known;
  return (words[slot] = newWord(text.slice(start, end)));
}

function newWord(slice: string): Word {
  const source = ownText(slice);
  return { source, value: resolvePlain(source), key: keyOf(source) };
}
