/** The bytes of JSON's punctuation. */
export const byte = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const;

/** Space, tab, newline, carriage return. */
export function isSpace(code: number | undefined): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

// In the loops below the punctuation stands as constants of their own: a property of an object costs a third more there.
const QUOTE = byte.quote;
const BACKSLASH = byte.backslash;
/** Brackets and braces differ from each other in one bit, which this removes. */
const FOLD = 0x20;
const OPENING = byte.openBrace;
const CLOSING = byte.closeBrace;
/** All of them are at least this; digits, commas and colons, of which there are more, are less. */
const LEAST_BRACKET = byte.openBracket;

/**
 * Finds where a JSON value ends, over any number of chunks, looking at each byte once. It trusts that the value is
 * valid: one that is not ends somewhere, and its parser reports it.
 */
export class ValueScanner {
  #depth = 0;
  #inString = false;
  #escaped = false;
  #isScalar = false;
  #started = false;

  /** Forgets the value it was in; the next byte begins another. */
  reset(): void {
    this.#depth = 0;
    this.#inString = this.#escaped = this.#isScalar = this.#started = false;
  }

  /** Continues at `from`; returns the index after the value's last byte, or -1 when the value goes on after this chunk. */
  scan(bytes: Buffer, from: number): number {
    if (from >= bytes.length) return -1;
    if (!this.#started) {
      // Most values are whole in their chunk, and a loop that need not be able to stop is twice as fast.
      const end = valueEnd(bytes, from);
      if (end !== -1) return end;
      this.#start(bytes[from]);
    }
    return this.#isScalar ? scalarEnd(bytes, from) : this.#scanNested(bytes, from);
  }

  #start(first: number | undefined): void {
    this.#started = true;
    this.#isScalar = first !== byte.quote && first !== byte.openBrace && first !== byte.openBracket;
  }

  #scanNested(bytes: Buffer, from: number): number {
    const length = bytes.length;
    let depth = this.#depth;
    let inString = this.#inString;
    let escaped = this.#escaped;
    let at = from;
    while (at < length) {
      if (inString) {
        if (escaped) {
          escaped = false;
          at += 1;
        }
        while (at < length) {
          const code = bytes[at];
          at += 1;
          if (code === QUOTE) {
            inString = false;
            break;
          }
          if (code === BACKSLASH) {
            if (at === length) escaped = true;
            else at += 1;
          }
        }
        if (inString) break;
        if (depth === 0) return at;
      }
      while (at < length) {
        const code = bytes[at] as number;
        at += 1;
        if (code === QUOTE) {
          inString = true;
          break;
        }
        const folded = code | FOLD;
        if (folded === OPENING) depth += 1;
        else if (folded === CLOSING) {
          depth -= 1;
          if (depth === 0) return at;
        }
      }
    }
    this.#depth = depth;
    this.#inString = inString;
    this.#escaped = escaped;
    return -1;
  }
}

function scalarEnd(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    const code = bytes[at];
    if (code === byte.comma || code === byte.closeBrace || code === byte.closeBracket || isSpace(code)) return at;
  }
  return -1;
}

/** Where the value that begins at `from` ends, when all of it is here; -1 otherwise. */
export function valueEnd(bytes: Buffer, from: number): number {
  const first = bytes[from];
  if (first === QUOTE) return stringEnd(bytes, from);
  if (first !== byte.openBrace && first !== byte.openBracket) return scalarEnd(bytes, from);
  return containerEnd(bytes, from);
}

function containerEnd(bytes: Buffer, from: number): number {
  const length = bytes.length;
  const last = length - 1;
  let depth = 0;
  let at = from;
  while (at < length) {
    const code = bytes[at] as number;
    at += 1;
    if (code === QUOTE) {
      // Most bytes are inside strings: two at a time.
      for (;;) {
        if (at >= last) return -1;
        const first = bytes[at];
        const second = bytes[at + 1];
        if (first === QUOTE) {
          at += 1;
          break;
        }
        at += 2;
        if (first === BACKSLASH) continue;
        if (second === QUOTE) break;
        if (second === BACKSLASH) at += 1;
      }
    } else if (code >= LEAST_BRACKET) {
      if ((code | FOLD) === OPENING) depth += 1;
      else if ((code | FOLD) === CLOSING) {
        depth -= 1;
        if (depth === 0) return at;
      }
    }
  }
  return -1;
}

/** Where the string whose quote is at `from` ends; -1 when its end is not here. */
export function stringEnd(bytes: Buffer, from: number): number {
  const length = bytes.length;
  let at = from + 1;
  while (at < length) {
    const code = bytes[at];
    at += 1;
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return -1;
}

/** The first index at or after `from` that is not white space. */
export function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && isSpace(bytes[at])) at += 1;
  return at;
}
