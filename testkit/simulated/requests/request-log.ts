import type { IncomingHttpHeaders } from 'node:http';
import type { RequestInfo, RequestVerb } from './request-info.js';
import { readRequestBody } from './request-body.js';
import { userOf } from './requester.js';

/** One request that the simulated server got, and what became of it. */
export interface RequestRecord {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly verb: RequestVerb;
  /** `pods`, `widgets.example.com`; `''` for discovery and the like. */
  readonly resource: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /**
   * First word of the user agent, without its version: the name of a manager, or `informer-gen-runtime` for other clients of the runtime.
   * `''` without a user agent.
   */
  readonly client: string;
  /** The user, as in {@link RequestMatch.user}. */
  readonly user: string;
  /** Media type of the request body, without parameters; undefined without a body. */
  readonly contentType: string | undefined;
  /**
   * The request body, parsed: an object, or the list of operations of a JSON patch. A string if it cannot be parsed. Undefined without
   * a body, and for old requests: the newest 32 MiB of bodies are retained.
   */
  readonly body: unknown;
  /** `1.1` or `2.0`; `''` for requests that no socket carried. */
  readonly httpVersion: string;
  /** On the server's clock. */
  readonly atMs: number;
  /** The status code of the response; undefined until it begins. */
  readonly code: number | undefined;
  /** Of the body so far. */
  readonly bytesSent: number;
  /** True once the response has ended or its connection is gone. */
  readonly done: boolean;
}

/** A record that the server still writes to. */
export interface OpenRecord extends RequestRecord {
  /** The body as it arrived; undefined before it has, and once it was dropped. */
  rawBody: string | Buffer | undefined;
  code: number | undefined;
  get bytesSent(): number;
  /** An answer whose text nobody has needed yet is made when somebody asks how long it was. */
  set bytesSent(bytes: number | (() => string));
  done: boolean;
}

/** The parts of a URL that requests are read from. */
export type RequestUrl = Pick<URL, 'pathname' | 'search' | 'searchParams'>;

/** What is known of a request when it arrives. */
export interface ArrivedRequest {
  readonly method: string;
  readonly url: RequestUrl;
  readonly headers: IncomingHttpHeaders;
  readonly httpVersion: string;
}

/** Makes the record of a request that has just arrived. */
export function newRecord(arrived: ArrivedRequest, info: RequestInfo, atMs: number): OpenRecord {
  return new LoggedRequest(arrived, info, atMs);
}

class LoggedRequest implements OpenRecord {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly verb: RequestVerb;
  readonly resource: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly httpVersion: string;
  readonly atMs: number;
  contentType: string | undefined = undefined;
  code: number | undefined = undefined;
  done = false;
  readonly #kind: string | undefined;
  #sent: number | (() => string) = 0;
  #rawBody: string | Buffer | undefined;
  #body: { readonly value: unknown } | undefined;

  constructor({ method, url, headers, httpVersion }: ArrivedRequest, info: RequestInfo, atMs: number) {
    this.method = method;
    this.path = url.pathname;
    this.query = url.search === '' ? {} : Object.fromEntries(url.searchParams);
    this.verb = info.verb;
    this.resource = info.resource;
    this.namespace = info.namespace;
    this.name = info.name;
    this.subresource = info.subresource;
    this.headers = headers;
    this.httpVersion = httpVersion;
    this.atMs = atMs;
    this.#kind = info.served?.kind;
  }

  get client(): string {
    return clientOf(this.headers['user-agent'] ?? '');
  }

  get user(): string {
    return userOf(this.headers);
  }

  get body(): unknown {
    const { contentType } = this;
    if (contentType === undefined || this.#rawBody === undefined) return undefined;
    this.#body ??= { value: readRequestBody(this.#rawBody, contentType, this.#kind) };
    return this.#body.value;
  }

  get rawBody(): string | Buffer | undefined {
    return this.#rawBody;
  }

  set rawBody(body: string | Buffer | undefined) {
    this.#rawBody = body;
    this.#body = undefined;
    if (body !== undefined && body.length > 0)
      this.contentType = (this.headers['content-type'] || 'application/json').split(';')[0]?.trim();
  }

  get bytesSent(): number {
    if (typeof this.#sent === 'function') this.#sent = Buffer.byteLength(this.#sent());
    return this.#sent;
  }

  set bytesSent(bytes: number | (() => string)) {
    this.#sent = bytes;
  }
}

/** `website-operator` of `website-operator/unknown informer-gen-runtime/0.1.0`, `kubectl` of `kubectl/v1.36.3 (linux/amd64)`. */
function clientOf(userAgent: string): string {
  return /^(\S+?)(\/(unknown|v?\d\S*))?(\s|$)/.exec(userAgent)?.[1] ?? '';
}
