import { EventEmitter, once } from 'node:events';
import http2 from 'node:http2';
import net from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type tls from 'node:tls';
import { createAuthority, FakeClock, issueCertificate, settle } from '@informer-gen/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { connect } from '../../../runtime/src/client/connect.js';
import type { ConnectOptions } from '../../../runtime/src/client/connect.js';
import { keepTlsSession, tlsSessionFor } from '../../../runtime/src/transport/http/tls-sessions.js';
import { eventually } from './servers.js';
import { podList, pods } from './wire.js';

const authority = createAuthority();
const DAY_MS = 86_400_000;
const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function keyPair(hosts: readonly string[] = ['127.0.0.1']): { readonly cert: string; readonly key: string } {
  const issued = issueCertificate(authority, { commonName: 'test', hosts: [...hosts], usage: 'server' });
  return { cert: issued.certificatePem, key: issued.privateKeyPem };
}

/** A server behind one port that may be exchanged, as behind a balancer, and what it saw of each handshake. */
class Balancer {
  readonly handshakes: ('whole' | 'resumed')[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #listener = net.createServer((socket) => {
    this.#sockets.add(socket.on('error', () => {}));
    this.take(socket);
  });
  take: (socket: Socket) => void = () => {};

  async start(): Promise<void> {
    this.#listener.listen(0, '127.0.0.1');
    await once(this.#listener, 'listening');
    closers.push(() => {
      this.cut();
      this.#listener.close();
    });
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#listener.address() as AddressInfo).port}`;
  }

  /** From now on this server takes connections. */
  serve(certificate: tls.SecureContextOptions): void {
    const options = { ...certificate, allowHTTP1: true };
    const server = http2.createSecureServer(options, (_request, response) => void response.end(podList([])));
    server.on('sessionError', () => {});
    server.on('secureConnection', (socket) => {
      this.handshakes.push(socket.isSessionReused() ? 'resumed' : 'whole');
    });
    this.take = (socket) => void server.emit('connection', socket);
  }

  cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
    this.#sockets.clear();
  }
}

async function newBalancer(certificate = keyPair()): Promise<Balancer> {
  const balancer = new Balancer();
  balancer.serve(certificate);
  await balancer.start();
  return balancer;
}

/** Lists on a new connection. */
async function newList(balancer: Balancer, options: ConnectOptions): Promise<() => Promise<unknown>> {
  const client = await connect({ server: balancer.url, ca: authority.certificatePem, transport: 'http2', ...options });
  closers.push(() => client[Symbol.asyncDispose]());
  return async () => {
    balancer.cut();
    // The client notices; below, the ticket for the next handshake comes behind this one.
    await settle(50);
    const list = await client.list(pods, { retries: 0 }).catch((error: unknown) => error);
    await settle(50);
    return list;
  };
}

describe('a connection after another', () => {
  it.each(['http1', 'http2'] as const)('goes on from its TLS session, without certificates (%s)', async (transport) => {
    const balancer = await newBalancer();
    const list = await newList(balancer, { transport });
    for (let times = 0; times < 3; times += 1) expect(await list()).toMatchObject({ items: [] });
    expect(balancer.handshakes).toEqual(['whole', 'resumed', 'resumed']);
  });

  it('has the certificate shown again after a day, however many sessions came from the first', async () => {
    const clock = new FakeClock();
    const balancer = await newBalancer();
    const list = await newList(balancer, { clock });
    for (let times = 0; times < 4; times += 1) {
      expect(await list()).toMatchObject({ items: [] });
      await clock.advanceAsync(DAY_MS / 2);
    }
    expect(balancer.handshakes).toEqual(['whole', 'resumed', 'whole', 'resumed']);
  });

  it('does not take what a resumed session brings for newly verified', () => {
    const clock = new FakeClock();
    const owner = { server: new URL('https://a.test'), tls: {}, clock };
    const connected = (isReused: boolean): void => {
      const socket = Object.assign(new EventEmitter(), { isSessionReused: () => isReused });
      keepTlsSession(socket as unknown as tls.TLSSocket, owner);
      socket.emit('secureConnect');
      socket.emit('session', Buffer.from(String(clock.now())));
    };
    connected(false);
    clock.advance(DAY_MS - 1);
    connected(true);
    expect(tlsSessionFor(owner)?.toString()).toBe(String(clock.now()));
    clock.advance(1);
    expect(tlsSessionFor(owner)).toBeUndefined();
  });

  it('begins anew where another server has taken over, and looks at its certificate', async () => {
    const balancer = await newBalancer();
    const list = await newList(balancer, {});
    await list();
    balancer.serve(keyPair());
    expect(await list()).toMatchObject({ items: [] });
    balancer.serve(keyPair(['somebody.else']));
    expect(await list()).toMatchObject({ code: 'Connection', message: expect.stringContaining('does not match') });
    expect(balancer.handshakes.slice(0, 2)).toEqual(['whole', 'whole']);
  });

  it('begins anew where the session was not taken', async () => {
    const balancer = await newBalancer();
    const list = await newList(balancer, {});
    await list();
    const { take } = balancer;
    let refused = 0;
    balancer.take = (socket) => {
      refused += 1;
      socket.once('data', () => socket.destroy());
    };
    expect(await list()).toMatchObject({ code: 'Connection' });
    balancer.take = take;
    expect(await list()).toMatchObject({ items: [] });
    await eventually(() => refused === 1, 'one connection is refused');
    expect(balancer.handshakes).toEqual(['whole', 'whole']);
  });

  it('shares no session with a client of other credentials', async () => {
    const balancer = await newBalancer();
    await (
      await newList(balancer, {})
    )();
    await (
      await newList(balancer, {})
    )();
    expect(balancer.handshakes).toEqual(['whole', 'whole']);
  });
});
