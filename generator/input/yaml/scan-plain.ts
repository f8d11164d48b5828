import { BLANK_OR_END, BREAK_OR_END, END, FLAGS, HASH, IS_BLANK, IS_BREAK } from './characters.js';
import { IS_COLON, IS_FLOW, TAB } from './characters.js';
import type { Cursor } from './cursor.js';
import { SCALAR } from './tokens.js';
import type { Token } from './tokens.js';
import { LONGEST_WORD, wordAt } from './words.js';

/** What a plain scalar may not cross. */
export interface PlainContext {
  readonly inFlow: boolean;
  /** Of the block that holds it; its further lines must be indented deeper. */
  readonly indent: number;
}

/** Scans the plain scalar at the cursor, over as many lines as it has. */
export function scanPlain(cursor: Cursor, context: PlainContext): Token {
  const start = cursor.at;
  const stop = endOfLine(cursor, start, context.inFlow);
  cursor.at = stop;
  cursor.endedLine = cursor.isBreak(stop);
  return cursor.endedLine ? furtherLines(cursor, context, start) : scalarIn(cursor, start, stop);
}

/** What follows the first line of a scalar, which begins at `start` and ends at the cursor. */
function furtherLines(cursor: Cursor, { inFlow, indent }: PlainContext, start: number): Token {
  const end = cursor.at;
  let value: string | undefined;
  while (cursor.endedLine) {
    const breaks = takeBreaks(cursor, indent);
    const { at } = cursor;
    if ((!inFlow && cursor.column <= indent) || cursor.codes[at] === HASH || cursor.isDocumentMark()) break;
    const stop = endOfLine(cursor, at, inFlow);
    if (stop === at) break;
    value ??= cursor.text.slice(start, trimEnd(cursor, start, end));
    value += breaks + cursor.text.slice(at, trimEnd(cursor, at, stop));
    cursor.at = stop;
    cursor.endedLine = cursor.isBreak(stop);
  }
  return value === undefined ? scalarIn(cursor, start, end) : textScalar(start, value);
}

/** Moves to the next line with content, and returns what the breaks on the way become in the scalar. */
function takeBreaks(cursor: Cursor, indent: number): string {
  const first = cursor.takeBreak();
  let more = '';
  for (;;) {
    cursor.skipSpaces();
    const flags = cursor.flags(cursor.at);
    if ((flags & IS_BREAK) !== 0) more += cursor.takeBreak();
    else if ((flags & IS_BLANK) === 0) break;
    else if (cursor.code === TAB && cursor.column <= indent) cursor.fail('a tab cannot indent a line');
    else cursor.at += 1;
  }
  if (first !== '\n') return first + more;
  return more === '' ? ' ' : more;
}

/** Where the part of a plain scalar in one line ends: at a break, a comment, a colon or, in a flow, an indicator. */
export function endOfLine(cursor: Cursor, from: number, inFlow: boolean): number {
  const { codes } = cursor;
  const stops = inFlow ? FLOW_STOPS : BLOCK_STOPS;
  for (let at = from; ; at += 1) {
    const flags = (FLAGS[codes[at] ?? END] ?? 0) & stops;
    if (flags === 0) continue;
    if ((flags & IS_BLANK) !== 0) {
      if (codes[at + 1] === HASH) return at;
    } else if ((flags & IS_COLON) === 0 || ((FLAGS[codes[at + 1] ?? END] ?? 0) & BLANK_OR_END) !== 0) return at;
  }
}

const BLOCK_STOPS = BREAK_OR_END | IS_BLANK | IS_COLON;
const FLOW_STOPS = BLOCK_STOPS | IS_FLOW;

function trimEnd({ codes }: Cursor, from: number, to: number): number {
  let end = to;
  while (end > from && ((FLAGS[codes[end - 1] ?? END] ?? 0) & IS_BLANK) !== 0) end -= 1;
  return end;
}

/** A plain scalar of one line, from an offset to another; without the blanks at its end. */
export function scalarIn(cursor: Cursor, at: number, stop: number): Token {
  const end = trimEnd(cursor, at, stop);
  if (end - at > LONGEST_WORD) return textScalar(at, cursor.text.slice(at, end));
  const word = wordAt(cursor, at, end);
  return { type: SCALAR, at, value: word.source, suffix: '', plain: true, word };
}

function textScalar(at: number, value: string): Token {
  return { type: SCALAR, at, value, suffix: '', plain: true, word: undefined };
}
