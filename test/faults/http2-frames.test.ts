// What a server may put into frames of HTTP/2, and how many of them: none of it hangs, floods, crashes, grows or lasts.
import { connect, newSharedIndexInformer } from '@informer-gen/runtime';
import { FakeClock } from '@informer-gen/testing';
import { expect, it } from 'vitest';
import { frame, ok, rawHttp2Server } from '../runtime/transport/raw-http2.js';
import type { RawConnection } from '../runtime/transport/raw-http2.js';
import { eventually } from '../runtime/transport/servers.js';
import { eventLine, pod, pods } from '../runtime/transport/wire.js';
import { passTime } from './pass-time.js';

const END_HEADERS = 4;
const END_STREAM = 1;
const end = { metadata: { resourceVersion: '99', annotations: { 'k8s.io/initial-events-end': 'true' } } };
const healed = Buffer.from(eventLine('ADDED', pod('healed', '99')) + eventLine('BOOKMARK', end));
const unhealed = Buffer.from(eventLine('BOOKMARK', { metadata: { ...end.metadata, resourceVersion: '50' } }));

const uint32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
  return bytes;
};
const times = (count: number, bytes: (at: number) => Buffer): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_, at) => bytes(at)));
const setting = (id: number, value: number): Buffer => Buffer.concat([Buffer.from([0, id]), uint32(value)]);
const opened = (stream: number): Buffer => Buffer.concat([ok(stream), frame('data', { stream, payload: unhealed })]);
/** A header that is not in any table: `x: yyy…`. */
const header = (length: number): Buffer =>
  Buffer.concat([Buffer.from([0, 1, 0x78, 0x7f]), varint(length - 0x7f), Buffer.alloc(length, 0x79)]);

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest >>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.from([...bytes, rest]);
}

/** What a server writes for every request, and again in every half of a second while the connection stands. */
type Attack = (stream: number) => Buffer;

it.each<[what: string, attack: Attack]>([
  [
    'headers that go on without an end',
    (stream) =>
      Buffer.concat([
        frame('headers', { stream, payload: Buffer.from([0x88]) }),
        times(2000, () => frame('continuation', { stream, payload: Buffer.alloc(0) })),
      ]),
  ],
  [
    'headers of megabytes in pieces',
    (stream) =>
      Buffer.concat([
        frame('headers', { stream, payload: Buffer.from([0x88]) }),
        times(300, () => frame('continuation', { stream, payload: header(8000) })),
        frame('continuation', { stream, flags: END_HEADERS }),
      ]),
  ],
  [
    'one small header that stands for megabytes',
    (stream) =>
      Buffer.concat([
        frame('headers', {
          stream,
          payload: Buffer.concat([
            Buffer.from([0x88, 0x40, 1, 0x78, 0x7f]),
            varint(3500 - 0x7f),
            Buffer.alloc(3500, 0x79),
          ]),
        }),
        times(10, () => frame('continuation', { stream, payload: Buffer.alloc(8000, 0xbe) })),
        frame('continuation', { stream, flags: END_HEADERS }),
      ]),
  ],
  [
    'resets of streams that nobody opened',
    (stream) =>
      Buffer.concat([
        opened(stream),
        times(3000, (at) => frame('reset', { stream: at * 2 + 101, payload: uint32(8) })),
      ]),
  ],
  [
    'resets of its own answer, again and again',
    (stream) => Buffer.concat([opened(stream), times(3000, () => frame('reset', { stream, payload: uint32(0) }))]),
  ],
  ['settings in floods', (stream) => Buffer.concat([opened(stream), times(3000, () => frame('settings'))])],
  [
    'settings that nobody knows',
    (stream) =>
      Buffer.concat([opened(stream), frame('settings', { payload: times(60, (at) => setting(at + 100, at)) })]),
  ],
  [
    'a window that is larger than may be',
    (stream) => Buffer.concat([opened(stream), frame('settings', { payload: setting(4, 2 ** 32 - 1) })]),
  ],
  [
    'a window that overflows',
    (stream) => Buffer.concat([opened(stream), frame('windowUpdate', { payload: uint32(2 ** 31 - 1) })]),
  ],
  [
    'a window that grows by nothing',
    (stream) => Buffer.concat([opened(stream), frame('windowUpdate', { stream, payload: uint32(0) })]),
  ],
  [
    'a window of nothing for what is sent',
    (stream) => Buffer.concat([frame('settings', { payload: setting(4, 0) }), opened(stream)]),
  ],
  [
    'frames that are smaller than may be',
    (stream) => Buffer.concat([frame('settings', { payload: setting(5, 1) }), opened(stream)]),
  ],
  [
    'a table of headers that changes all the time',
    (stream) =>
      Buffer.concat([
        times(500, (at) => frame('settings', { payload: setting(1, (at % 2) * 65_536) })),
        opened(stream),
      ]),
  ],
  [
    'streams that were not asked for',
    (stream) =>
      Buffer.concat([
        opened(stream),
        frame('pushPromise', { stream, flags: END_HEADERS, payload: Buffer.concat([uint32(2), Buffer.from([0x82])]) }),
      ]),
  ],
  [
    'priorities in floods',
    (stream) =>
      Buffer.concat([
        opened(stream),
        times(3000, (at) => frame('priority', { stream: at * 2 + 1, payload: Buffer.from([0, 0, 0, 0, 16]) })),
      ]),
  ],
  [
    'frames of unknown types in floods',
    (stream) =>
      Buffer.concat([opened(stream), times(3000, () => frame('unknown', { stream, payload: Buffer.alloc(50) }))]),
  ],
  [
    'other addresses of its services in floods',
    (stream) =>
      Buffer.concat([
        opened(stream),
        times(3000, () =>
          frame('altsvc', { payload: Buffer.concat([Buffer.from([0, 1, 0x61]), Buffer.from('h2=":1"')]) }),
        ),
      ]),
  ],
  [
    'empty pieces of an answer without an end',
    (stream) => Buffer.concat([opened(stream), times(3000, () => frame('data', { stream }))]),
  ],
  [
    'answers on streams that were never asked',
    (stream) => Buffer.concat([opened(stream), times(100, (at) => opened(stream + 2 + at * 2))]),
  ],
  ['two answers to one request', (stream) => Buffer.concat([opened(stream), ok(stream)])],
  [
    'an answer behind its end',
    (stream) =>
      Buffer.concat([
        opened(stream),
        frame('data', { stream, flags: END_STREAM }),
        frame('data', { stream, payload: unhealed }),
      ]),
  ],
  [
    'an answer without a status',
    (stream) => frame('headers', { stream, flags: END_HEADERS, payload: Buffer.from([0x82]) }),
  ],
  ['a body before its headers', (stream) => frame('data', { stream, payload: unhealed })],
  [
    'padding longer than the frame',
    (stream) => Buffer.concat([ok(stream), frame('data', { stream, flags: 8, payload: Buffer.from([255, 1, 2]) })]),
  ],
  [
    'GOAWAY that names a later stream each time',
    (stream) => Buffer.concat([opened(stream), times(50, (at) => frame('goaway', { payload: uint32(at * 2 + 1, 0) }))]),
  ],
  [
    'GOAWAY with megabytes to say',
    (stream) =>
      Buffer.concat([
        opened(stream),
        times(200, () =>
          frame('goaway', { payload: Buffer.concat([uint32(2 ** 31 - 1, 0), Buffer.alloc(16_000, 0x41)]) }),
        ),
      ]),
  ],
  [
    'GOAWAY for all but this, and goes on',
    (stream) => Buffer.concat([frame('goaway', { payload: uint32(stream, 0) }), opened(stream)]),
  ],
  [
    'answers to PINGs that were not sent',
    (stream) =>
      Buffer.concat([opened(stream), times(3000, () => frame('ping', { flags: 1, payload: Buffer.alloc(8) }))]),
  ],
  ['PINGs of a wrong length', (stream) => Buffer.concat([opened(stream), frame('ping', { payload: Buffer.alloc(7) })])],
])('a server of HTTP/2 that sends %s is not flooded, and healed from', async (_what, attack) => {
  let isHostile = true;
  let requests = 0;
  const answer = (connection: RawConnection, stream: number): void => {
    requests += 1;
    connection.socket.write(
      isHostile ? attack(stream) : Buffer.concat([ok(stream), frame('data', { stream, payload: healed })]),
    );
  };
  await using server = await rawHttp2Server(answer);
  const clock = new FakeClock();
  await using client = await connect({ server: server.url, transport: 'http2', clock });
  const informer = newSharedIndexInformer(client.listerWatcher(pods), pods, { clock, onError: () => {} });
  const stop = new AbortController();
  const running = informer.run(stop);
  const pass = (ms: number): Promise<void> => passTime(clock, ms, 15);
  for (let second = 0; second < 30; second += 1) {
    await pass(1000);
    const last = server.connections.at(-1);
    const stream = last?.streams.at(-1);
    if (last?.socket.writable === true && stream !== undefined) last.socket.write(attack(stream));
  }
  expect(requests).toBeLessThanOrEqual(150);
  expect(server.connections.length).toBeLessThanOrEqual(150);
  expect(server.connections.filter(({ socket }) => !socket.destroyed).length).toBeLessThanOrEqual(5);
  expect(clock.pendingTimers).toBeLessThanOrEqual(20);
  const { phase, lastError } = informer.status;
  if (phase === 'backing-off') expect(lastError?.message).toMatch(/\w+ \w+/);
  isHostile = false;
  const isHealed = (): boolean => informer.indexer.getByKey('default/healed') !== undefined;
  for (let minutes = 0; minutes < 15 && !isHealed(); minutes += 1) await pass(60_000);
  expect(isHealed()).toBe(true);
  stop.abort();
  await running;
  await client[Symbol.asyncDispose]();
  await eventually(() => clock.pendingTimers === 0, 'all timers are gone');
});
