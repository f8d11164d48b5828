import { BACKSLASH, DOUBLE_QUOTE, END, FLAGS, IS_BLANK, IS_BREAK, IS_END, SINGLE_QUOTE } from './characters.js';
import type { Cursor } from './cursor.js';
import { SCALAR } from './tokens.js';
import type { Token } from './tokens.js';

/**
 * Scans the quoted scalar at the cursor. Its further lines may be indented as they like: Kubernetes, unlike YAML 1.2,
 * takes also those that are indented less than their key.
 */
export function scanQuoted(cursor: Cursor): Token {
  const start = cursor.at;
  const quote = cursor.code;
  cursor.at += 1;
  let value = '';
  for (let rest = cursor.at; ; rest = cursor.at) {
    const stop = endOfPiece(cursor, quote);
    cursor.at = stop;
    const code = cursor.code;
    if (code === END) cursor.fail('a quoted text has no end', start);
    if (cursor.isBreak(stop)) {
      value += cursor.text.slice(rest, trimEnd(cursor, rest, stop)) + foldedBreaks(cursor, cursor.takeBreak());
      if (cursor.isDocumentMark()) cursor.fail('a quoted text has no end before the next document', start);
      continue;
    }
    value += cursor.text.slice(rest, stop);
    if (code === BACKSLASH) value += takeEscape(cursor);
    else if (quote === SINGLE_QUOTE && cursor.codes[stop + 1] === SINGLE_QUOTE) {
      value += "'";
      cursor.at += 2;
    } else break;
  }
  cursor.at += 1;
  return { type: SCALAR, at: start, value, suffix: '', plain: false, word: undefined };
}

/** The next quote, break, escape, or the end. */
function endOfPiece(cursor: Cursor, quote: number): number {
  const { codes } = cursor;
  const escape = quote === DOUBLE_QUOTE ? BACKSLASH : quote;
  let { at } = cursor;
  for (;;) {
    const code = codes[at] ?? END;
    if (code === quote || code === escape || ((FLAGS[code] ?? 0) & (IS_BREAK | IS_END)) !== 0) return at;
    at += 1;
  }
}

/** Moves past blanks and further breaks, and returns what all the breaks become: `first` was taken before. */
function foldedBreaks(cursor: Cursor, first: string): string {
  let more = '';
  for (;;) {
    cursor.skipSpaces();
    const flags = cursor.flags(cursor.at);
    if ((flags & IS_BREAK) !== 0) more += cursor.takeBreak();
    else if ((flags & IS_BLANK) !== 0) cursor.at += 1;
    else break;
  }
  if (first !== '\n') return first + more;
  return more === '' ? ' ' : more;
}

function trimEnd({ codes }: Cursor, from: number, to: number): number {
  let end = to;
  while (end > from && ((FLAGS[codes[end - 1] ?? END] ?? 0) & IS_BLANK) !== 0) end -= 1;
  return end;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['0', '\0'],
  ['a', '\x07'],
  ['b', '\b'],
  ['t', '\t'],
  ['\t', '\t'],
  ['n', '\n'],
  ['v', '\v'],
  ['f', '\f'],
  ['r', '\r'],
  ['e', '\x1b'],
  [' ', ' '],
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
  ['N', '\x85'],
  ['_', '\xa0'],
  ['L', '\u2028'],
  ['P', '\u2029'],
]);
const DIGITS: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

/** Moves past an escape and returns what it means. */
function takeEscape(cursor: Cursor): string {
  const { at, text } = cursor;
  if (cursor.isBreak(at + 1)) {
    cursor.at += 1;
    cursor.takeBreak();
    const value = foldedBreaks(cursor, '');
    if (cursor.isDocumentMark()) cursor.fail('a quoted text has no end before the next document', at);
    return value;
  }
  const kind = text.charAt(at + 1);
  const digits = DIGITS.get(kind);
  cursor.at += 2 + (digits ?? 0);
  if (digits === undefined) return ESCAPES.get(kind) ?? cursor.fail(`\\${kind} is no escape of YAML`, at);
  const hex = text.slice(at + 2, cursor.at);
  if (hex.length < digits || !/^[0-9a-fA-F]+$/.test(hex))
    cursor.fail(`\\${kind} wants ${digits} hexadecimal digits`, at);
  const code = parseInt(hex, 16);
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) cursor.fail(`\\${kind}${hex} is no character`, at);
  return String.fromCodePoint(code);
}
