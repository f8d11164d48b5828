import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { Http2ServerRequest, Http2ServerResponse, ServerHttp2Session } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import type { Server, Socket } from 'node:net';

/** Handles one request over either protocol. */
export type RequestListener = (
  request: IncomingMessage | Http2ServerRequest,
  response: ServerResponse | Http2ServerResponse,
) => void;

/** A certificate and its key, PEM. */
export interface ServerTlsOptions {
  /** In PEM. */
  readonly cert: string;
  /** In PEM. */
  readonly key: string;
  /** Default: the certificate itself. What a kubeconfig makes clients trust. */
  readonly ca?: string | undefined;
}

/** How to listen. */
export interface ListenerOptions {
  readonly host: string;
  readonly tls: ServerTlsOptions | undefined;
  /** Whether TLS offers HTTP/2 beside HTTP/1.1. */
  readonly http2: boolean;
  readonly maxConcurrentStreams: number;
  readonly onRequest: RequestListener;
  /** Called when a connection has opened or closed. */
  readonly onChange: () => void;
}

/** The listening socket and its connections. Can stop and start again on the same port. */
export class HttpListener {
  readonly #options: ListenerOptions;
  readonly #sockets = new Set<Socket>();
  readonly #sessions = new Set<ServerHttp2Session>();
  #server: Server | undefined;
  #port = 0;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  get port(): number {
    return this.#port;
  }

  get listening(): boolean {
    return this.#server !== undefined;
  }

  get connections(): number {
    return this.#sockets.size;
  }

  /** @param port 0: any free one. */
  async start(port: number): Promise<void> {
    const server = this.#create();
    server.on('connection', (socket: Socket) => this.#track(socket));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, this.#options.host, () => {
        server.off('error', reject);
        resolve();
      });
    });
    const address = server.address();
    if (address !== null && typeof address === 'object') this.#port = address.port;
    this.#server = server;
  }

  /** Stops listening and breaks every connection. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    this.dropConnections();
    await closed;
  }

  /** Breaks every connection; new ones are welcome. */
  dropConnections(): void {
    for (const socket of this.#sockets) {
      if ('resetAndDestroy' in socket) socket.resetAndDestroy();
      else (socket as Socket).destroy();
    }
  }

  /** Asks HTTP/2 clients to move to a new connection; streams that are open go on. */
  sendGoAway(): void {
    for (const session of this.#sessions) session.goaway();
  }

  #create(): Server {
    const { tls, http2, maxConcurrentStreams, onRequest } = this.#options;
    if (tls === undefined) return patient(createServer(onRequest));
    if (!http2) return patient(createHttpsServer({ cert: tls.cert, key: tls.key }, onRequest));
    const server = createSecureServer(
      { cert: tls.cert, key: tls.key, allowHTTP1: true, settings: { maxConcurrentStreams } },
      onRequest,
    );
    server.on('sessionError', () => undefined);
    server.on('session', (session) => {
      this.#sessions.add(session);
      session.once('close', () => this.#sessions.delete(session));
    });
    return server;
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      this.#options.onChange();
    });
    this.#options.onChange();
  }
}

/** No time-outs of its own: time passes on the injected clock only. */
function patient<T extends { keepAliveTimeout: number; headersTimeout: number; requestTimeout: number }>(server: T): T {
  server.keepAliveTimeout = 0;
  server.headersTimeout = 0;
  server.requestTimeout = 0;
  return server;
}
