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
  bytesSent: number;
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
  const { method, url, headers, httpVersion } = arrived;
  const { verb, resource, namespace, name, subresource } = info;
  return {
    method,
    headers,
    httpVersion,
    path: url.pathname,
    query: url.search === '' ? {} : Object.fromEntries(url.searchParams),
    verb,
    resource,
    namespace,
    name,
    subresource,
    atMs,
    code: undefined,
    bytesSent: 0,
    done: false,
  };
}
