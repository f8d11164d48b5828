// A server's name that stops resolving, and connections that the system does not make.
import dns from 'node:dns';
import { createAuthority, issueCertificate } from '@informer-gen/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { connect } from '@informer-gen/runtime';
import { configMaps, isConnected, Lab } from './lab.js';

const HOST = 'cluster.test';
const authority = createAuthority();
const leaf = issueCertificate(authority, { commonName: 'server', hosts: [HOST], usage: 'server' });
const tls = { cert: leaf.certificatePem, key: leaf.privateKeyPem, ca: authority.certificatePem };

type LookupCallback = (error: Error | null, address?: string | dns.LookupAddress[], family?: number) => void;

afterEach(() => vi.restoreAllMocks());

/** Answers Node's questions for names; undefined: with our own address. `'never'`: not at all. */
function resolver(): { trouble: string | undefined; asked: number } {
  const state = { trouble: undefined as string | undefined, asked: 0 };
  const { lookup } = dns;
  const ours = (host: string, options: dns.LookupOptions, callback: LookupCallback): void => {
    if (host !== HOST) {
      const given = [host, options, callback].filter((each) => each !== undefined);
      return (lookup as (...others: unknown[]) => void)(...given);
    }
    state.asked += 1;
    const { trouble } = state;
    if (trouble === 'never') return;
    setImmediate(() => {
      if (trouble !== undefined) {
        const error = Object.assign(new Error(`getaddrinfo ${trouble} ${HOST}`), {
          code: trouble,
          syscall: 'getaddrinfo',
        });
        return callback(error);
      }
      if (options.all === true) callback(null, [{ address: '127.0.0.1', family: 4 }]);
      else callback(null, '127.0.0.1', 4);
    });
  };
  vi.spyOn(dns, 'lookup').mockImplementation(ours as unknown as typeof dns.lookup);
  return state;
}

describe.each(['auto', 'http1'] as const)('over %s', (transport) => {
  it.each([
    ['ENOTFOUND', /ENOTFOUND/],
    ['EAI_AGAIN', /EAI_AGAIN/],
    ['ESERVFAIL', /ESERVFAIL/],
    ['never', /connecting to .* nothing came/],
    ['EMFILE', /EMFILE/],
    ['EADDRNOTAVAIL', /EADDRNOTAVAIL/],
  ])(
    'a name that does not resolve any more (%s) is asked for with pauses, said, and healed from',
    async (code, message) => {
      const names = resolver();
      await using lab = await Lab.start({ server: { tls }, connect: { ca: tls.ca } });
      const server = `https://${HOST}:${lab.relay.port}`;
      await using client = await connect({ server, ca: tls.ca, transport, clock: lab.clock });
      const running = lab.run({}, client.listerWatcher(configMaps));
      await lab.until(() => running.informer.hasSynced() && isConnected(running.informer), 'the informer watches');
      names.trouble = code;
      names.asked = 0;
      lab.relay.cut();
      await lab.pass(30_000, 500);
      expect(names.asked).toBeGreaterThan(0);
      expect(names.asked).toBeLessThanOrEqual(150);
      await lab.passUntil(() => running.informer.status.lastError !== undefined, 60_000);
      expect(running.informer.status.lastError?.message).toMatch(message);
      expect(running.informer.status.lastError?.message).toContain(HOST);
      names.trouble = undefined;
      lab.create('healed');
      await lab.passUntil(() => running.names.includes('healed') && isConnected(running.informer), 60_000);
    },
  );
});
