import type { Clock } from '../../async/clock.js';
import { ClientClosedError } from './errors.js';
import type { Authorization, HttpRequest, HttpResponse, Transport } from './http-types.js';
import { Http2Connection, RefusedStreamError } from './http2-connection.js';
import { Http2Pool } from './http2-pool.js';
import { LinkedAbort } from '../../async/abort.js';

/** How to use HTTP/2. */
export interface Http2TransportOptions {
  readonly server: URL;
  readonly clock: Clock;
  /** Give each watch a connection that nothing else uses. */
  readonly connectionPerWatch: boolean;
}

/** Attempts to send a request that connections refuse without processing it. */
const MAX_ATTEMPTS = 3;

/** HTTP/2 with many requests on few connections: another one is opened when all have as many as the server allows. */
export class Http2Transport implements Transport {
  readonly #options: Http2TransportOptions;
  readonly #closing = new AbortController();
  /** Shared connections, by the version of their TLS options. */
  readonly #pools = new Map<number, Http2Pool>();
  readonly #all = new Set<Http2Connection>();

  constructor(options: Http2TransportOptions) {
    this.#options = options;
  }

  async send(request: HttpRequest, authorization: Authorization): Promise<HttpResponse> {
    for (let attempt = 1; ; attempt += 1) {
      const connection = await this.#connectionFor(request, authorization);
      try {
        return await connection.request(request);
      } catch (error) {
        if (!(error instanceof RefusedStreamError) || attempt >= MAX_ATTEMPTS) throw error;
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#closing.signal.aborted) this.#closing.abort(new ClientClosedError());
    const connections = [...this.#all];
    for (const connection of connections) connection.destroy();
    await Promise.all(connections.map(({ closed }) => closed));
  }

  /** Returns a connection on which a stream is reserved for the request. */
  #connectionFor(request: HttpRequest, authorization: Authorization): Promise<Http2Connection> {
    const { isWatch, ownConnection, signal } = request;
    if (ownConnection || (isWatch && this.#options.connectionPerWatch)) return this.#openForOne(authorization, signal);
    return this.#poolFor(authorization).acquire(request);
  }

  #poolFor(authorization: Authorization): Http2Pool {
    const { tlsVersion } = authorization;
    let pool = this.#pools.get(tlsVersion);
    if (pool === undefined) {
      for (const [version, other] of this.#pools) if (other.isUnused) this.#pools.delete(version);
      const open = (): Promise<Http2Connection> => this.#open(authorization, this.#closing.signal);
      pool = new Http2Pool({ origin: this.#options.server.origin, open });
      this.#pools.set(tlsVersion, pool);
    }
    return pool;
  }

  async #openForOne(authorization: Authorization, signal: AbortSignal): Promise<Http2Connection> {
    const abort = new LinkedAbort(signal, this.#closing.signal);
    try {
      const connection = await this.#open(authorization, abort.signal);
      connection.closeAfterUse();
      connection.reserve();
      return connection;
    } finally {
      abort.unlink();
    }
  }

  async #open({ tls }: Authorization, signal: AbortSignal): Promise<Http2Connection> {
    const { server, clock } = this.#options;
    const connection = await Http2Connection.open({ server, tls, clock, signal });
    this.#all.add(connection);
    void connection.closed.then(() => this.#all.delete(connection));
    if (this.#closing.signal.aborted) connection.destroy();
    return connection;
  }
}
