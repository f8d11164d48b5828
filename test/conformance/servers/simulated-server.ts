import { connect } from '@informer-gen/runtime';
import { SimulatedApiServer, createAuthority, issueCertificate, kubeconfigText, settle } from '@informer-gen/testing';
import { sendRaw } from './raw-request.js';
import { Relay } from './relay.js';
import type { LoggedRequest, ServerUnderTest } from './server-under-test.js';

const adminToken = 'admin';

/** The simulated server, over TLS, so that both versions of HTTP can be had. */
export async function startSimulatedServer(): Promise<ServerUnderTest> {
  const authority = createAuthority();
  const { certificatePem, privateKeyPem } = issueCertificate(authority, {
    commonName: 'simulated',
    hosts: ['127.0.0.1'],
    usage: 'server',
  });
  const ca = authority.certificatePem;
  const server = await SimulatedApiServer.start({ tls: { cert: certificatePem, key: privateKeyPem, ca } });
  const tokens = [adminToken];
  server.requireTokens(tokens);
  const relay = new Relay(() => Number(new URL(server.url).port));
  await relay.open();
  const admin = await connect({ server: server.url, token: adminToken, ca });
  // Nothing takes time here: clients have to see that their connections are gone before they can use others.
  const restart = async (): Promise<void> => {
    await server.restart();
    await settle(20);
  };
  let users = 0;
  return {
    relay,
    admin,
    connect: (options = {}) =>
      connect({ server: `https://127.0.0.1:${relay.port}`, token: adminToken, ca, ...options }),
    kubeconfig: () =>
      kubeconfigText({ url: `https://127.0.0.1:${relay.port}`, caPem: ca, credentials: { token: adminToken } }),
    async createNamespace() {
      const created = server.create('namespaces', { metadata: { generateName: 'test-' } });
      return String(created.metadata.name);
    },
    async restrictedUser(namespace) {
      const token = `user-${++users}`;
      tokens.push(token);
      server.requireTokens(tokens);
      const grant = server.deny({ namespace, when: ({ headers }) => headers.authorization === `Bearer ${token}` });
      return { token, grant: async () => grant() };
    },
    async expireHistory() {
      server.compact();
      await restart();
    },
    crash: () => server.stop(),
    start: restart,
    async setWatchList(enabled) {
      server.settings.watchList = enabled ? 'on' : 'invalid';
    },
    async requestsOf(userAgent): Promise<LoggedRequest[]> {
      return server.requests.filter(({ headers }) => headers['user-agent'] === userAgent);
    },
    raw: (request) => sendRaw({ url: server.url, ca, token: adminToken }, request),
    async [Symbol.asyncDispose]() {
      await admin[Symbol.asyncDispose]();
      await relay[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}
