// Counterparts of client-go's tools/watch/retrywatcher_test.go.
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../runtime/src/api/api-error.js';
import type { ListerWatcher } from '../../../runtime/src/source/lister-watcher.js';
import type { KubernetesObject } from '../../../runtime/src/api/object.js';
import { FakeClock } from '@informer-gen/testing';
import { RetryWatcher } from '../../../runtime/src/client-go/retry-watcher.js';
import { added, after, bookmark, failure, stream, WatchSource } from '../../conformance/support/watch-source.js';
import type { Event } from '../../conformance/support/watch-source.js';

type Watch = ListerWatcher<KubernetesObject>['watch'];

const gone = { code: 410, reason: 'Gone', message: 'too old' };

/** A server with this history; every watch stays open. */
function serving(...events: Event[]): Watch {
  return async (options, { signal }) => stream(after(options.resourceVersion, events), { signal });
}

/** The same, but every watch is closed after so many events. */
function closingAfter(count: number, ...events: Event[]): Watch {
  return async (options, { signal }) => {
    const rest = after(options.resourceVersion, events);
    return stream(rest.slice(0, count), { signal, closes: rest.length >= count });
  };
}

/** The first watch fails to start. */
function failingOnce(error: Error, then: Watch): Watch {
  let first = true;
  return (options, context) => {
    if (!first) return then(options, context);
    first = false;
    return Promise.reject(error);
  };
}

interface Case {
  readonly name: string;
  readonly initial: string;
  readonly watch: Watch;
  readonly watches: number;
  readonly expected: readonly Event[];
}

const cases: Case[] = [
  {
    name: 'recovers when a watch cannot start',
    initial: '1',
    watch: failingOnce(new Error('test error'), serving(added(2))),
    watches: 2,
    expected: [added(2)],
  },
  {
    name: 'recovers from 410 when a watch starts',
    initial: '1',
    watch: failingOnce(new ApiError(gone), serving(added(2))),
    watches: 2,
    expected: [added(2)],
  },
  {
    name: 'recovers when the source gives no stream',
    initial: '1',
    watch: (() => {
      let first = true;
      return (options, context) => {
        if (!first) return serving(added(2))(options, context);
        first = false;
        return Promise.resolve(undefined as never);
      };
    })(),
    watches: 2,
    expected: [added(2)],
  },
  {
    name: 'hands on what follows its version',
    initial: '1',
    watch: serving(added(1), added(2)),
    watches: 1,
    expected: [added(2)],
  },
  { name: 'waits where nothing follows its version', initial: '3', watch: serving(added(2)), watches: 1, expected: [] },
  {
    name: 'ends with the error event on 410',
    initial: '5',
    watch: serving(added(5), added(6), failure(gone), added(7), added(8)),
    watches: 1,
    expected: [added(6), failure(gone)],
  },
  ...[403, 401].map((code) => ({
    name: `ends with an error event when a watch may not start (${code})`,
    initial: '5',
    watch: () => Promise.reject(new ApiError({ code })),
    watches: 1,
    expected: [failure({ code })],
  })),
  ...[504, 500, 666, undefined].map((code) => ({
    name: `recovers from an error event with code ${code}`,
    initial: '5',
    watch: serving(added(6), failure(code === undefined ? {} : { code }), added(7)),
    watches: 2,
    expected: [added(6), added(7)],
  })),
  {
    name: 'survives one closed watch',
    initial: '5',
    watch: closingAfter(1, added(6)),
    watches: 2,
    expected: [added(6)],
  },
  {
    name: 'survives two closed watches',
    initial: '4',
    watch: closingAfter(1, added(5), added(6)),
    watches: 3,
    expected: [added(5), added(6)],
  },
  {
    name: 'survives two closed watches of versions with gaps, from far below',
    initial: '2',
    watch: closingAfter(1, added(5), added(7)),
    watches: 3,
    expected: [added(5), added(7)],
  },
  {
    name: 'survives four closed watches and skips what it has seen',
    initial: '2',
    watch: closingAfter(1, added(1), added(2), added(5), added(6), added(7), added(11)),
    watches: 5,
    expected: [added(5), added(6), added(7), added(11)],
  },
  {
    name: 'survives closed watches of two events each',
    initial: '1',
    watch: closingAfter(2, added(1), added(2), added(5), added(6), added(7), added(11)),
    watches: 3,
    expected: [added(2), added(5), added(6), added(7), added(11)],
  },
  {
    name: 'goes on from a bookmark and does not hand it out',
    initial: '1',
    watch: closingAfter(2, added(2), bookmark(9), added(10)),
    watches: 2,
    expected: [added(2), added(10)],
  },
  {
    name: 'ends with an error event when an event has no version',
    initial: '1',
    watch: async (_options, { signal }) =>
      stream([added(2), { type: 'ADDED', object: { metadata: { name: 'x' } } }, added(3)], { signal }),
    watches: 1,
    expected: [
      added(2),
      expect.objectContaining({ type: 'ERROR', status: expect.objectContaining({ code: 500 }) }) as Event,
    ],
  },
  {
    name: 'ends with an error event when an event is of no known type',
    initial: '1',
    watch: async (_options, { signal }) =>
      stream([{ ...added(2), type: 'STRANGE' } as unknown as Event, added(3)], { signal }),
    watches: 1,
    expected: [expect.objectContaining({ type: 'ERROR', status: expect.objectContaining({ code: 500 }) }) as Event],
  },
];

describe('retrywatcher_test.go', () => {
  it.each(['', '0'])('TestNewRetryWatcher: refuses to begin at version %j', (version) => {
    expect(() => new RetryWatcher(new WatchSource(serving()), version)).toThrow(
      `initial resourceVersion ${JSON.stringify(version)} is not supported`,
    );
  });

  it.each(cases)('TestRetryWatcher: $name', async ({ initial, watch, watches, expected }) => {
    const clock = new FakeClock();
    const source = new WatchSource(watch);
    const watcher = new RetryWatcher(source, initial, { clock });
    const seen: Event[] = [];
    const reading = (async () => {
      for await (const event of watcher) seen.push(event);
    })();
    await clock.advanceAsync(10_000);
    expect(seen).toEqual(expected);
    expect(source.requests).toHaveLength(watches);
    expect(source.requests.every((request) => request.allowWatchBookmarks)).toBe(true);
    watcher.stop();
    await reading;
    expect(clock.pendingTimers).toBe(0);
  });

  it('TestRetryWatcherToFinishWithUnreadEvents: stopping ends it with events unread, and stopping again is fine', async () => {
    const source = new WatchSource(async () =>
      (async function* () {
        yield [added(2), added(3)];
      })(),
    );
    const watcher = new RetryWatcher(source, '1', { clock: new FakeClock() });
    const iterator = watcher[Symbol.asyncIterator]();
    expect(await iterator.next()).toEqual({ done: false, value: added(2) });
    watcher.stop();
    watcher.stop();
    expect((await iterator.next()).done).toBe(true);
    await watcher[Symbol.asyncDispose]();
  });
});
