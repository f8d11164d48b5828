import { once } from 'node:events';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import net from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { CertifiedKey } from '@informer-gen/testing';
import { createAuthority, issueCertificate } from '@informer-gen/testing';

/** The requests of both protocols look the same to a handler. */
export type Handler = (request: http.IncomingMessage | http2.Http2ServerRequest, response: http.ServerResponse) => void;

/** A server on loopback that knows its open connections. */
export interface TestServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** The connections that are open now. */
  readonly sockets: ReadonlySet<Socket>;
  /** How many connections there have been. */
  readonly connections: () => number;
  /** The HTTP/2 sessions that are open now; none for HTTP/1.1. */
  readonly sessions: ReadonlySet<http2.ServerHttp2Session>;
}

export const authority: CertifiedKey = createAuthority();
const certificate = issueCertificate(authority, {
  commonName: 'test',
  hosts: ['127.0.0.1', 'localhost'],
  usage: 'server',
});
/** For servers that speak TLS: `connect({ server, ...trusted })`. */
export const trusted: { readonly ca: string } = { ca: authority.certificatePem };

const tls = { cert: certificate.certificatePem, key: certificate.privateKeyPem };

export function http1Server(handler: Handler): Promise<TestServer> {
  return listen(http.createServer(handler as http.RequestListener), 'http');
}

export function https1Server(handler: Handler, options: https.ServerOptions = {}): Promise<TestServer> {
  return listen(https.createServer({ ...tls, ...options }, handler as http.RequestListener), 'https');
}

/** HTTP/2 with prior knowledge, no TLS. */
export function h2cServer(handler: Handler, settings: http2.Settings = {}): Promise<TestServer> {
  return listen(http2.createServer({ settings }, handler as never), 'http');
}

/** HTTP/2 over TLS, chosen by ALPN. */
export function h2Server(handler: Handler, options: http2.SecureServerOptions = {}): Promise<TestServer> {
  return listen(http2.createSecureServer({ ...tls, ...options }, handler as never), 'https');
}

async function listen(server: net.Server, scheme: string): Promise<TestServer> {
  const sockets = new Set<Socket>();
  const sessions = new Set<http2.ServerHttp2Session>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('session', (session: http2.ServerHttp2Session) => {
    sessions.add(session);
    session.on('error', () => {});
    session.on('close', () => sessions.delete(session));
  });
  server.on('sessionError', () => {});
  server.on('stream', (stream: http2.ServerHttp2Stream) => stream.on('error', () => {}));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    port,
    sockets,
    sessions,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Forwards bytes to a server until told to fall silent: then nothing passes, and nobody is told. */
export interface StallingProxy extends AsyncDisposable {
  readonly port: number;
  /** From now on, connections made so far pass nothing on. */
  stall(): void;
  readonly connections: () => number;
}

export async function stallingProxy(target: TestServer): Promise<StallingProxy> {
  const pairs = new Set<{ client: Socket; upstream: Socket }>();
  let connections = 0;
  const server = net.createServer((client) => {
    connections++;
    const upstream = net.connect(target.port, '127.0.0.1');
    const pair = { client, upstream };
    pairs.add(pair);
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    stall() {
      for (const { client, upstream } of pairs) {
        client.unpipe(upstream);
        upstream.unpipe(client);
        client.pause();
        upstream.pause();
      }
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const { client, upstream } of pairs) for (const socket of [client, upstream]) socket.destroy();
      await closed;
    },
  };
}

/** A proxy that makes tunnels on CONNECT and passes on nothing else. */
export interface ConnectProxy extends AsyncDisposable {
  readonly url: string;
  /** What tunnels were asked for: `host:port`. */
  readonly targets: readonly string[];
}

/** @param to The port on loopback where every tunnel ends. Default: that which was asked for. */
export async function connectProxy({ to }: { readonly to?: number } = {}): Promise<ConnectProxy> {
  const targets: string[] = [];
  const sockets = new Set<Socket>();
  const server = http.createServer((_request, response) => response.writeHead(405).end());
  server.on('connect', (request: http.IncomingMessage, client: Socket) => {
    targets.push(request.url ?? '');
    const upstream = net.connect(to ?? Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(upstream).pipe(client);
    });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Waits for something that sockets bring about. The real time it takes is short and does not matter. */
export async function eventually(condition: () => boolean, what: string): Promise<void> {
  const giveUpAt = performance.now() + 10_000;
  while (!condition()) {
    if (performance.now() > giveUpAt) throw new Error(`did not happen: ${what}`);
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
