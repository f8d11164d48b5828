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
 * outlined. Nor are blocks whose meaning depends on how deep they are.
 */
export class BlockOutline {
  readonly #text: string;
  readonly #codes: Buffer;
  readonly #view: DataView;
  /** Of the characters that the codes do not tell apart: where they are, and which is the next on the walk. */
  readonly #wide: readonly number[];
  #nextWide = 0;
  /** What is known of each line, one behind the other, in one list of numbers: there are more lines than anything else. */
  #lines: Int32Array;
  readonly #open: OpenBlock[] = [{ line: 0, indent: -1, first: 0, second: 0 }];
  /** The last of them. */
  #top = this.#open[0] as OpenBlock;
  /** The line that was asked for last: they are asked for in their order. */
  #line = 0;
  /** Not 0 where a character was seen that is neither printable ASCII nor the end of a line. */
  #odd = 0;
  /** Whether YAML sees lines that the outline does not, so that their indentation is not known. */
  readonly #breaksElsewhere: boolean;

  constructor(text: string, { codes, wide }: Encoded) {
    this.#text = text;
    this.#codes = codes;
    this.#view = new DataView(codes.buffer, codes.byteOffset, codes.byteLength);
    this.#wide = wide;
    this.#lines = new Int32Array(FIELDS * (Math.ceil(text.length / USUAL_LINE) + 2));
    this.#walk();
    this.#breaksElsewhere = !this.isPrintable && OTHER_BREAKS.test(text);
  }

  /** Whether there is nothing in the text but printable ASCII and ends of lines: then it has no character that YAML does not admit. */
  get isPrintable(): boolean {
    return this.#odd === 0;
  }

  /** The block that begins at an offset, behind nothing but spaces. */
  at(offset: number): OutlinedBlock | undefined {
    if (this.#breaksElsewhere) return undefined;
    const lines = this.#lines;
    let at = this.#line * FIELDS;
    while ((lines[at + HEAD] ?? offset) < offset) at += FIELDS;
    const line = at / FIELDS;
    this.#line = line;
    const end = lines[at + END_LINE] ?? 0;
    // What is not indented at all may hold marks of documents, which are texts where it is.
    if (end === 0 || lines[at + HEAD] !== offset || lines[at + START] === offset) return undefined;
    return {
      lines: end - line,
      end: lines[end * FIELDS + START] ?? 0,
      next: lines[end * FIELDS + HEAD] ?? 0,
      first: lines[at + FIRST] ?? 0,
      second: lines[at + SECOND] ?? 0,
    };
  }

  #walk(): void {
    const codes = this.#codes;
    const { length } = this.#text;
    let line = 0;
    for (let start = 0; start < length; line += 1) {
      let head = start;
      while (codes[head] === SPACE) head += 1;
      this.#addLine(line, start, head);
      if (head === length || codes[head] === NEWLINE) {
        this.#blank(head - start);
        start = head + 1;
      } else start = this.#content(line, head - start, head) + 1;
    }
    this.#addLine(line, length, length);
    this.#lines = this.#lines.subarray(0, (line + 1) * FIELDS);
    // A last line that has no end may mean something else than one that has.
    this.#close(line, -1, !this.#text.endsWith('\n'));
  }

  #addLine(line: number, start: number, head: number): void {
    const at = line * FIELDS;
    if (at === this.#lines.length) this.#grow();
    this.#lines[at + START] = start;
    this.#lines[at + HEAD] = head;
  }

  #grow(): void {
    const lines = new Int32Array(this.#lines.length * 2);
    lines.set(this.#lines);
    this.#lines = lines;
  }

  /** A line without content belongs to the block before it, in whose last text it may be. */
  #blank(spaces: number): void {
    const top = this.#top;
    add(top, EMPTY_LINE, spaces === 0 ? 0 : spaces - top.indent);
  }

  /** Adds a line that has its content at `head`; returns where it ends. */
  #content(line: number, indent: number, head: number): number {
    const codes = this.#codes;
    let top = this.#top;
    if (top.indent > indent) {
      const begin = codes[head] ?? 0;
      top = this.#close(line, indent, begin === HASH || ((FLAGS[begin] ?? 0) & (IS_BLANK | IS_BREAK)) !== 0);
    }
    if (top.indent < indent) {
      top = { line, indent, first: 0, second: 0 };
      this.#top = top;
      this.#open.push(top);
    }
    const view = this.#view;
    const { length } = this.#text;
    const last = length - 4;
    let at = head;
    // What `add` does, in place: most of the text goes through here.
    let { first, second } = top;
    let beyond = 0;
    let odd = 0;
    for (; at <= last; at += 4) {
      const word = view.getInt32(at, true);
      // One of the four characters is below the space, as the end of a line is.
      if (((word - 0x20202020) & ~word & EACH_HIGHEST) !== 0) {
        const others = word ^ NEWLINES;
        if (((others - 0x01010101) & ~others & EACH_HIGHEST) !== 0) break;
        odd = 1;
      }
      // Sets the highest bit of what is beyond the printable characters of ASCII.
      beyond |= word | (word + 0x01010101);
      first = Math.imul(first ^ word, byFirst);
      first ^= first >>> 15;
      second = Math.imul(second + word, bySecond);
      second ^= second >>> 13;
    }
    top.first = first;
    top.second = second;
    let stop = at;
    for (; stop < length && codes[stop] !== NEWLINE; stop += 1) {
      const code = codes[stop] ?? 0;
      if (code < SPACE || code >= DELETE) odd = 1;
    }
    // Whether or not there was any: what is seldom done makes the engine give up what it had compiled.
    this.#odd |= odd | (beyond & EACH_HIGHEST);
    // The codes have a few zeros behind their end.
    add(top, view.getInt32(at, true) & ((1 << ((stop - at) * 8)) - 1), stop - head);
    for (let next = this.#wide[this.#nextWide]; next !== undefined && next < stop; next = this.#wide[this.#nextWide]) {
      add(top, this.#text.charCodeAt(next), next - head);
      this.#nextWide += 1;
    }
    return stop;
  }

  /**
   * Ends the blocks that are indented deeper than a line, and returns the one that is left. `mayGoOn`: that line is not enough to
   * tell that they end.
   */
  #close(line: number, indent: number, mayGoOn: boolean): OpenBlock {
    const lines = this.#lines;
    const open = this.#open;
    let block = this.#top;
    while (block.indent > indent) {
      open.pop();
      const at = block.line * FIELDS;
      if (!mayGoOn) lines[at + END_LINE] = line;
      lines[at + FIRST] = block.first;
      lines[at + SECOND] = block.second;
      const outer = open[open.length - 1] as OpenBlock;
      add(outer, block.first, block.indent - outer.indent);
      add(outer, block.second, line - block.line);
      block = outer;
    }
    this.#top = block;
    return block;
  }
}

/** What ends a line for YAML, beside a newline. */
const OTHER_BREAKS = /[\r\x85\u2028\u2029]/;

/** About as many characters have the lines of most documents; where they are shorter, the list of them grows. */
const USUAL_LINE = 24;

/** What is known of a line: where it begins, and where its first character is that is not a space; the text's length behind the last. */
const START = 0;
const HEAD = 1;
/** The line behind the block that begins with it, or 0; and the hashes of that block. */
const END_LINE = 2;
const FIRST = 3;
const SECOND = 4;
const FIELDS = 5;

/** The highest bit of each of the four characters of a number. */
const EACH_HIGHEST = 0x80808080;
/** Behind the last printable character of ASCII. */
const DELETE = 0x7f;
/** The end of a line, as each of the four characters of a number. */
const NEWLINES = 0x0a0a0a0a;
/** Stands for the content of a line that has none. */
const EMPTY_LINE = NEWLINES;

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
