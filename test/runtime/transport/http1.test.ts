import { describe, expect, it } from 'vitest';
import { FakeClock } from '@informer-gen/testing';
import { connect } from '../../../runtime/src/client/connect.js';
import { ConnectionError } from '../../../runtime/src/transport/http/errors.js';
import { eventually, http1Server } from './servers.js';
import { eventLine, noSignal, pod, podList, pods } from './wire.js';

describe('HTTP/1.1', () => {
  it('uses a connection again, and gives each watch one to itself', async () => {
    await using server = await http1Server((request, response) => {
      if (request.url?.includes('watch=true')) response.write(eventLine('ADDED', pod('a')));
      else response.end(podList([]));
    });
    await using client = await connect({ server: server.url });
    for (let count = 0; count < 5; count++) await client.list(pods);
    expect(server.connections()).toBe(1);
    for (let count = 0; count < 3; count++) await client.listerWatcher(pods).watch({}, { signal: noSignal });
    await client.list(pods);
    expect(server.connections()).toBe(4);
  });

  it('reads again when the server closes an idle connection just as it is used, but never writes twice', async () => {
    const methods: (string | undefined)[] = [];
    const used = new Set<unknown>();
    await using server = await http1Server((request, response) => {
      methods.push(request.method);
      if (used.has(request.socket)) return void request.socket.destroy();
      used.add(request.socket);
      response.end(podList([]));
    });
    await using client = await connect({ server: server.url });
    await client.list(pods);
    expect((await client.list(pods)).items).toEqual([]);
    expect(methods).toEqual(['GET', 'GET', 'GET']);
    await expect(client.create(pods, pod('a'))).rejects.toThrow(ConnectionError);
    expect(methods.slice(3)).toEqual(['POST']);
  });

  it('tries a plain request again after a 503 that says when, and hands up one that does not', async () => {
    const clock = new FakeClock();
    let count = 0;
    await using server = await http1Server((_request, response) => {
      if (++count === 1) response.writeHead(503, { 'retry-after': '1' }).end('starting');
      else response.writeHead(503).end('down');
    });
    await using client = await connect({ server: server.url, clock });
    const failed = expect(client.request({ path: '/version' })).rejects.toMatchObject({
      statusCode: 503,
      retryAfterMs: undefined,
    });
    await eventually(() => clock.nextTimerInMs === 1000, 'it waits');
    await clock.advanceAsync(1000);
    await failed;
    expect(count).toBe(2);
  });
});
