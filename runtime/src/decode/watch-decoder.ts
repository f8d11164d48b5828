import { toJson } from '../api/deep-json.js';
import { toStatus } from '../api/status.js';
import type { BookmarkEvent, CacheLookup, WatchEvent } from '../source/lister-watcher.js';
import { MalformedEventError, TruncatedStreamError } from './errors.js';
import { KnownObjects } from './cached-objects.js';
import { byte, skipSpace } from './json-bytes.js';
import { LineSplitter } from './line-splitter.js';
import type { ObjectDecoder, OutlinedDecoder, TypeMeta } from './decoder.js';
import type { Digester } from './object-digest.js';
import type { ObjectOutline } from './object-outline.js';

/** How a {@link WatchDecoder} makes its objects. */
export interface WatchDecoderOptions<T> {
  readonly decoder: ObjectDecoder<T>;
  /** For objects that do not say their type. Default: they stay as they are. */
  readonly stamp?: TypeMeta | undefined;
  /** Makes the digests of objects. Default: they have none, and none is looked up in `known`. */
  readonly digest?: Digester | undefined;
  /** Objects that need not be decoded again. Default: none. */
  readonly known?: CacheLookup<T> | undefined;
}

const typeNames = ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR'] as const;
type EventType = (typeof typeNames)[number];

/** API servers write every event in this order and with no spaces, which lets its object be found without a parser. */
const prefixes = typeNames.map((type) => ({ type, bytes: Buffer.from(`{"type":"${type}","object":`) }));
const TYPE_OFFSET = '{"type":"'.length;
const CLOSE_BRACE = 0x7d;
const CARRIAGE_RETURN = 0x0d;
const INVALID_OBJECT = 'its object is not valid';
const NO_JSON = 'it is not JSON';

/**
 * Turns the bytes of a watch into its events: any chunks, split anywhere, make the same events. A line that is no event
 * throws, after the events before it were handed out.
 */
export class WatchDecoder<T> {
  readonly #decoder: OutlinedDecoder<T>;
  readonly #stamp: TypeMeta | undefined;
  readonly #digest: Digester | undefined;
  readonly #known: KnownObjects<T> | undefined;
  readonly #lines = new LineSplitter();

  constructor({ decoder, stamp, digest, known }: WatchDecoderOptions<T>) {
    this.#decoder = decoder;
    this.#stamp = stamp;
    this.#digest = digest;
    this.#known = digest && known && new KnownObjects(known);
  }

  /** Appends to `events` those that this chunk completes. When it throws, `events` holds those before the bad line. */
  push(chunk: Buffer, events: WatchEvent<T>[]): void {
    this.#lines.push(chunk, (bytes, start, end) => {
      const event = this.#decode(bytes, start, end);
      if (event !== undefined) events.push(event);
    });
  }

  /** Call it when the stream has ended: throws when that was in the middle of a line. */
  end(): void {
    if (this.#lines.pendingBytes === 0) return;
    const rest = this.#lines.takeRest();
    const start = skipSpace(rest, 0);
    if (start < rest.length && rest[start] !== byte.openBrace) throw new MalformedEventError(NO_JSON, rest);
    throw new TruncatedStreamError('watch', rest.length);
  }

  #decode(bytes: Buffer, start: number, end: number): WatchEvent<T> | undefined {
    if (end === start || (end === start + 1 && bytes[start] === CARRIAGE_RETURN)) return undefined;
    const first = bytes[start + TYPE_OFFSET];
    for (const prefix of prefixes) {
      if (prefix.bytes[TYPE_OFFSET] !== first || !startsWith(bytes, start, prefix.bytes)) continue;
      if (bytes[end - 1] !== CLOSE_BRACE) break;
      try {
        return this.#event(prefix.type, bytes.subarray(start + prefix.bytes.length, end - 1));
      } catch (error) {
        throw new MalformedEventError(INVALID_OBJECT, bytes.subarray(start, end), error);
      }
    }
    return this.#decodeUnusual(bytes.subarray(start, end));
  }

  #event(type: EventType, object: Buffer): WatchEvent<T> {
    if (type === 'BOOKMARK') return toBookmark(JSON.parse(object.toString('utf8')));
    if (type === 'ERROR') return { type, status: toStatus(notNull(JSON.parse(object.toString('utf8')) as object)) };
    // Who is deleted is not looked for again.
    if (this.#digest === undefined || type === 'DELETED') return { type, object: this.#decodeObject(object) };
    const digest = this.#digest.of(object, this.#stamp);
    const { outline } = this.#digest;
    // Only ADDED may repeat what the cache holds: a WatchList begins with the whole state.
    const known = type === 'ADDED' ? this.#known : undefined;
    if (known === undefined) return { type, object: this.#decodeObject(object, outline), digest };
    const cached = known.expectsHit ? known.fromOutline(object, outline, digest) : undefined;
    return { type, object: cached ?? known.instead(this.#decodeObject(object, outline), digest), digest };
  }

  #decodeObject(bytes: Buffer, outline?: ObjectOutline): T {
    return notNull(this.#decoder.decode(bytes, this.#stamp, outline));
  }

  /** Other orders of the fields, spaces: correct, and not worth being fast. */
  #decodeUnusual(line: Buffer): WatchEvent<T> {
    let parsed: { readonly type?: unknown; readonly object?: unknown } | null;
    try {
      parsed = JSON.parse(line.toString('utf8')) as typeof parsed;
    } catch (error) {
      throw new MalformedEventError(NO_JSON, line, error);
    }
    const type = typeNames.find((name) => name === parsed?.type);
    if (type === undefined) throw new MalformedEventError('it has no known type', line);
    if (typeof parsed?.object !== 'object' || parsed.object === null)
      throw new MalformedEventError('it has no object', line);
    try {
      const event = this.#event(type, Buffer.from(toJson(parsed.object)));
      // These are our bytes, not the server's: a list would give another digest for the same state.
      return 'digest' in event ? { type: event.type, object: event.object } : event;
    } catch (error) {
      throw new MalformedEventError(INVALID_OBJECT, line, error);
    }
  }
}

function startsWith(bytes: Buffer, start: number, prefix: Buffer): boolean {
  for (let at = 0; at < prefix.length; at += 1) if (bytes[start + at] !== prefix[at]) return false;
  return true;
}

function notNull<T>(object: T): T {
  if (typeof object !== 'object' || object === null) throw new TypeError(`expected an object, not ${typeof object}`);
  return object;
}

interface BookmarkObject {
  readonly metadata?: { readonly resourceVersion?: string; readonly annotations?: { readonly [key: string]: string } };
}

/** A bookmark's object has a type and a resourceVersion; all else in it is empty and no state of any object. */
function toBookmark(object: unknown): BookmarkEvent {
  const { metadata } = notNull(object) as BookmarkObject;
  if (typeof metadata?.resourceVersion !== 'string') throw new TypeError('a bookmark without a resourceVersion');
  return {
    type: 'BOOKMARK',
    resourceVersion: metadata.resourceVersion,
    initialEventsEnd: metadata.annotations?.['k8s.io/initial-events-end'] === 'true',
  };
}
