import { readBlockScalar } from './block-scalar.js';
import { BEGINS_PLAIN, COLON, DASH, DOUBLE_QUOTE, GREATER, HASH } from './codes.js';
import { BAD, NEWLINE, PIPE, PLAIN_STOPS, SINGLE_QUOTE, SPACE } from './codes.js';
import { Cursor, HandOn, handOn } from './cursor.js';
import { readQuoted } from './quoted.js';
import { LONGEST_WORD, resolvePlain, wordAt } from './words.js';

/** js-yaml goes 1000 nodes deep. It counts some that are none here, but never two for one. */
const DEEPEST = 400;

/**
 * Reads the YAML that CRDs are written in, several times as fast as js-yaml (bench suite `generator`): block mappings and sequences, scalars that
 * are plain, quoted or blocks, comments, `{}`, `[]`, `[a, "b"]`, and `---` between documents.
 *
 * The contract: either the documents, deeply equal to those of js-yaml's `loadAll(text, { maxDepth: 1000 })` (same
 * types, same order of keys, empty documents included), or undefined, and then js-yaml has to read the text. It is
 * undefined for whatever is wrong, so that js-yaml finds the words, and for all else that YAML has: anchors, aliases,
 * tags, directives, other flow collections, `? ` keys, tabs, carriage returns, widths of indentation, duplicate keys.
 * In doubt, undefined.
 *
 * @example
 * readBlockYaml('a: [1, two]\n---\n- ~\n'); // [{ a: [1, 'two'] }, [null]]
 * readBlockYaml('a: &b c\n'); // undefined
 */
export function readBlockYaml(text: string): unknown[] | undefined {
  // js-yaml does not count the spaces of the first line as indentation, and those of a last one without end it does.
  if (text.startsWith(' ') || text.endsWith(' ')) return undefined;
  try {
    return new BlockReader(text.endsWith('\n') ? text : `${text}\n`).documents();
  } catch (error) {
    if (error instanceof HandOn) return undefined;
    throw error;
  }
}

/**
 * Every method that reads a node begins at its first character and leaves the cursor at the first line that is not the
 * node's. A line that is indented like no collection around it ends them all, and is handed on where the root ends.
 */
class BlockReader {
  readonly #cursor: Cursor;
  #depth = 0;
  /** Where the plain scalar that was scanned last ends, without spaces. */
  #end = 0;

  constructor(text: string) {
    this.#cursor = new Cursor(text);
  }

  documents(): unknown[] {
    const cursor = this.#cursor;
    const documents: unknown[] = [];
    for (cursor.next(-1); cursor.start < cursor.text.length;) {
      if (cursor.indent === -1) cursor.endLine(cursor.start + 3);
      documents.push(cursor.indent === -1 ? null : this.#root());
      if (cursor.indent !== -1) handOn();
    }
    return documents;
  }

  #root(): unknown {
    const { start, indent } = this.#cursor;
    const root = this.#node(start, indent - 1, indent);
    return typeof root === 'object' && root !== null ? root : handOn();
  }

  /**
   * The node that begins at an offset. `parent`: the indentation of the collection that holds it; `column`: its own, or
   * -1 behind a key in the same line, where no block collection can begin.
   */
  #node(at: number, parent: number, column: number): unknown {
    const cursor = this.#cursor;
    const code = cursor.codes[at] ?? BAD;
    if (code === DASH && cursor.endsMark(at + 1)) return column === -1 ? handOn() : this.#sequence(at, column);
    if (BEGINS_PLAIN[code] === 1) return this.#plainOrMapping(at, parent, column);
    if (code === SINGLE_QUOTE || code === DOUBLE_QUOTE) return this.#quotedOrMapping(at, parent, column);
    if (code === PIPE || code === GREATER) return readBlockScalar(cursor, at, parent);
    return this.#flow(at);
  }

  #sequence(first: number, column: number): unknown[] {
    const cursor = this.#cursor;
    const items: unknown[] = [];
    if ((this.#depth += 1) > DEEPEST) handOn();
    for (let dash = first; ; dash = cursor.start) {
      const at = cursor.skipSpaces(dash + 1);
      const code = cursor.codes[at];
      if (code === NEWLINE || code === HASH) {
        cursor.endLine(dash + 1);
        items.push(cursor.indent > column ? this.#node(cursor.start, column, cursor.indent) : null);
      } else items.push(this.#node(at, column, column + at - dash));
      if (cursor.indent !== column || !cursor.isDash(cursor.start)) break;
    }
    this.#depth -= 1;
    return items;
  }

  /** A mapping, from the colon of its first key on. */
  #mapping(firstKey: string, colon: number, column: number): Record<string, unknown> {
    const cursor = this.#cursor;
    const mapping: Record<string, unknown> = {};
    if ((this.#depth += 1) > DEEPEST) handOn();
    mapping[firstKey] = this.#value(colon + 1, column);
    while (cursor.indent === column) {
      const key = this.#key(cursor.start);
      if (Object.hasOwn(mapping, key)) handOn();
      mapping[key] = this.#value(cursor.after + 1, column);
    }
    this.#depth -= 1;
    return mapping;
  }

  /** The key that begins at an offset; `cursor.after` is then its colon. */
  #key(at: number): string {
    const cursor = this.#cursor;
    const code = cursor.codes[at] ?? BAD;
    if (code === SINGLE_QUOTE || code === DOUBLE_QUOTE) return this.#quotedKey(at, readQuoted(cursor, at, -1));
    if (BEGINS_PLAIN[code] !== 1 || cursor.isDash(at)) handOn();
    const stop = this.#scan(at);
    if (cursor.codes[stop] !== COLON) handOn();
    cursor.after = stop;
    return this.#plainKey(at);
  }

  /** The plain key that was scanned last. */
  #plainKey(at: number): string {
    return checkedKey(wordAt(this.#cursor, at, this.#end).key);
  }

  /** The quoted key that was read last: of one line, with its colon right behind it. */
  #quotedKey(at: number, key: string): string {
    const { after, text } = this.#cursor;
    return this.#cursor.isColon(after) && text.indexOf('\n', at) > after ? checkedKey(key) : handOn();
  }

  /** What is behind the colon of a key, in the same line or in those below. */
  #value(from: number, parent: number): unknown {
    const cursor = this.#cursor;
    const at = cursor.skipSpaces(from);
    const code = cursor.codes[at];
    if (code !== NEWLINE && code !== HASH) return this.#node(at, parent, -1);
    cursor.endLine(from);
    if (cursor.indent > parent) return this.#node(cursor.start, parent, cursor.indent);
    // The items of a sequence may be below the key itself.
    return cursor.indent === parent && cursor.isDash(cursor.start) ? this.#sequence(cursor.start, parent) : null;
  }

  #plainOrMapping(at: number, parent: number, column: number): unknown {
    const cursor = this.#cursor;
    const stop = this.#scan(at);
    const code = cursor.codes[stop];
    if (code === COLON) return column === -1 ? handOn() : this.#mapping(this.#plainKey(at), stop, column);
    const end = this.#end;
    cursor.endLine(end);
    if (cursor.indent > parent && !cursor.commented && code === NEWLINE) return this.#folded(at, end, parent);
    return end - at > LONGEST_WORD ? resolvePlain(cursor.text.slice(at, end)) : wordAt(cursor, at, end).value;
  }

  /** A plain scalar of several lines, from the second on; the first is between `at` and `end`. */
  #folded(at: number, end: number, parent: number): string {
    const cursor = this.#cursor;
    let value = cursor.text.slice(at, end);
    do {
      value += cursor.blanks === 0 ? ' ' : '\n'.repeat(cursor.blanks);
      const { start } = cursor;
      const stop = this.#scan(start);
      if (cursor.codes[stop] !== NEWLINE) handOn();
      value += cursor.text.slice(start, this.#end);
      cursor.next(stop);
    } while (cursor.indent > parent && !cursor.commented);
    return value;
  }

  /** Finds where a plain scalar ends in its line: the colon that makes it a key, the hash of a comment, the newline. */
  #scan(start: number): number {
    const cursor = this.#cursor;
    const { codes } = cursor;
    let at = cursor.find(PLAIN_STOPS, start);
    while (codes[at] !== NEWLINE) {
      if (codes[at] === COLON ? cursor.endsMark(at + 1) : codes[at - 1] === SPACE) break;
      at = cursor.find(PLAIN_STOPS, at + 1);
    }
    this.#end = cursor.trimEnd(start, at);
    return at;
  }

  #quotedOrMapping(at: number, parent: number, column: number): unknown {
    const cursor = this.#cursor;
    const value = readQuoted(cursor, at, parent);
    if (column !== -1 && cursor.codes[cursor.after] === COLON) {
      return this.#mapping(this.#quotedKey(at, value), cursor.after, column);
    }
    cursor.endLine(cursor.after);
    return value;
  }

  /** The few flow collections that CRDs have. */
  #flow(at: number): unknown {
    const cursor = this.#cursor;
    const { text } = cursor;
    if (text.startsWith('{}', at) || text.startsWith('[]', at)) {
      cursor.endLine(at + 2);
      return text.startsWith('{', at) ? {} : [];
    }
    if (!text.startsWith('[', at)) handOn();
    const items: unknown[] = [];
    for (FLOW_ITEM.lastIndex = at + 1; ;) {
      const [, plain, double, single, mark] = FLOW_ITEM.exec(text) ?? handOn();
      items.push(plain === undefined ? (double ?? single) : resolvePlain(plain.trimEnd()));
      if (mark === ']') break;
    }
    cursor.endLine(FLOW_ITEM.lastIndex);
    return items;
  }
}

/** An item of a flow sequence, with the mark behind it. Plain ones only of characters that mean nothing to YAML. */
const FLOW_ITEM = / *(?:([\w./$][\w./$ -]*)|"([ !#-[\]-~]*)"|'([ -&(-~]*)') *([,\]])/y;

function checkedKey(key: string): string {
  return key === '__proto__' || key === '<<' ? handOn() : key;
}
