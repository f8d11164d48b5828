import diagnostics from 'node:diagnostics_channel';
import http2 from 'node:http2';
import type { Socket } from 'node:net';
import { FakeClock } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { connect } from '../../../runtime/src/client/connect.js';
import { ConnectionError } from '../../../runtime/src/transport/http/errors.js';
import { NotHttp2Error } from '../../../runtime/src/transport/http/http2-connection.js';
import { eventually, h2cServer, h2Server, https1Server, trusted } from './servers.js';
import type { Handler } from './servers.js';
import { collect, eventLine, noSignal, pod, podList, pods } from './wire.js';

const server100: Handler = (request, response) => {
  if (request.url?.includes('watch=true')) response.write(eventLine('ADDED', pod('a')));
  else response.end(podList([]));
};

describe('HTTP/2', () => {
  it.each([
    ['the server asked to leave', 0],
    ['was not used for a minute', 60_000],
  ])(
    'leaves no socket behind of a connection that %s, though the server never closes its end',
    async (_why, idleMs) => {
      const open = new Set<Socket>();
      const onSocket = (message: unknown): void => {
        const { socket } = message as { readonly socket: Socket };
        open.add(socket);
        socket.once('close', () => open.delete(socket));
      };
      diagnostics.subscribe('net.client.socket', onSocket);
      const clock = new FakeClock();
      await using server = await h2cServer(server100);
      await using client = await connect({ server: server.url, transport: 'http2', clock });
      await client.list(pods);
      expect(open.size).toBe(1);
      if (idleMs === 0) for (const session of server.sessions) session.goaway();
      await clock.advanceAsync(idleMs);
      await eventually(() => open.size === 0, 'the socket is closed');
      diagnostics.unsubscribe('net.client.socket', onSocket);
    },
  );

  it('opens another connection when the server takes no more streams on those there are', async () => {
    let open = 0;
    const counting: Handler = (request, response) => {
      open++;
      response.on('close', () => open--);
      server100(request, response);
    };
    await using server = await h2cServer(counting, { maxConcurrentStreams: 100 });
    await using client = await connect({ server: server.url, transport: 'http2' });
    const watches = await Promise.all(
      Array.from({ length: 250 }, () => client.listerWatcher(pods).watch({}, { signal: noSignal })),
    );
    expect(server.connections()).toBe(3);
    await client.list(pods);
    expect(server.connections()).toBe(3);
    for (const watch of watches) await watch[Symbol.asyncIterator]().return?.();
    await eventually(() => open === 0, 'all watches are closed');
    await Promise.all(Array.from({ length: 250 }, () => client.list(pods)));
    expect(server.connections()).toBe(3);
  });

  it('opens all connections that a thousand watches need, and takes no request for failed meanwhile', async () => {
    await using server = await h2cServer(server100);
    await using client = await connect({ server: server.url, transport: 'http2' });
    const opened = await Promise.allSettled(
      Array.from({ length: 1000 }, () => client.listerWatcher(pods).watch({}, { signal: noSignal })),
    );
    expect(opened.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(server.connections()).toBe(10);
  });

  it('puts at most a hundred streams on a connection, even if the server would take more', async () => {
    await using server = await h2cServer(server100);
    await using client = await connect({ server: server.url, transport: 'http2' });
    await Promise.all(Array.from({ length: 101 }, () => client.listerWatcher(pods).watch({}, { signal: noSignal })));
    expect(server.connections()).toBe(2);
  });

  it('takes no new stream to a connection that the server wants to close, and lets those on it finish', async () => {
    const finish: (() => void)[] = [];
    await using server = await h2cServer((request, response) => {
      if (!request.url?.includes('watch=true')) return void response.end(podList([]));
      response.write(eventLine('ADDED', pod('a')));
      finish.push(() => response.end(eventLine('DELETED', pod('a'))));
    });
    await using client = await connect({ server: server.url, transport: 'http2' });
    const watch = await client.listerWatcher(pods).watch({}, { signal: noSignal });
    const events = collect(watch);
    const [session] = server.sessions;
    session?.goaway(http2.constants.NGHTTP2_NO_ERROR);
    session?.settings({});
    await eventually(() => server.sessions.size === 1 && session !== undefined, 'the server said goodbye');
    await client.list(pods);
    await client.list(pods);
    finish[0]?.();
    expect((await events).map(({ type }) => type)).toEqual(['ADDED', 'DELETED']);
    await client.list(pods);
    expect(server.connections()).toBe(2);
  });

  it('sends a request again that the server refused without looking at it', async () => {
    let refused = 0;
    await using server = await h2cServer((request, response) => {
      if (refused++ === 0) (request as http2.Http2ServerRequest).stream.close(http2.constants.NGHTTP2_REFUSED_STREAM);
      else response.end(podList([pod('a')]));
    });
    await using client = await connect({ server: server.url, transport: 'http2' });
    expect((await client.list(pods)).items).toHaveLength(1);
  });

  it('fails the streams of a connection that breaks, and those alone when each watch has its own (lfk PR#701)', async () => {
    const watching: (number | undefined)[] = [];
    let releaseList = (): void => {};
    const handler: Handler = (request, response) => {
      if (request.url?.includes('watch=true')) {
        watching.push(request.socket.remotePort);
        response.write(eventLine('ADDED', pod('a')));
      } else {
        response.write('{"kind":"PodList","apiVersion":"v1","metadata":{},');
        releaseList = () => response.end('"items":[]}');
      }
    };
    for (const connectionPerWatch of [false, true]) {
      watching.length = 0;
      await using server = await h2cServer(handler);
      await using client = await connect({ server: server.url, transport: 'http2', connectionPerWatch });
      const watches = await Promise.all([1, 2].map(() => client.listerWatcher(pods).watch({}, { signal: noSignal })));
      let listBegan = false;
      const list = client.listerWatcher(pods).list({}, { signal: noSignal, onBytes: () => (listBegan = true) });
      const listed = list.then(
        () => 'listed',
        (error: unknown) => error,
      );
      await eventually(() => listBegan, 'the list began');
      expect(server.connections()).toBe(connectionPerWatch ? 3 : 1);
      const broken = collect(watches[0] as AsyncIterable<never>);
      for (const socket of server.sockets) if (socket.remotePort === watching[0]) socket.resetAndDestroy();
      await expect(broken).rejects.toThrow(ConnectionError);
      if (connectionPerWatch) releaseList();
      if (connectionPerWatch) expect(await listed).toBe('listed');
      else expect(await listed).toBeInstanceOf(ConnectionError);
    }
  });

  it('closes the connection of a watch that has its own when the watch ends', async () => {
    await using server = await h2Server(server100);
    await using client = await connect({ server: server.url, ...trusted, connectionPerWatch: true });
    for await (const _batch of await client.listerWatcher(pods).watch({}, { signal: noSignal })) break;
    await eventually(() => server.sockets.size === 0, 'the connection is closed');
  });

  it('is not used where the server does not offer it, unless it was demanded', async () => {
    await using server = await https1Server(server100);
    await using automatic = await connect({ server: server.url, ...trusted });
    await automatic.list(pods);
    await automatic.list(pods);
    expect(server.connections()).toBe(2);
    await using strict = await connect({ server: server.url, ...trusted, transport: 'http2' });
    await expect(strict.list(pods)).rejects.toThrow(NotHttp2Error);
  });

  it('is left where the server asks for HTTP/1.1 in its stead', async () => {
    const versions: string[] = [];
    const asksForHttp1: Handler = (request, response) => {
      versions.push(request.httpVersion);
      if (request.httpVersion === '1.1') return void response.end(podList([]));
      (request as http2.Http2ServerRequest).stream.close(http2.constants.NGHTTP2_HTTP_1_1_REQUIRED);
    };
    await using server = await h2Server(asksForHttp1, { allowHTTP1: true });
    await using client = await connect({ server: server.url, ...trusted });
    await client.list(pods);
    await client.list(pods);
    expect(versions).toEqual(['2.0', '1.1', '1.1']);
  });

  it('brings a large list in windows that are large too', async () => {
    const items = Array.from({ length: 2000 }, (_, index) => ({ ...pod(`pod-${index}`), data: 'x'.repeat(4000) }));
    await using server = await h2cServer((_request, response) => void response.end(podList(items)));
    await using client = await connect({ server: server.url, transport: 'http2' });
    expect((await client.list(pods)).items).toEqual(items);
  });

  it('refuses a server with a certificate that it has no reason to trust', async () => {
    await using server = await h2Server(server100);
    await using client = await connect({ server: server.url });
    await expect(client.list(pods)).rejects.toThrow(/cannot be reached.*(self-signed|unable to)/i);
  });
});
