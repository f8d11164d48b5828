import { DASH, GREATER, LINE_STOPS, NEWLINE, PLUS, SPACE } from './codes.js';
import { handOn } from './cursor.js';
import type { Cursor } from './cursor.js';

/**
 * The block scalar (`|` or `>`) whose mark is at an offset, in a node that is indented by `parent`; the cursor is
 * then at the first line behind it. A width of indentation in the mark (`|2`) is not read.
 */
export function readBlockScalar(cursor: Cursor, at: number, parent: number): string {
  const chomping = cursor.codes[at + 1];
  const chomped = chomping === DASH || chomping === PLUS;
  const lines = new BlockLines(cursor, cursor.lineEnd(chomped ? at + 2 : at + 1) + 1, parent);
  const body = cursor.codes[at] === GREATER ? readFolded(cursor, lines) : readLiteral(cursor, lines);
  cursor.next(lines.line - 1);
  if (chomping === PLUS) return body + '\n'.repeat(lines.indent === -1 ? lines.blanks : lines.blanks + 1);
  return chomping === DASH || lines.indent === -1 ? body : `${body}\n`;
}

/** The lines of a block scalar that have content, one after the other. */
class BlockLines {
  readonly #cursor: Cursor;
  readonly #parent: number;
  /** Where the line after the current one begins: in the end, the first that is no part of the scalar. */
  line: number;
  /** Of the content; -1 before the first line that has any. */
  indent = -1;
  /** How many blank lines precede the current line, or the end. */
  blanks = 0;
  /** Where the content of the current line is. */
  start = 0;
  end = 0;

  constructor(cursor: Cursor, line: number, parent: number) {
    this.#cursor = cursor;
    this.line = line;
    this.#parent = parent;
  }

  /** Moves to the next line with content; false where the scalar ends. */
  next(): boolean {
    const cursor = this.#cursor;
    const { codes } = cursor;
    let deepestBlank = 0;
    for (this.blanks = 0; this.line < codes.length; this.blanks += 1) {
      const { line } = this;
      const at = cursor.skipSpaces(line);
      const column = at - line;
      const blank = codes[at] === NEWLINE;
      if (!blank && this.indent === -1) {
        if (column <= this.#parent) return false;
        if (column < deepestBlank) handOn();
        this.indent = column;
      }
      if (!blank && column < this.indent) return false;
      // Of a line of spaces, those deeper than the indentation are content.
      if (!blank || (this.indent !== -1 && column > this.indent)) {
        this.start = line + this.indent;
        this.end = blank ? at : cursor.find(LINE_STOPS, at);
        this.line = this.end + 1;
        return true;
      }
      if (column > deepestBlank) deepestBlank = column;
      this.line = at + 1;
    }
    return false;
  }
}

function readLiteral({ text }: Cursor, lines: BlockLines): string {
  if (!lines.next()) return '';
  let value = '\n'.repeat(lines.blanks);
  let { start, end } = lines;
  while (lines.next()) {
    // With its newline: one piece less to join.
    value += text.slice(start, end + 1);
    if (lines.blanks > 0) value += '\n'.repeat(lines.blanks);
    ({ start, end } = lines);
  }
  return value + text.slice(start, end);
}

/** One newline becomes a space, of more the first is dropped; beside lines that are indented deeper, all stay. */
function readFolded({ text, codes }: Cursor, lines: BlockLines): string {
  let value = '';
  let deeper = false;
  for (let first = true; lines.next(); first = false) {
    const wasDeeper = deeper;
    deeper = codes[lines.start] === SPACE;
    if (first) value += '\n'.repeat(lines.blanks);
    else if (deeper || wasDeeper) value += '\n'.repeat(lines.blanks + 1);
    else value += lines.blanks === 0 ? ' ' : '\n'.repeat(lines.blanks);
    value += text.slice(lines.start, lines.end);
  }
  return value;
}
