import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse, ServerHttp2Session } from 'node:http2';
import type { Server, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { resetSocket } from './reset-socket.js';

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
  /** The TCP sockets, each with what speaks TLS on it, if that has begun. */
  readonly #sockets = new Map<Socket, TLSSocket | undefined>();
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
    server.on('secureConnection', (secured: TLSSocket) => this.#secured(secured));
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
    for (const [socket, secured] of this.#sockets) resetSocket(socket, secured);
  }

  /** Asks HTTP/2 clients to move to a new connection; streams that are open go on. */
  sendGoAway(): void {
    for (const session of this.#sessions) session.goaway();
  }

  #create(): Server {
    const { tls, http2, maxConcurrentStreams, onRequest } = this.#options;
    if (tls === undefined) return patient(createServer(onRequest));
    // Loaded here: most servers have no TLS.
    if (!http2) {
      const { createServer: createSecure } = process.getBuiltinModule('node:https');
      return patient(createSecure({ cert: tls.cert, key: tls.key }, onRequest));
    }
    const server = process
      .getBuiltinModule('node:http2')
      .createSecureServer(
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
    this.#sockets.set(socket, undefined);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      this.#options.onChange();
    });
    this.#options.onChange();
  }

  #secured(secured: TLSSocket): void {
    for (const socket of this.#sockets.keys())
      if (socket.remotePort === secured.remotePort) this.#sockets.set(socket, secured);
  }
}

/** No time-outs of its own: time passes on the injected clock only. */
function patient<T extends { keepAliveTimeout: number; headersTimeout: number; requestTimeout: number }>(server: T): T {
  server.keepAliveTimeout = 0;
  server.headersTimeout = 0;
  server.requestTimeout = 0;
  return server;
}
