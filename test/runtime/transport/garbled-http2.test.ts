import { describe, expect, it } from 'vitest';
import { FakeClock, settle } from '@informer-gen/testing';
import { connect } from '../../../runtime/src/client/connect.js';
import type { WatchEvent } from '../../../runtime/src/source/lister-watcher.js';
import { ConnectionError } from '../../../runtime/src/transport/http/errors.js';
import { frame, ok, rawHttp2Server } from './raw-http2.js';
import { eventually } from './servers.js';
import { collect, eventLine, noSignal, pod, podList, pods } from './wire.js';
import type { Pod } from './wire.js';

const line = Buffer.from(eventLine('ADDED', pod('a')).repeat(4));
const END_STREAM = 1;

/** What a byte that became another in the head of a frame makes of it. Node 20 reports none of these, later ones do. */
const garbled: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['a length that is too short', frame('data', { stream: 1, payload: line, length: 256 })],
  ['no stream', frame('data', { stream: 0, payload: line })],
  ['another stream', frame('data', { stream: 99, payload: line })],
  [
    'headers that do not end',
    Buffer.concat([frame('headers', { stream: 1, payload: Buffer.from([0x88]) }), frame('ping')]),
  ],
  ['headers that make no sense', frame('headers', { stream: 1, flags: 4, payload: Buffer.alloc(6, 0xff) })],
];

interface RunningWatch {
  readonly events: WatchEvent<Pod>[];
  readonly outcome: () => unknown;
}

async function startWatch(client: Awaited<ReturnType<typeof connect>>): Promise<RunningWatch> {
  const events: WatchEvent<Pod>[] = [];
  let outcome: unknown;
  const watch = await client.listerWatcher(pods).watch({ timeoutSeconds: 600 }, { signal: noSignal });
  collect(watch, events).then(
    () => (outcome = 'ended'),
    (error: unknown) => (outcome = error),
  );
  await eventually(() => events.length > 0, 'the first event');
  return { events, outcome: () => outcome };
}

/** Lets virtual seconds pass, and sockets be read in each; returns how many it took. */
async function secondsUntil(clock: FakeClock, condition: () => boolean, limit: number): Promise<number> {
  for (let second = 1; second <= limit; second += 1) {
    await clock.advanceAsync(1000);
    await settle(10);
    if (condition()) return second;
  }
  return Infinity;
}

describe('HTTP/2 that was garbled on its way', () => {
  it.each(garbled)('is given up within 5 s: %s', async (_name, bytes) => {
    const clock = new FakeClock();
    await using server = await rawHttp2Server(({ socket }, stream) => {
      socket.write(Buffer.concat([ok(stream), frame('data', { stream, payload: line })]));
    });
    await using client = await connect({ server: server.url, transport: 'http2', clock });
    const watch = await startWatch(client);
    server.connections[0]?.socket.write(bytes);
    expect(await secondsUntil(clock, () => watch.outcome() !== undefined, 60)).toBeLessThanOrEqual(5);
    expect(watch.outcome()).toBeInstanceOf(ConnectionError);

    const healed = await startWatch(client);
    expect(healed.events).not.toHaveLength(0);
    expect(server.connections).toHaveLength(2);
  });

  it('takes no request along that was made before anybody noticed', async () => {
    const clock = new FakeClock();
    await using server = await rawHttp2Server(({ socket }, stream) => {
      const payload = Buffer.from(podList([pod('a')]));
      socket.write(Buffer.concat([ok(stream), frame('data', { stream, payload, flags: END_STREAM })]));
    });
    await using client = await connect({ server: server.url, transport: 'http2', clock });
    await client.list(pods);
    server.connections[0]?.socket.write(frame('data', { stream: 0, payload: line }));
    const second = client.list(pods);
    let isDone = false;
    void second.finally(() => (isDone = true));
    expect(await secondsUntil(clock, () => isDone, 60)).toBeLessThanOrEqual(6);
    expect((await second).items).toHaveLength(1);
    expect(server.connections).toHaveLength(2);
  });
});

describe('a connection whose PINGs are not answered', () => {
  it('keeps what still arrives on it; who waits for an answer asks on another', async () => {
    const clock = new FakeClock();
    const payload = Buffer.from(podList([pod('a')]));
    await using server = await rawHttp2Server((connection, stream) => {
      const { socket } = connection;
      if (connection !== server.connections[0]) {
        socket.write(Buffer.concat([ok(stream), frame('data', { stream, payload, flags: END_STREAM })]));
      } else if (stream === 1) {
        socket.write(Buffer.concat([ok(stream), frame('data', { stream, payload: line })]));
      }
    });
    await using client = await connect({ server: server.url, transport: 'http2', clock });
    const watch = await startWatch(client);
    const [first] = server.connections;
    if (first === undefined) throw new Error('nobody connected');
    first.answersPings = false;
    const list = client.list(pods);
    let isDone = false;
    void list.finally(() => (isDone = true));
    const many = Buffer.concat(Array.from({ length: 8 }, () => frame('data', { stream: 1, payload: line })));
    const took = await secondsUntil(
      clock,
      () => {
        first.socket.write(many);
        return isDone;
      },
      60,
    );
    expect(took).toBeLessThanOrEqual(14);
    expect((await list).items).toHaveLength(1);
    expect(first.streams).toEqual([1, 3]);
    expect(watch.outcome()).toBeUndefined();
    const before = watch.events.length;
    first.socket.write(many);
    await eventually(() => watch.events.length > before, 'the watch goes on');
  });
});
