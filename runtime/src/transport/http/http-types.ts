import type { Agent } from 'node:http';
import type { Readable } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import type { OnBreak } from './broken-socket.js';

/** Headers of a request; names in lower case. */
export type Headers = { readonly [name: string]: string | readonly string[] };

/** The parts of TLS that a kubeconfig decides. */
export type TlsOptions = Pick<
  ConnectionOptions,
  'ca' | 'cert' | 'key' | 'pfx' | 'passphrase' | 'rejectUnauthorized' | 'servername'
>;

/** Who we are, for one request. */
export interface Authorization {
  readonly headers: Headers;
  readonly tls: TlsOptions;
  /** Changes exactly when `tls` does: connections made with another one serve no new requests. */
  readonly tlsVersion: number;
  /** Set where the kubeconfig names a proxy: all connections go through this agent. */
  readonly proxyAgent?: Agent | undefined;
}

/** Decides at the last moment whether a request that writes is sent. */
export interface RequestGate {
  /** Called synchronously right before the bytes of a request go out. Throws to keep them back. */
  beforeWrite(): void;
  /** Read for each request: gives up those that are under way when it aborts, and their connection. */
  readonly signal?: AbortSignal | undefined;
}

/** One HTTP request, complete. */
export interface HttpRequest {
  readonly method: string;
  /** With the query, and with the path of the server's URL in front. */
  readonly path: string;
  readonly headers: Headers;
  readonly body?: string | undefined;
  /** Watches live long: a transport may give each its own connection. */
  readonly isWatch: boolean;
  /** Its answer may be read late: nothing else may share its connection, which it would fill. */
  readonly ownConnection: boolean;
  /** Is asked when the connection is there, right before the first byte. */
  readonly gate?: RequestGate | undefined;
  /** Ends the request until `send` has resolved; after that, destroy the body. */
  readonly signal: AbortSignal;
}

/** A connection that can be asked whether its other side is there. */
export interface Liveness {
  /** Calls back whenever the other side has answered a PING, whoever asked. The function returned ends that. */
  onAlive(callback: () => void): () => void;
  /** Sends a PING, unless one is on its way. */
  ping(): void;
  /** Takes no more requests: an answer on it stands still, although PINGs are answered. What is on it goes on. */
  retire(): void;
}

/** The beginning of an answer; the body follows. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  /** Destroying it before its end gives up the request. */
  readonly body: Readable;
  /** Where the protocol has PINGs. */
  readonly liveness?: Liveness | undefined;
  /** Where more is known than the body says: it ends soon after, and need not be destroyed. */
  readonly onBreak?: OnBreak | undefined;
}

/** Sends requests to one server. Disposing it closes every connection. */
export interface Transport extends AsyncDisposable {
  /** Resolves when the headers of the answer are there, whatever the status; rejects when there is no answer. */
  send(request: HttpRequest, authorization: Authorization): Promise<HttpResponse>;
}
