import { describe, expect, it } from 'vitest';
import { createAuthority, issueCertificate } from '@informer-gen/testing';
import { isConnected, Lab } from './lab.js';

const minuteMs = 60_000;

describe('a stream that is quiet or dead', () => {
  it('javascript#3020: a healthy quiet stream is not cut after 30 s', async () => {
    await using lab = await Lab.start();
    const { informer } = await lab.watching();
    const requests = lab.server.requests.length;
    // Random numbers of 0 make watches of five minutes.
    await lab.pass(5 * minuteMs - 1000);
    expect(lab.server.requests).toHaveLength(requests);
    expect(isConnected(informer)).toBe(true);
  });

  it('javascript#596, javascript#958, javascript#364: a connection that dies without a word is replaced, and says so', async () => {
    await using lab = await Lab.start();
    const running = await lab.watching();
    lab.relay.stall();
    lab.create('missed');
    const tookMs = await lab.passUntil(() => running.names.includes('missed'), 11 * minuteMs);
    // Longer than a bookmark of the server may take.
    expect(tookMs).toBeGreaterThan(minuteMs);
    expect(tookMs).toBeLessThanOrEqual(90_000);
    expect(running.informer.status.relists).toEqual({ initial: 1 });
    expect(lab.relay.connections).toBeGreaterThan(1);
  });

  it('javascript#596: over HTTP/2 a PING finds that out within a minute', async () => {
    const authority = createAuthority();
    const leaf = issueCertificate(authority, { commonName: 'server', hosts: ['127.0.0.1'], usage: 'server' });
    const tls = { cert: leaf.certificatePem, key: leaf.privateKeyPem, ca: authority.certificatePem };
    await using lab = await Lab.start({ server: { tls }, connect: { ca: authority.certificatePem } });
    const running = await lab.watching();
    expect(lab.server.requests[0]?.httpVersion).toBe('2.0');
    // Quiet for longer than that, it stays as it is.
    await lab.pass(3 * minuteMs);
    expect(lab.relay.connections).toBe(1);
    lab.relay.stall();
    lab.create('missed');
    const tookMs = await lab.passUntil(() => running.names.includes('missed'), 2 * minuteMs);
    expect(tookMs).toBeLessThanOrEqual(minuteMs);
    expect(running.informer.status.relists).toEqual({ initial: 1 });
  });

  it('client-go#374, client-go#755, client-go#856, OpenSandbox#1533, java#2151, java#2183, java#896: a read that blocks for ever ends, and the cache thaws', async () => {
    await using lab = await Lab.start();
    const running = await lab.watching();
    lab.server.freezeWatches();
    // The server lets timeoutSeconds pass without ending the watch: nobody but the client can.
    lab.create('frozen');
    await lab.passUntil(() => running.names.includes('frozen'), 6 * minuteMs);
    expect(isConnected(running.informer)).toBe(true);
  });

  it('fabric8#4781, fabric8#4340, fabric8#3177: every watch is bounded to five to ten minutes', async () => {
    await using lab = await Lab.start();
    let next = 0;
    const running = await lab.watching({ reflector: { random: () => (next = (next + 0.37) % 1) } });
    await lab.pass(40 * minuteMs);
    const watches = lab.server.requests.filter(({ verb }) => verb === 'watch');
    const seconds = watches.map(({ query }) => Number(query['timeoutSeconds']));
    expect(seconds.length).toBeGreaterThan(4);
    for (const each of seconds) {
      expect(each).toBeGreaterThanOrEqual(300);
      expect(each).toBeLessThanOrEqual(600);
    }
    expect(new Set(seconds).size).toBeGreaterThan(2);
    expect(running.informer.status.relists).toEqual({ initial: 1 });
  });
});

describe('a stream that breaks', () => {
  it.each(['truncate', 'truncate-reset'] as const)(
    'javascript#146, javascript#249: a truncated line ends the watch, loses nothing and invents nothing (%s)',
    async (how) => {
      await using lab = await Lab.start();
      const running = await lab.watching();
      lab.create('a');
      await lab.until(() => running.told.length === 1, 'the first event');
      lab.server.cutWatches(how);
      await lab.server.until(() => lab.server.openWatches() === 0);
      lab.create('b');
      lab.server.patch('configmaps', 'a', { data: { x: '1' } });
      await lab.passUntil(() => running.told.length >= 3, minuteMs);
      expect(running.told).toEqual(['add a', 'add b', 'update a']);
      expect(running.informer.status.relists).toEqual({ initial: 1 });
    },
  );

  it('javascript#795, javascript#680, javascript#1496: ECONNRESET and a restart are healed, and reject nothing unhandled', async () => {
    const unhandled: unknown[] = [];
    const listen = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', listen);
    try {
      await using lab = await Lab.start();
      const running = await lab.watching();
      lab.relay.cut();
      lab.create('after-reset');
      await lab.passUntil(() => running.names.includes('after-reset'), minuteMs);
      await lab.server.stop();
      await lab.pass(20_000);
      expect(running.informer.status.lastError).toBeDefined();
      await lab.server.restart();
      lab.create('after-restart');
      await lab.passUntil(() => running.names.includes('after-restart'), 2 * minuteMs);
      expect(running.told.filter((told) => told.startsWith('delete'))).toEqual([]);
    } finally {
      process.off('unhandledRejection', listen);
    }
    expect(unhandled).toEqual([]);
  });

  it('javascript#494, javascript PR#505: reconnecting leaks no connection', async () => {
    await using lab = await Lab.start();
    const running = await lab.watching();
    for (let round = 0; round < 20; round++) {
      lab.server.cutWatches(round % 2 === 0 ? 'close' : 'reset');
      lab.create(`m${round}`);
      await lab.passUntil(() => running.names.includes(`m${round}`), 2 * minuteMs);
    }
    expect(lab.server.openWatches()).toBe(1);
    expect(lab.server.openConnections).toBeLessThanOrEqual(2);
  });

  it('fabric8#1943: a 410 leaks no connection either, also when the server leaves the stream open', async () => {
    await using lab = await Lab.start();
    const running = await lab.watching();
    const status = { kind: 'Status', code: 410, reason: 'Expired', message: 'too old resource version' };
    for (let round = 0; round < 10; round++) {
      lab.server.writeToWatches(`${JSON.stringify({ type: 'ERROR', object: status })}\n`);
      lab.create(`m${round}`);
      await lab.passUntil(() => running.informer.status.relists.expired === round + 1, 2 * minuteMs);
      await lab.passUntil(() => running.names.includes(`m${round}`), 2 * minuteMs);
    }
    expect(lab.server.openWatches()).toBe(1);
    expect(lab.server.openConnections).toBeLessThanOrEqual(2);
  });

  it('heals from garbage on the stream by listing again, and says what it was', async () => {
    await using lab = await Lab.start();
    const running = await lab.watching();
    lab.server.writeToWatches('<html>the proxy is out to lunch</html>\n');
    lab.create('later');
    await lab.passUntil(() => running.names.includes('later'), minuteMs);
    expect(running.informer.status.relists).toMatchObject({ 'watch ended with an error': 1 });
    expect(running.errors).toEqual([expect.objectContaining({ code: 'MalformedEvent' })]);
    expect(running.informer.status.lastError).toBeUndefined();
  });

  it('heals from an ERROR event of the server', async () => {
    await using lab = await Lab.start();
    const running = await lab.watching();
    lab.server.failWatches({ kind: 'Status', code: 500, reason: 'InternalError', message: 'etcd is unwell' });
    lab.create('later');
    await lab.passUntil(() => running.names.includes('later'), minuteMs);
    expect(running.errors).toMatchObject([{ statusCode: 500, message: expect.stringContaining('etcd is unwell') }]);
    expect(running.informer.status.lastError).toBeUndefined();
  });
});
