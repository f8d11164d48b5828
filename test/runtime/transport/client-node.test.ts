import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../../runtime/src/client/connect.js';
import type { KubeConfigLike } from '../../../runtime/src/transport/auth/credentials.js';
import { ConfigurationError } from '../../../runtime/src/transport/http/errors.js';
import { issueCertificate } from '@informer-gen/testing';
import { authority, connectProxy, h2Server, http1Server, https1Server } from './servers.js';
import type { Handler } from './servers.js';
import { podList, pods } from './wire.js';

// Another major of client-node can be put in its place: see test/runtime/transport/with-client-node.mjs.
const clientNode = process.env['CLIENT_NODE_MODULE'] ?? '@kubernetes/client-node';

interface LoadableKubeConfig extends KubeConfigLike {
  loadFromOptions(options: unknown): void;
}

const folder = mkdtempSync(join(tmpdir(), 'client-node-'));
const seen: { authorization?: unknown; user?: unknown; clientName?: unknown }[] = [];

const answer: Handler = (request, response) => {
  seen.push({
    authorization: request.headers['authorization'],
    user: request.headers['impersonate-user'],
    clientName: (request.socket as TLSSocket).getPeerCertificate?.()?.subject?.CN,
  });
  response.end(podList([]));
};

let KubeConfig: new () => LoadableKubeConfig;
beforeAll(async () => {
  ({ KubeConfig } = (await import(clientNode)) as { KubeConfig: new () => LoadableKubeConfig });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function kubeConfigFor(server: string, user: object, cluster: object = {}): LoadableKubeConfig {
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromOptions({
    clusters: [
      {
        name: 'c',
        server,
        skipTLSVerify: false,
        caData: Buffer.from(authority.certificatePem).toString('base64'),
        ...cluster,
      },
    ],
    users: [{ name: 'u', ...user }],
    contexts: [{ name: 'x', cluster: 'c', user: 'u' }],
    currentContext: 'x',
  });
  return kubeConfig;
}

describe.each([
  ['HTTP/1.1', https1Server],
  ['HTTP/2', h2Server],
])("client-node's KubeConfig over %s", (_name, startServer) => {
  const lastSeen = async (user: object, cluster: object = {}) => {
    await using server = await startServer(answer, {
      requestCert: true,
      rejectUnauthorized: false,
      ca: authority.certificatePem,
    });
    await using client = await connect({ kubeConfig: kubeConfigFor(server.url, user, cluster) });
    await client.list(pods);
    return seen.at(-1);
  };

  it('brings a token', async () => {
    expect(await lastSeen({ token: 'abc' })).toMatchObject({ authorization: 'Bearer abc' });
  });

  it('brings a token from a file, without its newline', async () => {
    const tokenFile = join(folder, 'token');
    writeFileSync(tokenFile, 'from-file\n');
    const user = { authProvider: { name: 'tokenFile', config: { tokenFile } } };
    expect(await lastSeen(user)).toMatchObject({ authorization: 'Bearer from-file' });
  });

  it('brings a token from an exec plugin', async () => {
    const script = `console.log(JSON.stringify({ status: { token: 'from-plugin' } }))`;
    const user = { exec: { command: process.execPath, args: ['-e', script] } };
    expect(await lastSeen(user)).toMatchObject({ authorization: 'Bearer from-plugin' });
  });

  it('brings a client certificate', async () => {
    const certified = issueCertificate(authority, { commonName: 'jane', usage: 'client' });
    const user = { certData: base64(certified.certificatePem), keyData: base64(certified.privateKeyPem) };
    expect(await lastSeen(user)).toMatchObject({ clientName: 'jane' });
  });

  it('brings whom to impersonate', async () => {
    expect(await lastSeen({ token: 'abc', impersonateUser: 'joe' })).toMatchObject({ user: 'joe' });
  });

  it('brings user name and password', async () => {
    expect(await lastSeen({ username: 'me', password: 'pw' })).toMatchObject({
      authorization: `Basic ${base64('me:pw')}`,
    });
  });

  it('says not to verify the server', async () => {
    expect(await lastSeen({ token: 'abc' }, { caData: undefined, skipTLSVerify: true })).toMatchObject({
      authorization: 'Bearer abc',
    });
  });

  it('goes through its proxy, with one tunnel for many requests', async () => {
    await using proxy = await connectProxy();
    await using server = await startServer(answer, { allowHTTP1: true });
    await using client = await connect({
      kubeConfig: kubeConfigFor(server.url, { token: 'abc' }, { proxyUrl: proxy.url }),
    });
    await client.list(pods);
    await client.list(pods);
    expect(seen.at(-1)).toMatchObject({ authorization: 'Bearer abc' });
    expect(proxy.targets).toEqual([`127.0.0.1:${server.port}`]);
  });
});

describe('a kubeconfig file', () => {
  const write = (server: string): string => {
    const path = join(folder, 'config');
    const entry = (name: string): object => ({ name, context: { cluster: 'c', user: name } });
    const config = {
      clusters: [{ name: 'c', cluster: { server, 'insecure-skip-tls-verify': true } }],
      users: ['one', 'two'].map((name) => ({ name, user: { token: name } })),
      contexts: ['one', 'two'].map(entry),
      'current-context': 'one',
    };
    writeFileSync(path, JSON.stringify(config));
    return path;
  };

  it('is read from its path, with its current context or another', async () => {
    await using server = await http1Server(answer);
    const kubeconfigPath = write(server.url);
    for (const context of [undefined, 'two']) {
      await using client = await connect({ kubeconfigPath, context });
      await client.list(pods);
    }
    expect(seen.slice(-2).map(({ authorization }) => authorization)).toEqual(['Bearer one', 'Bearer two']);
    await expect(connect({ kubeconfigPath, context: 'three' })).rejects.toThrow('no context "three"; it has: one, two');
  });

  const inPod = existsSync('/var/run/secrets/kubernetes.io/serviceaccount/token');
  it.skipIf(inPod)('is looked for where kubectl looks; when there is none, the error says so', async () => {
    const { KUBECONFIG, HOME } = process.env;
    try {
      await using server = await http1Server(answer);
      process.env['KUBECONFIG'] = write(server.url);
      await using client = await connect();
      await client.list(pods);
      expect(seen.at(-1)).toMatchObject({ authorization: 'Bearer one' });
      delete process.env['KUBECONFIG'];
      process.env['HOME'] = folder;
      const failed = connect();
      await expect(failed).rejects.toThrow(ConfigurationError);
      await expect(failed).rejects.toThrow(/no kubeconfig found/);
    } finally {
      if (KUBECONFIG === undefined) delete process.env['KUBECONFIG'];
      else process.env['KUBECONFIG'] = KUBECONFIG;
      process.env['HOME'] = HOME;
    }
  });
});

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
