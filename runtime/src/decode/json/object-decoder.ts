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
}

const QUOTE = 0x22;
const LETTER_A = 0x61;
const LETTER_K = 0x6b;

/**
 * The decoder that keeps everything: `JSON.parse`. The type of `T` is the caller's promise about the server.
 *
 * A missing `kind` and `apiVersion` are put in front of the text before it is parsed, not on the object after it: the
 * object then has the same shape in memory as those that watches bring, and needs no second property store.
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
      if (bytes[1] !== QUOTE || first === LETTER_A || first === LETTER_K) return stampParsed<T>(bytes, stamp);
      if (stamp !== stamped) {
        stamped = stamp;
        prefix = `{"kind":${JSON.stringify(stamp.kind)},"apiVersion":${JSON.stringify(stamp.apiVersion)},`;
      }
      // Where the object says its own further on, that one wins: the last of two equal names does.
      return JSON.parse(prefix + bytes.subarray(1).toString()) as T;
    },
  };
}

function stampParsed<T extends object>(bytes: Buffer, stamp: TypeMeta): T {
  const parsed = JSON.parse(bytes.toString()) as T & { apiVersion?: string; kind?: string };
  if (typeof parsed === 'object' && parsed !== null) {
    parsed.kind ??= stamp.kind;
    parsed.apiVersion ??= stamp.apiVersion;
  }
  return parsed;
}
