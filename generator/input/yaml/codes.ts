/*
 * The characters of a text as bytes, and those that mean something to the reader. Bytes are read several times as fast
 * as the characters of a string: bench suite `generator`.
 */

/** Replaces every character that is not read: tabs, carriage returns, marks of byte order, the unprintable. */
export const BAD = 0;
export const NEWLINE = 10;
export const SPACE = 32;
export const DOUBLE_QUOTE = 34;
export const HASH = 35;
export const SINGLE_QUOTE = 39;
export const PLUS = 43;
export const DASH = 45;
export const DOT = 46;
export const COLON = 58;
export const GREATER = 62;
export const BACKSLASH = 92;
export const PIPE = 124;
/** Replaces every character that has no byte and no meaning. */
const OTHER = 255;

/** What a search does at a byte: passes it over, ends there, or gives the text up. */
export const GOES_ON = 0;
export const STOPS = 1;
const GIVES_UP = 2;

function stopsAt(...stops: number[]): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, code) =>
    stops.includes(code) ? STOPS : isReadable(code) ? GOES_ON : GIVES_UP,
  );
}

export const LINE_STOPS: Uint8Array = stopsAt(NEWLINE);
export const PLAIN_STOPS: Uint8Array = stopsAt(NEWLINE, COLON, HASH);
export const SINGLE_QUOTED_STOPS: Uint8Array = stopsAt(NEWLINE, SINGLE_QUOTE);
export const DOUBLE_QUOTED_STOPS: Uint8Array = stopsAt(NEWLINE, DOUBLE_QUOTE, BACKSLASH);

/** For each byte 1 where a plain scalar may begin with it (a dash only before another character). */
export const BEGINS_PLAIN: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) =>
  code > SPACE && !'#&*!|>\'"%@`,[]{}?:'.includes(String.fromCharCode(code)) ? 1 : 0,
);

/** One byte for each character: its code, or one that replaces it. */
export function encode(text: string): Uint8Array {
  const codes = Buffer.from(text, 'latin1');
  // Of a string without such characters, which the engine keeps as bytes, this looks at none.
  const wide = /[^\0-\xff]/g;
  while (wide.test(text)) {
    const at = wide.lastIndex - 1;
    codes[at] = isReadable(text.charCodeAt(at)) ? OTHER : BAD;
  }
  return codes;
}

/** Printable for YAML, and no tab, carriage return, mark of byte order or half of a surrogate pair. */
function isReadable(code: number): boolean {
  if (code < 0x7f) return code >= SPACE || code === NEWLINE;
  return code === 0x85 || (code >= 0xa0 && !(code >= 0xd800 && code < 0xe000) && code !== 0xfeff && code < 0xfffe);
}
