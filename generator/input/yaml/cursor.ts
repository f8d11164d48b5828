import { BAD, encode, GOES_ON, STOPS } from './codes.js';
import { COLON, DASH, DOT, HASH, LINE_STOPS, NEWLINE, SPACE } from './codes.js';

/** Thrown where the text leaves the subset; never seen outside of the reader. */
export class HandOn extends Error {
  override readonly name = 'HandOn';
}

/** Gives the whole text up, to be read by js-yaml. */
export function handOn(): never {
  throw new HandOn();
}

/**
 * Where the reader is: always at the beginning of a line's content. Texts end with a newline, so that a search for the
 * end of a line always finds one.
 */
export class Cursor {
  readonly text: string;
  /** One byte for each character of the text, at the same offset: see {@link encode}. */
  readonly codes: Uint8Array;
  /** Of the first character of the line that is no space; the length of the text at its end. */
  start = 0;
  /** How many spaces precede it; -1 at `---` and at the end of the text, which end every node. */
  indent = -1;
  /** How many blank lines were passed over on the way to this line. */
  blanks = 0;
  /** Whether a line with only a comment was passed over on the way. */
  commented = false;
  /** Where the token that was read last ends. */
  after = 0;

  constructor(text: string) {
    this.text = text;
    this.codes = encode(text);
  }

  /** Moves to the next line that has content, from the newline that ends this one. */
  next(newline: number): void {
    const { codes } = this;
    const { length } = codes;
    this.blanks = 0;
    this.commented = false;
    for (let line = newline + 1; line < length;) {
      const at = this.skipSpaces(line);
      const code = codes[at];
      if (code === NEWLINE) {
        this.blanks += 1;
        line = at + 1;
      } else if (code === HASH) {
        this.commented = true;
        line = this.find(LINE_STOPS, at) + 1;
      } else {
        this.start = at;
        this.indent = at === line && (code === DASH || code === DOT) ? this.#edgeIndent() : at - line;
        return;
      }
    }
    this.start = length;
    this.indent = -1;
  }

  /** Moves to the next line, from an offset after which this one may have only spaces and a comment. */
  endLine(from: number): void {
    this.next(this.lineEnd(from));
  }

  /** The newline that ends a line, from an offset after which there may only be spaces and a comment. */
  lineEnd(from: number): number {
    const at = this.skipSpaces(from);
    const code = this.codes[at];
    if (code === NEWLINE) return at;
    // Without a space before it, a hash is no comment.
    return code === HASH && at > from ? this.find(LINE_STOPS, at) : handOn();
  }

  /** The first offset from `from` on that has no space. */
  skipSpaces(from: number): number {
    const { codes } = this;
    let at = from;
    while (codes[at] === SPACE) at += 1;
    return at;
  }

  /** The first offset from `from` on whose character is one of the stops. Every character of the text goes by here. */
  find(stops: Uint8Array, from: number): number {
    const { codes } = this;
    let at = from;
    while (stops[codes[at] ?? BAD] === GOES_ON) at += 1;
    return stops[codes[at] ?? BAD] === STOPS ? at : handOn();
  }

  /** The end of a part of a line, without the spaces at it. */
  trimEnd(from: number, to: number): number {
    const { codes } = this;
    let end = to;
    while (end > from && codes[end - 1] === SPACE) end -= 1;
    return end;
  }

  isDash(at: number): boolean {
    return this.codes[at] === DASH && this.endsMark(at + 1);
  }

  isColon(at: number): boolean {
    return this.codes[at] === COLON && this.endsMark(at + 1);
  }

  /** Whether there is what must be behind a dash or a colon to make it a mark. */
  endsMark(at: number): boolean {
    const code = this.codes[at];
    return code === SPACE || code === NEWLINE;
  }

  /** The indentation of a line that begins with `-` or `.` in the first column: it may be a mark between documents. */
  #edgeIndent(): number {
    const { text, start } = this;
    const dots = text.startsWith('...', start);
    if ((!dots && !text.startsWith('---', start)) || !this.endsMark(start + 3)) return 0;
    return dots ? handOn() : -1;
  }
}
