// What HTTP/2 lets a server do to streams and connections besides answering: none of it hangs, floods, crashes or lasts.
import type { Http2ServerRequest, ServerHttp2Stream } from 'node:http2';
import { connect, newSharedIndexInformer } from '@informer-gen/runtime';
import type { SharedIndexInformer } from '@informer-gen/runtime';
import { FakeClock, settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { frame, ok, rawHttp2Server } from '../runtime/transport/raw-http2.js';
import { eventually, h2cServer } from '../runtime/transport/servers.js';
import type { TestServer } from '../runtime/transport/servers.js';
import { eventLine, pod, podList, pods } from '../runtime/transport/wire.js';
import type { Pod } from '../runtime/transport/wire.js';

/** What is done to the stream of a request. */
type Trouble = (stream: ServerHttp2Stream, isWatch: boolean) => void;

const end = { metadata: { resourceVersion: '99', annotations: { 'k8s.io/initial-events-end': 'true' } } };
const healed = eventLine('ADDED', pod('healed', '99')) + eventLine('BOOKMARK', end);
const unhealed = eventLine('BOOKMARK', { metadata: { ...end.metadata, resourceVersion: '50' } });

/** Neither a list nor an event. */
const half = Buffer.from('{"kind":"Pod');

function answer(stream: ServerHttp2Stream, isWatch: boolean): void {
  stream.respond({ ':status': 200 });
  if (isWatch) stream.write(healed);
  else stream.end(podList([pod('healed', '99')], { resourceVersion: '99' }));
}

/** Answers as a server does on which nothing has happened yet. */
function begin(stream: ServerHttp2Stream, isWatch: boolean): void {
  stream.respond({ ':status': 200 });
  if (isWatch) stream.write(unhealed);
  else stream.end(podList([], { resourceVersion: '50' }));
}

/** Every code of the standard, by its number. */
const codes = [
  'NO_ERROR',
  'PROTOCOL_ERROR',
  'INTERNAL_ERROR',
  'FLOW_CONTROL_ERROR',
  'SETTINGS_TIMEOUT',
  'STREAM_CLOSED',
  'FRAME_SIZE_ERROR',
  'REFUSED_STREAM',
  'CANCEL',
  'COMPRESSION_ERROR',
  'CONNECT_ERROR',
  'ENHANCE_YOUR_CALM',
  'INADEQUATE_SECURITY',
  'HTTP_1_1_REQUIRED',
].map((name, code) => [name, code] as const);

const resets = codes.map(([name, code]): [string, Trouble] => [
  `resets every stream with ${name}`,
  (stream) => stream.close(code),
]);

const goaways = codes.map(([name, code]): [string, Trouble] => [
  `says GOAWAY with ${name} to every request`,
  (stream) => stream.session?.goaway(code, 0),
]);

function times(count: number, action: (at: number) => void): void {
  for (let at = 1; at <= count; at += 1) action(at);
}

const others: readonly [string, Trouble][] = [
  [
    'answers and says GOAWAY each time',
    (stream, isWatch) => {
      begin(stream, isWatch);
      stream.session?.goaway(0);
    },
  ],
  ['says GOAWAY a thousand times', (stream) => times(1000, () => stream.session?.goaway(0, 2 ** 31 - 1))],
  [
    'sends a thousand answers of 1xx before each',
    (stream, isWatch) => {
      times(1000, () => stream.additionalHeaders({ ':status': 103, link: '</a>' }));
      begin(stream, isWatch);
    },
  ],
  ['sends answers of 1xx and nothing else', (stream) => times(100, () => stream.additionalHeaders({ ':status': 102 }))],
  [
    'takes no more streams from then on',
    (stream, isWatch) => {
      stream.session?.settings({ maxConcurrentStreams: 0 });
      begin(stream, isWatch);
    },
  ],
  [
    'changes its settings all the time',
    (stream, isWatch) => {
      times(200, (at) => stream.session?.settings({ headerTableSize: at * 100, initialWindowSize: at * 1000 }));
      begin(stream, isWatch);
    },
  ],
  [
    'sends PINGs in floods',
    (stream, isWatch) => {
      begin(stream, isWatch);
      times(1000, () => stream.session?.ping(() => {}));
    },
  ],
  [
    'ends every answer with trailers',
    (stream, isWatch) => {
      stream.removeAllListeners('wantTrailers');
      stream.on('wantTrailers', () => stream.sendTrailers({ 'x-end': 'yes' }));
      stream.respond({ ':status': 200 }, { waitForTrailers: true });
      stream.end(isWatch ? unhealed : podList([], { resourceVersion: '50' }));
    },
  ],
  ['answers with no body at all', (stream) => stream.respond({ ':status': 200 }, { endStream: true })],
  ['answers with a status that nobody knows', (stream) => stream.respond({ ':status': 599 }, { endStream: true })],
  [
    'closes the session with every answer',
    (stream, isWatch) => {
      begin(stream, isWatch);
      stream.session?.close();
    },
  ],
  [
    'destroys the session with every answer',
    (stream, isWatch) => {
      begin(stream, isWatch);
      setImmediate(() => stream.session?.destroy());
    },
  ],
];

async function serverWith(trouble: () => Trouble | undefined, seen: () => void): Promise<TestServer> {
  return h2cServer((request) => {
    const { stream } = request as Http2ServerRequest;
    seen();
    const isWatch = request.url?.includes('watch=true') === true;
    try {
      (trouble() ?? answer)(stream, isWatch);
    } catch {
      // The session is gone already.
    }
  });
}

/** Starts an informer on a virtual clock. */
async function start(server: string): Promise<Running> {
  const clock = new FakeClock();
  const client = await connect({ server, transport: 'http2', clock });
  const informer = newSharedIndexInformer(client.listerWatcher(pods), pods, { clock, onError: () => {} });
  const stop = new AbortController();
  const running = informer.run(stop);
  return {
    clock,
    informer,
    async pass(ms) {
      for (let passed = 0; passed < ms; passed += 500) {
        await settle(30);
        await clock.advanceAsync(500);
      }
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
      await client[Symbol.asyncDispose]();
      await eventually(() => clock.pendingTimers === 0, 'all timers are gone');
    },
  };
}

interface Running extends AsyncDisposable {
  readonly clock: FakeClock;
  readonly informer: SharedIndexInformer<Pod>;
  pass(ms: number): Promise<void>;
}

describe('a server of HTTP/2 that', () => {
  it.each([...resets, ...goaways, ...others])(
    '%s is not flooded, and the informer says what is wrong and heals with it',
    async (_what, trouble) => {
      let current: Trouble | undefined = trouble;
      let requests = 0;
      await using server = await serverWith(
        () => current,
        () => (requests += 1),
      );
      await using running = await start(server.url);
      await running.pass(30_000);
      expect(requests).toBeLessThanOrEqual(150);
      expect(server.connections()).toBeLessThanOrEqual(150);
      expect(server.sockets.size).toBeLessThanOrEqual(5);
      expect(running.clock.pendingTimers).toBeLessThanOrEqual(20);
      const { phase, lastError } = running.informer.status;
      if (phase === 'backing-off') expect(lastError?.message).toMatch(/\w+ \w+/);
      current = undefined;
      const isHealed = (): boolean => running.informer.indexer.getByKey('default/healed') !== undefined;
      for (let minutes = 0; minutes < 15 && !isHealed(); minutes += 1) await running.pass(60_000);
      expect(isHealed()).toBe(true);
    },
  );

  it.each(codes)(
    'resets streams in the middle with %s is not flooded, and the informer names it',
    async (name, code) => {
      let requests = 0;
      const payload = Buffer.alloc(4);
      payload.writeUInt32BE(code);
      await using server = await rawHttp2Server(({ socket }, stream) => {
        requests += 1;
        socket.write(
          Buffer.concat([ok(stream), frame('data', { stream, payload: half }), frame('reset', { stream, payload })]),
        );
      });
      await using running = await start(server.url);
      await running.pass(30_000);
      expect(requests).toBeLessThanOrEqual(150);
      expect(server.connections.length).toBeLessThanOrEqual(3);
      expect(running.informer.status.lastError?.message).toMatch(new RegExp(`code ${code}\\b|${name}|cut off`));
    },
  );
});
