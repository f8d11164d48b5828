import http2 from 'node:http2';
import type { Http2SecureServer, ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { CertifiedKey } from '../../../../testkit/credentials/certificates.js';

/** What every request is answered with. */
export interface CannedAnswer {
  readonly status: number;
  /** Default: the header is not sent. */
  readonly retryAfterSeconds?: number | undefined;
}

/** Answers every request in the server's stead, over HTTP/2 and HTTP/1.1, as an overloaded balancer does. */
export class CannedAnswers {
  readonly #server: Http2SecureServer;
  readonly #sockets = new Set<Socket>();
  readonly #sessions = new Set<ServerHttp2Session>();

  constructor({ status, retryAfterSeconds }: CannedAnswer, certificate: CertifiedKey) {
    const body = JSON.stringify({
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
      code: status,
      message: 'canned',
    });
    const { certificatePem: cert, privateKeyPem: key } = certificate;
    this.#server = http2.createSecureServer({ cert, key, allowHTTP1: true }, (_request, response) => {
      response.writeHead(status, {
        'content-type': 'application/json',
        ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
      });
      response.end(body);
    });
    this.#server.on('session', (session) => {
      this.#sessions.add(session);
      session.on('close', () => this.#sessions.delete(session));
      session.on('error', () => session.destroy());
    });
    this.#server.on('tlsClientError', (_error, socket) => socket.destroy());
  }

  /** Takes a connection that has just been made. */
  take(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    this.#server.emit('connection', socket);
  }

  /** Sends HTTP/2 clients away politely and closes everything else. */
  close(): void {
    for (const session of this.#sessions) session.close();
    for (const socket of this.#sockets) socket.end();
    const sockets = [...this.#sockets];
    setTimeout(() => sockets.forEach((socket) => socket.destroy()), LINGER_MS).unref();
  }
}

/** Time for the farewell to arrive. */
const LINGER_MS = 100;
