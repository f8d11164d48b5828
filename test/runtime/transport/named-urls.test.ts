// A server may name another server in its responses: nothing of a request goes there.
import { ApiError } from '../../../runtime/src/api/api-error.js';
import { connect } from '../../../runtime/src/client/connect.js';
import type { ApiClient } from '../../../runtime/src/client/http-client.js';
import { describe, expect, it } from 'vitest';
import { h2cServer, h2Server, http1Server, https1Server, trusted } from './servers.js';
import type { Handler, TestServer } from './servers.js';
import { collect, noSignal, pods } from './wire.js';

type Protocol = readonly [string, (handler: Handler) => Promise<TestServer>, 'auto' | 'http2'];

const protocols: readonly Protocol[] = [
  ['HTTP/1.1', http1Server, 'auto'],
  ['HTTP/1.1 over TLS', https1Server, 'auto'],
  ['HTTP/2 without TLS', h2cServer, 'http2'],
  ['HTTP/2', h2Server, 'auto'],
];

const calls: { readonly [name: string]: (client: ApiClient) => Promise<unknown> } = {
  list: (client) => client.list(pods),
  'a list of an informer': (client) => client.listerWatcher(pods).list({}, { signal: noSignal }),
  'a watch of an informer': async (client) => collect(await client.listerWatcher(pods).watch({}, { signal: noSignal })),
  get: (client) => client.get(pods, { namespace: 'default', name: 'a' }),
  create: (client) => client.create(pods, { metadata: { namespace: 'default', name: 'a' } }),
  delete: (client) => client.delete(pods, { namespace: 'default', name: 'a' }),
  'a raw request': (client) => client.request({ path: '/openapi/v3' }),
};

describe.each(protocols)('over %s', (_name, start, transport) => {
  it.each([301, 302, 303, 307, 308])('a redirect with status %i is an error and is not followed', async (status) => {
    const credentials: unknown[] = [];
    await using other = await start((request, response) => {
      credentials.push(request.headers.authorization);
      response.end('{}');
    });
    await using server = await start(({ url }, response) => {
      const [, host] = other.url.split('//');
      response.writeHead(status, { location: other.url + url, 'alt-svc': `h2="${host}", http/1.1="${host}"` }).end();
    });
    await using client = await connect({ server: server.url, token: 'sesame', transport, ...trusted });
    for (const [name, call] of Object.entries(calls)) {
      const failure = await call(client).catch((error: unknown) => error);
      expect(failure, name).toBeInstanceOf(ApiError);
      expect(failure, name).toMatchObject({ statusCode: status });
    }
    expect(credentials).toEqual([]);
    expect(other.connections()).toBe(0);
  });

  it('a continue token stays inside the query', async () => {
    const asked: (string | undefined)[] = [];
    const tokens = ['&limit=0#', '/../../secrets?a=', 'http://other.example/', 'a\r\nx: y'];
    await using server = await start(({ url }, response) => {
      asked.push(url);
      const metadata = { resourceVersion: '1', continue: tokens[asked.length - 1] };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ kind: 'PodList', apiVersion: 'v1', metadata, items: [] }));
    });
    await using client = await connect({ server: server.url, transport, ...trusted });
    for await (const _ of client.listAll(pods, { limit: 1 }));
    const urls = asked.map((url) => new URL(url ?? '', server.url));
    expect(urls.map(({ pathname }) => pathname)).toEqual(Array(tokens.length + 1).fill('/api/v1/pods'));
    expect(urls.slice(1).map(({ searchParams }) => searchParams.get('continue'))).toEqual(tokens);
    expect(urls.map(({ host }) => host)).toEqual(Array(tokens.length + 1).fill(new URL(server.url).host));
  });
});

it.each(['', 'version', '@other.example/', 'http://other.example/', '\\\\other.example'])(
  'a raw request whose path does not begin with a slash is refused: %j',
  async (path) => {
    let requests = 0;
    await using server = await http1Server((_request, response) => {
      requests += 1;
      response.end('{}');
    });
    await using client = await connect({ server: server.url });
    await expect(client.request({ path })).rejects.toThrow('the path of a request must begin with "/"');
    expect(requests).toBe(0);
  },
);
