import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { FakeClock } from '@informer-gen/testing';
import { expect, it } from 'vitest';
import { decompress } from '../../../runtime/src/transport/http/decompress.js';
import { readBody } from '../../../runtime/src/transport/read-body.js';
import { noSignal } from './wire.js';

it('an answer that is small on the way and large when it is decompressed is an error at its bound', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  expect(bomb.length).toBeLessThan(100_000);
  const body = Readable.from([bomb], { objectMode: false });
  const response = decompress({ status: 200, headers: { 'content-encoding': 'gzip' }, body });
  const clock = new FakeClock();
  let used = 0;
  let isDone = false;
  const failure = await readBody(
    { ...response, signal: noSignal, done: () => (isDone = true) },
    { clock, maxBytes: 1_000_000, use: ({ length }) => (used += length) },
  ).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'TooLarge', limit: 1_000_000 });
  expect(used).toBeLessThanOrEqual(1_000_000);
  expect(isDone).toBe(true);
  expect(response.body.destroyed).toBe(true);
  expect(clock.pendingTimers).toBe(0);
});
