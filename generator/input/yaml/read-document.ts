import { Anchors } from './anchors.js';
import { checkCharacters } from './characters.js';
import { isListOfMappings, mergeInto, setOwn } from './mappings.js';
import type { Mapping } from './mappings.js';
import { ownText } from './own-text.js';
import type { BlockOutline } from './block-outline.js';
import type { RepeatedBlocks } from './repeated-blocks.js';
import { keyOf, resolvePlain, resolveTagged } from './resolve.js';
import { Scanner } from './scanner.js';
import * as tokens from './tokens.js';
import type { Token } from './tokens.js';
import { YamlError } from './yaml-error.js';

/** Told where in the text the parts of collections are. */
export interface Positions {
  key(mapping: object, key: string, offset: number): void;
  item(list: object, offset: number): void;
}

/** How a document is read. */
export interface ReadOptions {
  readonly positions?: Positions;
  /** Blocks that were read before, here or in other documents, which are the same values here. Default: each is read anew. */
  readonly repeated?: RepeatedBlocks | undefined;
  /** Told of a key that its mapping has already, by its offset: what it has now is what counts. */
  onRepeatedKey?(this: void, key: string, offset: number): void;
}

/** What precedes a node. */
interface Properties {
  readonly at: number;
  readonly anchor: string | undefined;
  readonly tag: string | undefined;
}

/** The key `<<`, which takes over what other mappings have. */
const MERGE: unique symbol = Symbol('<<');

type Key = string | typeof MERGE;

const DEFAULT_HANDLES: readonly (readonly [string, string])[] = [
  ['!', '!'],
  ['!!', 'tag:yaml.org,2002:'],
];
/** Deeper collections could exhaust the stack. No API of Kubernetes comes near. */
const DEEPEST = 1000;
const MERGE_WANTS = '<< wants a mapping or a list of mappings';
const MERGE_TAG = 'tag:yaml.org,2002:merge';

/**
 * The value of one YAML document as Kubernetes reads it (sigs.k8s.io/yaml: go-yaml v2, then JSON): null for an empty one.
 * What follows the document's end is not looked at. Throws a {@link YamlError}.
 *
 * @example
 * readDocument('served: off\nmode: 0644\n'); // { served: false, mode: 420 }
 */
export function readDocument(text: string, options: ReadOptions = {}): unknown {
  return new DocumentReader(text, options).read();
}

class DocumentReader {
  readonly #scanner: Scanner;
  readonly #positions: Positions | undefined;
  readonly #repeated: RepeatedBlocks | undefined;
  readonly #outline: BlockOutline | undefined;
  readonly #onRepeatedKey: ReadOptions['onRepeatedKey'];
  /** The mappings that took over what others have: their own keys replace that. */
  readonly #merged = new Set<Mapping>();
  readonly #handles = new Map(DEFAULT_HANDLES);
  readonly #anchors = new Anchors();
  #depth = 0;
  /** How many parts there were so far that are not the same in another place: anchors, aliases, tags, and what is told of. */
  #bound = 0;
  /** What comes behind the mapping that was read last. */
  #end = 0;

  constructor(text: string, { positions, repeated, onRepeatedKey }: ReadOptions) {
    this.#scanner = new Scanner(text);
    this.#positions = positions;
    this.#repeated = repeated;
    this.#onRepeatedKey = onRepeatedKey;
    this.#outline = repeated === undefined ? undefined : this.#scanner.outline();
    if (this.#outline?.isPrintable !== true) checkCharacters(text);
  }

  read(): unknown {
    const first = this.#scanner.peek();
    if (first.type === tokens.STREAM_END) return null;
    const explicit =
      first.type === tokens.VERSION_DIRECTIVE ||
      first.type === tokens.TAG_DIRECTIVE ||
      first.type === tokens.DOCUMENT_START;
    const value = explicit ? this.#explicitDocument() : this.#node(true, false);
    // What is wrong right behind the document is an error of the document.
    this.#scanner.peek();
    return value;
  }

  #explicitDocument(): unknown {
    this.#directives();
    const token = this.#scanner.peek();
    if (token.type !== tokens.DOCUMENT_START) fail('--- must follow the lines that begin with %', token);
    this.#scanner.skip();
    const { type } = this.#scanner.peek();
    return type <= tokens.DOCUMENT_END ? null : this.#node(true, false);
  }

  #directives(): void {
    const seen = new Set<string>();
    for (let token = this.#scanner.peek(); tokens.isDirective(token); token = this.#scanner.peek()) {
      const name = token.type === tokens.VERSION_DIRECTIVE ? '%YAML' : `%TAG ${token.value}`;
      if (seen.has(name)) fail(`${name} is there twice`, token);
      seen.add(name);
      if (token.type === tokens.TAG_DIRECTIVE) this.#handles.set(token.value, token.suffix);
      else if (token.value !== '1.1') fail(`YAML ${token.value} is not what Kubernetes reads: leave %YAML out`, token);
      this.#scanner.skip();
    }
  }

  /** The node at the scanner. `block`: blocks may begin here; `indentless`: also a list that is no deeper than its key. */
  #node(block: boolean, indentless: boolean): unknown {
    this.#anchors.nodes += 1;
    const token = this.#scanner.peek();
    if (token.type === tokens.SCALAR) return this.#plainScalar(token);
    if (token.type === tokens.ALIAS) return this.#alias(token);
    if (token.type !== tokens.ANCHOR && token.type !== tokens.TAG) return this.#content(token, block, indentless);
    this.#bound += 1;
    return this.#withProperties(block, indentless);
  }

  #withProperties(block: boolean, indentless: boolean): unknown {
    const properties = this.#properties();
    const { anchor } = properties;
    const before = this.#anchors.nodes;
    if (anchor !== undefined) this.#anchors.begin(anchor);
    const token = this.#scanner.peek();
    const value =
      token.type === tokens.SCALAR || !tokens.startsCollection(token.type, block, indentless)
        ? this.#taggedScalar(properties)
        : this.#content(token, block, indentless);
    if (anchor !== undefined) this.#anchors.end(anchor, value, 1 + this.#anchors.nodes - before);
    return value;
  }

  /** A scalar without a tag, at the scanner. */
  #plainScalar(token: Token): unknown {
    this.#scanner.skip();
    if (!token.plain) return this.#text(token.value);
    const value = token.word === undefined ? resolvePlain(this.#text(token.value)) : token.word.value;
    if (typeof value === 'number' && !Number.isFinite(value)) fail(`${token.value} is a number that JSON lacks`, token);
    return value;
  }

  /** A text of the document. Values that may be kept keep no document. */
  #text(value: string): string {
    return this.#repeated === undefined ? value : ownText(value);
  }

  /** The scalar behind an anchor or a tag, or the empty one where there is none. */
  #taggedScalar({ at, tag }: Properties): unknown {
    const token = this.#scanner.peek();
    const isScalar = token.type === tokens.SCALAR;
    if (tag === undefined) return isScalar ? this.#plainScalar(token) : null;
    if (isScalar) this.#scanner.skip();
    const value = guarded(at, () => resolveTagged(tag, isScalar ? token.value : ''));
    if (typeof value === 'number' && !Number.isFinite(value)) fail(`${token.value} is a number that JSON lacks`, token);
    return value;
  }

  /** Anchor and tag, in either order. */
  #properties(): Properties {
    const first = this.#scanner.peek();
    let anchor: string | undefined;
    let tag: string | undefined;
    for (let token = first; ; token = this.#scanner.peek()) {
      if (token.type === tokens.ANCHOR && anchor === undefined) anchor = token.value;
      else if (token.type === tokens.TAG && tag === undefined) tag = this.#tagOf(token);
      else break;
      this.#scanner.skip();
    }
    return { at: first.at, anchor, tag };
  }

  #tagOf(token: Token): string {
    if (token.value === '') return token.suffix;
    const prefix = this.#handles.get(token.value);
    return prefix === undefined ? fail(`the tag's handle ${token.value} is not defined`, token) : prefix + token.suffix;
  }

  #alias(token: Token): unknown {
    this.#bound += 1;
    this.#scanner.skip();
    return guarded(token.at, () => this.#anchors.use(token.value));
  }

  #content(token: Token, block: boolean, indentless: boolean): unknown {
    if (token.type === tokens.STREAM_END) fail('the document ends where a value is missing', token);
    if (!tokens.startsCollection(token.type, block, indentless)) fail('a value is missing here', token);
    this.#depth += 1;
    if (this.#depth > DEEPEST) fail(`there are more than ${DEEPEST} collections inside each other`, token);
    const value = this.#collection(token.type);
    this.#depth -= 1;
    return value;
  }

  #collection(type: number): unknown {
    switch (type) {
      case tokens.BLOCK_MAPPING_START:
        return this.#outlinedMapping();
      case tokens.BLOCK_SEQUENCE_START:
        return this.#blockSequence();
      case tokens.FLOW_MAPPING_START:
        return this.#flowMapping();
      case tokens.FLOW_SEQUENCE_START:
        return this.#flowSequence();
      default:
        return this.#indentlessSequence();
    }
  }

  #blockSequence(): unknown[] {
    const items: unknown[] = [];
    this.#scanner.skip();
    for (;;) {
      const token = this.#scanner.peek();
      if (token.type !== tokens.BLOCK_ENTRY) {
        if (token.type !== tokens.BLOCK_END) fail('a list goes on with something that has no dash', token);
        this.#scanner.skip();
        return items;
      }
      this.#scanner.skip();
      const { type } = this.#scanner.peek();
      this.#item(
        items,
        token.at,
        type === tokens.BLOCK_ENTRY || type === tokens.BLOCK_END ? null : this.#node(true, false),
      );
    }
  }

  #indentlessSequence(): unknown[] {
    const items: unknown[] = [];
    for (let token = this.#scanner.peek(); token.type === tokens.BLOCK_ENTRY; token = this.#scanner.peek()) {
      this.#scanner.skip();
      const { type } = this.#scanner.peek();
      this.#item(
        items,
        token.at,
        type === tokens.BLOCK_ENTRY || tokens.endsBlockValue(type) ? null : this.#node(true, false),
      );
    }
    return items;
  }

  #item(items: unknown[], at: number, value: unknown): void {
    items.push(value);
    this.#positions?.item(items, at);
  }

  /** A mapping that may have been there before. */
  #outlinedMapping(): Mapping {
    const block = this.#outline?.at(this.#scanner.peek().at);
    const repeated = this.#repeated;
    if (block === undefined || repeated === undefined) return this.#blockMapping();
    const known = repeated.find(block);
    if (known !== undefined) {
      this.#anchors.nodes += known.nodes;
      this.#scanner.skipBlock(block);
      return known.value;
    }
    const { nodes } = this.#anchors;
    const bound = this.#bound;
    const value = this.#blockMapping();
    // A text in quotes may end behind the lines that are indented as the block is.
    const isWhole = this.#end === block.next;
    if (isWhole && bound === this.#bound) repeated.add({ block, value, nodes: this.#anchors.nodes - nodes });
    return value;
  }

  #blockMapping(): Mapping {
    const mapping: Mapping = {};
    this.#scanner.skip();
    for (;;) {
      const token = this.#scanner.peek();
      if (token.type === tokens.BLOCK_END) {
        this.#scanner.skip();
        this.#end = token.at;
        return mapping;
      }
      this.#blockEntry(mapping, token);
    }
  }

  #blockEntry(mapping: Mapping, token: Token): void {
    if (token.type === tokens.SCALAR_KEY) {
      const key = this.#scalarKey(token);
      const { type } = this.#scanner.peek();
      this.#set(mapping, key, tokens.endsBlockValue(type) ? null : this.#valueOf(key, true), token);
      return;
    }
    if (token.type !== tokens.KEY) fail('a mapping goes on with something that is no key', token);
    this.#scanner.skip();
    const key = this.#key(token, tokens.endsBlockValue(this.#scanner.peek().type), true);
    let value: unknown = null;
    if (this.#scanner.peek().type === tokens.VALUE) {
      this.#scanner.skip();
      if (!tokens.endsBlockValue(this.#scanner.peek().type)) value = this.#valueOf(key, true);
    }
    this.#set(mapping, key, value, token);
  }

  #flowMapping(): Mapping {
    const mapping: Mapping = {};
    this.#scanner.skip();
    for (let first = true; ; first = false) {
      let token = this.#scanner.peek();
      if (token.type !== tokens.FLOW_MAPPING_END && !first) token = this.#comma(token, '}');
      if (token.type === tokens.FLOW_MAPPING_END) break;
      this.#flowEntry(mapping, token, tokens.FLOW_MAPPING_END);
    }
    this.#scanner.skip();
    return mapping;
  }

  #flowSequence(): unknown[] {
    const items: unknown[] = [];
    this.#scanner.skip();
    for (let first = true; ; first = false) {
      let token = this.#scanner.peek();
      if (token.type !== tokens.FLOW_SEQUENCE_END && !first) token = this.#comma(token, ']');
      if (token.type === tokens.FLOW_SEQUENCE_END) break;
      if (token.type === tokens.KEY) {
        const mapping: Mapping = {};
        this.#anchors.nodes += 1;
        this.#flowEntry(mapping, token, tokens.FLOW_SEQUENCE_END);
        this.#item(items, token.at, mapping);
      } else this.#item(items, token.at, this.#node(false, false));
    }
    this.#scanner.skip();
    return items;
  }

  #comma(token: Token, end: string): Token {
    if (token.type !== tokens.FLOW_ENTRY) fail(`a comma or ${end} is missing before this`, token);
    this.#scanner.skip();
    return this.#scanner.peek();
  }

  /** A key in a flow collection, with its value where it has one. */
  #flowEntry(mapping: Mapping, token: Token, end: number): void {
    const ends = (type: number): boolean => type === tokens.FLOW_ENTRY || type === end;
    const marked = token.type === tokens.KEY;
    if (marked) this.#scanner.skip();
    const { type } = this.#scanner.peek();
    const key = this.#key(token, marked && (ends(type) || type === tokens.VALUE), false);
    let value: unknown = null;
    if (marked && this.#scanner.peek().type === tokens.VALUE) {
      this.#scanner.skip();
      if (!ends(this.#scanner.peek().type)) value = this.#valueOf(key, false);
    }
    this.#set(mapping, key, value, token);
  }

  /** The key at the scanner, as JSON writes it. */
  #key(start: Token, isEmpty: boolean, block: boolean): Key {
    const token = this.#scanner.peek();
    if (isEmpty) return fail('this key is empty', start);
    if (token.type === tokens.SCALAR) return this.#scalarKey(token);
    if (token.type === tokens.TAG && this.#tagOf(token) === MERGE_TAG) {
      this.#bound += 1;
      this.#scanner.skip();
      this.#scanner.skip();
      return MERGE;
    }
    const value = this.#node(block, block);
    const key = typeof value === 'string' ? value : typeof value === 'object' ? undefined : keyOf(String(value));
    return key ?? fail('this cannot be a key', start);
  }

  #scalarKey(token: Token): Key {
    this.#scanner.skip();
    this.#anchors.nodes += 1;
    if (!token.plain) return this.#text(token.value);
    if (token.value === '<<') return MERGE;
    const key = token.word === undefined ? keyOf(this.#text(token.value)) : token.word.key;
    return key ?? fail(`${token.value === '' ? 'an empty text' : token.value} cannot be a key: quote it`, token);
  }

  /** What is behind the colon of a key. */
  #valueOf(key: Key, block: boolean): unknown {
    if (key !== MERGE) return this.#node(block, block);
    const token = this.#scanner.peek();
    const value = this.#node(block, block);
    const list = Array.isArray(value) && token.type !== tokens.ALIAS ? value : [value];
    return isListOfMappings(list) ? list : fail(MERGE_WANTS, token);
  }

  #set(mapping: Mapping, key: Key, value: unknown, token: Token): void {
    if (key === MERGE) {
      if (!isListOfMappings(value)) fail(MERGE_WANTS, token);
      this.#merged.add(mapping);
      return mergeInto(mapping, value);
    }
    if (mapping[key] !== undefined && Object.hasOwn(mapping, key)) this.#repeatedKey(mapping, key, token);
    setOwn(mapping, key, value);
    this.#positions?.key(mapping, key, token.at);
  }

  #repeatedKey(mapping: Mapping, key: string, { at }: Token): void {
    if (this.#merged.has(mapping)) return;
    this.#bound += 1;
    this.#onRepeatedKey?.(key, at);
  }
}

/** Runs a step that throws an error without a location. */
function guarded<T>(at: number, step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw new YamlError((error as Error).message, at);
  }
}

function fail(message: string, { at }: Token): never {
  throw new YamlError(message, at);
}
