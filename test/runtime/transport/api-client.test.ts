import { gzipSync, createGzip, constants } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../runtime/src/api/api-error.js';
import { isConnectionRefused } from '../../../runtime/src/api/api-error.js';
import { TruncatedStreamError } from '../../../runtime/src/decode/errors.js';
import { connect } from '../../../runtime/src/client/connect.js';
import { ClientClosedError, ConnectionError } from '../../../runtime/src/transport/http/errors.js';
import type { WatchEvent } from '../../../runtime/src/source/lister-watcher.js';
import { eventually, h2cServer, h2Server, http1Server, https1Server, trusted } from './servers.js';
import type { Handler, TestServer } from './servers.js';
import { collect, eventLine, noSignal, pod, podList, pods } from './wire.js';
import type { Pod } from './wire.js';

type StartServer = (handler: Handler) => Promise<TestServer>;

const protocols: readonly [string, StartServer, 'auto' | 'http1' | 'http2'][] = [
  ['HTTP/1.1', http1Server, 'auto'],
  ['HTTP/1.1 over TLS', https1Server, 'auto'],
  ['HTTP/2 without TLS', h2cServer, 'http2'],
  ['HTTP/2', h2Server, 'auto'],
];

describe.each(protocols)('a client over %s', (_name, startServer, transport) => {
  const start = async (handler: Handler) => {
    const server = await startServer(handler);
    const client = await connect({ server: server.url, transport, ...trusted });
    return { server, client };
  };

  it('lists the pages that the options ask for, stamped and with their versions', async () => {
    const asked: string[] = [];
    const { server, client } = await start((request, response) => {
      asked.push(request.url ?? '');
      response.setHeader('content-type', 'application/json');
      response.end(podList([pod('a'), pod('b')], { resourceVersion: '7', continue: 'next', remainingItemCount: 3 }));
    });
    await using _ = server;
    await using _client = client;
    let bytesSeen = 0;
    const source = client.listerWatcher(pods, {
      namespace: 'default',
      tweakListOptions: (options) => void (options.labelSelector = 'app=x,y'),
    });
    const options = { limit: 2, resourceVersion: '', continue: 'c+/=' };
    const list = await source.list(options, { signal: noSignal, onBytes: () => bytesSeen++ });
    expect(list).toEqual({
      items: [pod('a'), pod('b')],
      digests: [expect.any(Number), expect.any(Number)],
      resourceVersion: '7',
      continue: 'next',
      remainingItemCount: 3,
    });
    expect(asked).toEqual(['/api/v1/namespaces/default/pods?limit=2&continue=c%2B%2F%3D&labelSelector=app%3Dx%2Cy']);
    expect(options).toEqual({ limit: 2, resourceVersion: '', continue: 'c+/=' });
    expect(bytesSeen).toBeGreaterThan(0);
  });

  it('watches until the server ends it', async () => {
    const { server, client } = await start((request, response) => {
      expect(request.url).toBe('/api/v1/pods?resourceVersion=5&allowWatchBookmarks=true&timeoutSeconds=300&watch=true');
      response.write(eventLine('ADDED', pod('a')) + eventLine('MODIFIED', pod('a', '2')));
      response.end(eventLine('DELETED', pod('a', '3')));
    });
    await using _ = server;
    await using _client = client;
    const watch = await client
      .listerWatcher(pods)
      .watch({ resourceVersion: '5', allowWatchBookmarks: true, timeoutSeconds: 300 }, { signal: noSignal });
    const events = await collect(watch);
    expect(events.map((event) => event.type)).toEqual(['ADDED', 'MODIFIED', 'DELETED']);
    expect(events[2]).toEqual({ type: 'DELETED', object: pod('a', '3') });
  });

  it('hands out the events before a broken connection, then throws; nothing is made up (javascript#146)', async () => {
    const { server, client } = await start((_request, response) => {
      response.write(eventLine('ADDED', pod('a')) + '{"type":"ADDED","object":{"metadata":{"name":"ha', () => {
        setImmediate(() => server.sockets.forEach((socket) => socket.destroy()));
      });
    });
    await using _ = server;
    await using _client = client;
    const events: WatchEvent<Pod>[] = [];
    const watch = await client.listerWatcher(pods).watch({}, { signal: noSignal });
    await expect(collect(watch, events)).rejects.toThrow(ConnectionError);
    expect(events).toEqual([{ type: 'ADDED', object: pod('a'), digest: expect.any(Number) }]);
  });

  it('throws when the stream ends properly, but in the middle of a line', async () => {
    const { server, client } = await start(
      (_request, response) => void response.end(eventLine('ADDED', pod('a')) + '{"type":"ADD'),
    );
    await using _ = server;
    await using _client = client;
    const events: WatchEvent<Pod>[] = [];
    const watch = await client.listerWatcher(pods).watch({}, { signal: noSignal });
    await expect(collect(watch, events)).rejects.toThrow(TruncatedStreamError);
    expect(events).toEqual([{ type: 'ADDED', object: pod('a'), digest: expect.any(Number) }]);
  });

  it('ends a watch quietly when its signal aborts, and its request at the server', async () => {
    let closed = false;
    const { server, client } = await start((_request, response) => {
      response.on('close', () => (closed = true));
      response.write(eventLine('ADDED', pod('a')));
    });
    await using _ = server;
    await using _client = client;
    const stop = new AbortController();
    const watch = await client.listerWatcher(pods).watch({}, { signal: stop.signal });
    for await (const batch of watch) {
      expect(batch).toHaveLength(1);
      stop.abort(new Error('enough'));
    }
    await eventually(() => closed, 'the request ended at the server');
  });

  it('ends at once when its signal aborts, also with events still unread after the server has ended it', async () => {
    const { server, client } = await start((_request, response) => void response.end(eventLine('ADDED', pod('a'))));
    await using _ = server;
    await using _client = client;
    const stop = new AbortController();
    let arrived = false;
    const watch = await client
      .listerWatcher(pods)
      .watch({}, { signal: stop.signal, onBytes: () => void setImmediate(() => (arrived = true)) });
    await eventually(() => arrived, 'the event arrived');
    stop.abort(new Error('enough'));
    expect(await collect(watch)).toEqual([]);
  });

  it('closes the request when the iteration is left (javascript#494)', async () => {
    let open = 0;
    const { server, client } = await start((_request, response) => {
      open++;
      response.on('close', () => open--);
      response.write(eventLine('ADDED', pod('a')));
    });
    await using _ = server;
    await using _client = client;
    for (let round = 0; round < 20; round++) {
      for await (const _batch of await client.listerWatcher(pods).watch({}, { signal: noSignal })) break;
    }
    await eventually(() => open === 0, 'all requests ended at the server');
    expect(server.sockets.size).toBeLessThanOrEqual(1);
  });

  it('rejects a list with the reason of its signal', async () => {
    const { server, client } = await start((_request, response) => void response.write('{"items":[{}'));
    await using _ = server;
    await using _client = client;
    const stop = new AbortController();
    const list = client
      .listerWatcher(pods)
      .list({}, { signal: stop.signal, onBytes: () => stop.abort(new Error('enough')) });
    await expect(list).rejects.toThrow('enough');
    await expect(client.listerWatcher(pods).list({}, { signal: stop.signal })).rejects.toThrow('enough');
  });

  it('turns a Status into an ApiError that says where it happened and when to come back (KFC#979)', async () => {
    const { server, client } = await start((_request, response) => {
      response.writeHead(429, { 'retry-after': '7', 'content-type': 'application/json' });
      response.end(
        JSON.stringify({
          kind: 'Status',
          apiVersion: 'v1',
          status: 'Failure',
          code: 429,
          reason: 'TooManyRequests',
          message: 'slow down',
        }),
      );
    });
    await using _ = server;
    await using _client = client;
    const error = await client
      .listerWatcher(pods, { namespace: 'default' })
      .list({}, { signal: noSignal })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      statusCode: 429,
      reason: 'TooManyRequests',
      retryAfterMs: 7000,
      request: { verb: 'list', resource: 'pods', namespace: 'default' },
    });
    expect((error as Error).message).toBe('list pods: 429 TooManyRequests: slow down');
    await expect(client.listerWatcher(pods).watch({}, { signal: noSignal })).rejects.toMatchObject({
      statusCode: 429,
      retryAfterMs: 7000,
      request: { verb: 'watch' },
    });
  });

  it('makes an ApiError of an error page that is no JSON: its code and first line', async () => {
    const page =
      '<html>\n<head><title>Bad gateway</title></head>\n<body><h1>502 upstream is down</h1>\n<p>nginx</p></body></html>';
    const { server, client } = await start((_request, response) => {
      response.writeHead(502, { 'content-type': 'text/html' });
      response.end(page);
    });
    await using _ = server;
    await using _client = client;
    await expect(client.listerWatcher(pods).list({}, { signal: noSignal })).rejects.toThrow(
      'list pods: 502: 502 upstream is down',
    );
  });

  it('asks for new credentials once when the server says 401', async () => {
    const tokens = ['old', 'new'];
    const seen: string[] = [];
    const server = await startServer((request, response) => {
      seen.push(String(request.headers['authorization']));
      const ok = request.headers['authorization'] === 'Bearer new';
      response.writeHead(ok ? 200 : 401).end(ok ? podList([]) : '{"kind":"Status","code":401,"reason":"Unauthorized"}');
    });
    await using _ = server;
    await using client = await connect({
      server: server.url,
      transport,
      ...trusted,
      token: () => tokens.shift() ?? 'spent',
    });
    await client.list(pods);
    expect(seen).toEqual(['Bearer old', 'Bearer new']);
    await expect(client.list(pods)).rejects.toMatchObject({ statusCode: 401 });
    expect(seen).toHaveLength(4);
  });

  it('reads compressed lists, and compressed watches without delay', async () => {
    const { server, client } = await start((request, response) => {
      response.setHeader('content-encoding', 'gzip');
      if (!request.url?.includes('watch=true')) return void response.end(gzipSync(podList([pod('a')])));
      const gzip = createGzip();
      gzip.pipe(response);
      gzip.write(eventLine('ADDED', pod('a')));
      gzip.flush(constants.Z_SYNC_FLUSH);
      release = () => gzip.end(eventLine('ADDED', pod('b')));
    });
    let release = (): void => {};
    await using _ = server;
    await using _client = client;
    expect((await client.list(pods)).items).toEqual([pod('a')]);
    const names: (string | undefined)[] = [];
    for await (const batch of await client.listerWatcher(pods).watch({}, { signal: noSignal })) {
      for (const event of batch) if (event.type === 'ADDED') names.push(event.object.metadata?.name);
      release();
    }
    expect(names).toEqual(['a', 'b']);
  });

  it('asks for metadata alone', async () => {
    const accepts: unknown[] = [];
    const { server, client } = await start((request, response) => {
      accepts.push(request.headers['accept']);
      response.end(
        request.url?.includes('watch')
          ? ''
          : '{"kind":"PartialObjectMetadataList","apiVersion":"meta.k8s.io/v1","metadata":{},"items":[{"metadata":{"name":"a"}}]}',
      );
    });
    await using _ = server;
    await using _client = client;
    const source = client.listerWatcher(pods, { metadataOnly: true });
    expect((await source.list({}, { signal: noSignal })).items).toEqual([{ metadata: { name: 'a' } }]);
    await collect(await source.watch({}, { signal: noSignal }));
    expect(accepts).toEqual([
      'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json',
      'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json',
    ]);
  });

  it('says so when nothing listens', async () => {
    const { server, client } = await start(() => {});
    await using _client = client;
    await server[Symbol.asyncDispose]();
    const error = await client.list(pods).catch((thrown: unknown) => thrown);
    expect(isConnectionRefused(error)).toBe(true);
    expect((error as Error).message).toContain(server.url);
  });

  it('leaves no socket and ends everything under way when it is disposed of', async () => {
    const { server, client } = await start((request, response) => {
      if (request.url?.includes('watch')) response.write(eventLine('ADDED', pod('a')));
      else response.end(podList([]));
    });
    await using _ = server;
    await client.list(pods);
    const watches = await Promise.all(
      Array.from({ length: 5 }, () => client.listerWatcher(pods).watch({}, { signal: noSignal })),
    );
    const ends = Promise.allSettled(watches.map((watch) => collect(watch)));
    await client[Symbol.asyncDispose]();
    for (const end of await ends)
      expect(end).toMatchObject({ status: 'rejected', reason: expect.any(ClientClosedError) as unknown });
    await eventually(() => server.sockets.size === 0, 'no socket is left');
    await expect(client.list(pods)).rejects.toThrow(ClientClosedError);
  });

  it('creates, reads, replaces, patches, applies and deletes objects', async () => {
    const calls: unknown[] = [];
    const { server, client } = await start((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += String(chunk)));
      request.on('end', () => {
        calls.push([
          request.method,
          request.url,
          request.headers['content-type'],
          body === '' ? undefined : JSON.parse(body),
        ]);
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(pod('a')));
      });
    });
    await using _ = server;
    await using _client = client;
    const name = { namespace: 'default', name: 'a' };
    expect(await client.create(pods, pod('a'))).toEqual(pod('a'));
    await client.get(pods, name);
    await client.replace(pods, pod('a'), { subresource: 'status' });
    await client.patch(pods, name, { spec: {} });
    await client.apply(pods, { metadata: name, spec: {} }, { fieldManager: 'me' });
    await client.delete(pods, name);
    expect(await client.request({ path: '/version' })).toEqual(pod('a'));
    expect(calls).toEqual([
      ['POST', '/api/v1/namespaces/default/pods?fieldValidation=Strict', 'application/json', pod('a')],
      ['GET', '/api/v1/namespaces/default/pods/a', undefined, undefined],
      ['PUT', '/api/v1/namespaces/default/pods/a/status?fieldValidation=Strict', 'application/json', pod('a')],
      [
        'PATCH',
        '/api/v1/namespaces/default/pods/a?fieldValidation=Strict',
        'application/merge-patch+json',
        { spec: {} },
      ],
      [
        'PATCH',
        '/api/v1/namespaces/default/pods/a?fieldManager=me&fieldValidation=Strict',
        'application/apply-patch+yaml',
        { apiVersion: 'v1', kind: 'Pod', metadata: name, spec: {} },
      ],
      ['DELETE', '/api/v1/namespaces/default/pods/a', undefined, undefined],
      ['GET', '/version', undefined, undefined],
    ]);
  });
});
