// A WatchList of Kubernetes 1.37 is compressed as a gzip stream of many members, one for each burst of events (watch.go, gate
// WatchListCompression). Members begin and end anywhere in the chunks that arrive.
import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { connect } from '../../../runtime/src/client/connect.js';
import type { WatchBatch, WatchEvent } from '../../../runtime/src/source/lister-watcher.js';
import { decompress } from '../../../runtime/src/transport/http/decompress.js';
import { eventually, h2cServer, h2Server, http1Server, trusted } from './servers.js';
import type { Handler, TestServer } from './servers.js';
import { collect, eventLine, noSignal, pod, pods } from './wire.js';
import type { Pod } from './wire.js';

const lineOf = (name: string): string => eventLine('ADDED', pod(name));
/** A member with an event for each of these names. */
const member = (...names: readonly string[]): Buffer => gzipSync(names.map(lineOf).join(''));
const EMPTY = gzipSync('');

const nameOf = (event: WatchEvent<Pod>): string =>
  event.type === 'ADDED' ? (event.object.metadata?.name ?? '') : event.type;

/** A compressed body that is written by hand, and what has been read from it. */
function bodyByHand() {
  const compressed = new PassThrough();
  const { body } = decompress({ status: 200, headers: { 'content-encoding': 'gzip' }, body: compressed });
  const read = { text: '', error: undefined as Error | undefined, hasEnded: false };
  body.on('data', (chunk: Buffer) => (read.text += String(chunk)));
  body.on('error', (error: Error) => (read.error = error));
  body.on('end', () => (read.hasEnded = true));
  return { compressed, read, write: (chunk: Buffer) => void compressed.write(chunk) };
}

describe('a gzip stream of many members', () => {
  const members = [member('a'), member('b', 'c'), EMPTY, member('d')];
  const whole = Buffer.concat(members);
  const text = ['a', 'b', 'c', 'd'].map(lineOf).join('');

  it('is read to its end wherever it is cut in two', async () => {
    for (let at = 1; at < whole.length; at += 1) {
      const { compressed, read, write } = bodyByHand();
      write(whole.subarray(0, at));
      await settle();
      compressed.end(whole.subarray(at));
      await eventually(() => read.hasEnded || read.error !== undefined, `the end of what was cut at ${at}`);
      expect({ at, ...read }).toEqual({ at, text, error: undefined, hasEnded: true });
    }
  });

  it.each([1, 2, 3, 7, 11])('is read to its end in chunks of %i bytes', async (size) => {
    const { compressed, read, write } = bodyByHand();
    for (let at = 0; at < whole.length; at += size) write(whole.subarray(at, at + size));
    compressed.end();
    await eventually(() => read.hasEnded, 'the end');
    expect(read).toEqual({ text, error: undefined, hasEnded: true });
  });

  it('hands on what a finished member says before the next one begins', async () => {
    const { read, write, compressed } = bodyByHand();
    let expected = '';
    for (const name of ['a', 'b', 'c']) {
      expected += lineOf(name);
      write(member(name));
      await eventually(() => read.text === expected, `the event ${name}`);
    }
    write(EMPTY);
    // The first bytes of the next member: nothing of it can be read yet.
    write(member('d').subarray(0, 12));
    await settle(20);
    expect(read).toEqual({ text: expected, error: undefined, hasEnded: false });
    compressed.destroy();
  });

  it('hands on what a finished member says also when the rest of the chunk begins another', async () => {
    const next = member('b');
    for (let at = 1; at < next.length; at += 1) {
      const { read, write, compressed } = bodyByHand();
      write(Buffer.concat([member('a'), next.subarray(0, at)]));
      await eventually(() => read.text.startsWith(lineOf('a')), `the event, with ${at} bytes of another member`);
      compressed.destroy();
    }
  });

  it('may end with an empty member, and consist of them', async () => {
    const { compressed, read } = bodyByHand();
    compressed.end(Buffer.concat([EMPTY, EMPTY, member('a'), EMPTY]));
    await eventually(() => read.hasEnded, 'the end');
    expect(read).toEqual({ text: lineOf('a'), error: undefined, hasEnded: true });
  });

  it('that ends within a member is an error, after what came before', async () => {
    const last = member('b');
    for (let at = 1; at < last.length; at += 1) {
      const { compressed, read } = bodyByHand();
      compressed.end(Buffer.concat([member('a'), last.subarray(0, at)]));
      await eventually(() => read.error !== undefined || read.hasEnded, `the end, with ${at} bytes of a member`);
      expect({ at, hasEnded: read.hasEnded }).toEqual({ at, hasEnded: false });
      expect(read.text.startsWith(lineOf('a'))).toBe(true);
    }
  });

  it.each([
    ['text', Buffer.from('garbage that is not gzip')],
    ['the beginning of a header', Buffer.from([0x1f, 0x8b, 0x07, 0x00, 1, 2, 3, 4, 5, 6, 7, 8])],
    ['a header with a body that is none', Buffer.concat([EMPTY.subarray(0, 10), Buffer.alloc(64, 0xff)])],
    ['a NUL and more', Buffer.concat([Buffer.alloc(1), member('b')])],
  ])('that is followed by garbage is an error, after what came before: %s', async (_what, garbage) => {
    for (const together of [true, false]) {
      const { compressed, read, write } = bodyByHand();
      if (together) write(Buffer.concat([member('a'), garbage]));
      else {
        write(member('a'));
        await eventually(() => read.text !== '', 'the event');
        write(garbage);
      }
      await eventually(() => read.error !== undefined || read.hasEnded, 'the error');
      expect({ together, text: read.text, hasEnded: read.hasEnded }).toEqual({
        together,
        text: lineOf('a'),
        hasEnded: false,
      });
      compressed.destroy();
    }
  });

  it('whose checksum is wrong is an error', async () => {
    const broken = member('a');
    broken[broken.length - 8] = (broken.at(-8) as number) ^ 0xff;
    const { compressed, read } = bodyByHand();
    compressed.end(broken);
    await eventually(() => read.error !== undefined, 'the error');
    expect(read.hasEnded).toBe(false);
  });
});

const protocols: readonly (readonly [string, (handler: Handler) => Promise<TestServer>, 'http1' | 'http2'])[] = [
  ['HTTP/1.1', http1Server, 'http1'],
  ['HTTP/2', h2cServer, 'http2'],
  ['HTTP/2 over TLS', h2Server, 'http2'],
];

describe.each(protocols)('a compressed watch over %s', (_name, newServer, transport) => {
  type Writing = (write: (chunk: Buffer) => Promise<void>, end: () => void) => Promise<void>;

  /** A server that answers each watch by the next of these. */
  async function serving(writing: readonly Writing[]) {
    let at = 0;
    const server = await newServer((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      const write = (chunk: Buffer): Promise<void> =>
        new Promise((resolve) => response.write(chunk, () => setImmediate(resolve)));
      void writing[at % writing.length]?.(write, () => response.end());
      at += 1;
    });
    const client = await connect({ server: server.url, transport, gzip: true, ...trusted });
    const watch = (): Promise<AsyncIterable<WatchBatch<Pod>>> =>
      client.listerWatcher(pods).watch({}, { signal: noSignal });
    return {
      watch,
      [Symbol.asyncDispose]: async () => {
        await client[Symbol.asyncDispose]();
        await server[Symbol.asyncDispose]();
      },
    };
  }

  it('brings every event, wherever the members are cut', async () => {
    const whole = Buffer.concat([member('a'), member('b', 'c'), EMPTY, member('d')]);
    const cuts = Array.from({ length: whole.length - 1 }, (_, i) => i + 1);
    await using server = await serving(
      cuts.map((at) => async (write, end) => {
        await write(whole.subarray(0, at));
        await write(whole.subarray(at));
        end();
      }),
    );
    for (const at of cuts) {
      const events = await collect(await server.watch());
      expect({ at, names: events.map(nameOf) }).toEqual({ at, names: ['a', 'b', 'c', 'd'] });
    }
  });

  it('brings the events of a finished member at once, while the watch stays open', async () => {
    const seen: WatchEvent<Pod>[] = [];
    const until = (count: number): Promise<void> => eventually(() => seen.length === count, `${count} events`);
    await using server = await serving([
      async (write, end) => {
        await write(member('a'));
        await until(1);
        await write(Buffer.concat([member('b'), EMPTY, member('c').subarray(0, 5)]));
        await until(2);
        await write(Buffer.concat([member('c').subarray(5), member('d')]));
        await until(4);
        end();
      },
    ]);
    const collecting = collect(await server.watch(), seen);
    expect((await collecting).map(nameOf)).toEqual(['a', 'b', 'c', 'd']);
  });

  it.each([
    ['is cut off within a member', member('b').subarray(0, 20)],
    ['goes on with garbage', Buffer.from('garbage that is not gzip')],
  ])('that %s brings what came before, then breaks', async (_what, rest) => {
    await using server = await serving([
      async (write, end) => {
        await write(Buffer.concat([member('a'), rest]));
        end();
      },
    ]);
    const seen: WatchEvent<Pod>[] = [];
    await expect(collect(await server.watch(), seen)).rejects.toThrow('the connection broke');
    expect(seen.map(nameOf)).toEqual(['a']);
  });
});
