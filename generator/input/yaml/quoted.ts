import { BACKSLASH, DOUBLE_QUOTE, DOUBLE_QUOTED_STOPS, NEWLINE } from './codes.js';
import { SINGLE_QUOTE, SINGLE_QUOTED_STOPS } from './codes.js';
import { handOn } from './cursor.js';
import type { Cursor } from './cursor.js';

/**
 * The quoted scalar that begins at an offset; `cursor.after` is then behind the closing quote. Further lines must be
 * indented deeper than `parent`, the node that holds the scalar.
 */
export function readQuoted(cursor: Cursor, at: number, parent: number): string {
  return cursor.codes[at] === SINGLE_QUOTE ? readSingle(cursor, at, parent) : readDouble(cursor, at, parent);
}

function readSingle(cursor: Cursor, at: number, parent: number): string {
  const { codes, text } = cursor;
  let folded = false;
  let doubled = false;
  let close = cursor.find(SINGLE_QUOTED_STOPS, at + 1);
  for (; ; close = cursor.find(SINGLE_QUOTED_STOPS, close + 1)) {
    if (codes[close] === NEWLINE) folded = true;
    else if (codes[close + 1] === SINGLE_QUOTE) {
      doubled = true;
      close += 1;
    } else break;
  }
  cursor.after = close + 1;
  const raw = folded ? fold(cursor, { from: at + 1, to: close, parent }) : text.slice(at + 1, close);
  return doubled ? raw.replaceAll("''", "'") : raw;
}

function readDouble(cursor: Cursor, at: number, parent: number): string {
  const { codes, text } = cursor;
  let folded = false;
  let escaped = false;
  let close = cursor.find(DOUBLE_QUOTED_STOPS, at + 1);
  for (; codes[close] !== DOUBLE_QUOTE; close = cursor.find(DOUBLE_QUOTED_STOPS, close + 1)) {
    if (codes[close] === NEWLINE) folded = true;
    else {
      escaped = true;
      close += 1;
    }
  }
  cursor.after = close + 1;
  const range = { from: at + 1, to: close, parent };
  if (escaped) return unescape(cursor, range);
  return folded ? fold(cursor, range) : text.slice(range.from, close);
}

/** What is between two quotes, and how deep its lines must be indented. */
interface Quoted {
  readonly from: number;
  readonly to: number;
  readonly parent: number;
}

/** Folds the lines of a quoted text: one newline becomes a space, of more the first is dropped. */
function fold(cursor: Cursor, { from, to, parent }: Quoted): string {
  const { text } = cursor;
  let value = '';
  let rest = from;
  for (let newline = text.indexOf('\n', from); newline < to && newline !== -1; newline = text.indexOf('\n', rest)) {
    value += text.slice(rest, cursor.trimEnd(rest, newline)) + foldedBreaks(cursor, newline, parent);
    rest = cursor.after;
  }
  cursor.after = to + 1;
  return value + text.slice(rest, to);
}

/** Like {@link fold}, with the escapes of double quotes. */
function unescape(cursor: Cursor, { from, to, parent }: Quoted): string {
  const { codes, text } = cursor;
  let value = '';
  let rest = from;
  for (let at = from; at < to;) {
    if (codes[at] === NEWLINE) {
      value += text.slice(rest, cursor.trimEnd(rest, at)) + foldedBreaks(cursor, at, parent);
      rest = at = cursor.after;
    } else if (codes[at] === BACKSLASH) {
      value += text.slice(rest, at);
      if (codes[at + 1] === NEWLINE) {
        foldedBreaks(cursor, at + 1, parent);
        at = cursor.after;
      } else {
        const length = escapeLength(text.charAt(at + 1));
        value += unescapeOne(text.slice(at + 1, at + length));
        at += length;
      }
      rest = at;
    } else at += 1;
  }
  cursor.after = to + 1;
  return value + text.slice(rest, to);
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['0', '\0'],
  ['a', '\x07'],
  ['b', '\b'],
  ['t', '\t'],
  ['n', '\n'],
  ['v', '\v'],
  ['f', '\f'],
  ['r', '\r'],
  ['e', '\x1b'],
  [' ', ' '],
  ['"', '"'],
  ['/', '/'],
  ['\\', '\\'],
  ['N', '\x85'],
  ['_', '\xa0'],
  ['L', '\u2028'],
  ['P', '\u2029'],
]);

/** How many characters an escape has, with its backslash. */
function escapeLength(kind: string): number {
  if (kind === 'x') return 4;
  return kind === 'u' ? 6 : 2;
}

function unescapeOne(escape: string): string {
  if (/^(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4})$/.test(escape)) return String.fromCharCode(parseInt(escape.slice(1), 16));
  return ESCAPES.get(escape) ?? handOn();
}

/** What a newline and the blank lines behind it become; `cursor.after` is then where the next line begins. */
function foldedBreaks(cursor: Cursor, newline: number, parent: number): string {
  const { codes } = cursor;
  for (let line = newline + 1, blanks = 0; line < codes.length; blanks += 1) {
    const at = cursor.skipSpaces(line);
    if (codes[at] !== NEWLINE) {
      cursor.after = at;
      if (at - line <= parent) handOn();
      return blanks === 0 ? ' ' : '\n'.repeat(blanks);
    }
    line = at + 1;
  }
  return handOn();
}
