import { randomInt } from 'node:crypto';
import { FLAGS, HASH, IS_BLANK, IS_BREAK, NEWLINE, SPACE } from './characters.js';
import type { Encoded } from './characters.js';

/** A block, as far as indentation shows it. */
export interface OutlinedBlock {
  /** How many lines it has. */
  readonly lines: number;
  /** Where the line behind it begins, and what is the first there that is not a space. */
  readonly end: number;
  readonly next: number;
  /** Two hashes of what it says: the same wherever the block is, and however deep it is indented as a whole. */
  readonly first: number;
  readonly second: number;
}

/** A block whose end is not seen yet. */
interface OpenBlock {
  /** The line that it begins with; from 0. */
  readonly line: number;
  readonly indent: number;
  first: number;
  second: number;
}

/**
 * The blocks of a document: the lines from one to the next that is indented less, each with a hash. All are found in one
 * walk over the text, without knowing what YAML it is, so that a block that was read before need not be scanned again.
 *
 * What is followed by a comment, or by a line of which only YAML knows that it is empty, may go on behind that: such a block is not
 * outlined.
 */
export class BlockOutline {
  readonly #text: string;
  readonly #codes: Buffer;
  readonly #view: DataView;
  /** Of the characters that the codes do not tell apart: where they are, and which is the next on the walk. */
  readonly #wide: readonly number[];
  #nextWide = 0;
  /** By line: where its first character is that is not a space; the text's length behind the last. */
  readonly #heads: number[] = [];
  readonly #starts: number[] = [];
  /** By line: the one behind the block that begins there, or 0; and the hashes of that block. */
  readonly #ends: number[] = [];
  readonly #first: number[] = [];
  readonly #second: number[] = [];
  readonly #open: OpenBlock[] = [{ line: 0, indent: -1, first: 0, second: 0 }];
  /** The line that was asked for last: they are asked for in their order. */
  #line = 0;

  constructor(text: string, { codes, wide }: Encoded) {
    this.#text = text;
    this.#codes = codes;
    this.#view = new DataView(codes.buffer, codes.byteOffset, codes.byteLength);
    this.#wide = wide;
    this.#walk();
  }

  /** The block that begins at an offset, behind nothing but spaces. */
  at(offset: number): OutlinedBlock | undefined {
    const heads = this.#heads;
    let line = this.#line;
    while ((heads[line] ?? offset) < offset) line += 1;
    this.#line = line;
    const end = this.#ends[line] ?? 0;
    if (end === 0 || heads[line] !== offset) return undefined;
    return {
      lines: end - line,
      end: this.#starts[end] ?? 0,
      next: heads[end] ?? 0,
      first: this.#first[line] ?? 0,
      second: this.#second[line] ?? 0,
    };
  }

  #walk(): void {
    const codes = this.#codes;
    const { length } = this.#text;
    let line = 0;
    for (let start = 0; start < length; line += 1) {
      let head = start;
      while (codes[head] === SPACE) head += 1;
      const newline = codes.indexOf(NEWLINE, head);
      const stop = newline === -1 ? length : newline;
      this.#addLine(start, head);
      if (head === stop) this.#blank(head - start);
      else this.#content(line, head - start, { head, stop });
      start = stop + 1;
    }
    this.#addLine(length, length);
    // A last line that has no end may mean something else than one that has.
    this.#close(line, -1, !this.#text.endsWith('\n'));
  }

  #addLine(start: number, head: number): void {
    this.#starts.push(start);
    this.#heads.push(head);
    this.#ends.push(0);
    this.#first.push(0);
    this.#second.push(0);
  }

  get #top(): OpenBlock {
    return this.#open[this.#open.length - 1] as OpenBlock;
  }

  /** A line without content belongs to the block before it, in whose last text it may be. */
  #blank(spaces: number): void {
    const top = this.#top;
    add(top, EMPTY_LINE, spaces === 0 ? 0 : spaces - top.indent);
  }

  #content(line: number, indent: number, { head, stop }: { readonly head: number; readonly stop: number }): void {
    const code = this.#codes[head] ?? 0;
    this.#close(line, indent, code === HASH || ((FLAGS[code] ?? 0) & (IS_BLANK | IS_BREAK)) !== 0);
    if (this.#top.indent < indent) this.#open.push({ line, indent, first: 0, second: 0 });
    const view = this.#view;
    const top = this.#top;
    let at = head;
    // The codes have a few zeros behind their end.
    for (; at + 4 <= stop; at += 4) add(top, view.getInt32(at, true), 0);
    add(top, view.getInt32(at, true) & ((1 << ((stop - at) * 8)) - 1), stop - head);
    for (let next = this.#wide[this.#nextWide]; next !== undefined && next < stop; next = this.#wide[this.#nextWide]) {
      add(top, this.#text.charCodeAt(next), next - head);
      this.#nextWide += 1;
    }
  }

  /** Ends the blocks that are indented deeper than a line. `mayGoOn`: that line is not enough to tell that they end. */
  #close(line: number, indent: number, mayGoOn: boolean): void {
    for (let block = this.#top; block.indent > indent; block = this.#top) {
      this.#open.pop();
      if (!mayGoOn) this.#ends[block.line] = line;
      this.#first[block.line] = block.first;
      this.#second[block.line] = block.second;
      const { indent: outer } = this.#top;
      add(this.#top, block.first, block.indent - outer);
      add(this.#top, block.second, line - block.line);
    }
  }
}

/** Stands for the content of a line that has none. */
const EMPTY_LINE = 0x0a0a0a0a;

/**
 * What the hashes multiply by: others in each process, large, and odd, so that nothing is lost. A block is taken for another by
 * its hashes alone; whoever writes one file must not be able to make it stand for what another file says.
 */
const byFirst = randomFactor();
const bySecond = randomFactor();

function randomFactor(): number {
  return randomInt(2 ** 31, 2 ** 32) | 1;
}

/** Adds to the hashes of a block. */
function add(block: OpenBlock, content: number, place: number): void {
  const first = Math.imul(block.first ^ content, byFirst) + place;
  block.first = (first ^ (first >>> 15)) | 0;
  const second = Math.imul(block.second + content, bySecond) ^ place;
  block.second = (second ^ (second >>> 13)) | 0;
}
