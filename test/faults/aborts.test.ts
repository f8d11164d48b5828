// An end in every moment: after any number of microtasks and turns, over real sockets, wherever the informer is just then.
import { connect, newSharedIndexInformer } from '@informer-gen/runtime';
import { FakeClock } from '@informer-gen/testing';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually, h2cServer, h2Server, http1Server, https1Server, trusted } from '../runtime/transport/servers.js';
import type { Handler } from '../runtime/transport/servers.js';
import { eventLine, pod, podList, pods } from '../runtime/transport/wire.js';

const end = { metadata: { resourceVersion: '9', annotations: { 'k8s.io/initial-events-end': 'true' } } };

/** How a server answers, by the number of the request. */
const manners: { readonly [what: string]: Handler } = {
  'is well': (request, response) => {
    if (request.url?.includes('watch=true') !== true) response.end(podList([pod('a')]));
    else response.write(eventLine('ADDED', pod('a')) + eventLine('BOOKMARK', end));
  },
  'has no WatchList': (request, response) => {
    if (request.url?.includes('sendInitialEvents') === true)
      response.writeHead(400).end('{"kind":"Status","code":400}');
    else if (request.url?.includes('watch=true') === true) response.write(eventLine('MODIFIED', pod('a', '12')));
    else response.end(podList([pod('a')]));
  },
  'ends watches': (_request, response) => response.end(eventLine('ADDED', pod('a')) + eventLine('BOOKMARK', end)),
  'cuts connections': (request, response) => {
    response.write(eventLine('ADDED', pod('a')));
    setImmediate(() => request.socket.destroy());
  },
  refuses: (_request, response) => response.writeHead(503, { 'retry-after': '1' }).end('no'),
  'sends half of an answer': (_request, response) => void response.write('{"kind":'),
  'does not answer': () => {},
};

const unhandled: unknown[] = [];
const note = (error: unknown): void => void unhandled.push(error);
beforeEach(() => void process.on('unhandledRejection', note));
afterEach(() => {
  process.off('unhandledRejection', note);
  expect(unhandled.splice(0)).toEqual([]);
});

const moment = fc.record({
  microtasks: fc.nat(60),
  turns: fc.nat(40),
  virtualMs: fc.constantFrom(0, 0, 0, 1000, 15_000),
});

it.each([
  ['HTTP/1.1', http1Server, 'http1'],
  ['HTTP/1.1 over TLS', https1Server, 'http1'],
  ['HTTP/2', h2cServer, 'http2'],
  ['HTTP/2 over TLS', h2Server, 'http2'],
] as const)(
  'over %s, an informer that is aborted at any moment ends, and leaves nothing behind',
  async (_name, start, transport) => {
    const property = fc.asyncProperty(
      fc.constantFrom(...Object.keys(manners)),
      moment,
      fc.boolean(),
      async (manner, at, disposes) => {
        const clock = new FakeClock();
        await using server = await start(manners[manner] as Handler);
        await using client = await connect({ server: server.url, transport, clock, ...trusted });
        const informer = newSharedIndexInformer(client.listerWatcher(pods), pods, { clock, onError: () => {} });
        informer.addEventHandler({ onAdd: async () => {} });
        const stop = new AbortController();
        const running = informer.run(stop);
        const synced = informer.whenSynced(stop).catch(() => {});
        for (let turn = 0; turn < at.turns; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
        if (at.virtualMs > 0) await clock.advanceAsync(at.virtualMs);
        for (let microtask = 0; microtask < at.microtasks; microtask += 1) await Promise.resolve();
        // The client may go first: then the informer is left with one that is closed.
        if (disposes) await client[Symbol.asyncDispose]();
        stop.abort();
        await running;
        await synced;
        await client[Symbol.asyncDispose]();
        await eventually(() => clock.pendingTimers === 0, 'all timers are gone');
        // Node's TLS servers keep what was cut in the middle of a handshake.
        if (server.url.startsWith('http:'))
          await eventually(() => server.sockets.size === 0, 'all connections are gone');
      },
    );
    await fc.assert(property, { numRuns: 12 });
  },
);
