import { InformerError } from '../api/informer-error.js';
/**
 * The stream ended in the middle of a line or of a list: what came before is whole, the rest must be asked for again.
 *
 * @example
 * if (error instanceof TruncatedStreamError) console.log(error.pendingBytes);
 */
export class TruncatedStreamError extends InformerError {
  override readonly name = 'TruncatedStreamError';
  /** How many bytes of the unfinished part had arrived. */
  readonly pendingBytes: number;

  constructor(what: 'watch' | 'list', pendingBytes: number) {
    super(
      'TruncatedStream',
      `the ${what} was cut off: the connection closed ${pendingBytes} bytes into an unfinished part`,
    );
    this.pendingBytes = pendingBytes;
  }
}

/**
 * A line of a watch is not a watch event. `line` is its beginning.
 *
 * @example
 * if (error instanceof MalformedEventError) console.log(error.line);
 */
export class MalformedEventError extends InformerError {
  override readonly name = 'MalformedEventError';
  readonly line: string;

  constructor(why: string, line: Buffer, cause?: unknown) {
    const beginning = excerpt(line);
    super('MalformedEvent', `not a watch event (${why}): ${beginning}`, { cause: withoutQuotes(cause) });
    this.line = beginning;
  }
}

/**
 * The answer to a list request is not a list in JSON.
 *
 * @example
 * if (error instanceof MalformedListError) console.log(error.message);
 */
export class MalformedListError extends InformerError {
  override readonly name = 'MalformedListError';

  constructor(why: string, near: Buffer, cause?: unknown) {
    super('MalformedList', `not a list (${why}): ${excerpt(near)}`, { cause: withoutQuotes(cause) });
  }
}

/**
 * The server answered with something else than a list of objects, such as a Table (which only kubectl asks for).
 *
 * @example
 * if (error instanceof UnexpectedListKindError) console.log(error.kind);
 */
export class UnexpectedListKindError extends InformerError {
  override readonly name = 'UnexpectedListKindError';
  readonly kind: string;

  constructor(kind: string) {
    super(
      'UnexpectedListKind',
      `expected a list of objects, but the server answered with a ${kind}: check what the server or a proxy does to the Accept header`,
    );
    this.kind = kind;
  }
}

/**
 * The server sent more than is taken: see `decode/limits.ts` and `transport/limits.ts` for the bounds.
 *
 * @example
 * if (error instanceof TooLargeError) console.log(error.limit);
 */
export class TooLargeError extends InformerError {
  override readonly name = 'TooLargeError';
  readonly limit: number;

  constructor(what: string, limit: number, unit: 'bytes' | 'pages' = 'bytes') {
    super(
      'TooLarge',
      `${what} has more than ${limit.toLocaleString('en')} ${unit}: the server, or something between, is broken`,
    );
    this.limit = limit;
  }
}

const EXCERPT_BYTES = 120;
const TEXTS = /"(?:[^"\\]|\\.)*(?:"|$)/gs;
const TEXTS_AND_WORDS = new RegExp(`${TEXTS.source}|[^\\s{}[\\],:"]+`, 'gs');

/** A parser's own error quotes what it read, which may be a Secret: it is not passed on. */
function withoutQuotes(cause: unknown): unknown {
  return cause instanceof SyntaxError ? undefined : cause;
}

/**
 * The beginning of what was malformed, for a message. Values of objects do not belong into logs (it may be a Secret): of
 * JSON only names and structure are shown, of anything else nothing but a page's HTML.
 */
function excerpt(bytes: Buffer): string {
  const beginning = bytes.toString('utf8', 0, EXCERPT_BYTES);
  if (!/^\s*[{<]/.test(beginning)) return `${bytes.length} bytes that are no JSON`;
  const isPage = /^\s*</.test(beginning);
  const shown = (isPage ? beginning.replace(TEXTS, '"…"') : structureOf(beginning)).replace(/\p{Cc}/gu, '·');
  return bytes.length > EXCERPT_BYTES ? `${shown}…` : shown;
}

/** Leaves out everything but punctuation and names: texts that stand where names do, and before a colon. */
function structureOf(json: string): string {
  return json.replace(TEXTS_AND_WORDS, (token, at: number) => {
    if (!token.startsWith('"')) return '…';
    const isName = /[{,]\s*$/.test(json.slice(0, at)) && /^\s*:/.test(json.slice(at + token.length));
    return isName ? token : '"…"';
  });
}
