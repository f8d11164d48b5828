import { once } from 'node:events';
import { FakeClock, settle, SimulatedApiServer } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { ask, open, WatchClient } from './http-client.js';

const configMaps = '/api/v1/namespaces/default/configmaps';
const pods = '/api/v1/namespaces/default/pods';
const watchList = 'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';

describe('a scripted fault of the simulated server', () => {
  it('hits the next matching requests, as often as told, and no others', async () => {
    await using server = await SimulatedApiServer.start();
    server.failNext({ verb: 'list', resource: 'configmaps', times: 2, status: 429, retryAfterSeconds: 7 });
    expect((await ask(server, pods)).code).toBe(200);
    for (let time = 0; time < 2; time++) {
      const { code, headers, json } = await ask(server, configMaps);
      expect([code, headers['retry-after']]).toEqual([429, '7']);
      expect(json).toMatchObject({ reason: 'TooManyRequests', details: { retryAfterSeconds: 7 } });
    }
    expect((await ask(server, configMaps)).code).toBe(200);
  });

  it('can be taken back, last until then, and say anything', async () => {
    await using server = await SimulatedApiServer.start();
    const heal = server.failAlways({ status: 503, body: 'the proxy is out to lunch' });
    expect(await ask(server, configMaps)).toMatchObject({ code: 503, text: 'the proxy is out to lunch' });
    expect((await ask(server, '/healthz')).code).toBe(503);
    heal();
    expect((await ask(server, configMaps)).code).toBe(200);
  });

  it('may be decided by whoever looks at each request', async () => {
    await using server = await SimulatedApiServer.start();
    const stop = server.onRequest(({ query }) => (query['limit'] === '1' ? { status: 500 } : undefined));
    expect((await ask(server, `${configMaps}?limit=1`)).json).toMatchObject({ code: 500, reason: 'InternalError' });
    expect((await ask(server, configMaps)).code).toBe(200);
    stop();
    expect((await ask(server, `${configMaps}?limit=1`)).code).toBe(200);
  });

  it('breaks the connection, before the answer or in the middle of it', async () => {
    await using server = await SimulatedApiServer.start();
    server.failNext({ effect: 'reset' });
    await expect(ask(server, configMaps)).rejects.toMatchObject({ code: 'ECONNRESET' });
    server.failNext({ verb: 'list', cutAfterBytes: 10 });
    await expect(ask(server, configMaps)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('makes an answer slow on the clock', async () => {
    const clock = new FakeClock();
    await using server = await SimulatedApiServer.start({ clock });
    server.failNext({ delayMs: 5000 });
    const answer = ask(server, configMaps);
    await server.until(() => server.requests.length === 1);
    await settle();
    expect(server.requests[0]?.code).toBeUndefined();
    clock.advance(5000);
    expect((await answer).code).toBe(200);
  });

  it('never answers, and lets go when the server stops', async () => {
    await using server = await SimulatedApiServer.start();
    server.failNext({ effect: 'hang' });
    const answer = ask(server, configMaps);
    const failed = expect(answer).rejects.toMatchObject({ code: 'ECONNRESET' });
    await server.until(() => server.requests.length === 1);
    await server.stop();
    await failed;
  });

  it('makes a watch that ends at once', async () => {
    await using server = await SimulatedApiServer.start();
    server.failNext({ verb: 'watch', status: 200 });
    expect(await ask(server, `${configMaps}?watch=1`)).toMatchObject({ code: 200, text: '' });
    const body = '{"type":"ERROR","object":{"code":500}}\n';
    server.failNext({ verb: 'watch', status: 200, body });
    expect(await ask(server, `${configMaps}?watch=1`)).toMatchObject({ code: 200, text: body });
  });
});

describe('a watch that the simulated server spoils', () => {
  async function watching(server: SimulatedApiServer): Promise<WatchClient> {
    return WatchClient.open(server, `${configMaps}?watch=1&resourceVersion=${server.resourceVersion}`);
  }

  it('ends properly, or with a broken connection', async () => {
    await using server = await SimulatedApiServer.start();
    const closed = await watching(server);
    server.cutWatches();
    expect(await closed.rest()).toEqual([]);
    const broken = await watching(server);
    server.cutWatches('reset');
    await expect(broken.next()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(server.openWatches()).toBe(0);
  });

  it('ends in the middle of an event', async () => {
    await using server = await SimulatedApiServer.start();
    const response = await open(server, `${configMaps}?watch=1&resourceVersion=${server.resourceVersion}`);
    server.create('configmaps', { metadata: { name: 'a' } });
    server.cutWatches('truncate');
    let text = '';
    for await (const chunk of response) text += String(chunk);
    const [whole = '', half = ''] = text.split('\n');
    expect(JSON.parse(whole)).toMatchObject({ type: 'ADDED' });
    expect(half).toBe(whole.slice(0, half.length));
    expect(half.length).toBeGreaterThan(0);
    expect(half.length).toBeLessThan(whole.length);
  });

  it('stays silent when frozen, past its time too, and goes on when thawed', async () => {
    const clock = new FakeClock();
    await using server = await SimulatedApiServer.start({ clock });
    const watch = await WatchClient.open(
      server,
      `${configMaps}?watch=1&resourceVersion=${server.resourceVersion}&timeoutSeconds=5`,
    );
    const thaw = server.freezeWatches();
    server.create('configmaps', { metadata: { name: 'a' } });
    clock.advance(60_000);
    await settle();
    expect(server.requests[0]).toMatchObject({ bytesSent: 0, done: false });
    expect(server.openWatches({ resource: 'configmaps' })).toBe(1);
    thaw();
    expect(await watch.take(1)).toEqual(['ADDED a']);
  });

  it('arrives in pieces that split characters and lines', async () => {
    await using server = await SimulatedApiServer.start();
    server.settings.chunkBytes = 1;
    const response = await open(server, `${configMaps}?watch=1&resourceVersion=${server.resourceVersion}`);
    server.create('configmaps', { metadata: { name: 'a' }, data: { k: 'ü€😀' } });
    server.cutWatches();
    const sizes = new Set<number>();
    const chunks: Buffer[] = [];
    // Events, as an iterator would join what has arrived already.
    response.on('data', (chunk: Buffer) => {
      sizes.add(chunk.length);
      chunks.push(chunk);
    });
    await once(response, 'end');
    expect([...sizes]).toEqual([1]);
    expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({ object: { data: { k: 'ü€😀' } } });
  });

  it('has company in that: lists arrive in pieces too', async () => {
    await using server = await SimulatedApiServer.start();
    server.create('configmaps', { metadata: { name: 'a' }, data: { k: 'ü€😀' } });
    server.settings.chunkBytes = 7;
    const response = await open(server, configMaps);
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(response, 'end');
    expect(chunks.length).toBeGreaterThan(10);
    expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({ items: [{ data: { k: 'ü€😀' } }] });
  });

  it('carries garbage, stale events and errors on demand', async () => {
    await using server = await SimulatedApiServer.start();
    const watch = await watching(server);
    server.create('configmaps', { metadata: { name: 'a' } });
    server.patch('configmaps', 'a', { data: { k: 'v' } });
    server.replayChanges(2);
    expect(await watch.take(4)).toEqual(['ADDED a', 'MODIFIED a', 'ADDED a', 'MODIFIED a']);
    server.writeToWatches('{"type": nonsense\n');
    await expect(watch.next()).rejects.toBeInstanceOf(SyntaxError);
    const other = await watching(server);
    server.expireWatches();
    expect(await other.rest()).toEqual(['ERROR 410']);
  });

  it('gets bookmarks when told, and none where they are off', async () => {
    await using server = await SimulatedApiServer.start();
    const path = `${configMaps}?watch=1&resourceVersion=${server.resourceVersion}&allowWatchBookmarks=true`;
    const watch = await WatchClient.open(server, path);
    server.settings.bookmarks = false;
    const unmarked = await WatchClient.open(server, path);
    const version = server.advanceResourceVersion(5);
    server.sendBookmarks();
    server.cutWatches();
    expect(await watch.rest()).toEqual([`BOOKMARK ${version}`]);
    expect(await unmarked.rest()).toEqual([]);
  });

  it('ends when its client reads too slowly', async () => {
    await using server = await SimulatedApiServer.start();
    server.settings.maxWatchBacklogBytes = 5_000_000;
    const response = await open(server, `${configMaps}?watch=1`);
    const data = { long: 'x'.repeat(1_000_000) };
    for (let index = 0; index < 30; index++) server.create('configmaps', { metadata: { name: `c${index}` }, data });
    expect(server.openWatches()).toBe(0);
    let lines = 0;
    for await (const chunk of response) lines += String(chunk).split('\n').length - 1;
    expect(lines).toBeGreaterThan(0);
    expect(lines).toBeLessThan(30);
  });

  it.each([
    ['invalid', 422],
    ['bad-request', 400],
    ['forbidden', 403],
  ] as const)('is refused as a WatchList where that is %s', async (mode, code) => {
    await using server = await SimulatedApiServer.start();
    server.settings.watchList = mode;
    expect((await ask(server, `${configMaps}?${watchList}`)).code).toBe(code);
    const plain = await WatchClient.open(server, `${configMaps}?watch=1`);
    expect(plain.response.statusCode).toBe(200);
  });

  it.each(['no-bookmark', 'ignored'] as const)(
    'never ends its initial events where a WatchList is %s',
    async (mode) => {
      await using server = await SimulatedApiServer.start();
      server.create('configmaps', { metadata: { name: 'a' } });
      server.settings.watchList = mode;
      const watch = await WatchClient.open(server, `${configMaps}?${watchList}`);
      server.create('configmaps', { metadata: { name: 'b' } });
      server.cutWatches();
      expect(await watch.rest()).toEqual(['ADDED a', 'ADDED b']);
    },
  );

  it('answers a WatchList at a version still to come with an ERROR event', async () => {
    await using server = await SimulatedApiServer.start();
    const watch = await WatchClient.open(server, `${configMaps}?${watchList}&resourceVersion=999999`);
    expect((await watch.next())?.object).toMatchObject({
      code: 504,
      details: { causes: [{ reason: 'ResourceVersionTooLarge' }] },
    });
    expect(await watch.next()).toBeUndefined();
  });
});

describe('access to the simulated server', () => {
  it('is denied by verb, resource and namespace until it is granted', async () => {
    await using server = await SimulatedApiServer.start();
    const grant = server.deny({ verb: 'list', resource: 'pods', namespace: 'default' });
    const denied = await ask(server, pods);
    expect(denied.json).toMatchObject({ code: 403, reason: 'Forbidden', details: { kind: 'pods' } });
    expect(denied.json['message']).toContain('cannot list resource "pods" in API group "" in the namespace "default"');
    expect((await ask(server, '/api/v1/namespaces/kube-system/pods')).code).toBe(200);
    expect((await ask(server, '/api/v1/pods')).code).toBe(200);
    grant();
    expect((await ask(server, pods)).code).toBe(200);
  });

  it('takes a token where tokens are required', async () => {
    await using server = await SimulatedApiServer.start();
    server.requireTokens(['good']);
    expect((await ask(server, pods)).json).toMatchObject({ code: 401, reason: 'Unauthorized' });
    expect((await ask(server, pods, { headers: { authorization: 'Bearer good' } })).code).toBe(200);
  });
});

describe('the connections of the simulated server', () => {
  it('break on demand, and the server goes on', async () => {
    await using server = await SimulatedApiServer.start();
    const watch = await WatchClient.open(server, `${configMaps}?watch=1`);
    expect(server.openConnections).toBe(1);
    server.dropConnections();
    await expect(watch.next()).rejects.toMatchObject({ code: 'ECONNRESET' });
    await server.until(() => server.openConnections === 0 && server.openWatches() === 0);
    expect((await ask(server, configMaps)).code).toBe(200);
  });

  it('are refused while it is stopped; after a restart the same port has the same data', async () => {
    await using server = await SimulatedApiServer.start();
    const { url } = server;
    server.create('configmaps', { metadata: { name: 'a' } });
    await server.stop();
    await expect(ask(server, configMaps)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await server.restart();
    expect(server.url).toBe(url);
    expect((await ask(server, `${configMaps}/a`)).code).toBe(200);
  });

  it('are logged request by request', async () => {
    await using server = await SimulatedApiServer.start();
    const { text } = await ask(server, `${configMaps}?limit=5`, { headers: { 'user-agent': 'tester' } });
    await server.until(() => server.requests[0]?.done === true);
    expect(server.requests).toMatchObject([
      {
        method: 'GET',
        path: configMaps,
        query: { limit: '5' },
        verb: 'list',
        resource: 'configmaps',
        namespace: 'default',
        headers: { 'user-agent': 'tester' },
        httpVersion: '1.1',
        code: 200,
        bytesSent: text.length,
      },
    ]);
  });

  it('are forgotten beyond the limit of the log, oldest first', async () => {
    await using server = await SimulatedApiServer.start({ requestLogLimit: 2 });
    for (const path of ['/healthz', '/readyz', '/livez']) await ask(server, path);
    expect(server.requests.map(({ path }) => path)).toEqual(['/readyz', '/livez']);
  });

  it('leave no timer behind when the server is disposed of', async () => {
    const clock = new FakeClock();
    {
      await using server = await SimulatedApiServer.start({ clock });
      await WatchClient.open(server, `${configMaps}?watch=1&allowWatchBookmarks=true&timeoutSeconds=300`).then(
        (watch) => watch.response.on('error', () => undefined),
      );
      expect(clock.pendingTimers).toBe(2);
    }
    await settle();
    expect(clock.pendingTimers).toBe(0);
  });
});
