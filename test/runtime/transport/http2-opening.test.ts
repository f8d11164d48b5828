import { describe, expect, it } from 'vitest';
import { FakeClock, settle } from '@informer-gen/testing';
import { connect } from '../../../runtime/src/client/connect.js';
import type { WatchEvents } from '../../../runtime/src/source/lister-watcher.js';
import { ConnectionError } from '../../../runtime/src/transport/http/errors.js';
import { frame, ok, rawHttp2Server } from './raw-http2.js';
import { eventually } from './servers.js';
import { collect, eventLine, noSignal, pod, podList, pods } from './wire.js';
import type { Pod } from './wire.js';

const END_STREAM = 1;
const list = Buffer.from(podList([pod('a')]));
const event = Buffer.from(eventLine('ADDED', pod('a')));

describe('a new connection of HTTP/2', () => {
  it('takes a request that reads before the server has said a word, and one only', async () => {
    await using server = await rawHttp2Server(() => {}, { greets: false });
    await using client = await connect({ server: server.url, transport: 'http2' });
    const lists = [client.list(pods), client.list(pods)];
    await eventually(() => server.connections[0]?.streams.length === 1, 'the first request');
    await settle(20);
    const [connection] = server.connections;
    expect(connection?.streams).toEqual([1]);
    connection?.greet();
    await eventually(() => connection?.streams.length === 2, 'the second request');
    for (const stream of [1, 3])
      connection?.socket.write(
        Buffer.concat([ok(stream), frame('data', { stream, payload: list, flags: END_STREAM })]),
      );
    for (const { items } of await Promise.all(lists)) expect(items).toHaveLength(1);
    expect(server.connections).toHaveLength(1);
  });

  it('takes a request that writes when the server has said how many it takes', async () => {
    await using server = await rawHttp2Server(() => {}, { greets: false });
    await using client = await connect({ server: server.url, transport: 'http2' });
    const created = client.create(pods, { metadata: { name: 'a', namespace: 'default' } });
    await eventually(() => server.connections.length === 1, 'the connection');
    await settle(50);
    expect(server.connections[0]?.streams).toEqual([]);
    server.connections[0]?.greet();
    await eventually(() => server.connections[0]?.streams.length === 1, 'the request');
    const payload = Buffer.from(JSON.stringify(pod('a')));
    server.connections[0]?.socket.write(
      Buffer.concat([ok(1), frame('data', { stream: 1, payload, flags: END_STREAM })]),
    );
    expect((await created).metadata?.name).toBe('a');
  });

  it('is given up with its request when the first words never come, in 13 s', async () => {
    const clock = new FakeClock();
    await using server = await rawHttp2Server(() => {}, { greets: false });
    await using client = await connect({ server: server.url, transport: 'http2', clock });
    const watch = client.listerWatcher(pods).watch({ timeoutSeconds: 600 }, { signal: noSignal });
    const rejected = expect(watch).rejects.toThrow(/nothing came from the server/);
    await eventually(() => server.connections[0]?.streams.length === 1, 'the request');
    for (const connection of server.connections) connection.answersPings = false;
    for (let second = 0; second < 13; second += 1) await clock.advanceAsync(1000);
    await rejected;
  });

  it('is opened as soon as one that is in use breaks, unless that was new', async () => {
    const clock = new FakeClock();
    await using server = await rawHttp2Server(({ socket }, stream) => {
      socket.write(Buffer.concat([ok(stream), frame('data', { stream, payload: event })]));
    });
    await using client = await connect({ server: server.url, transport: 'http2', clock });
    const open = (): Promise<WatchEvents<Pod>> =>
      client.listerWatcher(pods).watch({ timeoutSeconds: 600 }, { signal: noSignal });
    const first = await open();
    await clock.advanceAsync(1500);
    server.connections[0]?.socket.resetAndDestroy();
    await expect(collect(first)).rejects.toThrow(ConnectionError);
    await eventually(() => server.connections.length === 2, 'another connection, though nobody asked');
    const second = await open();
    expect(server.connections[1]?.streams).toEqual([1]);
    server.connections[1]?.socket.resetAndDestroy();
    await expect(collect(second)).rejects.toThrow(ConnectionError);
    await settle(50);
    expect(server.connections).toHaveLength(2);
  });

  it('takes what a server that goes away has not looked at, also if it changes something', async () => {
    await using server = await rawHttp2Server((connection, stream) => {
      const { socket } = connection;
      const payload = Buffer.from(JSON.stringify(pod('a')));
      if (connection !== server.connections[0])
        socket.write(Buffer.concat([ok(stream), frame('data', { stream, payload, flags: END_STREAM })]));
      // No error, and nothing up from stream 1 was looked at.
      else if (stream === 3) socket.write(frame('goaway', { payload: Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]) }));
      else socket.write(Buffer.concat([ok(stream), frame('data', { stream, payload: event })]));
    });
    await using client = await connect({ server: server.url, transport: 'http2' });
    const watch = await client.listerWatcher(pods).watch({ timeoutSeconds: 600 }, { signal: noSignal });
    const created = await client.create(pods, { metadata: { name: 'a', namespace: 'default' } });
    expect(created.metadata?.name).toBe('a');
    expect(server.connections).toHaveLength(2);
    // What it has looked at goes on.
    const [first] = server.connections;
    first?.socket.write(frame('data', { stream: 1, payload: event, flags: END_STREAM }));
    expect(await collect(watch)).toHaveLength(2);
  });
});

describe('a connection of HTTP/2 on which a request was not answered', () => {
  it('takes no more of them, although PINGs are answered', async () => {
    const clock = new FakeClock();
    await using server = await rawHttp2Server(({ socket }, stream) => {
      if (server.connections.length === 1) return;
      socket.write(Buffer.concat([ok(stream), frame('data', { stream, payload: list, flags: END_STREAM })]));
    });
    await using client = await connect({ server: server.url, transport: 'http2', clock });
    const rejected = expect(client.list(pods, { retries: 0 })).rejects.toThrow(/nothing came from the server for 75 s/);
    await eventually(() => server.connections[0]?.streams.length === 1, 'the request');
    for (let second = 0; second < 75; second += 1) {
      await clock.advanceAsync(1000);
      await settle(5);
    }
    await rejected;
    expect((await client.list(pods, { retries: 0 })).items).toHaveLength(1);
    expect(server.connections.map(({ streams }) => streams)).toEqual([[1], [1]]);
  });
});
