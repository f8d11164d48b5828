// What a kubeconfig's proxy-url may say, and what is not read.
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { KubeConfig } from '@kubernetes/client-node';
import { FakeClock, issueCertificate } from '@informer-gen/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { connect } from '../../../runtime/src/client/connect.js';
import type { ConnectOptions } from '../../../runtime/src/client/connect.js';
import type { KubeConfigLike } from '../../../runtime/src/transport/auth/credentials.js';
import { ConfigurationError } from '../../../runtime/src/transport/http/errors.js';
import { authority, connectProxy, eventually, h2Server, https1Server } from './servers.js';
import { socksProxy } from './socks-proxy.js';
import { collect, eventLine, noSignal, pod, podList, pods } from './wire.js';

afterEach(() => vi.unstubAllEnvs());

function through(proxyUrl: string, server: string): { readonly kubeConfig: KubeConfigLike } {
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromOptions({
    clusters: [{ name: 'c', server, caData: Buffer.from(authority.certificatePem).toString('base64'), proxyUrl }],
    users: [{ name: 'u', token: 'abc' }],
    contexts: [{ name: 'x', cluster: 'c', user: 'u' }],
    currentContext: 'x',
  });
  return { kubeConfig };
}

const startServer = (): ReturnType<typeof https1Server> =>
  https1Server((request, response) =>
    response.end(request.url?.includes('watch=true') === true ? eventLine('ADDED', pod('a')) : podList([])),
  );

async function listThrough(proxyUrl: string, server: string, options: ConnectOptions = {}): Promise<unknown> {
  await using client = await connect({ ...through(proxyUrl, server), ...options });
  return await client.list(pods, { retries: 0 }).catch((error: unknown) => error);
}

/** A proxy that asks for `jane` with the password `p@ss`. */
async function askingProxy(): Promise<{ readonly port: number } & AsyncDisposable> {
  const sockets = new Set<Socket>();
  const server = http.createServer();
  server.on('connect', ({ headers, url }: http.IncomingMessage, client: Socket) => {
    sockets.add(client.on('error', () => {}));
    if (headers['proxy-authorization'] !== `Basic ${Buffer.from('jane:p@ss').toString('base64')}`)
      return client.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n');
    const upstream = net.connect(Number(url?.split(':').at(-1)), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.pipe(upstream).pipe(client);
    });
    sockets.add(upstream.on('error', () => {}));
    return undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

describe('a SOCKS proxy', () => {
  it.each(['socks5', 'socks5h', 'socks'])('of %s carries lists and watches', async (scheme) => {
    await using server = await startServer();
    await using proxy = await socksProxy();
    await using client = await connect(through(`${scheme}://127.0.0.1:${proxy.port}`, server.url));
    expect((await client.list(pods)).items).toEqual([]);
    expect(await collect(await client.listerWatcher(pods).watch({}, { signal: noSignal }))).toHaveLength(1);
    expect(new Set(proxy.targets)).toEqual(new Set([`127.0.0.1:${server.port}`]));
  });

  it('looks up the name of the server itself where the address says so', async () => {
    await using server = await startServer();
    await using proxy = await socksProxy();
    const url = `https://localhost:${server.port}`;
    expect(await listThrough(`socks5h://127.0.0.1:${proxy.port}`, url)).toMatchObject({ items: [] });
    expect(proxy.targets).toEqual([`localhost:${server.port}`]);
  });

  it('is told name and password, and a wrong one is said without it', async () => {
    await using server = await startServer();
    await using proxy = await socksProxy({ login: 'jane:p@ss' });
    const at = (password: string): string => `socks5://jane:${password}@127.0.0.1:${proxy.port}`;
    expect(await listThrough(at('p%40ss'), server.url)).toMatchObject({ items: [] });
    const refused = (await listThrough(at('wr0ng'), server.url)) as Error;
    expect(refused).toMatchObject({ code: 'Connection', message: expect.stringMatching(/through the proxy: \w/) });
    expect(refused.message).not.toContain('wr0ng');
  });

  it('that refuses the tunnel is named as the reason', async () => {
    await using server = await startServer();
    await using proxy = await socksProxy({ refusal: 5 });
    expect(await listThrough(`socks5://127.0.0.1:${proxy.port}`, server.url)).toMatchObject({
      code: 'Connection',
      message: expect.stringMatching(/through the proxy: .*refused/i),
    });
  });

  it('that hangs is given up after half a minute', async () => {
    const clock = new FakeClock();
    await using server = await startServer();
    await using proxy = await socksProxy({ hangs: true });
    const failure = listThrough(`socks5://127.0.0.1:${proxy.port}`, server.url, { clock });
    await eventually(() => proxy.clients.size === 1, 'it asks the proxy');
    await clock.advanceAsync(30_000);
    expect(await failure).toMatchObject({ code: 'Unresponsive', message: expect.stringContaining('the proxy') });
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('a proxy of HTTP', () => {
  it('is told name and password, and a wrong one is said without it', async () => {
    await using server = await startServer();
    await using proxy = await askingProxy();
    const at = (password: string): string => `http://jane:${password}@127.0.0.1:${proxy.port}`;
    expect(await listThrough(at('p%40ss'), server.url)).toMatchObject({ items: [] });
    const refused = (await listThrough(at('wr0ng'), server.url)) as Error;
    expect(refused).toMatchObject({ code: 'Connection', message: expect.stringMatching(/through the proxy: .*407/) });
    expect(refused.message).not.toContain('wr0ng');
  });
});

describe('an address of IPv6', () => {
  const pair = issueCertificate(authority, { commonName: 'test', hosts: ['::1'], usage: 'server' });
  const tls = { cert: pair.certificatePem, key: pair.privateKeyPem };

  /** The same as a server on loopback of IPv4, on that of IPv6. */
  async function onIpv6(port: number): Promise<{ readonly url: string } & AsyncDisposable> {
    const sockets = new Set<Socket>();
    const relay = net.createServer((client) => {
      const upstream = net.connect(port, '127.0.0.1');
      for (const socket of [client, upstream]) sockets.add(socket.on('error', () => {}));
      client.pipe(upstream).pipe(client);
    });
    relay.listen(0, '::1');
    await once(relay, 'listening');
    return {
      url: `[::1]:${(relay.address() as AddressInfo).port}`,
      async [Symbol.asyncDispose]() {
        const closed = new Promise((resolve) => relay.close(resolve));
        for (const socket of sockets) socket.destroy();
        await closed;
      },
    };
  }

  it.each(['http1', 'http2'] as const)('is that of a server over %s', async (transport) => {
    const hosts: unknown[] = [];
    await using server = await h2Server(
      (request, response) => {
        hosts.push(request.headers['host'] ?? request.headers[':authority']);
        response.end(podList([]));
      },
      { ...tls, allowHTTP1: true },
    );
    await using relay = await onIpv6(server.port);
    await using client = await connect({ server: `https://${relay.url}`, ca: authority.certificatePem, transport });
    expect((await client.list(pods)).items).toEqual([]);
    expect(hosts).toEqual([relay.url]);
  });

  it('is that of a server behind a proxy, in brackets', async () => {
    await using server = await https1Server((_request, response) => response.end(podList([])), tls);
    await using proxy = await connectProxy({ to: server.port });
    expect(await listThrough(proxy.url, 'https://[::1]:6443')).toMatchObject({ items: [] });
    expect(proxy.targets).toEqual(['[::1]:6443']);
  });

  it('is that of a proxy', async () => {
    await using server = await startServer();
    await using proxy = await connectProxy();
    await using relay = await onIpv6(Number(new URL(proxy.url).port));
    expect(await listThrough(`http://${relay.url}`, server.url)).toMatchObject({ items: [] });
  });
});

describe('what is no address of a proxy', () => {
  it.each([
    ['ftp://jane:p4ss@proxy.test', /not the address of an http, https or socks proxy: ftp:/],
    ['proxy.test:3128', /not the address of an http, https or socks proxy: proxy.test:3128/],
    ['socks9://proxy.test', /not the address of an http, https or socks proxy: socks9:/],
  ])('is said where the client is made: %s', async (proxyUrl, message) => {
    const failed = connect(through(proxyUrl, 'https://cluster.test'));
    await expect(failed).rejects.toThrow(ConfigurationError);
    await expect(failed).rejects.toThrow(message);
    await expect(failed).rejects.not.toThrow(/p4ss/);
  });
});

describe('variables of the environment', () => {
  it.each(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'])(
    'name no proxy, as for client-node: %s',
    async (name) => {
      vi.stubEnv(name, 'http://127.0.0.1:1');
      await using server = await startServer();
      await using client = await connect({ server: server.url, ca: authority.certificatePem });
      expect((await client.list(pods)).items).toEqual([]);
    },
  );

  it('take none away: NO_PROXY is not read where the kubeconfig names one', async () => {
    await using server = await startServer();
    await using proxy = await connectProxy();
    vi.stubEnv('NO_PROXY', '*');
    expect(await listThrough(proxy.url, server.url)).toMatchObject({ items: [] });
    expect(proxy.targets).toHaveLength(1);
  });
});
