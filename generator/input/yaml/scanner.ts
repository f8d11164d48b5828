import { BlockOutline } from './block-outline.js';
import type { OutlinedBlock } from './block-outline.js';
import * as ch from './characters.js';
import { Cursor } from './cursor.js';
import { scanBlock } from './scan-block.js';
import { endOfLine, scalarIn, scanPlain } from './scan-plain.js';
import { scanAnchor, scanDirective, scanTag } from './scan-properties.js';
import { scanQuoted } from './scan-quoted.js';
import * as tokens from './tokens.js';
import type { Token } from './tokens.js';

/** A token that turns out to be a key if a colon follows it in its line. */
interface SimpleKey {
  possible: boolean;
  /** It can be nothing else where it is. */
  required: boolean;
  /** Which token it is, counted from the beginning of the text. */
  token: number;
  at: number;
  line: number;
  column: number;
}

/** A key and its colon must not be further apart. */
const LONGEST_KEY = 1024;
/** Blocks and flows that may hold each other. */
const DEEPEST = 10_000;

/**
 * Cuts a document into tokens by the rules of YAML 1.1 as go-yaml has them. Blocks have no marks of their own in the text:
 * their beginnings are put in where a key or a dash is indented deeper than what holds it, their ends where a line is
 * indented less.
 */
export class Scanner {
  readonly #cursor: Cursor;
  /** What was scanned and not taken yet: from head to tail. */
  readonly #queue: Token[] = [];
  #head = 0;
  #tail = 0;
  /** How many tokens were taken. */
  #taken = 0;
  /** The token at the head is known to be no key. */
  #ready = false;
  #indent = -1;
  readonly #indents: number[] = [];
  /** One for the block, and one for each flow collection around the cursor. */
  readonly #keys: SimpleKey[] = [noKey()];
  /** The last of them, and how many flow collections there are. */
  #key = this.#keys[0] as SimpleKey;
  #flow = 0;
  #keyAllowed = true;

  constructor(text: string) {
    this.#cursor = new Cursor(text);
  }

  /** The next token, which stays where it is. After the last one, more of {@link tokens.STREAM_END}. */
  peek(): Token {
    if (!this.#ready) this.#fetchMore();
    return this.#queue[this.#head] ?? tokens.mark(tokens.STREAM_END, this.#cursor.at);
  }

  /** Moves past the token that {@link peek} returned. */
  skip(): void {
    this.#head += 1;
    this.#taken += 1;
    this.#ready = false;
    if (this.#head < this.#tail) return;
    this.#head = 0;
    this.#tail = 0;
  }

  /** The blocks of the text, as far as indentation shows them. */
  outline(): BlockOutline {
    return new BlockOutline(this.#cursor.text, this.#cursor.encoded);
  }

  /** Moves past the block that begins with the token that {@link peek} returned, its end included, without scanning it. */
  skipBlock({ end }: OutlinedBlock): void {
    const cursor = this.#cursor;
    this.#head = 0;
    this.#tail = 0;
    this.#ready = false;
    this.#indent = this.#indents.pop() ?? -1;
    this.#key.possible = false;
    this.#keyAllowed = true;
    cursor.at = end;
    cursor.lineStart = end;
    cursor.line += 1;
  }

  #fetchMore(): void {
    while (this.#head === this.#tail || this.#headMayBeKey()) this.#fetch();
    this.#ready = true;
  }

  #headMayBeKey(): boolean {
    if (this.#flow === 0) return this.#isHead(this.#key) && this.#isInReach(this.#key);
    const key = this.#keys.find((each) => this.#isHead(each));
    return key !== undefined && this.#isInReach(key);
  }

  #isHead(key: SimpleKey): boolean {
    return key.possible && key.token === this.#taken;
  }

  /** Whether a colon here would still belong to a possible key. */
  #isInReach(key: SimpleKey): boolean {
    if (!key.possible) return false;
    if (key.line === this.#cursor.line && key.at + LONGEST_KEY >= this.#cursor.at) return true;
    this.#giveUp(key);
    return false;
  }

  #giveUp(key: SimpleKey): void {
    if (key.possible && key.required) this.#cursor.fail('a key without a colon', key.at);
    key.possible = false;
  }

  /** Notes that the token that begins here may be a key. */
  #mayBeKey(): void {
    if (!this.#keyAllowed) return;
    const { at, line, column } = this.#cursor;
    const key = this.#key;
    this.#giveUp(key);
    key.possible = true;
    key.required = this.#flow === 0 && this.#indent === column;
    key.token = this.#taken + this.#tail - this.#head;
    key.at = at;
    key.line = line;
    key.column = column;
  }

  #add(token: Token): void {
    this.#queue[this.#tail] = token;
    this.#tail += 1;
  }

  #insert(index: number, token: Token): void {
    this.#queue.length = this.#tail;
    this.#queue.splice(index, 0, token);
    this.#tail += 1;
  }

  #fetch(): void {
    const cursor = this.#cursor;
    this.#toNextToken();
    this.#closeBlocks(cursor.column);
    const { at, code } = cursor;
    if (code === ch.END) return this.#streamEnd();
    if (at === cursor.lineStart) {
      if (code === ch.PERCENT) return this.#directive();
      if (cursor.isDocumentMark()) return this.#documentMark(code);
    }
    if (((ch.FLAGS[code] ?? 0) & ch.IS_INDICATOR) !== 0) return this.#indicator(code);
    const alone = cursor.endsWord(at + 1);
    if (code === ch.DASH && alone) return this.#blockEntry();
    if (code === ch.QUESTION && (alone || this.#flow > 0)) return this.#complexKey();
    if (code === ch.COLON && (alone || this.#flow > 0)) return this.#value();
    if (code === ch.TAB) cursor.fail('a tab cannot indent a line');
    this.#plain();
  }

  /** Moves past blanks, comments and breaks. Tabs are blanks only where no block can begin. */
  #toNextToken(): void {
    const cursor = this.#cursor;
    const { codes } = cursor;
    for (;;) {
      let { at } = cursor;
      while (codes[at] === ch.SPACE || (codes[at] === ch.TAB && (this.#flow > 0 || !this.#keyAllowed))) at += 1;
      cursor.at = at;
      if (codes[at] === ch.HASH) cursor.skipToBreak();
      if (!cursor.isBreak(cursor.at)) return;
      cursor.takeBreak();
      if (this.#flow === 0) this.#keyAllowed = true;
    }
  }

  #indicator(code: number): void {
    switch (code) {
      case ch.SINGLE_QUOTE:
      case ch.DOUBLE_QUOTE:
        return this.#quoted();
      case ch.OPEN_BRACKET:
        return this.#flowStart(tokens.FLOW_SEQUENCE_START);
      case ch.OPEN_BRACE:
        return this.#flowStart(tokens.FLOW_MAPPING_START);
      case ch.CLOSE_BRACKET:
        return this.#flowEnd(tokens.FLOW_SEQUENCE_END);
      case ch.CLOSE_BRACE:
        return this.#flowEnd(tokens.FLOW_MAPPING_END);
      case ch.COMMA:
        this.#giveUp(this.#key);
        this.#keyAllowed = true;
        return this.#mark(tokens.FLOW_ENTRY);
      case ch.STAR:
        return this.#property(tokens.ALIAS);
      case ch.AMPERSAND:
        return this.#property(tokens.ANCHOR);
      case ch.BANG:
        return this.#property(tokens.TAG);
      case ch.PIPE:
      case ch.GREATER:
        if (this.#flow === 0) return this.#block();
    }
    this.#cursor.fail(`${this.#cursor.text.charAt(this.#cursor.at)} cannot begin a value: quote the text`);
  }

  /** A token of one character. */
  #mark(type: number): void {
    this.#add(tokens.mark(type, this.#cursor.at));
    this.#cursor.at += 1;
  }

  #plain(): void {
    if (this.#keyAllowed && this.#flow === 0 && !this.#key.possible && this.#plainEntry()) return;
    const cursor = this.#cursor;
    const allowed = this.#keyAllowed;
    this.#mayBeKey();
    this.#keyAllowed = false;
    const token = scanPlain(cursor, { inFlow: this.#flow > 0, indent: this.#indent });
    // In a block, what follows a plain scalar tells at once whether it is a key.
    if (allowed && this.#flow === 0) this.#decideKey(token, cursor.at);
    else this.#add(token);
    if (cursor.endedLine) this.#keyAllowed = true;
  }

  /**
   * Scans a plain key of a block and, where it is a plain scalar of one line, its value: what most lines of a CRD are, at
   * once and without a look at what else could come. Returns false, and has done nothing, where there is no such key here.
   */
  #plainEntry(): boolean {
    const cursor = this.#cursor;
    const { at, codes, column } = cursor;
    const colon = endOfLine(cursor, at, false);
    if (codes[colon] !== ch.COLON || colon - at > LONGEST_KEY) return false;
    if (this.#indent < column) {
      this.#pushIndent(column);
      this.#add(tokens.mark(tokens.BLOCK_MAPPING_START, at));
    }
    const key = scalarIn(cursor, at, colon);
    key.type = tokens.SCALAR_KEY;
    this.#add(key);
    cursor.at = colon + 1;
    cursor.endedLine = false;
    this.#keyAllowed = false;
    if (codes[colon + 1] === ch.SPACE) this.#plainValue(colon + 2);
    return true;
  }

  /** Scans the plain scalar at an offset, behind a key, if it ends with its line: what follows is indented no deeper than the key. */
  #plainValue(start: number): void {
    const cursor = this.#cursor;
    const { codes } = cursor;
    if (((ch.FLAGS[codes[start] ?? ch.END] ?? 0) & ch.MAY_NOT_BEGIN) !== 0) return;
    const end = endOfLine(cursor, start, false);
    if (codes[end] !== ch.NEWLINE) return;
    const next = end + 1;
    let head = next;
    while (codes[head] === ch.SPACE) head += 1;
    // Empty lines, and ones that a tab indents, are for others to judge.
    if (head - next > this.#indent || cursor.endsWord(head)) return;
    this.#add(scalarIn(cursor, start, end));
    cursor.at = head;
    cursor.line += 1;
    cursor.lineStart = next;
    cursor.endedLine = true;
    this.#keyAllowed = true;
  }

  #quoted(): void {
    const cursor = this.#cursor;
    const allowed = this.#keyAllowed;
    this.#mayBeKey();
    this.#keyAllowed = false;
    const token = scanQuoted(cursor);
    cursor.endedLine = false;
    let { at } = cursor;
    while ((cursor.flags(at) & ch.IS_BLANK) !== 0) at += 1;
    const decides = cursor.isKeyColon(at) || (cursor.flags(at) & ch.BREAK_OR_END) !== 0;
    if (allowed && decides && this.#flow === 0) this.#decideKey(token, at);
    else this.#add(token);
  }

  /** Adds a scalar that is a key if, and only if, there is a colon at an offset of its line. */
  #decideKey(token: Token, colon: number): void {
    const cursor = this.#cursor;
    const key = this.#key;
    if (!cursor.isKeyColon(colon) || !this.#isInReach(key)) {
      this.#giveUp(key);
      return this.#add(token);
    }
    key.possible = false;
    cursor.at = colon + 1;
    if (this.#indent < key.column) {
      this.#pushIndent(key.column);
      this.#add(tokens.mark(tokens.BLOCK_MAPPING_START, key.at));
    }
    token.type = tokens.SCALAR_KEY;
    this.#add(token);
  }

  #block(): void {
    this.#giveUp(this.#key);
    this.#keyAllowed = true;
    this.#add(scanBlock(this.#cursor, this.#indent));
  }

  #property(type: number): void {
    this.#mayBeKey();
    this.#keyAllowed = false;
    this.#add(type === tokens.TAG ? scanTag(this.#cursor) : scanAnchor(this.#cursor, type));
  }

  #flowStart(type: number): void {
    this.#mayBeKey();
    if (this.#flow >= DEEPEST) this.#cursor.fail('too many collections inside each other');
    this.#key = noKey();
    this.#flow = this.#keys.push(this.#key) - 1;
    this.#keyAllowed = true;
    this.#mark(type);
  }

  #flowEnd(type: number): void {
    this.#giveUp(this.#key);
    if (this.#flow > 0) this.#leaveFlow();
    this.#keyAllowed = false;
    this.#mark(type);
  }

  #leaveFlow(): void {
    this.#keys.pop();
    this.#flow -= 1;
    this.#key = this.#keys[this.#flow] as SimpleKey;
  }

  #blockEntry(): void {
    if (this.#flow === 0) this.#openBlock('a list entry', tokens.BLOCK_SEQUENCE_START);
    this.#giveUp(this.#key);
    this.#keyAllowed = true;
    this.#mark(tokens.BLOCK_ENTRY);
  }

  #complexKey(): void {
    if (this.#flow === 0) this.#openBlock('a key', tokens.BLOCK_MAPPING_START);
    this.#giveUp(this.#key);
    this.#keyAllowed = this.#flow === 0;
    this.#mark(tokens.KEY);
  }

  #value(): void {
    const key = this.#key;
    if (this.#isInReach(key)) {
      // The beginning of the mapping, where it is one, comes before the key, and that before what it is the key of.
      const index = key.token - this.#taken + this.#head;
      this.#insert(index, tokens.mark(tokens.KEY, key.at));
      if (this.#flow === 0 && this.#indent < key.column) {
        this.#pushIndent(key.column);
        this.#insert(index, tokens.mark(tokens.BLOCK_MAPPING_START, key.at));
      }
      key.possible = false;
      this.#keyAllowed = false;
    } else {
      if (this.#flow === 0) this.#openBlock('a value behind a colon', tokens.BLOCK_MAPPING_START);
      this.#keyAllowed = this.#flow === 0;
    }
    this.#mark(tokens.VALUE);
  }

  /** Begins a block at the cursor, where it is indented deeper than the one around it. */
  #openBlock(what: string, type: number): void {
    const { at, column } = this.#cursor;
    if (!this.#keyAllowed) this.#cursor.fail(`${what} is not allowed here`);
    if (this.#indent >= column) return;
    this.#pushIndent(column);
    this.#add(tokens.mark(type, at));
  }

  #pushIndent(column: number): void {
    if (this.#indents.length >= DEEPEST) this.#cursor.fail('too many blocks inside each other');
    this.#indents.push(this.#indent);
    this.#indent = column;
  }

  /** Ends the blocks that are indented deeper than a column. */
  #closeBlocks(column: number): void {
    if (this.#flow > 0) return;
    while (this.#indent > column) {
      this.#add(tokens.mark(tokens.BLOCK_END, this.#cursor.at));
      this.#indent = this.#indents.pop() ?? -1;
    }
  }

  #endAll(): void {
    this.#closeBlocks(-1);
    this.#giveUp(this.#key);
    this.#keyAllowed = false;
  }

  #streamEnd(): void {
    this.#cursor.endLine();
    this.#endAll();
    this.#add(tokens.mark(tokens.STREAM_END, this.#cursor.at));
  }

  #directive(): void {
    this.#endAll();
    this.#add(scanDirective(this.#cursor));
  }

  #documentMark(code: number): void {
    this.#endAll();
    this.#mark(code === ch.DASH ? tokens.DOCUMENT_START : tokens.DOCUMENT_END);
    this.#cursor.at += 2;
  }
}

function noKey(): SimpleKey {
  return { possible: false, required: false, token: 0, at: 0, line: 0, column: 0 };
}
