import type { IncomingHttpHeaders } from 'node:http';
import type { RequestInfo, RequestVerb } from './request-info.js';

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
  code: number | undefined = undefined;
  done = false;
  #sent: number | (() => string) = 0;

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
  }

  get bytesSent(): number {
    if (typeof this.#sent === 'function') this.#sent = Buffer.byteLength(this.#sent());
    return this.#sent;
  }

  set bytesSent(bytes: number | (() => string)) {
    this.#sent = bytes;
  }
}
