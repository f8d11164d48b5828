import { once } from 'node:events';
import net from 'node:net';
import { describe, expect, it } from 'vitest';
import { FakeClock, settle } from '@informer-gen/testing';
import { connect } from '../../../runtime/src/client/connect.js';
import { ConnectionError } from '../../../runtime/src/transport/http/errors.js';
import { eventually, http1Server } from './servers.js';
import { collect, eventLine, noSignal, pod, podList, pods } from './wire.js';

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

  it('opens a watch again where the server has just ended one', async () => {
    const sockets: unknown[] = [];
    await using server = await http1Server((request, response) => {
      sockets.push(request.socket);
      response.end(eventLine('ADDED', pod('a')));
    });
    await using client = await connect({ server: server.url });
    for (let count = 0; count < 3; count++) {
      const watch = await client.listerWatcher(pods).watch({}, { signal: noSignal });
      expect(await collect(watch)).toHaveLength(1);
      // Node gives the connection back a turn later.
      await settle();
    }
    expect(new Set(sockets).size).toBe(1);
    await eventually(() => server.sockets.size === 0, 'a moment later it is closed');
  });

  it('reads again as often as a restarted server has left idle connections behind', async () => {
    const used = new Set<unknown>();
    let answer = (): void => {};
    const together = new Promise<void>((resolve) => (answer = resolve));
    let requests = 0;
    await using server = await http1Server((request, response) => {
      if (used.has(request.socket)) return void request.socket.destroy();
      used.add(request.socket);
      if (++requests === 5) answer();
      void together.then(() => response.end(podList([])));
    });
    await using client = await connect({ server: server.url });
    await Promise.all(Array.from({ length: 5 }, () => client.list(pods)));
    expect((await client.list(pods, { retries: 0 })).items).toEqual([]);
    expect(server.connections()).toBe(6);
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

  it.each([
    ['changes the protocol', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: other\r\nconnection: upgrade\r\n\r\n'],
    ['says to go on, and closes', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['speaks another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ])('takes a server that %s for one that gave no answer', async (_what, answer) => {
    const server = net.createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => (answer.includes('100') ? socket.end(answer) : socket.write(answer)));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const clock = new FakeClock();
    const { port } = server.address() as net.AddressInfo;
    await using client = await connect({ server: `http://127.0.0.1:${port}`, clock });
    await expect(client.list(pods, { retries: 0 })).rejects.toMatchObject({ code: 'Connection' });
    server.close();
  });
});
