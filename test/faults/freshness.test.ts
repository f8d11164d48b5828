// Whether a cache can be told to be fresh: connections that are silent, and those that are dead and say nothing.
import { checkHealth } from '@informer-gen/runtime';
import { createAuthority, issueCertificate } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { Lab } from './lab.js';
import type { LabInformer, LabOptions } from './lab.js';

const minuteMs = 60_000;
const maxStaleMs = 30_000;

const authority = createAuthority();
const leaf = issueCertificate(authority, { commonName: 'server', hosts: ['127.0.0.1'], usage: 'server' });
const tls = { cert: leaf.certificatePem, key: leaf.privateKeyPem, ca: authority.certificatePem };

const transports: readonly (readonly [string, LabOptions])[] = [
  ['HTTP/1.1', {}],
  ['HTTP/2', { server: { tls }, connect: { ca: authority.certificatePem } }],
];

function reasons(lab: Lab, { informer }: LabInformer): readonly string[] {
  return checkHealth([informer], { clock: lab.clock, maxStaleMs }).reasons;
}

describe.each(transports)('over %s', (name, options) => {
  it('an idle informer stays ready for ten minutes with a limit of 30 s, and nobody is told anything', async () => {
    await using lab = await Lab.start({ ...options, server: { ...options.server, bookmarkIntervalMs: 0 } });
    lab.create('a');
    const running = await lab.watching();
    await lab.pass(5000);
    for (let passedMs = 0; passedMs < 10 * minuteMs; passedMs += 1000) {
      expect(reasons(lab, running)).toEqual([]);
      await lab.pass(1000);
    }
    expect(running.told).toEqual(['add a']);
    expect(running.errors).toEqual([]);
    expect(running.informer.status.relists).toEqual({ initial: 1 });
    expect(lab.server.openWatches()).toBe(1);
    // Over HTTP/2 a PING does it; over HTTP/1.1 a watch takes over every 20 s.
    const watches = lab.server.requests.filter(({ verb }) => verb === 'watch').length;
    if (name === 'HTTP/2') expect(watches).toBeLessThanOrEqual(3);
    else expect(watches).toBeLessThanOrEqual(35);
  });

  it('every change arrives once while watches take over', async () => {
    await using lab = await Lab.start(options);
    const running = await lab.watching();
    const expected: string[] = [];
    for (let at = 0; at < 120; at += 1) {
      if (at % 7 === 3) {
        lab.create(`m${at}`);
        expected.push(`add m${at}`);
      }
      reasons(lab, running);
      await lab.pass(5000, 1000);
    }
    expect(running.told).toEqual(expected);
    expect(running.informer.status.relists).toEqual({ initial: 1 });
  });

  it('a connection that is dead and says nothing turns red, or heals, within the limit', async () => {
    await using lab = await Lab.start(options);
    const running = await lab.watching();
    expect(reasons(lab, running)).toEqual([]);
    await lab.pass(10_000);
    lab.relay.stall();
    lab.create('missed');
    const hasShown = (): boolean => running.names.includes('missed') || reasons(lab, running).length > 0;
    const tookMs = await lab.passUntil(hasShown, 5 * minuteMs);
    expect(tookMs).toBeLessThanOrEqual(maxStaleMs + 1000);
    await lab.passUntil(() => running.names.includes('missed'), 90_000);
    expect(reasons(lab, running)).toEqual([]);
    expect(running.informer.status.relists).toEqual({ initial: 1 });
  });

  it('a network without an answer turns red within the limit, and green when it is back', async () => {
    await using lab = await Lab.start(options);
    const running = await lab.watching();
    expect(reasons(lab, running)).toEqual([]);
    lab.relay.stall();
    await lab.relay.close();
    const tookMs = await lab.passUntil(() => reasons(lab, running).length > 0, 5 * minuteMs);
    expect(tookMs).toBeLessThanOrEqual(maxStaleMs + 1000);
    await lab.relay.open();
    await lab.passUntil(() => reasons(lab, running).length === 0, 2 * minuteMs);
  });
});

it('over HTTP/1.1, watchSilenceMs says when a silent watch is given up', async () => {
  await using lab = await Lab.start({ connect: { watchSilenceMs: 20_000 }, server: { bookmarkIntervalMs: 15_000 } });
  const running = await lab.watching();
  await lab.pass(2 * minuteMs);
  expect(lab.server.requests.filter(({ verb }) => verb === 'watch')).toHaveLength(1);
  lab.relay.stall();
  lab.create('missed');
  const tookMs = await lab.passUntil(() => running.names.includes('missed'), 2 * minuteMs);
  expect(tookMs).toBeLessThanOrEqual(21_000);
});

it('over HTTP/1.1, 90 s of silence end a watch by default', async () => {
  await using lab = await Lab.start();
  const running = await lab.watching();
  await lab.pass(3.5 * minuteMs);
  expect(lab.server.requests.filter(({ verb }) => verb === 'watch')).toHaveLength(1);
  lab.relay.stall();
  lab.create('missed');
  const tookMs = await lab.passUntil(() => running.names.includes('missed'), 3 * minuteMs);
  expect(tookMs).toBeLessThanOrEqual(91_000);
  expect(tookMs).toBeGreaterThan(25_000);
});
