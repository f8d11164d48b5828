// Whatever a server answers, and however it sends it: the informer neither hangs, nor floods, nor crashes, nor grows, and
// heals as soon as the server does.
import { connect, newSharedIndexInformer } from '@informer-gen/runtime';
import { FakeClock } from '@informer-gen/testing';
import * as fc from 'fast-check';
import type http from 'node:http';
import { expect, it } from 'vitest';
import { eventually, h2cServer, http1Server } from '../runtime/transport/servers.js';
import { eventLine, pod, podList, pods } from '../runtime/transport/wire.js';
import { passTime } from './pass-time.js';

/** One way to answer, for every request of a run. */
interface Answer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
  /** Into how many pieces the body is cut. */
  readonly pieces: number;
  readonly end: 'end' | 'destroy' | 'stall';
}

const gone = { kind: 'Status', apiVersion: 'v1', code: 410, reason: 'Expired', message: 'too old' };
const end = { metadata: { resourceVersion: '99', annotations: { 'k8s.io/initial-events-end': 'true' } } };
/** What a server in good health sends on every watch. */
const healed = eventLine('ADDED', pod('healed', '99')) + eventLine('BOOKMARK', end);
const status = (code: number, details: object): string => JSON.stringify({ kind: 'Status', code, details });

const bodies = [
  '',
  'null',
  '[]',
  '{}',
  '{"items":null}',
  '{"items":{}}',
  '{"items":[{}]}',
  '{"items":[{"metadata":{"name":7}}],"metadata":{"resourceVersion":"5"}}',
  '{"items":[],"metadata":{"resourceVersion":"5","continue":"again"}}',
  '{"items":[],"metadata":{"resourceVersion":5}}',
  '{"kind":"Table","rows":[]}',
  '<html>no</html>',
  '\u0000\u0001\uffff',
  podList([pod('a')]),
  podList([pod('a')]).slice(0, -5),
  eventLine('ADDED', pod('a', '11')),
  eventLine('MODIFIED', pod('a', '12')).repeat(3),
  eventLine('ADDED', { metadata: { name: 7, resourceVersion: '9' } }),
  eventLine('BOOKMARK', { metadata: { resourceVersion: '13' } }),
  eventLine('BOOKMARK', end),
  eventLine('BOOKMARK', {}),
  eventLine('ERROR', gone),
  eventLine('ERROR', { kind: 'Status', code: 429, details: { retryAfterSeconds: 'abc' } }),
  eventLine('ERROR', { kind: 'Status', code: 500 }),
  eventLine('MOVED', pod('a')),
  `${eventLine('ADDED', pod('a', '14'))}{"type":`,
  '\n\n\n',
  status(429, { retryAfterSeconds: 1e12 }),
  status(503, { retryAfterSeconds: -1 }),
  status(410, {}),
];

const answer: fc.Arbitrary<Answer> = fc.record({
  status: fc.constantFrom(
    200,
    200,
    200,
    201,
    204,
    206,
    301,
    400,
    401,
    403,
    404,
    405,
    410,
    422,
    429,
    500,
    502,
    503,
    504,
  ),
  headers: fc.oneof(
    fc.constantFrom<Answer['headers'][]>(
      {},
      { 'content-type': 'text/html' },
      { 'content-encoding': 'gzip' },
      { location: '/elsewhere' },
    ),
    fc
      .constantFrom('0', '1', '2592000', '9'.repeat(400), 'abc', '-5', '1e9', 'Fri, 01 Jan 2100 00:00:00 GMT', '')
      .map((text) => ({ 'retry-after': text })),
  ),
  body: fc.constantFrom(...bodies),
  pieces: fc.constantFrom(1, 2, 7),
  end: fc.constantFrom<Answer['end'][]>('end', 'destroy', 'stall'),
});

/** Behind a list that is refused no watch is seen, so that often it goes well. */
const good: Answer = { status: 200, headers: {}, body: podList([pod('a')]), pieces: 1, end: 'end' };
const answerToLists = fc.oneof(fc.constant(good), answer);

/** Most are of a kind that is read, whatever it says. */
const answerToWatches = fc.oneof(
  answer.map((each) => ({ ...each, status: 200, headers: {} })),
  answer,
);

function send(response: http.ServerResponse, { status: code, headers, body, pieces, end: how }: Answer): void {
  response.writeHead(code, headers);
  const bytes = Buffer.from(body);
  const length = Math.ceil(bytes.length / pieces) || 1;
  for (let at = 0; at < bytes.length; at += length) response.write(bytes.subarray(at, at + length));
  if (how === 'end') response.end();
  if (how === 'destroy') setImmediate(() => response.destroy());
}

it.each([
  ['HTTP/1.1', http1Server, 'http1'],
  ['HTTP/2', h2cServer, 'http2'],
] as const)(
  'whatever a server answers over %s, there is no flood, and the informer heals with it',
  async (_name, start, transport) => {
    await fc.assert(
      fc.asyncProperty(answerToLists, answerToWatches, fc.boolean(), async (toLists, toWatches, useWatchList) => {
        let isHostile = true;
        let requests = 0;
        await using server = await start((request, response) => {
          requests += 1;
          const isWatch = request.url?.includes('watch=true') === true;
          if (isHostile) return send(response, isWatch ? toWatches : toLists);
          if (isWatch) return void response.write(healed);
          response.end(podList([pod('healed', '99')], { resourceVersion: '99' }));
        });
        const clock = new FakeClock();
        await using client = await connect({ server: server.url, transport, clock });
        const source = client.listerWatcher(pods);
        const informer = newSharedIndexInformer(source, pods, {
          clock,
          reflector: { useWatchList },
          onError: () => {},
        });
        const stop = new AbortController();
        const running = informer.run(stop);
        const pass = (ms: number): Promise<void> => passTime(clock, ms, 30);
        await pass(30_000);
        expect(requests).toBeLessThanOrEqual(150);
        expect(server.sockets.size).toBeLessThanOrEqual(20);
        expect(clock.pendingTimers).toBeLessThanOrEqual(20);
        isHostile = false;
        // A watch that hangs in good order is found out when it has lasted its time.
        for (let minutes = 0; minutes < 30 && !isHealed(); minutes += 1) await pass(60_000);
        expect(isHealed()).toBe(true);
        function isHealed(): boolean {
          return informer.indexer.getByKey('default/healed') !== undefined;
        }
        stop.abort();
        await running;
        await client[Symbol.asyncDispose]();
        await eventually(() => clock.pendingTimers === 0, 'all timers are gone');
      }),
      { numRuns: 60 },
    );
  },
  240_000,
);
