import { describe, expect, it } from 'vitest';
import type { WatchEvent } from '../../../runtime/src/source/lister-watcher.js';
import { FakeClock, settle } from '@informer-gen/testing';
import { connect } from '../../../runtime/src/client/connect.js';
import { UnresponsiveServerError } from '../../../runtime/src/transport/http/errors.js';
import { eventually, h2cServer, http1Server, stallingProxy } from './servers.js';
import type { Handler, TestServer } from './servers.js';
import { collect, eventLine, noSignal, pod, podList, pods } from './wire.js';
import type { Pod } from './wire.js';

const minuteMs = 60_000;

/** Answers lists at once, and watches with one event and then nothing. */
function quietServer(onWatch: (response: Parameters<Handler>[1]) => void = () => {}): Handler {
  return (request, response) => {
    if (!request.url?.includes('watch=true')) return void response.end(podList([]));
    response.write(eventLine('ADDED', pod('a')));
    onWatch(response);
  };
}

interface RunningWatch {
  readonly events: WatchEvent<Pod>[];
  /** Undefined while it runs; then `'ended'`, or what it threw. */
  readonly outcome: () => unknown;
}

async function startWatch(client: Awaited<ReturnType<typeof connect>>, timeoutSeconds: number): Promise<RunningWatch> {
  const events: WatchEvent<Pod>[] = [];
  let outcome: unknown;
  const watch = await client.listerWatcher(pods).watch({ timeoutSeconds }, { signal: noSignal });
  collect(watch, events).then(
    () => (outcome = 'ended'),
    (error: unknown) => (outcome = error),
  );
  await eventually(() => events.length === 1, 'the first event');
  return { events, outcome: () => outcome };
}

/** Lets virtual time pass, and every PING on the way be answered. */
async function passQuietly(clock: FakeClock, server: TestServer, ms: number): Promise<number> {
  let pings = 0;
  for (const session of server.sessions) session.on('ping', () => pings++);
  const until = clock.now() + ms;
  while (clock.now() < until) {
    await clock.advanceAsync(5000);
    await settle(10);
  }
  return pings;
}

describe('over HTTP/2', () => {
  it('gives up a connection that passes nothing on, within 13 s, though nobody closed it (javascript#596)', async () => {
    const clock = new FakeClock();
    await using server = await h2cServer(quietServer());
    await using proxy = await stallingProxy(server);
    await using client = await connect({ server: `http://127.0.0.1:${proxy.port}`, transport: 'http2', clock });
    const watch = await startWatch(client, 600);
    proxy.stall();
    await clock.advanceAsync(11_000);
    expect(watch.outcome()).toBeUndefined();
    await clock.advanceAsync(2000);
    await eventually(() => watch.outcome() !== undefined, 'the watch broke');
    expect((watch.outcome() as Error).cause).toBeInstanceOf(UnresponsiveServerError);
    expect(String(watch.outcome())).toMatch(/nothing came from the server for 12 s/);

    const healed = await startWatch(client, 600);
    expect(healed.events).toHaveLength(1);
    expect(proxy.connections()).toBe(2);
  });

  it('does not cut a quiet healthy watch in 30 minutes (javascript#3020)', async () => {
    const clock = new FakeClock();
    let finish = (): void => {};
    await using server = await h2cServer(
      quietServer((response) => (finish = () => response.end(eventLine('DELETED', pod('a'))))),
    );
    await using client = await connect({ server: server.url, transport: 'http2', clock });
    const watch = await startWatch(client, 1800);
    const pings = await passQuietly(clock, server, 30 * minuteMs);
    expect(pings).toBeGreaterThanOrEqual(50);
    expect(watch.outcome()).toBeUndefined();
    finish();
    await eventually(() => watch.outcome() !== undefined, 'the watch ended');
    expect(watch.outcome()).toBe('ended');
    expect(watch.events.map(({ type }) => type)).toEqual(['ADDED', 'DELETED']);
  });

  it('sends no PING while events come', async () => {
    const clock = new FakeClock();
    let send = (): void => {};
    await using server = await h2cServer(
      quietServer((response) => (send = () => void response.write(eventLine('MODIFIED', pod('a'))))),
    );
    await using client = await connect({ server: server.url, transport: 'http2', clock });
    const watch = await startWatch(client, 1800);
    let pings = 0;
    for (const session of server.sessions) session.on('ping', () => pings++);
    for (let count = 2; count < 20; count++) {
      send();
      await eventually(() => watch.events.length === count, 'the event');
      await clock.advanceAsync(1000);
    }
    expect(pings).toBe(0);
  });

  it('closes a connection that nothing uses for a minute, and leaves no timer', async () => {
    const clock = new FakeClock();
    await using server = await h2cServer(quietServer());
    await using client = await connect({ server: server.url, transport: 'http2', clock });
    await client.list(pods);
    await clock.advanceAsync(59_000);
    expect(server.sockets.size).toBe(1);
    await clock.advanceAsync(1000);
    await eventually(() => server.sockets.size === 0, 'the connection is closed');
    expect(clock.pendingTimers).toBe(0);
    await client.list(pods);
    expect(server.connections()).toBe(2);
  });

  it('leaves no timer behind when a client with watches is disposed of', async () => {
    const clock = new FakeClock();
    await using server = await h2cServer(quietServer());
    const client = await connect({ server: server.url, transport: 'http2', clock });
    const watch = await startWatch(client, 600);
    await client[Symbol.asyncDispose]();
    await eventually(() => watch.outcome() !== undefined, 'the watch ended');
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('over HTTP/1.1', () => {
  it('gives up a watch that the server should have ended and did not: a blocked read ends (client-go#374)', async () => {
    const clock = new FakeClock();
    await using server = await http1Server(quietServer());
    await using proxy = await stallingProxy(server);
    await using client = await connect({ server: `http://127.0.0.1:${proxy.port}`, clock });
    const watch = await startWatch(client, 300);
    proxy.stall();
    await clock.advanceAsync(329_999);
    expect(watch.outcome()).toBeUndefined();
    await clock.advanceAsync(1);
    await eventually(() => watch.outcome() !== undefined, 'the watch broke');
    expect(watch.outcome()).toBeInstanceOf(UnresponsiveServerError);
    expect(clock.pendingTimers).toBe(0);

    const healed = await startWatch(client, 300);
    expect(healed.events).toHaveLength(1);
  });

  it('does not cut a quiet healthy watch in 30 minutes (javascript#3020)', async () => {
    const clock = new FakeClock();
    let finish = (): void => {};
    await using server = await http1Server(quietServer((response) => (finish = () => response.end())));
    await using client = await connect({ server: server.url, clock });
    const watch = await startWatch(client, 1800);
    await clock.advanceAsync(30 * minuteMs);
    expect(watch.outcome()).toBeUndefined();
    finish();
    await eventually(() => watch.outcome() !== undefined, 'the watch ended');
    expect(watch.outcome()).toBe('ended');
    expect(clock.pendingTimers).toBe(0);
  });

  it('does not cut a watch on which events still come after its time, only once they stop', async () => {
    const clock = new FakeClock();
    let send = (): void => {};
    await using server = await http1Server(
      quietServer((response) => (send = () => void response.write(eventLine('MODIFIED', pod('a'))))),
    );
    await using client = await connect({ server: server.url, clock });
    const watch = await startWatch(client, 300);
    await clock.advanceAsync(320_000);
    send();
    await eventually(() => watch.events.length === 2, 'the late event');
    await clock.advanceAsync(29_999);
    expect(watch.outcome()).toBeUndefined();
    await clock.advanceAsync(1);
    await eventually(() => watch.outcome() !== undefined, 'the watch broke');
  });

  it('does not mistake a watch whose reader is slow for a dead one', async () => {
    const clock = new FakeClock();
    const many = eventLine('MODIFIED', { ...pod('a'), data: 'x'.repeat(1 << 20) });
    await using server = await http1Server((_request, response) => void response.end(many.repeat(8)));
    await using client = await connect({ server: server.url, clock });
    const watch = await client.listerWatcher(pods).watch({ timeoutSeconds: 300 }, { signal: noSignal });
    const iterator = watch[Symbol.asyncIterator]();
    expect((await iterator.next()).value).not.toHaveLength(8);
    await settle(50);
    await clock.advanceAsync(20 * minuteMs);
    const rest: number[] = [];
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
      rest.push(next.value.length);
    expect(rest.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
  });

  it('gives up a list that stalls, in 20 s', async () => {
    const clock = new FakeClock();
    await using server = await http1Server((_request, response) => void response.write('{"items":['));
    await using client = await connect({ server: server.url, clock });
    let bytes = 0;
    const list = client.listerWatcher(pods).list({}, { signal: noSignal, onBytes: () => bytes++ });
    const rejected = expect(list).rejects.toThrow(UnresponsiveServerError);
    await eventually(() => bytes > 0, 'the beginning of the list');
    await clock.advanceAsync(20_000);
    await rejected;
    expect(clock.pendingTimers).toBe(0);
  });

  it('asks on another connection after an answer that stood still, though PINGs are answered', async () => {
    const clock = new FakeClock();
    let answers = 0;
    await using server = await h2cServer((_request, response) => {
      answers += 1;
      if (answers === 1) response.write('{"items":[');
      else response.end(podList([]));
    });
    await using client = await connect({ server: server.url, transport: 'http2', clock });
    let bytes = 0;
    const list = client.listerWatcher(pods).list({}, { signal: noSignal, onBytes: () => bytes++ });
    const rejected = expect(list).rejects.toThrow(UnresponsiveServerError);
    await eventually(() => bytes > 0, 'the beginning of the list');
    await clock.advanceAsync(20_000);
    await rejected;
    expect(await client.list(pods)).toMatchObject({ items: [] });
    expect(server.connections()).toBe(2);
  });

  it('gives up a server that takes the request and never answers, in 75 s', async () => {
    const clock = new FakeClock();
    let asked = false;
    await using server = await http1Server(() => (asked = true));
    await using client = await connect({ server: server.url, clock });
    const rejected = expect(client.list(pods)).rejects.toThrow(UnresponsiveServerError);
    await eventually(() => asked, 'the request arrived');
    await clock.advanceAsync(75_000);
    await rejected;
  });
});
