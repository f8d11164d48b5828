import { connect as connectTls } from 'node:tls';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { ApiServer } from '../../../testkit/real/api-server.js';
import { describeWithOwnApiServer } from '../../setup/api-server.js';

const PATH = '/api/v1/namespaces/default/configmaps';

async function create(server: ApiServer, name: string): Promise<void> {
  await server.json(PATH, { method: 'POST', body: { metadata: { name } } });
}

async function statusOf(server: ApiServer, name: string): Promise<number> {
  return (await server.request(`${PATH}/${name}`).catch(() => ({ status: 0 }))).status;
}

/** A real server takes its own time; it is asked until it says so. */
async function eventually(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(20);
}

async function servingCertificateOf({ url, caPem: ca }: ApiServer): Promise<string> {
  const socket = connectTls({ host: '127.0.0.1', port: Number(new URL(url).port), ca });
  await once(socket, 'secureConnect');
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

describeWithOwnApiServer('a broken API server', { audit: false }, (server) => {
  it('shares its objects and users with a peer on the same etcd, which serves on while it is down', async () => {
    const peer = await server().startPeer();
    expect(peer.url).not.toBe(server().url);
    await create(server(), 'shared');

    await server().kill9ApiServer();

    expect(await statusOf(server(), 'shared')).toBe(0);
    expect(await statusOf(peer, 'shared')).toBe(200);
    await create(peer, 'by-peer');
    await server().restartApiServer();
    expect(await statusOf(server(), 'by-peer')).toBe(200);
    await peer.stop();
    expect(await statusOf(server(), 'shared')).toBe(200);
  });

  it('has its objects again after etcd was killed and started again', async () => {
    await create(server(), 'durable');

    await server().kill9Etcd();
    await server().restartEtcd();

    await eventually(async () => (await statusOf(server(), 'durable')) === 200);
    await create(server(), 'after');
  });

  it('answers no writes while etcd is suspended, and goes on afterwards', async () => {
    server().suspendEtcd();
    const write = server().request(PATH, { method: 'POST', body: { metadata: { name: 'late' } }, timeoutMs: 300 });
    await expect(write).rejects.toThrow('aborted');
    server().resumeEtcd();

    await eventually(async () => (await statusOf(server(), 'durable')) === 200);
  });

  it('shows new connections a new serving certificate of the same authority', async () => {
    const before = await servingCertificateOf(server());

    await server().rotateServingCertificate();

    await eventually(async () => (await servingCertificateOf(server())) !== before);
    expect(await statusOf(server(), 'durable')).toBe(200);
  });
});
