// A proxy between us and the server that fails in every way it can: nothing hangs, floods or leaks, and what is wrong is said.
import { once } from 'node:events';
import net from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { KubeConfig } from '@kubernetes/client-node';
import { connect } from '@informer-gen/runtime';
import { createAuthority, issueCertificate } from '@informer-gen/testing';
import { expect, it } from 'vitest';
import { configMaps, isConnected, Lab } from './lab.js';

const authority = createAuthority();
const leaf = issueCertificate(authority, { commonName: 'server', hosts: ['127.0.0.1'], usage: 'server' });
const tls = { cert: leaf.certificatePem, key: leaf.privateKeyPem, ca: authority.certificatePem };

/** What a proxy does with a connection that has asked for a tunnel. */
type Manner = (socket: Socket) => void;

class Proxy implements AsyncDisposable {
  manner: Manner | undefined;
  connections = 0;
  readonly sockets = new Set<Socket>();
  readonly #server = net.createServer((socket) => this.#take(socket));

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.cut();
    await closed;
  }

  #take(socket: Socket): void {
    this.connections += 1;
    this.#know(socket);
    socket.once('data', (asked: Buffer) => {
      if (this.manner !== undefined) return this.manner(socket);
      const port = Number(/^CONNECT [^:]+:(\d+) /.exec(asked.toString())?.[1]);
      const upstream = net.connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        socket.pipe(upstream).pipe(socket);
      });
      this.#know(upstream);
      socket.on('close', () => upstream.destroy());
      upstream.on('close', () => socket.destroy());
    });
  }

  #know(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => {}).on('close', () => this.sockets.delete(socket));
  }
}

const says =
  (text: string): Manner =>
  (socket) =>
    void socket.end(text);

it.each<[what: string, manner: Manner, message: RegExp]>([
  [
    'asks who we are',
    says('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n'),
    /through the proxy: .*407/,
  ],
  [
    'cannot reach the server',
    says('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 6\r\n\r\nno way'),
    /through the proxy: .*502/,
  ],
  [
    'forbids the tunnel with a page',
    says(`HTTP/1.1 403 Forbidden\r\nContent-Type: text/html\r\n\r\n<html>${'no '.repeat(10_000)}</html>`),
    /through the proxy: .*403/,
  ],
  ['closes the connection', says(''), /./],
  ['resets the connection', (socket) => void socket.resetAndDestroy(), /./],
  ['answers with garbage', says('\u0000\u0001nonsense\r\n\r\n'), /./],
  ['hangs', () => {}, /nothing came/],
  ['says half an answer and hangs', (socket) => void socket.write('HTTP/1.1 200 Conn'), /nothing came/],
  ['makes a tunnel to nowhere', (socket) => void socket.write('HTTP/1.1 200 OK\r\n\r\n'), /nothing came/],
  ['makes a tunnel and closes it', says('HTTP/1.1 200 OK\r\n\r\n'), /./],
])('a proxy that %s is neither flooded nor waited for for ever, and healed from', async (_what, manner, message) => {
  await using lab = await Lab.start({ server: { tls }, connect: { ca: tls.ca } });
  await using proxy = new Proxy();
  const proxyUrl = await proxy.start();
  const kubeConfig = new KubeConfig();
  const caData = Buffer.from(tls.ca).toString('base64');
  kubeConfig.loadFromOptions({
    clusters: [{ name: 'c', server: lab.server.url, caData, proxyUrl, skipTLSVerify: false }],
    users: [{ name: 'u', token: 'abc' }],
    contexts: [{ name: 'x', cluster: 'c', user: 'u' }],
    currentContext: 'x',
  });
  await using client = await connect({ kubeConfig, clock: lab.clock });
  const running = lab.run({}, client.listerWatcher(configMaps));
  await lab.until(() => running.informer.hasSynced() && isConnected(running.informer), 'it watches through the proxy');
  proxy.manner = manner;
  proxy.connections = 0;
  proxy.cut();
  await lab.pass(30_000, 500);
  expect(proxy.connections).toBeGreaterThan(0);
  expect(proxy.connections).toBeLessThanOrEqual(150);
  await lab.pass(600_000, 5000);
  expect(proxy.sockets.size).toBeLessThanOrEqual(2);
  expect(running.informer.status.lastError?.message).toMatch(message);
  proxy.manner = undefined;
  lab.create('healed');
  await lab.passUntil(() => running.names.includes('healed') && isConnected(running.informer), 300_000);
});
