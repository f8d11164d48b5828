import type { CacheLookup, ListResult } from '../source/lister-watcher.js';
import { MalformedListError, TooLargeError, TruncatedStreamError, UnexpectedListKindError } from './errors.js';
import { byte, isSpace, ValueScanner } from './json-bytes.js';
import { MAX_ITEM_BYTES } from './limits.js';
import { KnownObjects } from './cached-objects.js';
import { NextItemGuess } from './next-item-guess.js';
import type { ObjectDecoder, OutlinedDecoder, TypeMeta } from './decoder.js';
import type { Digester } from './object-digest.js';
import { Pieces } from './pieces.js';

/** What servers and proxies answer in place of a list. */
const NO_LISTS: ReadonlySet<string> = new Set(['Table', 'Status']);

/** How a {@link ListDecoder} makes its objects. */
export interface ListDecoderOptions<T> {
  readonly decoder: ObjectDecoder<T>;
  /** The type of items that do not say theirs, until the list has said its own. Default: they stay as they are. */
  readonly stamp?: TypeMeta | undefined;
  /** Makes the digests of the items. Default: they have none, and none is looked up in `known`. */
  readonly digest?: Digester | undefined;
  /** Objects that need not be decoded again. Default: none. */
  readonly known?: CacheLookup<T> | undefined;
}

interface ListMetadata {
  readonly resourceVersion?: string;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

/** Where in the list the next byte is. `key`, `value` and `item` may span chunks; the others take one byte each. */
type State =
  | 'start'
  | 'first-key'
  | 'next-key'
  | 'key'
  | 'colon'
  | 'value-start'
  | 'value'
  | 'after-value'
  | 'first-item'
  | 'next-item'
  | 'item'
  | 'after-item'
  | 'end';

/**
 * Decodes a list while it arrives, item by item: neither the text of the list nor a tree of it is ever whole in memory.
 * The fields of the list may come in any order.
 */
export class ListDecoder<T> {
  readonly #decoder: OutlinedDecoder<T>;
  readonly #digest: Digester | undefined;
  readonly #known: KnownObjects<T> | undefined;
  readonly #guess = new NextItemGuess();
  readonly #scanner = new ValueScanner();
  readonly #pieces = new Pieces();
  readonly #items: T[] = [];
  readonly #digests: number[] = [];
  #stamp: TypeMeta | undefined;
  readonly #stamps: boolean;
  #state: State = 'start';
  #key = '';
  #kind: string | undefined;
  #apiVersion: string | undefined;
  #metadata: ListMetadata = {};
  #hasItems = false;

  constructor({ decoder, stamp, digest, known }: ListDecoderOptions<T>) {
    this.#decoder = decoder;
    this.#stamp = stamp;
    this.#stamps = stamp !== undefined;
    this.#digest = digest;
    this.#known = digest && known && new KnownObjects(known);
  }

  /** Takes the next bytes of the list. */
  push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      switch (this.#state) {
        case 'key':
          at = this.#scanPart(chunk, at, (bytes) => this.#endKey(bytes));
          break;
        case 'value':
          at = this.#scanPart(chunk, at, (bytes) => this.#endValue(bytes));
          break;
        case 'item':
          at = this.#item(chunk, at);
          break;
        default:
          at = this.#punctuation(chunk, at);
      }
    }
  }

  /** Call it when the body has ended: returns the list, or throws when some of it is missing. */
  end(): ListResult<T> {
    if (this.#state !== 'end') throw new TruncatedStreamError('list', this.#pieces.length);
    // A CRD may call its lists what it likes: that there are items makes it one.
    if (!this.#hasItems && this.#kind !== undefined && !this.#kind.endsWith('List'))
      throw new UnexpectedListKindError(this.#kind);
    const { resourceVersion = '', continue: next, remainingItemCount } = this.#metadata;
    return {
      items: this.#items,
      ...(this.#digest && { digests: this.#digests }),
      resourceVersion,
      ...(next !== undefined && next !== '' && { continue: next }),
      ...(remainingItemCount !== undefined && { remainingItemCount }),
    };
  }

  #punctuation(chunk: Buffer, at: number): number {
    const code = chunk[at];
    if (isSpace(code)) return at + 1;
    const next = this.#next(code);
    if (next === undefined) throw new MalformedListError(`unexpected text at its ${this.#state}`, chunk.subarray(at));
    this.#state = next;
    if (next !== 'key' && next !== 'value' && next !== 'item') return at + 1;
    // These begin with this very byte.
    this.#scanner.reset();
    return at;
  }

  #next(code: number | undefined): State | undefined {
    switch (this.#state) {
      case 'start':
        return code === byte.openBrace ? 'first-key' : undefined;
      case 'first-key':
        return code === byte.closeBrace ? 'end' : code === byte.quote ? 'key' : undefined;
      case 'next-key':
        return code === byte.quote ? 'key' : undefined;
      case 'colon':
        return code === byte.colon ? 'value-start' : undefined;
      case 'value-start':
        if (this.#key !== 'items' || code !== byte.openBracket) return 'value';
        this.#hasItems = true;
        return 'first-item';
      case 'after-value':
        return code === byte.comma ? 'next-key' : code === byte.closeBrace ? 'end' : undefined;
      case 'first-item':
        return code === byte.closeBracket ? 'after-value' : code === byte.openBrace ? 'item' : undefined;
      case 'next-item':
        return code === byte.openBrace ? 'item' : undefined;
      case 'after-item':
        return code === byte.comma ? 'next-item' : code === byte.closeBracket ? 'after-value' : undefined;
      default:
        return undefined;
    }
  }

  /** Reads on in a key, value or item; when it is whole, `use` gets all of it. */
  #scanPart(chunk: Buffer, at: number, use: (bytes: Buffer) => void): number {
    const end = this.#scanner.scan(chunk, at);
    if (end === -1) {
      this.#pieces.add(chunk.subarray(at));
      if (this.#pieces.length > MAX_ITEM_BYTES) throw new TooLargeError('one part of a list', MAX_ITEM_BYTES);
      return chunk.length;
    }
    use(this.#pieces.join(chunk.subarray(at, end)));
    return end;
  }

  #item(chunk: Buffer, at: number): number {
    const guessed = this.#pieces.length === 0 ? this.#tryGuess(chunk, at) : -1;
    if (guessed !== -1) return guessed;
    return this.#scanPart(chunk, at, (bytes) => {
      this.#guess.learn(bytes);
      this.#addItem(bytes);
      this.#state = 'after-item';
    });
  }

  /** Where the item that begins at `at` ended, if the guess was right; it is in the list then. */
  #tryGuess(chunk: Buffer, at: number): number {
    const end = this.#guess.endOfItem(chunk, at);
    if (end === -1) return -1;
    const bytes = chunk.subarray(at, end);
    if (!this.#takesGuess(bytes)) {
      this.#guess.wasWrong();
      return -1;
    }
    this.#guess.wasRight();
    this.#state = 'after-item';
    return end;
  }

  /** Adds what is most likely an item. An equal digest proves it, and so does a parser that takes one whole value alone. */
  #takesGuess(bytes: Buffer): boolean {
    if (this.#decoder.strict !== true) {
      return this.#known?.expectsHit === true && this.#addKnown(bytes, this.#digest?.of(bytes, this.#stamp));
    }
    try {
      this.#addItem(bytes);
      return true;
    } catch (error) {
      if (!(error instanceof MalformedListError)) throw error;
      return false;
    }
  }

  #addItem(bytes: Buffer): void {
    const digest = this.#digest?.of(bytes, this.#stamp);
    if (this.#known?.expectsHit === true && this.#addKnown(bytes, digest)) return;
    let item: T;
    try {
      item = this.#decoder.decode(bytes, this.#stamp, this.#digest?.outline);
    } catch (error) {
      throw new MalformedListError('an item is not valid', bytes, error);
    }
    this.#items.push(digest === undefined || !this.#known ? item : this.#known.instead(item, digest));
    if (digest !== undefined) this.#digests.push(digest);
  }

  /** Adds the cached object, if these bytes are its. */
  #addKnown(bytes: Buffer, digest: number | undefined): boolean {
    if (digest === undefined || this.#digest === undefined) return false;
    const cached = this.#known?.fromOutline(bytes, this.#digest.outline, digest);
    if (cached === undefined) return false;
    this.#items.push(cached);
    this.#digests.push(digest);
    return true;
  }

  #endKey(bytes: Buffer): void {
    this.#key = parse(bytes) as string;
    this.#state = 'colon';
  }

  #endValue(bytes: Buffer): void {
    const value = parse(bytes);
    this.#state = 'after-value';
    switch (this.#key) {
      case 'kind':
        this.#kind = String(value);
        if (NO_LISTS.has(this.#kind)) throw new UnexpectedListKindError(this.#kind);
        this.#learnStamp();
        break;
      case 'apiVersion':
        this.#apiVersion = String(value);
        this.#learnStamp();
        break;
      case 'metadata':
        this.#metadata = value ?? {};
        break;
      case 'items':
        if (value !== null) throw new MalformedListError('its items are not an array', bytes);
        this.#hasItems = true;
    }
  }

  #learnStamp(): void {
    if (!this.#stamps || this.#apiVersion === undefined || this.#kind?.endsWith('List') !== true) return;
    const kind = this.#kind.slice(0, -'List'.length);
    // A plain `List` does not say what its items are.
    if (kind !== '') this.#stamp = { kind, apiVersion: this.#apiVersion };
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new MalformedListError('a field is not valid JSON', bytes, error);
  }
}
