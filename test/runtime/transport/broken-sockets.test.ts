// Who is told of a broken connection, and when Node takes it down.
import { once } from 'node:events';
import net from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { FakeClock, settle } from '@informer-gen/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { breaksOf } from '../../../runtime/src/transport/http/broken-socket.js';
import type { BreaksOptions } from '../../../runtime/src/transport/http/broken-socket.js';
import { connect } from '../../../runtime/src/client/connect.js';
import type { WatchEvent } from '../../../runtime/src/source/lister-watcher.js';
import { eventually, h2cServer, http1Server } from './servers.js';
import { collect, eventLine, noSignal, pod, podList, pods } from './wire.js';
import type { Pod } from './wire.js';

const servers: net.Server[] = [];
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** Both ends of a connection. */
async function connection(): Promise<{ readonly near: Socket; readonly far: Socket }> {
  const server = net.createServer();
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const near = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [[far]] = (await Promise.all([once(server, 'connection'), once(near, 'connect')])) as [[Socket], unknown];
  near.on('error', () => {}).resume();
  sockets.push(near, far);
  return { near, far };
}

/** Unlike `once`, whatever the socket dies of; all who listen have been told by then. */
async function closed(socket: Socket): Promise<void> {
  if (!socket.closed) await new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await settle();
}

async function watched(options: Omit<BreaksOptions, 'clock'> = {}, livedMs = 1000) {
  const clock = new FakeClock();
  const { near, far } = await connection();
  const onBreak = breaksOf(near, { clock, ...options });
  await clock.advanceAsync(livedMs);
  return { clock, near, far, onBreak };
}

describe('a socket that breaks', () => {
  it('is told to its readers while Node has not taken it down, which follows half a second later', async () => {
    const { clock, near, far, onBreak } = await watched();
    const told = new Promise<Error>((resolve) => onBreak(resolve));
    far.resetAndDestroy();
    expect(await told).toMatchObject({ code: 'ECONNRESET' });
    await clock.advanceAsync(499);
    expect(near.destroyed).toBe(false);
    await clock.advanceAsync(1);
    expect(near.destroyed).toBe(true);
    await closed(near);
    expect(clock.pendingTimers).toBe(0);
  });

  it('is told to its readers once the connection that replaces it is begun', async () => {
    const order: string[] = [];
    const { far, onBreak } = await watched({ begin: () => order.push('begun') });
    const told = new Promise<void>((resolve) => {
      onBreak(() => {
        order.push('told');
        resolve();
      });
    });
    far.resetAndDestroy();
    await told;
    expect(order).toEqual(['begun', 'told']);
  });

  it('is left to Node where nobody reads from it any more', async () => {
    const { near, far, onBreak } = await watched({ begin: () => expect.unreachable() });
    onBreak(() => expect.unreachable())();
    far.resetAndDestroy();
    await closed(near);
  });

  it('is left to Node within the first second, so that a server which cuts at once is met with a backoff', async () => {
    const { near, far, onBreak } = await watched({ begin: () => expect.unreachable() }, 999);
    onBreak(() => expect.unreachable());
    far.resetAndDestroy();
    await closed(near);
  });

  it('can be destroyed meanwhile, and leaves no timer behind', async () => {
    const { clock, near, far, onBreak } = await watched();
    const told = new Promise((resolve) => onBreak(resolve));
    far.resetAndDestroy();
    await told;
    near.destroy();
    await closed(near);
    expect(clock.pendingTimers).toBe(0);
  });
});

describe.each([
  { transport: 'http2', serve: h2cServer },
  { transport: 'http1', serve: http1Server },
] as const)('a connection over $transport that is reset', ({ transport, serve }) => {
  it('is told at once to a watch, a list that comes and a request without an answer, and their next requests are sent on another one', async () => {
    const clock = new FakeClock();
    let healed = false;
    const asked: string[] = [];
    await using server = await serve(({ url = '' }, response) => {
      asked.push(url);
      if (url.includes('labelSelector')) return;
      if (url.includes('watch')) response.write(eventLine('ADDED', pod('a')));
      else if (healed) response.end(podList([]));
      else if (url.includes('limit')) response.write(podList([]).slice(0, 20));
    });
    await using client = await connect({ server: server.url, transport, clock });
    const source = client.listerWatcher(pods);
    const watch = await source.watch({}, { signal: noSignal });
    const events: WatchEvent<Pod>[] = [];
    const ends = [
      collect(watch, events),
      source.list({ limit: 1 }, { signal: noSignal }),
      source.watch({ labelSelector: 'a=b' }, { signal: noSignal }),
    ];
    const outcomes = Promise.allSettled(ends);
    await eventually(() => events.length === 1 && asked.length === 3, 'all three are under way');
    await clock.advanceAsync(1000);
    healed = true;
    for (const socket of server.sockets) socket.resetAndDestroy();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await source.list({}, { signal: noSignal })).toMatchObject({ resourceVersion: '10' });
  });
});

describe('a socket that is destroyed by this side', () => {
  it('is destroyed at once', async () => {
    const { near, onBreak } = await watched({ begin: () => expect.unreachable() });
    onBreak(() => expect.unreachable());
    near.destroy();
    expect(near.destroyed).toBe(true);
    await closed(near);
  });
});
