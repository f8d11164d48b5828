import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../runtime/src/api/api-error.js';
import { FakeClock, settle } from '@informer-gen/testing';
import { RetryWatcher } from '../../../runtime/src/client-go/retry-watcher.js';
import { aborted, added, failure, stream, WatchSource } from '../../conformance/support/watch-source.js';

describe('RetryWatcher', () => {
  it('starts no watch sooner than a second after the one before, and at once after a long one', async () => {
    const clock = new FakeClock(0);
    const starts: number[] = [];
    const source = new WatchSource(async (_options, { signal }) => {
      starts.push(clock.now());
      if (starts.length === 2) await new Promise<void>((resolve) => clock.after(5000, resolve));
      return stream([], { signal, closes: starts.length < 4 });
    });
    const watcher = new RetryWatcher(source, '1', { clock });
    const reading = watcher[Symbol.asyncIterator]().next();
    await clock.advanceAsync(20_000);
    expect(starts).toEqual([0, 1000, 6000, 7000]);
    watcher.stop();
    await reading;
  });

  it('waits as long as the server asks, in an error event or when a watch cannot start', async () => {
    const clock = new FakeClock(0);
    const starts: number[] = [];
    const source = new WatchSource((_options, { signal }) => {
      starts.push(clock.now());
      const status = { code: 429, details: { retryAfterSeconds: 7 } };
      if (starts.length === 1) return Promise.reject(new ApiError(status));
      return Promise.resolve(stream(starts.length === 2 ? [failure(status)] : [added(2)], { signal }));
    });
    const watcher = new RetryWatcher(source, '1', { clock });
    const reading = watcher[Symbol.asyncIterator]().next();
    await clock.advanceAsync(20_000);
    expect(starts).toEqual([0, 7000, 14_000]);
    expect(await reading).toEqual({ done: false, value: added(2) });
    await watcher[Symbol.asyncDispose]();
  });

  it('watches what its options select, from the version it got to', async () => {
    const clock = new FakeClock();
    const source = new WatchSource(async (_options, { signal }) =>
      stream(source.requests.length === 1 ? [added(7)] : [], { signal, closes: source.requests.length === 1 }),
    );
    const watcher = new RetryWatcher(source, '5', { clock, listOptions: { labelSelector: 'a=b' } });
    const iterator = watcher[Symbol.asyncIterator]();
    await iterator.next();
    const next = iterator.next();
    await clock.advanceAsync(1000);
    expect(source.requests.map(({ resourceVersion, labelSelector }) => [resourceVersion, labelSelector])).toEqual([
      ['5', 'a=b'],
      ['7', 'a=b'],
    ]);
    expect(watcher.resourceVersion).toBe('7');
    watcher.stop();
    expect((await next).done).toBe(true);
  });

  it('ends when its signal aborts: while it watches, while it waits and before it begins; no listener or timer stays', async () => {
    const clock = new FakeClock();
    const watching = new AbortController();
    const open = new WatchSource(async (_options, { signal }) => stream([], { signal }));
    const first = new RetryWatcher(open, '1', { clock, signal: watching.signal })[Symbol.asyncIterator]().next();
    await settle();
    watching.abort();
    expect((await first).done).toBe(true);
    expect(getEventListeners(watching.signal, 'abort')).toHaveLength(0);

    const waiting = new AbortController();
    const broken = new WatchSource(() => Promise.reject(new Error('no')));
    const second = new RetryWatcher(broken, '1', { clock, signal: waiting.signal })[Symbol.asyncIterator]().next();
    await settle();
    waiting.abort();
    expect((await second).done).toBe(true);
    expect(clock.pendingTimers).toBe(0);

    const third = new RetryWatcher(broken, '1', { clock, signal: waiting.signal })[Symbol.asyncIterator]().next();
    expect((await third).done).toBe(true);
    expect(broken.requests).toHaveLength(1);
  });

  it('goes on when the connection breaks in the middle, and closes the stream when left', async () => {
    const clock = new FakeClock();
    let closed = 0;
    const source = new WatchSource(async (_options, { signal }) =>
      (async function* () {
        try {
          if (source.requests.length === 1) {
            yield [added(2)];
            throw new Error('connection reset');
          }
          yield [added(3), added(4)];
          await aborted(signal);
        } finally {
          closed++;
        }
      })(),
    );
    const seen: unknown[] = [];
    const reading = (async () => {
      for await (const event of new RetryWatcher(source, '1', { clock })) {
        seen.push(event);
        if (seen.length === 2) break;
      }
    })();
    await clock.advanceAsync(1000);
    await reading;
    expect(seen).toEqual([added(2), added(3)]);
    expect(closed).toBe(2);
  });
});
