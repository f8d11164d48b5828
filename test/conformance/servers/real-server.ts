import { connect } from '@informer-gen/runtime';
import type { ApiServer } from '@informer-gen/testing';
import { kubeconfigText, startApiServer } from '@informer-gen/testing';
import { sendRaw } from './raw-request.js';
import { Relay } from './relay.js';
import type { LoggedRequest, ServerUnderTest } from './server-under-test.js';

/** A real kube-apiserver with its own etcd. */
export async function startRealServer(): Promise<ServerUnderTest> {
  const server = await startApiServer({});
  const { url, caPem: ca, adminToken } = server;
  const relay = new Relay(() => Number(new URL(url).port));
  await relay.open();
  const admin = await connect({ server: url, token: adminToken, ca });
  let users = 0;
  return {
    relay,
    admin,
    connect: (options = {}) =>
      connect({ server: `https://127.0.0.1:${relay.port}`, token: adminToken, ca, ...options }),
    kubeconfig: () =>
      kubeconfigText({ url: `https://127.0.0.1:${relay.port}`, caPem: ca, credentials: { token: adminToken } }),
    createNamespace: () => server.createNamespace(),
    async restrictedUser(namespace) {
      const user = `user-${++users}`;
      return { token: server.tokenFor(user), grant: () => grantReading(server, namespace, user) };
    },
    async expireHistory() {
      await server.expireHistory();
    },
    crash: () => server.kill9ApiServer(),
    start: () => server.restartApiServer(),
    setWatchList: (enabled) => server.restartApiServer({ featureGates: { WatchList: enabled } }),
    requestsOf: (userAgent) => loggedRequests(server, userAgent),
    raw: (request) => sendRaw({ url, ca, token: adminToken }, request),
    async [Symbol.asyncDispose]() {
      await admin[Symbol.asyncDispose]();
      await relay[Symbol.asyncDispose]();
      await server.stop();
    },
  };
}

async function grantReading(server: ApiServer, namespace: string, user: string): Promise<void> {
  const path = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}`;
  const name = `reader-${user}`;
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list', 'watch'] }];
  await server.json(`${path}/roles`, { method: 'POST', body: { metadata: { name }, rules } });
  const body = {
    metadata: { name },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user }],
  };
  await server.json(`${path}/rolebindings`, { method: 'POST', body });
}

async function loggedRequests(server: ApiServer, userAgent: string): Promise<LoggedRequest[]> {
  const requests = new Map<string, LoggedRequest>();
  for (const entry of await server.auditLog()) {
    if (entry.userAgent !== userAgent) continue;
    const url = new URL(entry.requestURI, server.url);
    const code = entry.responseStatus?.code ?? requests.get(entry.auditID)?.code;
    const query = Object.fromEntries(url.searchParams);
    requests.set(entry.auditID, { verb: entry.verb, path: url.pathname, query, code });
  }
  return [...requests.values()];
}
