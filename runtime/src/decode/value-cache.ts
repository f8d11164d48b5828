import { byte } from './json-bytes.js';
import { FNV_BASIS, FNV_PRIME, saysText } from './byte-hash.js';
import type { Repetition } from './repetition.js';

const FIRST_SLOTS = 256;
const MOST_SLOTS = 16_384;
const GROWTH = 4;
const FIRST_PRINTABLE = 0x20;
const FIRST_BEYOND_ASCII = 0x80;
/**
 * Reads texts out of JSON bytes. Many fields say the same few things in all objects (nodes, phases, owners): such a text is
 * made once and found again by its bytes, which saves both the time and the memory of another. What is remembered is bounded.
 */
export class TextCache {
  /** By the last bits of the hash: a text takes the place of another. */
  #texts: (string | undefined)[] = Array.from({ length: FIRST_SLOTS });
  #made = 0;
  /** After {@link read}: the index after the closing quote; -1 where only a parser can read the text. */
  end = -1;
  /** After {@link read}: a number of the text's bytes. */
  hash = 0;

  /** The text whose opening quote is at `from`. Where {@link end} is -1 it is `''`. */
  read(bytes: Buffer, from: number, repetition: Repetition | undefined): string {
    const { length } = bytes;
    const start = from + 1;
    let hash = FNV_BASIS;
    let all = 0;
    let at = start;
    this.end = -1;
    for (; at < length; at += 1) {
      const code = bytes[at] as number;
      if (code === byte.quote) break;
      if (code === byte.backslash || code < FIRST_PRINTABLE) return '';
      all |= code;
      hash = Math.imul(hash ^ code, FNV_PRIME);
    }
    if (at === length) return '';
    this.end = at + 1;
    this.hash = hash;
    if (all >= FIRST_BEYOND_ASCII) return bytes.toString('utf8', start, at);
    if (repetition?.isWorthAsking !== true) return bytes.toString('latin1', start, at);
    const slot = (hash ^ (hash >>> 15)) & (this.#texts.length - 1);
    const known = this.#texts[slot];
    const isKnown = known !== undefined && saysText(bytes, start, at, known);
    repetition.note(isKnown);
    if (isKnown) return known;
    const text = bytes.toString('latin1', start, at);
    this.#texts[slot] = text;
    this.#made += 1;
    if (this.#made > this.#texts.length && this.#texts.length < MOST_SLOTS) this.#grow();
    return text;
  }

  /** What is remembered then begins anew: it is soon there again. */
  #grow(): void {
    this.#texts = Array.from({ length: this.#texts.length * GROWTH });
    this.#made = 0;
  }
}
