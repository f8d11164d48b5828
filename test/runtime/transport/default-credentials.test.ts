import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeClock } from '@informer-gen/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CredentialSource, KubeConfigLike } from '../../../runtime/src/transport/auth/credentials.js';
import { KubeConfigCredentials } from '../../../runtime/src/transport/auth/credentials.js';
import { findServiceAccount } from '../../../runtime/src/transport/auth/service-account.js';
import { connect } from '../../../runtime/src/client/connect.js';
import { http1Server } from './servers.js';
import { podList, pods } from './wire.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'informer-gen-account-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

describe('the service account of a pod', () => {
  const env = { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '443' };
  const find = async (clock: FakeClock): Promise<CredentialSource> => {
    await writeFile(join(folder, 'token'), 'first\n');
    await writeFile(join(folder, 'ca.crt'), 'authority');
    return findServiceAccount(clock, { folder, env }) as CredentialSource;
  };

  it('is read from its files, as they rotate', async () => {
    const clock = new FakeClock();
    const account = await find(clock);
    expect(account.server.href).toBe('https://[fd00::1]/');
    const first = await account.get();
    expect(first).toEqual({ headers: { authorization: 'Bearer first' }, tls: { ca: 'authority' }, tlsVersion: 1 });
    await writeFile(join(folder, 'token'), 'second');
    expect(await account.get()).toBe(first);
    clock.advance(60_000);
    expect(await account.get()).toMatchObject({ headers: { authorization: 'Bearer second' }, tlsVersion: 1 });
    await writeFile(join(folder, 'ca.crt'), 'another');
    clock.advance(60_000);
    expect(await account.get()).toMatchObject({ tls: { ca: 'another' }, tlsVersion: 2 });
  });

  it('is read again at once when the server refuses its token', async () => {
    const account = await find(new FakeClock());
    const refused = await account.get();
    await writeFile(join(folder, 'token'), 'second');
    account.invalidate(refused);
    expect(await account.get()).toMatchObject({ headers: { authorization: 'Bearer second' } });
  });

  it('is none outside of a pod', () => {
    expect(findServiceAccount(new FakeClock(), { folder, env })).toBeUndefined();
    expect(findServiceAccount(new FakeClock(), { folder, env: {} })).toBeUndefined();
  });
});

describe('a kubeconfig', () => {
  it('that KUBECONFIG names and that is not there is an error that says so', async () => {
    vi.stubEnv('KUBECONFIG', join(folder, 'nope'));
    await expect(connect()).rejects.toMatchObject({
      code: 'Configuration',
      message: expect.stringContaining('KUBECONFIG names no file that is there'),
    });
  });

  const cluster = { name: 'c', cluster: { server: 'https://10.0.0.1:6443' } };
  const contexts = ['a', 'b'].map((name) => ({ name, context: { cluster: name === 'a' ? 'c' : 'gone', user: 'u' } }));
  const whole = { clusters: [cluster], users: [{ name: 'u', user: {} }], contexts };
  it.each([
    ['holds nothing', '', /config is no kubeconfig: it, or an entry of it, is empty$/],
    ['holds nothing where a cluster is', { ...whole, clusters: [null] }, /: it, or an entry of it, is empty$/],
    ['holds something else', 'hello', /^the current-context "" of .*config leads to no cluster; its contexts: none$/],
    ['has no current context', whole, /^the current-context "" of .*config leads to no cluster; its contexts: a, b$/],
    [
      'has another current context than contexts',
      { ...whole, 'current-context': 'x' },
      /^the current-context "x" of .*config leads to no cluster; its contexts: a, b$/,
    ],
    [
      'has a context of a cluster that it lacks',
      { ...whole, 'current-context': 'b' },
      /^the current-context "b" of .*config leads to no cluster; its contexts: a, b$/,
    ],
  ])('that %s is an error that names the file and what is wrong', async (_, content, message) => {
    const kubeconfigPath = join(folder, 'config');
    await writeFile(kubeconfigPath, typeof content === 'string' ? content : JSON.stringify(content));
    await expect(connect({ kubeconfigPath })).rejects.toThrow(message);
  });

  it('that names the address which client-node makes up is used all the same', async () => {
    const file = join(folder, 'config');
    const parts = {
      clusters: [{ name: 'c', cluster: { server: 'http://localhost:8080' } }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
      users: [{ name: 'u', user: {} }],
    };
    await writeFile(file, JSON.stringify({ apiVersion: 'v1', kind: 'Config', 'current-context': 'x', ...parts }));
    vi.stubEnv('KUBECONFIG', file);
    await using client = await connect();
    expect(client).toBeDefined();
  });
});

describe('credentials', () => {
  it('that a hundred requests find expired are asked for once', async () => {
    let asked = 0;
    await using server = await http1Server((request, response) => {
      if (request.headers.authorization === 'Bearer new') response.end(podList([]));
      else response.writeHead(401).end('{"kind":"Status","code":401,"reason":"Unauthorized"}');
    });
    const kubeConfig: KubeConfigLike = {
      getCurrentCluster: () => ({ server: server.url }),
      applyToHTTPSOptions: async (options) => {
        asked += 1;
        options.headers = { authorization: asked === 1 ? 'Bearer old' : 'Bearer new' };
      },
    };
    await using client = await connect({ kubeConfig });
    const lists = await Promise.all(Array.from({ length: 100 }, () => client.list(pods)));
    expect(lists).toHaveLength(100);
    expect(asked).toBe(2);
  });

  it('of an exec plugin that fails say so without a word of what it printed', () => {
    const kubeConfig = {
      getCurrentCluster: () => ({ server: 'https://example.com' }),
      getCurrentUser: () => ({ exec: { command: 'get-token' } }),
      applyToHTTPSOptions: () => Promise.reject(new Error('secret-token')),
    };
    const failure = new KubeConfigCredentials(kubeConfig, new FakeClock()).describeFailure();
    expect(failure?.message).toContain('the exec plugin get-token failed');
    expect(JSON.stringify([failure?.message, failure?.cause])).not.toContain('secret');
  });

  it('in an address that is wrong are not told', async () => {
    const failed = connect({ server: 'ftp://admin:hunter2@example.com' });
    await expect(failed).rejects.toMatchObject({ message: expect.not.stringContaining('hunter2') });
  });
});
