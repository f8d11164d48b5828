import { DASH, END, GREATER, HASH, NINE, PLUS, SPACE, TAB, ZERO } from './characters.js';
import type { Cursor } from './cursor.js';
import { SCALAR } from './tokens.js';
import type { Token } from './tokens.js';

/** Scans the block scalar (`|` or `>`) at the cursor, in a block that is indented by `indent`. */
export function scanBlock(cursor: Cursor, indent: number): Token {
  const start = cursor.at;
  const folded = cursor.code === GREATER;
  cursor.at += 1;
  const { chomping, width } = takeHeader(cursor, start);
  const lines = new BlockLines(cursor, indent, width);
  const body = folded ? foldedLines(lines) : literalLines(lines);
  const value = chomping === DASH ? body : body + lines.lastBreak + (chomping === PLUS ? lines.breaks : '');
  return { type: SCALAR, at: start, value, suffix: '', plain: false, word: undefined };
}

/** Chomping and the width of the indentation, in either order, and nothing but a comment behind them. */
function takeHeader(cursor: Cursor, start: number): { chomping: number; width: number } {
  let chomping = takeChomping(cursor);
  const width = takeWidth(cursor, start);
  if (chomping === 0 && width > 0) chomping = takeChomping(cursor);
  cursor.skipBlanks();
  if (cursor.code === HASH) cursor.skipToBreak();
  if (cursor.isBreak(cursor.at)) cursor.takeBreak();
  else if (cursor.code !== END) cursor.fail('a line must end behind the mark of a block text');
  return { chomping, width };
}

function takeChomping(cursor: Cursor): number {
  const { code } = cursor;
  if (code !== PLUS && code !== DASH) return 0;
  cursor.at += 1;
  return code;
}

function takeWidth(cursor: Cursor, start: number): number {
  const { code } = cursor;
  if (code < ZERO || code > NINE) return 0;
  if (code === ZERO) cursor.fail('a block text cannot be indented by 0', start);
  cursor.at += 1;
  return code - ZERO;
}

/** The lines of a block scalar, one after the other. */
class BlockLines {
  readonly #cursor: Cursor;
  /** Of the block that holds the scalar. */
  readonly #outer: number;
  /** Of the content; 0 until it is known. */
  #indent: number;
  /** Where the content of the current line is. */
  start = 0;
  end = 0;
  /** What ends the line before the current one, or the last one. */
  lastBreak = '';
  /** The blank lines behind that. */
  breaks = '';

  constructor(cursor: Cursor, outer: number, width: number) {
    this.#cursor = cursor;
    this.#outer = outer;
    this.#indent = width === 0 ? 0 : Math.max(outer, 0) + width;
    this.#takeBlankLines();
  }

  get text(): string {
    return this.#cursor.text.slice(this.start, this.end);
  }

  /** Whether the current line is indented deeper than the others. */
  get isDeeper(): boolean {
    const code = this.#cursor.codes[this.start];
    return code === SPACE || code === TAB;
  }

  /** Whether there is another line of content here. */
  get hasNext(): boolean {
    return this.#cursor.column === this.#indent && this.#cursor.code !== END;
  }

  /** Moves past the line at the cursor and the blank ones behind it. */
  take(): void {
    const cursor = this.#cursor;
    this.start = cursor.at;
    cursor.skipToBreak();
    this.end = cursor.at;
    this.lastBreak = cursor.code === END ? '' : cursor.takeBreak();
    this.#takeBlankLines();
  }

  /** Collects blank lines; before the first content, also finds how deep that is indented. */
  #takeBlankLines(): void {
    const cursor = this.#cursor;
    let deepest = 0;
    this.breaks = '';
    for (;;) {
      cursor.skipSpaces(this.#indent === 0 ? undefined : cursor.lineStart + this.#indent);
      deepest = Math.max(deepest, cursor.column);
      if (cursor.code === TAB && (this.#indent === 0 || cursor.column < this.#indent)) {
        cursor.fail('a tab cannot indent a line of a block text');
      }
      if (!cursor.isBreak(cursor.at)) break;
      this.breaks += cursor.takeBreak();
    }
    if (this.#indent === 0) this.#indent = Math.max(deepest, this.#outer + 1, 1);
  }
}

function literalLines(lines: BlockLines): string {
  let value = '';
  let before = '';
  while (lines.hasNext) {
    const gap = before + lines.breaks;
    lines.take();
    value += gap === '' ? lines.text : gap + lines.text;
    before = lines.lastBreak;
  }
  return value;
}

/** One break becomes a space, of more the first is dropped; beside lines that are indented deeper, all stay. */
function foldedLines(lines: BlockLines): string {
  let value = '';
  let before = '';
  let wasDeeper = false;
  while (lines.hasNext) {
    const { breaks } = lines;
    lines.take();
    const folds = before === '\n' && !wasDeeper && !lines.isDeeper;
    value += (folds ? (breaks === '' ? ' ' : '') : before) + breaks + lines.text;
    wasDeeper = lines.isDeeper;
    before = lines.lastBreak;
  }
  return value;
}
