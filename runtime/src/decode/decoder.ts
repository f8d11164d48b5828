import type { ObjectOutline } from './object-outline.js';

/** What a list's items lack and watch events have: the type of an object, said on the object. */
export interface TypeMeta {
  readonly apiVersion: string;
  readonly kind: string;
}

/**
 * Makes objects from bytes. Everything that decodes lists and watches goes through one, so that a decoder may leave
 * out parts of an object or put off the work.
 */
export interface ObjectDecoder<T> {
  /**
   * @param bytes One JSON object, exactly. They belong to the caller and change after the call: copy what is retained.
   * @param stamp The `apiVersion` and `kind` of an object that does not say them itself.
   */
  decode(bytes: Buffer, stamp?: TypeMeta): T;
  /**
   * `decode` throws unless its bytes are exactly one JSON value. The list decoder may then try a likely end of an item
   * first, which is faster than to look for the certain one. Default false.
   */
  readonly strict?: boolean;
  /** For decoders that put off the work: takes each object that turned out not to be JSON when it was read. Default: nobody does. */
  onMalformed?: ((error: Error) => void) | undefined;
  /** For decoders that put off the work: told of each object that was decoded at last. Default: nobody is. */
  onDecoded?: (() => void) | undefined;
}

/** A decoder that can be told what was found in the bytes already. Any {@link ObjectDecoder} is one that does not listen. */
export interface OutlinedDecoder<T> extends ObjectDecoder<T> {
  /** @param outline Has read these bytes, so that nobody reads them twice. Default: a decoder that needs one reads its own. */
  decode(bytes: Buffer, stamp?: TypeMeta, outline?: ObjectOutline): T;
}

const OPEN_BRACE = 0x7b;
const QUOTE = 0x22;
const LETTER_A = 0x61;
const LETTER_K = 0x6b;

/**
 * The decoder that keeps everything: `JSON.parse`. The type of `T` is the caller's promise about the server.
 *
 * A missing `kind` and `apiVersion` are put in front of the text before it is parsed, not on the object after it: the
 * object then has the same shape in memory as those that watches bring, and needs no second property store.
 *
 * @example
 * const decoder = jsonDecoder<Pod>();
 * decoder.decode(Buffer.from('{"metadata":{"name":"a"}}'), { apiVersion: 'v1', kind: 'Pod' }).kind; // → 'Pod'
 */
export function jsonDecoder<T extends object>(): ObjectDecoder<T> {
  let stamped: TypeMeta | undefined;
  let prefix = '';
  return {
    strict: true,
    decode(bytes, stamp) {
      // Without arguments, toString takes a short cut that matters at this rate.
      if (stamp === undefined) return JSON.parse(bytes.toString()) as T;
      const first = bytes[2];
      if (bytes[0] !== OPEN_BRACE || bytes[1] !== QUOTE || first === LETTER_A || first === LETTER_K)
        return stampObject(JSON.parse(bytes.toString()) as T, stamp);
      if (stamp !== stamped) {
        stamped = stamp;
        prefix = `{"kind":${JSON.stringify(stamp.kind)},"apiVersion":${JSON.stringify(stamp.apiVersion)},`;
      }
      // Where the object says its own further on, that one wins: the last of two equal names does.
      return stampObject(JSON.parse(prefix + bytes.subarray(1).toString()) as T, stamp);
    },
  };
}

/** Puts on an object what it does not say of its type itself. */
export function stampObject<T extends object>(parsed: T, stamp: TypeMeta): T {
  const object = parsed as T & { apiVersion?: string; kind?: string };
  if (typeof object === 'object' && object !== null) {
    object.kind ??= stamp.kind;
    object.apiVersion ??= stamp.apiVersion;
  }
  return object;
}
