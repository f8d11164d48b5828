// What goes wrong while a connection is made, by every way in which a server, or something before it, can spoil it.
import { once } from 'node:events';
import net from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import tls from 'node:tls';
import { createAuthority, issueCertificate } from '@informer-gen/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { isConnected, Lab } from './lab.js';

const authority = createAuthority();
const secured = keyPair(authority, '127.0.0.1');
const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function keyPair(by: typeof authority, host: string): { readonly cert: string; readonly key: string } {
  const issued = issueCertificate(by, { commonName: 'test', hosts: [host], usage: 'server' });
  return { cert: issued.certificatePem, key: issued.privateKeyPem };
}

/** A port where every connection is met like this. */
async function portOf(server: net.Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => void sockets.add(socket.on('error', () => {})));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Says this to the first words of a client, and ends the connection unless it `hangs`. */
function says(answer: Buffer | string, { hangs = false } = {}): () => net.Server {
  return () =>
    net.createServer((socket) =>
      socket.once('data', () => (hangs ? void socket.write(answer) : void socket.end(answer))),
    );
}

/** A fatal alert instead of a handshake. */
const alert = (code: number): (() => net.Server) => says(Buffer.from([21, 3, 3, 0, 2, 2, code]));

/** Shakes hands, and then does this. */
function secure(then: (socket: tls.TLSSocket) => void, options: tls.TlsOptions = secured): () => net.Server {
  return () => {
    const server = tls.createServer({ ALPNProtocols: ['h2', 'http/1.1'], ...options }, (socket) => {
      socket.on('error', () => {});
      then(socket);
    });
    return server.on('tlsClientError', () => {});
  };
}

const HALF_A_RECORD = Buffer.from([22, 3, 3, 0, 100, 2, 0, 0, 90]);

const troubles: readonly (readonly [what: string, server: () => net.Server, message: RegExp])[] = [
  [
    'answers TLS with plain HTTP',
    says('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n'),
    /wrong version number/,
  ],
  ['answers TLS with garbage', says('\u0000\u0001\u0002'.repeat(50)), /SSL routines|packet length|wrong version/],
  ['sends the alert close_notify', says(Buffer.from([21, 3, 3, 0, 2, 1, 0])), /./],
  ['sends the alert handshake_failure', alert(40), /handshake failure/],
  ['sends the alert certificate_expired', alert(45), /certificate expired/],
  ['sends the alert unknown_ca', alert(48), /unknown ca/],
  ['sends the alert access_denied', alert(49), /access denied/],
  ['sends the alert protocol_version', alert(70), /protocol version/],
  ['sends the alert internal_error', alert(80), /internal error/],
  ['sends the alert no_application_protocol', alert(120), /no application protocol/],
  ['sends an alert that nobody knows', alert(255), /./],
  ['sends half a TLS record and ends', says(HALF_A_RECORD), /./],
  ['sends half a TLS record and hangs', says(HALF_A_RECORD, { hangs: true }), /the TLS handshake with .* nothing came/],
  ['takes connections and ends them', () => net.createServer((socket) => void socket.end()), /./],
  ['takes connections and resets them', () => net.createServer((socket) => void socket.resetAndDestroy()), /./],
  ['takes connections and hangs', () => net.createServer(() => {}), /the TLS handshake with .* nothing came/],
  [
    'shows a certificate of an authority that is not trusted',
    secure(() => {}, keyPair(createAuthority(), '127.0.0.1')),
    /certificate/,
  ],
  ['shows a certificate of another host', secure(() => {}, keyPair(authority, 'elsewhere')), /does not match/],
  ['ends the connection right behind the handshake', secure((socket) => void socket.end()), /./],
  ['resets the connection right behind the handshake', secure((socket) => void socket.destroy()), /./],
  [
    'says close_notify in the middle of an answer',
    secure((socket) =>
      socket.once('data', () => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"kind":')),
    ),
    /./,
  ],
  [
    'sends garbage behind the handshake',
    secure((socket) => socket.once('data', () => void socket.end('nonsense'.repeat(20)))),
    /./,
  ],
  ['shakes hands and hangs', secure(() => {}), /nothing came|did not end/],
];

describe.each(['auto', 'http1'] as const)('a server that, to transport %s,', (transport) => {
  it.each(troubles)(
    '%s is neither flooded nor waited for in vain, and what is wrong is said',
    async (_what, server, message) => {
      await using lab = await Lab.start({
        server: { tls: { ...secured, ca: authority.certificatePem } },
        connect: { ca: authority.certificatePem, transport },
      });
      const running = await lab.watching();
      const trouble = await portOf(server());
      const before = lab.relay.connections;
      lab.detour = trouble;
      lab.relay.cut();
      await lab.pass(30_000, 500);
      expect(lab.relay.connections - before).toBeLessThanOrEqual(150);
      expect(lab.relay.openConnections).toBeLessThanOrEqual(3);
      await lab.passUntil(() => running.informer.status.lastError !== undefined, 120_000);
      expect(running.informer.status.lastError?.message).toMatch(message);
      lab.detour = undefined;
      lab.create('healed');
      await lab.passUntil(() => running.names.includes('healed') && isConnected(running.informer), 180_000);
    },
  );
});

/** Passes HTTP on, over TLS in which it offers these protocols. */
function bridge(protocols: readonly string[], target: () => number): net.Server {
  return secure(
    (socket) => {
      const chosen = socket.alpnProtocol || 'http/1.1';
      if (!protocols.includes(chosen)) return void socket.destroy();
      const options = { port: target(), host: '127.0.0.1', ca: authority.certificatePem, ALPNProtocols: [chosen] };
      const upstream = tls.connect(options);
      closers.push(() => upstream.destroy());
      for (const each of [socket, upstream]) each.on('error', () => {});
      socket.on('close', () => upstream.destroy());
      upstream.on('close', () => socket.destroy());
      socket.pipe(upstream).pipe(socket);
    },
    { ...secured, ALPNProtocols: [...protocols] },
  )();
}

describe('a server that changes the protocols it offers', () => {
  async function serverThatOffers(
    ...protocols: string[]
  ): Promise<{ lab: Lab; offer(...next: string[]): Promise<void> }> {
    const lab = await Lab.start({
      server: { tls: { ...secured, ca: authority.certificatePem } },
      connect: { ca: authority.certificatePem },
    });
    closers.push(() => lab[Symbol.asyncDispose]());
    const target = (): number => Number(new URL(lab.server.url).port);
    const offer = async (...next: string[]): Promise<void> => {
      lab.detour = await portOf(bridge(next, target));
      lab.relay.cut();
    };
    await offer(...protocols);
    return { lab, offer };
  }

  it.each([
    ['from HTTP/2 to HTTP/1.1', ['h2'], ['http/1.1'], '1.1'],
    ['from HTTP/1.1 to HTTP/2 alone', ['http/1.1'], ['h2'], '2.0'],
  ])('%s is followed', async (_what, from, to, version) => {
    const { lab, offer } = await serverThatOffers(...from);
    const running = await lab.watching();
    await offer(...to);
    lab.create('healed');
    const hasHealed = (): boolean => running.names.includes('healed') && isConnected(running.informer);
    await lab.passWhileItWaits(running, hasHealed, 20_000);
    expect(lab.server.requests.at(-1)?.httpVersion).toBe(version);
  });

  it('from HTTP/1.1 to both is followed within minutes', async () => {
    const { lab, offer } = await serverThatOffers('http/1.1');
    const running = await lab.watching();
    await offer('h2', 'http/1.1');
    await lab.passUntil(() => lab.server.requests.at(-1)?.httpVersion === '2.0', 1_200_000, 5000);
    await lab.until(() => isConnected(running.informer), 'the informer watches');
  });

  it('to neither is said, and healed from', async () => {
    const { lab, offer } = await serverThatOffers('h2');
    const running = await lab.watching();
    const before = lab.relay.connections;
    await offer('spdy/3');
    await lab.pass(30_000, 500);
    expect(lab.relay.connections - before).toBeLessThanOrEqual(150);
    expect(running.informer.status.lastError?.message).toMatch(/no application protocol/);
    await offer('h2');
    lab.create('healed');
    await lab.passUntil(() => running.names.includes('healed'), 60_000);
  });
});
