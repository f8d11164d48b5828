import type { Clock } from '../../async/clock.js';
import { ClientClosedError, ConnectionError } from './errors.js';
import type { Authorization, HttpRequest, HttpResponse, Transport } from './http-types.js';
import { Http2Connection, RefusedStreamError } from './http2-connection.js';
import { LinkedAbort, raceWithAbort } from '../../async/abort.js';

/** How to use HTTP/2. */
export interface Http2TransportOptions {
  readonly server: URL;
  readonly clock: Clock;
  /** Give each watch a connection that nothing else uses. */
  readonly connectionPerWatch: boolean;
}

/** A request that was refused unseen goes to another connection this often, and no more are opened for one request. */
const MAX_ATTEMPTS = 3;

/** HTTP/2 with many requests on few connections: another one is opened when all have as many as the server allows. */
export class Http2Transport implements Transport {
  readonly #options: Http2TransportOptions;
  readonly #closing = new AbortController();
  /** Those that may be shared, by the version of the TLS options they were made with. */
  readonly #shared = new Map<Http2Connection, number>();
  readonly #all = new Set<Http2Connection>();
  /** While one is being opened, everybody waits for it: by the version of the TLS options. */
  readonly #opening = new Map<number, Promise<unknown>>();

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

  /** A connection on which a stream is reserved for one request. */
  async #connectionFor(request: HttpRequest, authorization: Authorization): Promise<Http2Connection> {
    const { method, isWatch, ownConnection, signal } = request;
    if (ownConnection || (isWatch && this.#options.connectionPerWatch)) return this.#openForOne(authorization, signal);
    const { tlsVersion } = authorization;
    for (let opened = 0; opened <= MAX_ATTEMPTS;) {
      // What changes something waits for the server's first words: if they never come, it was certainly not sent.
      const connection = this.#leastUsed(tlsVersion, method === 'GET');
      if (connection !== undefined) {
        connection.reserve();
        return connection;
      }
      const greeting = this.#greeting(tlsVersion);
      if (greeting === undefined) opened += 1;
      await raceWithAbort(greeting ?? this.#openShared(authorization), signal);
    }
    // Opening one after the other would flood a server that is in trouble, or that others share: whoever asked backs off.
    throw new ConnectionError(`${this.#options.server.origin} takes connections but no requests on them`);
  }

  #leastUsed(tlsVersion: number, isEarly: boolean): Http2Connection | undefined {
    let best: Http2Connection | undefined;
    for (const [connection, version] of this.#shared) {
      if (version !== tlsVersion || !(isEarly || connection.isGreeted)) continue;
      if (connection.free > (best?.free ?? 0)) best = connection;
    }
    return best;
  }

  /** The wait for the first words on a connection that was just opened, if there is such. */
  #greeting(tlsVersion: number): Promise<void> | undefined {
    for (const [connection, version] of this.#shared)
      if (version === tlsVersion && !connection.isGreeted) return connection.greeted;
    return undefined;
  }

  #openShared(authorization: Authorization): Promise<unknown> {
    const { tlsVersion } = authorization;
    const underway = this.#opening.get(tlsVersion);
    if (underway !== undefined) return underway;
    const opening = this.#open(authorization, this.#closing.signal)
      .then((connection) => {
        this.#shared.set(connection, tlsVersion);
        const forget = (): void => void this.#shared.delete(connection);
        connection.greeted.catch(forget);
        void connection.closed.then(forget);
        // Those who used it ask anew in a moment: what they will wait for begins now.
        connection.replaceBy(() => void this.#openShared(authorization).catch(() => {}));
      })
      .finally(() => this.#opening.delete(tlsVersion));
    this.#opening.set(tlsVersion, opening);
    return opening;
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
