// What a broken or hostile server, or something between, does to plain requests: nothing hangs, floods or grows.
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Timer } from '@informer-gen/runtime/client-go';
import { FakeClock } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { connect } from '../../../runtime/src/client/connect.js';
import { pageText } from '../../../runtime/src/transport/page-text.js';
import { eventually, h2cServer, http1Server } from './servers.js';
import type { Handler, TestServer } from './servers.js';
import { noSignal, podList, pods } from './wire.js';

/** Remembers for how long it was asked to wait. */
class RecordingClock extends FakeClock {
  readonly delays: number[] = [];

  override after(delayMs: number, callback: () => void): Timer {
    this.delays.push(delayMs);
    return super.after(delayMs, callback);
  }
}

const protocols: readonly (readonly [string, (handler: Handler) => Promise<TestServer>, 'http1' | 'http2'])[] = [
  ['HTTP/1.1', http1Server, 'http1'],
  ['HTTP/2', h2cServer, 'http2'],
];

describe.each(protocols)('over %s', (_name, start, transport) => {
  it.each(['stalls', 'drips'])('an error answer whose body %s is told after ten seconds', async (how) => {
    const clock = new RecordingClock();
    let send = (): void => {};
    await using server = await start((_request, response) => {
      response.writeHead(500, { 'content-type': 'text/plain' });
      response.write('the database ');
      send = () => void response.write('is unwell ');
    });
    await using client = await connect({ server: server.url, transport, clock });
    const failure = client.list(pods).catch((error: unknown) => error);
    let isOver = false;
    void failure.then(() => (isOver = true));
    await eventually(() => clock.delays.includes(10_000), 'it reads the error');
    if (how === 'drips') send();
    await clock.advanceAsync(9999);
    if (how === 'drips') send();
    expect(isOver).toBe(false);
    await clock.advanceAsync(1);
    expect(await failure).toMatchObject({ code: 'InternalError', statusCode: 500 });
  });

  it('an answer to a call that is no JSON is an error that quotes none of it', async () => {
    await using server = await start((_request, response) => void response.end('{"data":{"password":aHVudGVyMg=="}}'));
    await using client = await connect({ server: server.url, transport });
    for (const call of [
      client.get(pods, { namespace: 'default', name: 'a' }),
      client.request({ path: '/api/v1/namespaces/default/pods/a' }),
    ]) {
      const failure: unknown = await call.catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'MalformedObject' });
      expect(inspect(failure)).not.toContain('aHVu');
    }
  });

  it('a list that never ends, though bytes keep coming, is given up after ten minutes', async () => {
    const clock = new RecordingClock();
    let drip = (): void => {};
    await using server = await start((_request, response) => {
      response.write('{"kind":"PodList","apiVersion":"v1","items":[');
      drip = () => void response.write(' ');
    });
    await using client = await connect({ server: server.url, transport, clock });
    let arrivals = 0;
    const context = { signal: noSignal, onBytes: () => void (arrivals += 1) };
    const failure = client
      .listerWatcher(pods)
      .list({}, context)
      .catch((error: unknown) => error);
    let isOver = false;
    void failure.then(() => (isOver = true));
    await eventually(() => clock.delays.includes(600_000) && arrivals === 1, 'it reads the list');
    for (let step = 1; step < 40; step += 1) {
      await clock.advanceAsync(15_000);
      drip();
      await eventually(() => arrivals === step + 1, 'a byte arrives');
    }
    expect(isOver).toBe(false);
    await clock.advanceAsync(15_000);
    expect(await failure).toMatchObject({ code: 'Connection', message: expect.stringContaining('10 minutes') });
  });

  it.each([
    ['one header of a megabyte', (): [string, string][] => [['x-huge', 'x'.repeat(1 << 20)]]],
    [
      'thousands of headers',
      (): [string, string][] => Array.from({ length: 5000 }, (_, at) => [`x-${at}`, 'y'.repeat(50)]),
    ],
  ])('an answer with %s is an error, and the next one is read', async (_what, headers) => {
    let answers = 0;
    await using server = await start((_request, response) => {
      answers += 1;
      if (answers === 1) for (const [name, value] of headers()) response.setHeader(name, value);
      response.end(podList([]));
    });
    await using client = await connect({ server: server.url, transport });
    expect(await client.list(pods, { retries: 0 }).catch((error: unknown) => error)).toMatchObject({
      code: 'Connection',
      message: expect.stringMatching(transport === 'http1' ? /headers that are too large/ : /gave no answer/),
    });
    expect(await client.list(pods)).toMatchObject({ items: [] });
  });

  it.each(['GZIP', 'x-gzip'])('an answer that is compressed with %s is read', async (encoding) => {
    await using server = await start((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(gzipSync(podList([])));
    });
    await using client = await connect({ server: server.url, transport });
    expect(await client.list(pods)).toMatchObject({ items: [] });
  });

  it.each(['br', 'gzip, gzip', 'identity;q=1'])(
    'an answer that is compressed with %s is an error that says so, and an error keeps its status',
    async (encoding) => {
      let status = 200;
      await using server = await start((_request, response) => {
        response.writeHead(status, { 'content-encoding': encoding }).end(gzipSync(podList([])));
      });
      await using client = await connect({ server: server.url, transport });
      const failure = (): Promise<unknown> => client.list(pods, { retries: 0 }).catch((error: unknown) => error);
      expect(await failure()).toMatchObject({ code: 'Connection', message: expect.stringContaining(encoding) });
      status = 503;
      expect(await failure()).toMatchObject({ statusCode: 503 });
    },
  );

  it('sends the length of a body with every request, so that the server sees what a delete asks for', async () => {
    const bodies: unknown[] = [];
    await using server = await start((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        bodies.push([request.method, request.headers['content-length'], text]);
        response.end('{}');
      });
    });
    await using client = await connect({ server: server.url, transport });
    const body = { preconditions: { uid: 'ü' } };
    await client.request({ method: 'DELETE', path: '/api/v1/namespaces/a/pods/b', body });
    expect(bodies).toEqual([['DELETE', String(Buffer.byteLength(JSON.stringify(body))), JSON.stringify(body)]]);
  });

  it('fills in what the server asks of every object it is sent', async () => {
    const sent: unknown[] = [];
    await using server = await start((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        sent.push(JSON.parse(text));
        response.end(text);
      });
    });
    await using client = await connect({ server: server.url, transport });
    const metadata = { namespace: 'a', name: 'b' };
    await client.create(pods, { metadata });
    await client.replace(pods, { metadata });
    await client.apply(pods, { metadata }, { fieldManager: 'me' });
    await client.patch(pods, metadata, { metadata });
    const whole = { apiVersion: 'v1', kind: 'Pod', metadata };
    expect(sent).toEqual([whole, whole, whole, { metadata }]);
  });
});

describe('an error answer', () => {
  const answerOf = async (headers: Record<string, string>, body: string): Promise<unknown> => {
    await using server = await http1Server((_request, response) => void response.writeHead(503, headers).end(body));
    await using client = await connect({ server: server.url });
    return await client.request({ path: '/x', retries: 0 }).catch((error: unknown) => error);
  };

  it.each([
    ['a month', { 'retry-after': '2592000' }, '', 300_000],
    ['a number without end', { 'retry-after': '9'.repeat(400) }, '', 300_000],
    ['a far date', { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }, '', 300_000],
    ['a past date', { 'retry-after': 'Mon, 01 Jan 2001 00:00:00 GMT' }, '', 0],
    ['seconds in the details', {}, '{"kind":"Status","details":{"retryAfterSeconds":1e12}}', 300_000],
    ['text in the details', {}, '{"kind":"Status","details":{"retryAfterSeconds":"abc"}}', undefined],
    ['less than nothing', {}, '{"kind":"Status","details":{"retryAfterSeconds":-5}}', undefined],
  ])('may ask to wait for %s, and is waited for five minutes at most', async (_what, headers, body, expected) => {
    expect(await answerOf(headers as Record<string, string>, body)).toMatchObject({ retryAfterMs: expected });
  });

  it('whose fields are of the wrong types is told all the same', async () => {
    const body =
      '{"kind":"Status","reason":{"a":1},"message":7,"code":"x","details":{"causes":["y",{"reason":3,"field":"f"}]}}';
    expect(await answerOf({}, body)).toMatchObject({
      statusCode: 503,
      reason: '',
      code: 'ServiceUnavailable',
      status: { details: { causes: [{ field: 'f' }] } },
    });
  });

  it.each([
    ['an object', '{"kind":"Secret","metadata":{"name":"a"},"data":{"password":"hidden"}}', 'Service Unavailable'],
    ['one that says something', '{"kind":"Event","message":"hidden"}', 'Service Unavailable'],
    ['several', '[{"data":"hidden"}]', 'Service Unavailable'],
    ['one that is cut off', '{"kind":"Secret","data":{"password":"hid', 'Service Unavailable'],
    ['text', '"hidden"', 'Service Unavailable'],
    ['what a proxy says', '{"code":7,"message":"no upstream"}', 'no upstream'],
    ['its error', '{"error":"no upstream","trace":"hidden"}', 'no upstream'],
    ['an error that is no text', '{"error":{"hidden":1}}', 'Service Unavailable'],
  ])('that is JSON of %s is told without values of objects', async (_what, body, expected) => {
    const error = (await answerOf({}, body)) as Error;
    expect(error).toMatchObject({ message: `GET /x: 503: ${expected}`, status: { message: expected } });
  });

  it('brings no control characters to a terminal', async () => {
    const body = JSON.stringify({ kind: 'Status', message: 'red \u001b[31malert\u0007\nnext' });
    expect(((await answerOf({}, body)) as Error).message).toBe('GET /x: 503: red  [31malert next');
  });

  it.each([
    [
      '<html><head><title>x</title><style>p{}</style></head><body><h1>502 Bad gateway</h1></body></html>',
      '502 Bad gateway',
    ],
    ['<head>'.repeat(10_000), ''],
    ['<'.repeat(65_536), ''],
    [`${'<b '.repeat(5000)}text`, ''],
    ['plain\ntext', 'plain'],
    ['x'.repeat(1000), `${'x'.repeat(200)}…`],
  ])('page becomes its first line of text', (page, expected) => {
    expect(pageText(page)).toBe(expected);
  });
});

describe('a connection', () => {
  it('that allows no requests is an error with few connections, not a flood of them', async () => {
    await using server = await h2cServer((_request, response) => void response.end('{}'), { maxConcurrentStreams: 0 });
    await using client = await connect({ server: server.url, transport: 'http2' });
    await expect(client.request({ path: '/version', retries: 0 })).rejects.toMatchObject({
      code: 'Connection',
      message: expect.stringContaining('MAX_CONCURRENT_STREAMS is 0'),
    });
    expect(server.connections()).toBe(1);
  });

  it('that the server is done with does not keep the client from closing, also if it is never closed', async () => {
    await using server = await h2cServer((_request, response) => void response.end(podList([])));
    const client = await connect({ server: server.url, transport: 'http2' });
    await client.list(pods);
    for (const session of server.sessions) session.goaway();
    while (server.connections() === 1) await client.list(pods);
    await expect(client[Symbol.asyncDispose]()).resolves.toBeUndefined();
  });
});
