import { BLANK_OR_END, BREAK_OR_END, COLON, DASH, DOT, encode, FLAGS, IS_BLANK, IS_BREAK } from './characters.js';
import { NEWLINE, RETURN, SPACE } from './characters.js';
import type { Encoded } from './characters.js';
import { YamlError } from './yaml-error.js';

/** Where the scanner is in a document's text. */
export class Cursor {
  readonly text: string;
  /** The text as bytes, and those of them by themselves: see {@link encode}. */
  readonly encoded: Encoded;
  readonly codes: Uint8Array;
  at = 0;
  /** From 0. */
  line = 0;
  /** Where the current line begins. */
  lineStart = 0;
  /** Whether the plain scalar that was scanned last ended with its line, so that a key may follow it. */
  endedLine = false;

  constructor(text: string) {
    this.text = text;
    this.encoded = encode(text);
    this.codes = this.encoded.codes;
  }

  get column(): number {
    return this.at - this.lineStart;
  }

  get code(): number {
    return this.codes[this.at] ?? 0;
  }

  /** What the character at an offset means. */
  flags(at: number): number {
    return FLAGS[this.codes[at] ?? 0] ?? 0;
  }

  isBreak(at: number): boolean {
    return (this.flags(at) & IS_BREAK) !== 0;
  }

  /** Whether a word that ends before an offset is over. */
  endsWord(at: number): boolean {
    return (this.flags(at) & BLANK_OR_END) !== 0;
  }

  /** Moves past spaces, of which there are many before most lines; not past an offset, where one is given. */
  skipSpaces(limit: number = this.codes.length): void {
    const { codes } = this;
    let { at } = this;
    while (codes[at] === SPACE && at < limit) at += 1;
    this.at = at;
  }

  skipBlanks(): void {
    while ((this.flags(this.at) & IS_BLANK) !== 0) this.at += 1;
  }

  /** Whether a colon that ends a key is at an offset. */
  isKeyColon(at: number): boolean {
    return this.codes[at] === COLON && this.endsWord(at + 1);
  }

  /** Moves to the end of the line, or of the text. */
  skipToBreak(): void {
    const { codes } = this;
    let { at } = this;
    while (((FLAGS[codes[at] ?? 0] ?? 0) & BREAK_OR_END) === 0) at += 1;
    this.at = at;
  }

  /** Moves past the end of a line and returns what it is in a scalar: a newline, or one of the wide separators. */
  takeBreak(): string {
    const code = this.codes[this.at] ?? 0;
    const wide = code < NEWLINE;
    this.at += code === RETURN && this.codes[this.at + 1] === NEWLINE ? 2 : 1;
    this.line += 1;
    this.lineStart = this.at;
    return wide ? this.text.charAt(this.at - 1) : '\n';
  }

  /** Ends a last line that has no break, so that no key is waited for in it. */
  endLine(): void {
    if (this.column === 0) return;
    this.line += 1;
    this.lineStart = this.at;
  }

  /** Whether `---` or `...` stands at the beginning of this line. */
  isDocumentMark(): boolean {
    const { at, codes } = this;
    if (at !== this.lineStart) return false;
    const code = codes[at];
    if (code !== DASH && code !== DOT) return false;
    return codes[at + 1] === code && codes[at + 2] === code && this.endsWord(at + 3);
  }

  /** Throws; without an offset, for the current character. */
  fail(message: string, at: number = this.at): never {
    throw new YamlError(message, at);
  }
}
