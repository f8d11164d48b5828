import type { JsonObject } from '../objects/api-object.js';
import type { ByteSink } from '../watch/watch-wire.js';
import type { OpenRecord } from './request-log.js';

/** What a handler answers with. */
export interface Reply {
  readonly code: number;
  /** Text, or bytes where the content is none. */
  readonly body: string | Uint8Array;
  /** Default `application/json`. */
  readonly contentType?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** An answer that is one object, and the client's own: nobody else has it. */
export interface ObjectReply {
  readonly code: number;
  readonly object: JsonObject;
  /** The same as text, for whoever counts or cuts it. */
  readonly text: () => string;
}

/** One request and its response, whatever carries them. */
export interface Exchange {
  readonly record: OpenRecord;
  /** Break the connection after so many bytes of the body; undefined: never. */
  cutAfterBytes: number | undefined;
  /** Send bodies in pieces of so many bytes; 0: whole. */
  chunkBytes: number;
  /** What the answer warns of; whoever answers may add to it. */
  readonly warnings: string[];
  /** True: nobody reads the warnings, so that those that take some looking need not be found. Default false. */
  readonly isUnheard?: boolean;
  /** Reads the body of the request; throws {@link BodyTooLargeError}. May be called again. */
  readBody(): Promise<Buffer>;
  /** The same as text. */
  readText(): Promise<string>;
  reply(reply: Reply): Promise<void>;
  /** Answers with one object as it is. Missing where all that can be sent is its text. */
  replyObject?(reply: ObjectReply): Promise<void>;
  /** Begins a response of unknown length. */
  stream(contentType?: string): ByteSink;
  /** Breaks the connection without an answer, or in the middle of one. A client in this process gets the error, if one is given. */
  reset(error?: Error): void;
}

/** The longest body of a request: `MaxRequestBodyBytes` of an API server. */
export const MAX_BODY_BYTES: number = 3 * 1024 * 1024;

/** Thrown while reading a body that is too long. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';

  constructor() {
    super(`Request entity too large: limit is ${MAX_BODY_BYTES}`);
  }
}

/** The answer where nothing is served. */
export const NO_PAGE: Reply = { code: 404, body: '404 page not found\n', contentType: 'text/plain; charset=utf-8' };
