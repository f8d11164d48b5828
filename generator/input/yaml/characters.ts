import { YamlError } from './yaml-error.js';

/*
 * The characters of a text as bytes, and what they mean to the scanner. Bytes are read several times as fast as the
 * characters of a string: bench suite `generator`.
 */

/** Behind the last character of every text. */
export const END = 0;
/** Replace the two characters beyond a byte that end a line. */
const LINE_SEPARATOR = 1;
const PARAGRAPH_SEPARATOR = 2;
export const TAB = 9;
export const NEWLINE = 10;
export const RETURN = 13;
export const SPACE = 32;
export const BANG = 33;
export const DOUBLE_QUOTE = 34;
export const HASH = 35;
export const PERCENT = 37;
export const AMPERSAND = 38;
export const SINGLE_QUOTE = 39;
export const STAR = 42;
export const PLUS = 43;
export const COMMA = 44;
export const DASH = 45;
export const DOT = 46;
export const ZERO = 48;
export const NINE = 57;
export const COLON = 58;
export const LESS = 60;
export const GREATER = 62;
export const QUESTION = 63;
export const AT = 64;
export const OPEN_BRACKET = 91;
export const BACKSLASH = 92;
export const CLOSE_BRACKET = 93;
export const BACKTICK = 96;
export const OPEN_BRACE = 123;
export const PIPE = 124;
export const CLOSE_BRACE = 125;
const NEXT_LINE = 0x85;
/** Replaces every other character that has no byte. */
const OTHER = 255;

/** A space or a tab. */
export const IS_BLANK = 1;
/** Ends a line. */
export const IS_BREAK = 2;
export const IS_END = 4;
/** Ends a plain scalar inside a flow collection. */
export const IS_FLOW = 8;
export const IS_COLON = 16;
/** May be part of the name of an anchor. */
export const IS_WORD = 32;
/** A plain scalar cannot begin with it, whatever follows. */
export const IS_INDICATOR = 64;

/** A plain scalar cannot begin with it, or may not, depending on what follows. */
export const MAY_NOT_BEGIN = 128;

/** Ends the word before it, whatever it is. */
export const BLANK_OR_END: number = IS_BLANK | IS_BREAK | IS_END;
export const BREAK_OR_END: number = IS_BREAK | IS_END;

/** What a byte means, as a sum of the flags above. */
export const FLAGS: Uint8Array = flagsOfAll();

function flagsOfAll(): Uint8Array {
  const flags = new Uint8Array(256);
  const add = (codes: readonly number[], flag: number): void => {
    for (const code of codes) flags[code] = (flags[code] ?? 0) | flag;
  };
  const codesOf = (characters: string): number[] => [...characters].map((character) => character.charCodeAt(0));
  add([SPACE, TAB], IS_BLANK);
  add([NEWLINE, RETURN, NEXT_LINE, LINE_SEPARATOR, PARAGRAPH_SEPARATOR], IS_BREAK);
  add([END], IS_END);
  add(codesOf(',?[]{}'), IS_FLOW);
  add([COLON], IS_COLON);
  add(codesOf('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-'), IS_WORD);
  add(codesOf(',[]{}#&*!|>\'"%@`'), IS_INDICATOR);
  for (const code of flags.keys()) {
    const isPlain = ((flags[code] ?? 0) & (BLANK_OR_END | IS_INDICATOR)) === 0;
    if (!isPlain || code === DASH || code === QUESTION || code === COLON) add([code], MAY_NOT_BEGIN);
  }
  return flags;
}

/** A text as bytes. */
export interface Encoded {
  /** One for each character, its code or one that replaces it, and a few {@link END} behind the last. */
  readonly codes: Buffer;
  /** The offsets of the characters that have no byte, in their order. */
  readonly wide: readonly number[];
}

/** The bytes of a text. */
export function encode(text: string): Encoded {
  const { length } = text;
  const codes = Buffer.allocUnsafe(length + 4);
  codes.write(text, 0, 'latin1');
  codes.fill(END, length);
  // Of a string without such characters, which the engine keeps as bytes, this looks at none.
  const beyond = /[^\0-\xff]/g;
  const wide: number[] = [];
  while (beyond.test(text)) {
    const at = beyond.lastIndex - 1;
    wide.push(at);
    codes[at] = codeOfWide(text.charCodeAt(at));
  }
  return { codes, wide };
}

/** Throws for characters that YAML does not admit. */
export function checkCharacters(text: string): void {
  const refused = text.search(REFUSED);
  if (refused !== -1) throw new YamlError('control characters are not allowed', refused);
}

/** Characters that YAML admits nowhere, quoted or not. */
// oxlint-disable-next-line no-control-regex -- it is about them
const REFUSED = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;

function codeOfWide(character: number): number {
  if (character === 0x2028) return LINE_SEPARATOR;
  return character === 0x2029 ? PARAGRAPH_SEPARATOR : OTHER;
}
