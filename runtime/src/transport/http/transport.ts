import type { Clock } from '../../async/clock.js';
import { ConfigurationError, ConnectionError } from './errors.js';
import type { Authorization, HttpRequest, HttpResponse, Transport } from './http-types.js';
import { Http1Transport } from './http1.js';
import { Http2Transport } from './http2.js';
import { NotHttp2Error } from './http2-connection.js';

/** Which HTTP to speak. */
export type TransportKind = 'auto' | 'http1' | 'http2';

/** What decides about the {@link Transport}. */
export interface CreateTransportOptions {
  readonly server: URL;
  /** All connections go through a proxy. */
  readonly proxied: boolean;
  readonly kind: TransportKind;
  readonly connectionPerWatch: boolean;
  readonly clock: Clock;
}

/** Chooses how to talk to the server. */
export function createTransport(options: CreateTransportOptions): Transport {
  const { server, proxied, kind, connectionPerWatch, clock } = options;
  if (proxied && kind === 'http2') {
    throw new ConfigurationError(
      'the kubeconfig names a proxy, through which only HTTP/1.1 goes: use the transport `auto`',
    );
  }
  const http1 = (): Transport => new Http1Transport(server, clock);
  if (proxied || kind === 'http1' || (kind === 'auto' && server.protocol === 'http:')) return http1();
  const http2 = new Http2Transport({ server, clock, connectionPerWatch });
  return kind === 'http2' ? http2 : new NegotiatedTransport(http2, http1, clock);
}

/** A server that offered HTTP/1.1 alone is asked again after this long: it may have been replaced, or what is before it. */
const HTTP1_FOR_MS = 600_000;

/** HTTP/2 where the server offers it; where it does not, HTTP/1.1 for a while, or until that fails. */
class NegotiatedTransport implements Transport {
  readonly #http2: Transport;
  readonly #makeHttp1: () => Transport;
  readonly #clock: Clock;
  #http1: Transport | undefined;
  #http1Until = -Infinity;

  constructor(http2: Transport, makeHttp1: () => Transport, clock: Clock) {
    this.#http2 = http2;
    this.#makeHttp1 = makeHttp1;
    this.#clock = clock;
  }

  async send(request: HttpRequest, authorization: Authorization): Promise<HttpResponse> {
    if (this.#http1 !== undefined && this.#clock.now() < this.#http1Until)
      return this.#sendByHttp1(this.#http1, request, authorization);
    try {
      return await this.#http2.send(request, authorization);
    } catch (error) {
      if (!(error instanceof NotHttp2Error)) throw error;
      this.#http1Until = this.#clock.now() + HTTP1_FOR_MS;
      this.#http1 ??= this.#makeHttp1();
      return this.#sendByHttp1(this.#http1, request, authorization);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#http2[Symbol.asyncDispose]();
    await this.#http1?.[Symbol.asyncDispose]();
  }

  async #sendByHttp1(http1: Transport, request: HttpRequest, authorization: Authorization): Promise<HttpResponse> {
    try {
      return await http1.send(request, authorization);
    } catch (error) {
      if (error instanceof ConnectionError) this.#http1Until = -Infinity;
      throw error;
    }
  }
}
