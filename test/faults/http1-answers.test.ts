// What HTTP/1.1 lets a server write, and what it does not: none of it hangs, floods, crashes or lasts.
import { once } from 'node:events';
import net from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { connect, newSharedIndexInformer } from '@informer-gen/runtime';
import { FakeClock } from '@informer-gen/testing';
import { expect, it } from 'vitest';
import { eventually } from '../runtime/transport/servers.js';
import { eventLine, pod, podList, pods } from '../runtime/transport/wire.js';
import { passTime } from './pass-time.js';

const end = { metadata: { resourceVersion: '99', annotations: { 'k8s.io/initial-events-end': 'true' } } };
const healed = eventLine('ADDED', pod('healed', '99')) + eventLine('BOOKMARK', end);
const list = podList([pod('healed', '99')], { resourceVersion: '99' });
const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
const withLength = (body: string, length: number | string): string =>
  `HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\n${body}`;
const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

/** Answers requests with raw bytes. */
class RawServer implements AsyncDisposable {
  hostile: string | undefined;
  requests = 0;
  connections = 0;
  readonly sockets = new Set<Socket>();
  readonly #server = net.createServer((socket) => this.#take(socket));

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  #take(socket: Socket): void {
    this.connections += 1;
    this.sockets.add(socket);
    socket.on('error', () => {}).on('close', () => this.sockets.delete(socket));
    socket.on('data', (bytes: Buffer) => {
      this.requests += 1;
      if (this.hostile !== undefined) socket.write(this.hostile);
      else socket.write(bytes.includes('watch=true') ? chunked + chunk(healed) : withLength(list, list.length));
    });
  }
}

it.each<[what: string, answer: string]>([
  ['a thousand answers of 1xx', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(1000)],
  ['a switch of protocols', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: other\r\nconnection: upgrade\r\n\r\n'],
  ['trailers behind half a line', `${chunked}${chunk('{"type":')}0\r\nx-end: yes\r\n\r\n`],
  ['trailers without an end', `${chunked}0\r\n${'x-trailer: yes\r\n'.repeat(5000)}`],
  ['chunks whose length is none', `${chunked}zz\r\nnonsense\r\n`],
  ['a chunk longer than all memory', `${chunked}ffffffffffffffff\r\n{`],
  ['chunks with extensions of megabytes', `${chunked}5;${'x'.repeat(1 << 20)}\r\n{"a":\r\n`],
  ['a length that is none', withLength('{}', 'many')],
  ['a length that is negative', withLength('{}', -5)],
  ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 90\r\n\r\n{}'],
  ['a length and chunks', `HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n${chunk('{}')}`],
  ['less than its length, and silence', withLength('{"kind":', 5000)],
  ['more than its length', withLength('{}{}{}{}', 2)],
  ['a thousand answers to one request', withLength('{}', 2).repeat(1000)],
  ['no headers at all', 'HTTP/1.1 200\r\n\r\n'],
  ['headers without an end', `HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(1000)}`],
  ['headers of megabytes', `HTTP/1.1 200 OK\r\nx-a: ${'b'.repeat(2 << 20)}\r\n\r\n`],
  ['another version of HTTP', 'HTTP/9.7 200 OK\r\n\r\n'],
  ['a status that nobody knows', 'HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n'],
  ['an answer without a body', 'HTTP/1.1 204 No Content\r\n\r\n'],
  ['a reference to a cache', 'HTTP/1.1 304 Not Modified\r\n\r\n'],
])('a server that writes %s is neither flooded nor waited for for ever, and healed from', async (_what, answer) => {
  await using server = new RawServer();
  server.hostile = answer;
  const url = await server.start();
  const clock = new FakeClock();
  await using client = await connect({ server: url, transport: 'http1', clock });
  const informer = newSharedIndexInformer(client.listerWatcher(pods), pods, { clock, onError: () => {} });
  const stop = new AbortController();
  const running = informer.run(stop);
  const pass = (ms: number): Promise<void> => passTime(clock, ms, 20);
  await pass(30_000);
  expect(server.requests).toBeGreaterThan(0);
  expect(server.requests).toBeLessThanOrEqual(150);
  expect(server.connections).toBeLessThanOrEqual(150);
  expect(server.sockets.size).toBeLessThanOrEqual(5);
  if (informer.status.phase === 'backing-off') expect(informer.status.lastError?.message).toMatch(/\w+ \w+/);
  server.hostile = undefined;
  const isHealed = (): boolean => informer.indexer.getByKey('default/healed') !== undefined;
  for (let minutes = 0; minutes < 15 && !isHealed(); minutes += 1) await pass(60_000);
  expect(isHealed()).toBe(true);
  stop.abort();
  await running;
  await client[Symbol.asyncDispose]();
  await eventually(() => clock.pendingTimers === 0, 'all timers are gone');
});
