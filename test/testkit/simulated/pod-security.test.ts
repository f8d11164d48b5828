import { SimulatedApiServer } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { ask } from './http-client.js';
import type { Answer } from './http-client.js';

const hostNetwork = { containers: [{ name: 'c', image: 'i' }], hostNetwork: true };
const pod = { metadata: { name: 'p' }, spec: hostNetwork };
const baseline = { 'pod-security.kubernetes.io/enforce': 'baseline' };

function create(server: SimulatedApiServer, path: string, body: unknown): Promise<Answer> {
  return ask(server, path, { method: 'POST', body });
}

describe('Pod Security on the simulated server', () => {
  it('refuses pods beyond the level that their namespace enforces', async () => {
    await using server = await SimulatedApiServer.start();
    await create(server, '/api/v1/namespaces', { metadata: { name: 'strict', labels: baseline } });
    const { code, json } = await create(server, '/api/v1/namespaces/strict/pods', pod);
    expect(code).toBe(403);
    expect(json['message']).toBe(
      'pods "p" is forbidden: violates PodSecurity "baseline:latest": host namespaces (hostNetwork=true)',
    );
  });

  it('warns of templates that would make such pods', async () => {
    await using server = await SimulatedApiServer.start();
    await create(server, '/api/v1/namespaces', { metadata: { name: 'strict', labels: baseline } });
    const labels = { app: 'a' };
    const { code, headers } = await create(server, '/apis/apps/v1/namespaces/strict/deployments', {
      metadata: { name: 'd' },
      spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: hostNetwork } },
    });
    expect(code).toBe(201);
    expect(headers['warning']).toBe(
      '299 - "would violate PodSecurity \\"baseline:latest\\": host namespaces (hostNetwork=true)"',
    );
  });

  it('admits every pod where the namespace says nothing, and names it once the namespace demands more', async () => {
    await using server = await SimulatedApiServer.start();
    expect((await create(server, '/api/v1/namespaces/default/pods', pod)).code).toBe(201);
    const { headers } = await ask(server, '/api/v1/namespaces/default', {
      method: 'PATCH',
      type: 'application/merge-patch+json',
      body: { metadata: { labels: baseline } },
    });
    expect(headers['warning']).toBe(
      '299 - "existing pods in namespace \\"default\\" violate the new PodSecurity enforce level \\"baseline:latest\\"", ' +
        '299 - "p: host namespaces"',
    );
  });

  it('lets a test store what it likes without a request', async () => {
    await using server = await SimulatedApiServer.start();
    server.direct.create('namespaces', { metadata: { name: 'strict', labels: baseline } });
    server.direct.create('pods', { ...pod, metadata: { name: 'p', namespace: 'strict' } });
    expect((await ask(server, '/api/v1/namespaces/strict/pods/p')).code).toBe(200);
  });
});
