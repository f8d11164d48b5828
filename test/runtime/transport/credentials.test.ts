import { readFileSync } from 'node:fs';
import type { RequestOptions } from 'node:https';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '@informer-gen/testing';
import { connect } from '../../../runtime/src/client/connect.js';
import type { ConnectOptions } from '../../../runtime/src/client/connect.js';
import type { KubeConfigLike } from '../../../runtime/src/transport/auth/credentials.js';
import { ConfigurationError, CredentialsError } from '../../../runtime/src/transport/http/errors.js';
import { DEFAULT_USER_AGENT } from '../../../runtime/src/transport/user-agent.js';
import { authority, eventually, h2Server, http1Server, https1Server } from './servers.js';
import { noSignal, podList, pods } from './wire.js';

/** A KubeConfig that answers as told and counts how often it is asked. */
class ScriptedKubeConfig implements KubeConfigLike {
  asked = 0;
  readonly server: string;
  readonly apply: (options: RequestOptions) => void | Promise<void>;

  constructor(server: string, apply: (options: RequestOptions) => void | Promise<void>) {
    this.server = server;
    this.apply = apply;
  }

  getCurrentCluster(): { server: string } {
    return { server: this.server };
  }

  async applyToHTTPSOptions(options: RequestOptions): Promise<void> {
    this.asked++;
    await this.apply(options);
  }
}

describe('credentials from a KubeConfig', () => {
  it('are asked for once a minute, not for every request, and once for requests that come together', async () => {
    const clock = new FakeClock();
    const seen: unknown[] = [];
    let token = 1;
    await using server = await http1Server((request, response) => {
      seen.push(request.headers['authorization']);
      response.end(podList([]));
    });
    const kubeConfig = new ScriptedKubeConfig(server.url, (options) => {
      options.headers = { Authorization: `Bearer ${token++}` };
    });
    await using client = await connect({ kubeConfig, clock });
    await Promise.all([1, 2, 3].map(() => client.list(pods)));
    await client.list(pods);
    expect(kubeConfig.asked).toBe(1);
    await clock.advanceAsync(60_000);
    await client.list(pods);
    expect(seen).toEqual(['Bearer 1', 'Bearer 1', 'Bearer 1', 'Bearer 1', 'Bearer 2']);
  });

  it('are asked for again at once after a 401, past the caches of client-node', async () => {
    await using server = await http1Server((request, response) => {
      const ok = request.headers['authorization'] === 'Bearer 2';
      response.writeHead(ok ? 200 : 401).end(ok ? podList([]) : '{"kind":"Status","code":401}');
    });
    let token = 1;
    const exec = { tokenCache: { user: token } as { user?: number } };
    const kubeConfig = new ScriptedKubeConfig(server.url, (options) => {
      exec.tokenCache.user ??= ++token;
      options.headers = { Authorization: `Bearer ${exec.tokenCache.user}` };
    });
    await using client = await connect({ kubeConfig: Object.assign(kubeConfig, { authenticators: [exec] }) });
    await client.list(pods);
    expect(kubeConfig.asked).toBe(2);
  });

  it('are asked for again after a 403 for system:anonymous: files that were being renewed gave none', async () => {
    await using server = await http1Server((request, response) => {
      if (request.headers['authorization'] !== undefined) return void response.end(podList([]));
      const message = 'pods is forbidden: User "system:anonymous" cannot list resource "pods"';
      const status = { kind: 'Status', apiVersion: 'v1', status: 'Failure', message, reason: 'Forbidden', code: 403 };
      response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify(status));
    });
    const kubeConfig = new ScriptedKubeConfig(server.url, (options) => {
      if (kubeConfig.asked > 1) options.headers = { Authorization: 'Bearer whole' };
    });
    await using client = await connect({ kubeConfig, clock: new FakeClock() });
    await expect(client.list(pods)).rejects.toMatchObject({ statusCode: 403 });
    expect((await client.list(pods)).items).toEqual([]);
    expect(kubeConfig.asked).toBe(2);
  });

  it('that could not be had fail the request with their error, and are asked for again by the next', async () => {
    await using server = await http1Server((_request, response) => void response.end(podList([])));
    let fails = true;
    const kubeConfig = new ScriptedKubeConfig(server.url, async () => {
      if (fails) throw new Error('the plugin is not installed');
    });
    await using client = await connect({ kubeConfig });
    await expect(client.list(pods)).rejects.toThrow('the plugin is not installed');
    await expect(client.list(pods)).rejects.toThrow(CredentialsError);
    fails = false;
    expect((await client.list(pods)).items).toEqual([]);
  });

  it('that never come fail the request after 75 s, or when it is aborted', async () => {
    const clock = new FakeClock();
    const kubeConfig = new ScriptedKubeConfig('http://127.0.0.1:1', () => new Promise<void>(() => {}));
    await using client = await connect({ kubeConfig, clock });
    const stop = new AbortController();
    const aborted = expect(client.list(pods, { signal: stop.signal })).rejects.toThrow('enough');
    stop.abort(new Error('enough'));
    await aborted;
    const failed = expect(client.list(pods)).rejects.toThrow(CredentialsError);
    await clock.advanceAsync(75_000);
    await failed;
    expect(clock.pendingTimers).toBe(0);
  });

  it.each([
    ['HTTP/1.1', https1Server],
    ['HTTP/2', h2Server],
  ])(
    'with a new client certificate go to new connections over %s; watches on the old ones stay',
    async (_name, start) => {
      const clock = new FakeClock();
      await using server = await start((request, response) => {
        if (request.url?.includes('watch')) response.write('\n');
        else response.end(podList([]));
      });
      let passphrase = 'one';
      const kubeConfig = new ScriptedKubeConfig(server.url, (options) => {
        Object.assign(options, { ca: Buffer.from(authority.certificatePem), passphrase });
      });
      await using client = await connect({ kubeConfig, clock });
      const watch = await client.listerWatcher(pods).watch({}, { signal: noSignal });
      await client.list(pods);
      const before = server.connections();
      await clock.advanceAsync(60_000);
      await client.list(pods);
      expect(server.connections()).toBe(before);
      passphrase = 'two';
      await clock.advanceAsync(60_000);
      await client.list(pods);
      expect(server.connections()).toBe(before + 1);
      const next = watch[Symbol.asyncIterator]().next();
      await expect(Promise.race([next, Promise.resolve('still open')])).resolves.toBe('still open');
      await client[Symbol.asyncDispose]();
      await expect(next).rejects.toThrow('closed');
    },
  );

  it('with a user name become Basic authorization', async () => {
    let seen: unknown;
    await using server = await http1Server((request, response) => {
      seen = request.headers['authorization'];
      response.end(podList([]));
    });
    await using client = await connect({
      kubeConfig: new ScriptedKubeConfig(server.url, (options) => void (options.auth = 'me:secret')),
    });
    await client.list(pods);
    expect(seen).toBe(`Basic ${Buffer.from('me:secret').toString('base64')}`);
  });
});

describe('connect', () => {
  it('sends its own headers, and those it is told to', async () => {
    const seen: { [name: string]: unknown }[] = [];
    await using server = await http1Server((request, response) => {
      seen.push(request.headers);
      response.end(podList([]));
    });
    await using plain = await connect({ server: server.url });
    await plain.list(pods);
    await using told = await connect({
      server: server.url,
      gzip: true,
      userAgent: 'me/1',
      headers: { 'X-Extra': 'yes' },
      impersonate: { user: 'jane', groups: ['a', 'b'], uid: '7', extra: { 'example.com/scope': ['x'] } },
    });
    await told.list(pods);
    expect(seen[0]).toMatchObject({
      accept: 'application/json',
      'user-agent': expect.stringMatching(/^informer-gen-runtime\/\d/) as unknown,
    });
    expect(seen[0]).not.toHaveProperty('accept-encoding');
    expect(seen[1]).toMatchObject({
      'accept-encoding': 'gzip',
      'user-agent': 'me/1',
      'x-extra': 'yes',
      'impersonate-user': 'jane',
      'impersonate-group': 'a, b',
      'impersonate-uid': '7',
      'impersonate-extra-example.com%2fscope': 'x',
    });
  });

  it('keeps the path of the server address in front of every request', async () => {
    let seen: unknown;
    await using server = await http1Server((request, response) => {
      seen = request.url;
      response.end(podList([]));
    });
    await using client = await connect({ server: `${server.url}/k8s/clusters/c-1/` });
    await client.list(pods);
    expect(seen).toBe('/k8s/clusters/c-1/api/v1/pods');
  });

  it('starts no more requests than qps and burst allow', async () => {
    const clock = new FakeClock();
    let count = 0;
    await using server = await http1Server((_request, response) => {
      count++;
      response.end(podList([]));
    });
    await using client = await connect({ server: server.url, qps: 2, burst: 3, clock });
    const all = Promise.all(Array.from({ length: 6 }, () => client.list(pods)));
    await eventually(() => count === 3, 'the burst arrived');
    await clock.advanceAsync(499);
    expect(count).toBe(3);
    await clock.advanceAsync(1);
    await eventually(() => count === 4, 'the fourth arrived');
    await clock.advanceAsync(1000);
    await all;
    expect(count).toBe(6);
    const stop = new AbortController();
    const waiting = [1, 2].map(() => client.list(pods, { signal: stop.signal }));
    stop.abort(new Error('enough'));
    for (const request of waiting) await expect(request).rejects.toThrow('enough');
  });

  it('says its own version', () => {
    const text = readFileSync(new URL('../../../runtime/package.json', import.meta.url), 'utf8');
    expect(DEFAULT_USER_AGENT).toContain(`informer-gen-runtime/${(JSON.parse(text) as { version: string }).version} `);
  });

  it('waits as long as a 429 says before it tries a plain request again, and not for ever', async () => {
    const clock = new FakeClock();
    let count = 0;
    await using server = await http1Server((_request, response) => {
      if (++count === 2) return void response.end('{"gitVersion":"v1"}');
      response.writeHead(429, { 'retry-after': '2' }).end('busy');
    });
    await using client = await connect({ server: server.url, clock });
    const version = client.request({ path: '/version' });
    await eventually(() => clock.nextTimerInMs === 2000, 'it waits');
    await clock.advanceAsync(2000);
    expect(await version).toEqual({ gitVersion: 'v1' });
    await expect(client.request({ path: '/version', retries: 0 })).rejects.toMatchObject({
      statusCode: 429,
      retryAfterMs: 2000,
    });
  });

  const kubeConfigAt = (cluster: { server: string; proxyUrl?: string } | null): KubeConfigLike => ({
    getCurrentCluster: () => cluster,
    applyToHTTPSOptions: async () => {},
  });
  const invalid: readonly [ConnectOptions, RegExp][] = [
    [{ server: 'ftp://x' }, /not an http or https URL/],
    [{ server: 'http://x', kubeconfigPath: 'y' }, /one of server and kubeconfigPath/],
    [{ kubeConfig: kubeConfigAt(null) }, /no current cluster/],
    [{ kubeConfig: kubeConfigAt({ server: 'https://x' }), context: 'c' }, /setCurrentContext/],
    [{ kubeConfig: kubeConfigAt({ server: 'https://x', proxyUrl: 'http://p' }), transport: 'http2' }, /proxy/],
  ];

  it.each(invalid)('says what is wrong with %j', async (options, message) => {
    const failed = connect(options);
    await expect(failed).rejects.toThrow(ConfigurationError);
    await expect(failed).rejects.toThrow(message);
  });
});
