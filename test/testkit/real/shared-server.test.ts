import { connect as connectHttp2 } from 'node:http2';
import { readFile } from 'node:fs/promises';
import { KubeConfig } from '@kubernetes/client-node';
import { expect, it } from 'vitest';
import type { ApiServerAccess } from '@informer-gen/testing';
import { findApiServer, pinnedKubernetesVersion } from '@informer-gen/testing';
import { describeWithApiServer } from '../../setup/api-server.js';
import { firstWatchEvent, watchLines } from './watch-lines.js';

interface Version {
  readonly gitVersion: string;
  readonly major: string;
  readonly minor: string;
}

describeWithApiServer('the API server that a test run shares', (server) => {
  it('says which version it is', async () => {
    const version = await server().json<Version>('/version');

    expect(version.gitVersion).toBe(server().version);
    expect(`v${version.major}.${version.minor}`).toBe(/^v\d+\.\d+/.exec(server().version)?.[0]);
    if (findApiServer()?.source === 'cache') expect(version.gitVersion).toBe(pinnedKubernetesVersion());
  });

  it('serves HTTP/2 over TLS, with a hundred streams a connection', async () => {
    const session = connectHttp2(server().url, { ca: server().caPem });
    const settings = new Promise<number | undefined>((resolve) => {
      session.once('remoteSettings', (remote) => resolve(remote.maxConcurrentStreams));
    });
    try {
      const stream = session.request({ ':path': '/api', authorization: `Bearer ${server().adminToken}` });
      const status = await new Promise((resolve, reject) => {
        stream.once('response', (headers) => resolve(headers[':status']));
        stream.once('error', reject);
      });

      expect(status).toBe(200);
      expect(session.alpnProtocol).toBe('h2');
      expect(await settings).toBe(100);
    } finally {
      session.destroy();
    }
  });

  it('streams a WatchList in JSON, ended by its bookmark', async () => {
    const namespace = await server().createNamespace();
    await createConfigMap(server(), namespace, 'a');

    const query = 'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
    const seen: string[] = [];
    for await (const event of watchLines(server(), `/api/v1/namespaces/${namespace}/configmaps?${query}`)) {
      seen.push(`${event.type} ${event.object.metadata?.name ?? ''}`.trim());
      if (event.type === 'BOOKMARK') break;
    }

    expect(seen).toEqual(['ADDED a', 'BOOKMARK']);
  });

  it('takes pods without a service account', async () => {
    const namespace = await server().createNamespace();
    const body = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'none' }] } };

    const { status } = await server().request(`/api/v1/namespaces/${namespace}/pods`, { method: 'POST', body });

    expect(status).toBe(201);
  });

  it('forbids an ordinary user what no role grants, by token and by certificate, and allows what one does', async () => {
    const namespace = await server().createNamespace();
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const token = server().tokenFor('jane', [`readers-${namespace}`]);
    const { certificatePem: cert, privateKeyPem: key } = server().clientCertificateFor('joe', [`readers-${namespace}`]);

    for (const credentials of [{ token }, { cert, key }]) {
      const { status, text } = await server().request(path, credentials);
      expect(status).toBe(403);
      expect(text).toContain('cannot list resource \\"configmaps\\"');
    }
    await grantList(server(), namespace, `readers-${namespace}`);
    for (const credentials of [{ token }, { cert, key }]) {
      // The authorizer reads roles from informers of its own, a moment behind.
      await expect.poll(async () => (await server().request(path, credentials)).status, { timeout: 10_000 }).toBe(200);
    }
  });

  it('refuses an unknown token, an expired token and an expired certificate', async () => {
    const expired = server().tokenFor('jane', [], { validForMs: -60_000 });
    const old = server().clientCertificateFor('jane', [], { validForMs: -60_000 });

    expect((await server().request('/api', { token: 'nonsense' })).status).toBe(401);
    expect((await server().request('/api', { token: expired })).status).toBe(401);
    const answer = await server().request('/api', { cert: old.certificatePem, key: old.privateKeyPem });
    expect(answer.status).toBe(401);
  });

  it('has a kubeconfig that client-node reads', async () => {
    const config = new KubeConfig();
    config.loadFromString(server().kubeconfig);

    expect(config.getCurrentCluster()?.server).toBe(server().url);
    expect(config.getCurrentCluster()?.caData).toBe(server().caData);
    expect(config.getCurrentUser()?.token).toBe(server().adminToken);
    expect(await readFile(server().kubeconfigPath, 'utf8')).toBe(server().kubeconfig);
  });

  it('logs who asked what, watches from their first byte on', async () => {
    const namespace = await server().createNamespace();
    const path = `/api/v1/namespaces/${namespace}/configmaps?limit=7`;
    await server().request(path, { token: server().tokenFor('auditee') });

    const entry = await server().waitForAuditEntry((e) => e.stage === 'ResponseComplete' && e.requestURI === path);

    expect(entry).toMatchObject({
      verb: 'list',
      user: { username: 'auditee' },
      objectRef: { resource: 'configmaps', namespace },
      responseStatus: { code: 403 },
    });
    await createConfigMap(server(), namespace, 'a');
    const watchPath = `/api/v1/namespaces/${namespace}/configmaps?watch=true`;
    await firstWatchEvent(server(), watchPath);
    await server().waitForAuditEntry((e) => e.stage === 'ResponseStarted' && e.requestURI === watchPath);
    const log = await server().auditLog();
    expect(log.map((e) => e.user.username)).not.toContain('system:apiserver');
  });
});

async function createConfigMap(server: ApiServerAccess, namespace: string, name: string): Promise<void> {
  const body = { metadata: { name } };
  await server.json(`/api/v1/namespaces/${namespace}/configmaps`, { method: 'POST', body });
}

/** A role of our own: the default ones such as `view` are filled in by a controller that does not run here. */
async function grantList(server: ApiServerAccess, namespace: string, group: string): Promise<void> {
  const path = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}`;
  const role = {
    metadata: { name: 'reader' },
    rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }],
  };
  const binding = {
    metadata: { name: 'reader' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: group }],
  };
  await server.json(`${path}/roles`, { method: 'POST', body: role });
  await server.json(`${path}/rolebindings`, { method: 'POST', body: binding });
}
