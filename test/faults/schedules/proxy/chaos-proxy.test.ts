import { once } from 'node:events';
import http2 from 'node:http2';
import https from 'node:https';
import net from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createAuthority, issueServingCertificate } from '../../../../testkit/credentials/certificates.js';
import { ChaosProxy } from './chaos-proxy.js';

const authority = createAuthority();
const certificate = issueServingCertificate(authority);
const ca = authority.certificatePem;
const { certificatePem: cert, privateKeyPem: key } = certificate;
const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function portOf(server: net.Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function newProxy(port: number, endTls = false): Promise<ChaosProxy> {
  const proxy = new ChaosProxy({ targets: () => [port], certificate, ...(endTls && { endTlsWithCa: ca }) });
  await proxy.accept();
  closers.push(() => proxy[Symbol.asyncDispose]());
  return proxy;
}

async function echoBehindProxy(): Promise<ChaosProxy> {
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.pipe(socket);
  });
  const port = await portOf(server);
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return await newProxy(port);
}

async function dial(proxy: ChaosProxy): Promise<Socket> {
  const socket = net.connect(proxy.port, '127.0.0.1');
  closers.push(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

async function echoed(socket: Socket, text: string): Promise<string> {
  const answer = once(socket, 'data');
  socket.write(text);
  return String(((await answer) as [Buffer])[0]);
}

describe('the network that breaks when told to', () => {
  it('passes bytes on, until it is cut; new connections are welcome', async () => {
    const proxy = await echoBehindProxy();
    const socket = await dial(proxy);
    expect(await echoed(socket, 'hello')).toBe('hello');
    const failed = once(socket, 'error');
    proxy.cut();
    expect(((await failed) as [NodeJS.ErrnoException])[0].code).toBe('ECONNRESET');
    expect(await echoed(await dial(proxy), 'again')).toBe('again');
  });

  it('refuses, and accepts again on the same port', async () => {
    const proxy = await echoBehindProxy();
    const { port } = proxy;
    await proxy.refuse();
    await expect(dial(proxy)).rejects.toThrow('ECONNREFUSED');
    await proxy.accept();
    expect(proxy.port).toBe(port);
    expect(await echoed(await dial(proxy), 'hello')).toBe('hello');
  });

  it('lets connections hang, and resets them in the end', async () => {
    const proxy = await echoBehindProxy();
    proxy.hang();
    const socket = await dial(proxy);
    socket.write('hello');
    const failed = once(socket, 'error');
    expect(proxy.openConnections).toBe(1);
    proxy.heal();
    await failed;
    expect(socket.bytesRead).toBe(0);
    expect(await echoed(await dial(proxy), 'hello')).toBe('hello');
  });

  it('holds connections that are there, and lets new ones pass', async () => {
    const proxy = await echoBehindProxy();
    const old = await dial(proxy);
    expect(await echoed(old, 'a')).toBe('a');
    proxy.set({ toClient: { held: true } }, { alsoNew: false });
    old.write('b');
    expect(await echoed(await dial(proxy), 'c')).toBe('c');
    expect(old.bytesRead).toBe(1);
    const late = once(old, 'data');
    proxy.heal();
    expect(String(((await late) as [Buffer])[0])).toBe('b');
  });

  it('ends a connection in the middle of what comes next', async () => {
    const proxy = await echoBehindProxy();
    const socket = await dial(proxy);
    expect(await echoed(socket, 'short')).toBe('short');
    proxy.truncate();
    const ended = once(socket, 'end');
    expect(await echoed(socket, 'x'.repeat(100))).toBe('x'.repeat(50));
    await ended;
  });

  it('goes on to the next server where one refuses', async () => {
    const closed = net.createServer();
    const deadPort = await portOf(closed);
    closed.close();
    const server = net.createServer((socket) => void socket.resume().end('alive'));
    const livePort = await portOf(server);
    closers.push(() => server.close());
    const proxy = new ChaosProxy({ targets: () => [deadPort, livePort] });
    await proxy.accept();
    closers.push(() => proxy[Symbol.asyncDispose]());
    for (const socket of [await dial(proxy), await dial(proxy)]) {
      expect(String(((await once(socket, 'data')) as [Buffer])[0])).toBe('alive');
    }
  });
});

describe('the network where it ends TLS', () => {
  async function secureServer(): Promise<number> {
    const server = http2.createSecureServer({ cert, key, allowHTTP1: true }, (request, response) => {
      response.end(`over ${request.httpVersion}: ${'x'.repeat(100)}`);
    });
    closers.push(() => server.close());
    return await portOf(server);
  }

  async function http2Get(session: http2.ClientHttp2Session): Promise<{ status: number; text: string }> {
    const request = session.request({ ':path': '/' });
    const [headers] = (await once(request, 'response')) as [http2.IncomingHttpHeaders];
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    return { status: Number(headers[':status']), text: Buffer.concat(chunks).toString() };
  }

  function http2Session(proxy: ChaosProxy): http2.ClientHttp2Session {
    const session = http2.connect(`https://127.0.0.1:${proxy.port}`, { ca });
    closers.push(() => session.destroy());
    return session;
  }

  async function http1Get(proxy: ChaosProxy): Promise<string> {
    return await new Promise((resolve, reject) => {
      const request = https.get({ host: '127.0.0.1', port: proxy.port, ca, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve(Buffer.concat(chunks).toString()));
        response.on('error', reject);
      });
      request.on('error', reject);
    });
  }

  it('speaks with the server what it speaks with the client', async () => {
    const proxy = await newProxy(await secureServer(), true);
    expect((await http2Get(http2Session(proxy))).text).toContain('over 2.0');
    expect(await http1Get(proxy)).toContain('over 1.1');
  });

  it('corrupts HTTP itself, which TLS would not let happen', async () => {
    const proxy = await newProxy(await secureServer(), true);
    proxy.set({ toClient: { corruptEveryBytes: 20 } });
    await expect(http1Get(proxy)).rejects.toThrow(/Parse Error|socket hang up/);
  });

  it('says GOAWAY to HTTP/2 clients alone', async () => {
    const proxy = await newProxy(await secureServer(), true);
    const session = http2Session(proxy);
    await http2Get(session);
    const away = once(session, 'goaway');
    expect(proxy.goaway()).toBe(1);
    expect(((await away) as [number])[0]).toBe(http2.constants.NGHTTP2_NO_ERROR);
  });

  it('answers in the stead of the server, and stops doing so', async () => {
    const proxy = await newProxy(await secureServer(), true);
    proxy.answer({ status: 503, retryAfterSeconds: 1 });
    const session = http2Session(proxy);
    expect(await http2Get(session)).toMatchObject({ status: 503 });
    expect(await http1Get(proxy)).toContain('"code":503');
    const closed = once(session, 'close');
    proxy.heal();
    await closed;
    expect((await http2Get(http2Session(proxy))).text).toContain('over 2.0');
  });
});
