import type { FieldPath } from '../api/field-path.js';
import { byte, skipSpace, valueEnd } from './json-bytes.js';
import { MemberCursor } from './member-cursor.js';
import type { ByteRange } from './object-outline.js';

interface PathNode {
  readonly name: string;
  /** The UTF-8 bytes of the name, one character each. */
  readonly bytes: string;
  readonly children: PathNode[];
  /** Which path ends here; -1 for none. */
  path: number;
}

/**
 * Reads the scalars at some paths out of an object's bytes, all in one walk that ends with the last of them. A text is
 * what `String` makes of the parsed value; containers and null have none.
 */
export class PathReader {
  readonly #root: PathNode = { name: '', bytes: '', children: [], path: -1 };
  readonly #texts: (string | undefined)[];
  readonly #count: number;
  /** One for each depth. */
  readonly #cursors: MemberCursor[] = [];
  #left = 0;
  #bytes: Buffer = Buffer.alloc(0);
  #known: ByteRange = { start: -1, end: -1 };

  constructor(paths: readonly FieldPath[]) {
    this.#texts = paths.map(() => undefined);
    this.#count = new Set(paths.map(({ id }) => id)).size;
    paths.forEach(({ names }, number) => {
      let node = this.#root;
      for (const name of names) node = childNamed(node, name);
      if (node.path === -1) node.path = number;
    });
  }

  /**
   * The text at each path. The array is used again at the next call.
   *
   * @param known A value at the top level whose end is known, so that it can be stepped over.
   */
  read(bytes: Buffer, known: ByteRange): readonly (string | undefined)[] {
    this.#texts.fill(undefined);
    this.#left = this.#count;
    this.#bytes = bytes;
    this.#known = known;
    if (this.#left > 0) this.#walk(this.#root, skipSpace(bytes, 0), 0);
    return this.#texts;
  }

  /** Returns where the object at `at` ends; -1 when all is found, or there is no object. */
  #walk(node: PathNode, at: number, depth: number): number {
    const bytes = this.#bytes;
    const cursor = (this.#cursors[depth] ??= new MemberCursor());
    let more = cursor.enter(bytes, at);
    while (more) {
      const child = findChild(node, cursor);
      const { valueStart } = cursor;
      more = cursor.next(child === undefined ? this.#skip(valueStart) : this.#enter(child, valueStart, depth));
    }
    return cursor.end;
  }

  /** The same for the array at `at`, whose positions are names. */
  #walkArray(node: PathNode, at: number, depth: number): number {
    const bytes = this.#bytes;
    let start = skipSpace(bytes, at + 1);
    if (bytes[start] === byte.closeBracket) return start + 1;
    for (let position = 0; ; position += 1) {
      const child = node.children.find(({ name }) => name === String(position));
      const end = child === undefined ? this.#skip(start) : this.#enter(child, start, depth);
      if (end === -1) return -1;
      const next = skipSpace(bytes, end);
      if (bytes[next] === byte.closeBracket) return next + 1;
      if (bytes[next] !== byte.comma) return -1;
      start = skipSpace(bytes, next + 1);
    }
  }

  #skip(valueStart: number): number {
    return valueStart === this.#known.start ? this.#known.end : valueEnd(this.#bytes, valueStart);
  }

  #enter(child: PathNode, valueStart: number, depth: number): number {
    const first = child.children.length > 0 ? this.#bytes[valueStart] : undefined;
    let end = -1;
    if (first === byte.openBrace) end = this.#walk(child, valueStart, depth + 1);
    else if (first === byte.openBracket) end = this.#walkArray(child, valueStart, depth + 1);
    else end = this.#skip(valueStart);
    if (child.path !== -1) {
      if (end !== -1) this.#texts[child.path] = scalarText(this.#bytes, valueStart, end);
      this.#left -= 1;
    }
    return this.#left === 0 ? -1 : end;
  }
}

function childNamed(node: PathNode, name: string): PathNode {
  const known = node.children.find((child) => child.name === name);
  if (known !== undefined) return known;
  const made: PathNode = { name, bytes: Buffer.from(name).toString('latin1'), children: [], path: -1 };
  node.children.push(made);
  return made;
}

function findChild(node: PathNode, cursor: MemberCursor): PathNode | undefined {
  for (const child of node.children) if (cursor.keyIs(child.bytes)) return child;
  if (!cursor.keyHasEscapes) return undefined;
  const { key } = cursor;
  return node.children.find(({ name }) => name === key);
}

function scalarText(bytes: Buffer, start: number, end: number): string | undefined {
  const first = bytes[start];
  if (first === byte.openBrace || first === byte.openBracket) return undefined;
  if (first === byte.quote) {
    return plainText(bytes, start + 1, end - 1) ?? (JSON.parse(bytes.toString('utf8', start, end)) as string);
  }
  const text = bytes.toString('latin1', start, end);
  if (text === 'null') return undefined;
  return text === 'true' || text === 'false' ? text : String(Number(text));
}

/** The text in this range, unless it has escapes. */
function plainText(bytes: Buffer, start: number, end: number): string | undefined {
  let all = 0;
  for (let at = start; at < end; at += 1) {
    const code = bytes[at] as number;
    if (code === byte.backslash) return undefined;
    all |= code;
  }
  // ASCII is the same in both, and faster to make in this way.
  return bytes.toString(all < 0x80 ? 'latin1' : 'utf8', start, end);
}
