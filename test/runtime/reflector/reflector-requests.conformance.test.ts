// Counterparts of client-go's tools/cache/reflector_test.go: what a reflector asks for, and what it does with a refusal.
import type { ListResult, Status } from '@informer-gen/runtime';
import { settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { added, apiError, expired, type Pod, pod } from '../../conformance/support/pods.js';
import { type Reflecting, reflecting } from '../../conformance/support/reflecting.js';
import type { Script } from '../../conformance/support/scripted-source.js';

/** Ends a running watch in a way that makes the reflector list again. */
const endsBadly: Script['watch'] = (_options, _call, watch) =>
  watch.send([{ type: 'ERROR', status: { code: 500, reason: 'StoreReadError', message: 'unreadable' } }]);

function list(resourceVersion: string, names: readonly string[], next?: string): ListResult<Pod> {
  const items = names.map((name) => pod(name, resourceVersion));
  return { items, resourceVersion, ...(next === undefined ? {} : { continue: next }) };
}

/** Runs so many rounds of list and watch, each ended by the script. */
async function rounds({ listAndWatch, stop }: Reflecting, count: number): Promise<void> {
  for (let round = 0; round < count; round++) await listAndWatch();
  stop.abort();
}

describe('pages', () => {
  it('TestReflectorWatchListPageSize: asks for pages of the size it was given, and follows them', async () => {
    const harness = reflecting(
      {
        list: ({ continue: next }) => {
          if (next === undefined) return list('10', ['a', 'b', 'c', 'd'], 'C1');
          return next === 'C1' ? list('10', ['e', 'f', 'g', 'h'], 'C2') : list('10', ['i', 'j']);
        },
        watch: endsBadly,
      },
      { pageSize: 4 },
    );
    await rounds(harness, 1);
    expect(harness.source.log).toEqual([
      'list "0" limit 4',
      'list null limit 4 continue C1',
      'list null limit 4 continue C2',
      'watch "10"',
    ]);
    expect(harness.store.objects.size).toBe(10);
  });

  it('TestReflectorNotPaginatingNotConsistentReads: a list at a real version asks for everything at once', async () => {
    const harness = reflecting({ list: () => list('10', ['a']), watch: endsBadly });
    await rounds(harness, 2);
    expect(harness.source.lists).toEqual([{ resourceVersion: '0', limit: 500 }, { resourceVersion: '10' }]);
  });

  it('TestReflectorPaginatingNonConsistentReadsIfWatchCacheDisabled: keeps asking for pages where the first list came in pages', async () => {
    const harness = reflecting({
      list: ({ continue: next }) => (next === undefined ? list('10', ['a'], 'C1') : list('10', ['b'])),
      watch: endsBadly,
    });
    await rounds(harness, 2);
    expect(harness.source.log).toEqual([
      'list "0" limit 500',
      'list null limit 500 continue C1',
      'watch "10"',
      'list "10" limit 500',
      'list null limit 500 continue C1',
      'watch "10"',
    ]);
  });

  it('TestReflectorFullListIfExpired: a page that answers 410 makes it list everything at once', async () => {
    const harness = reflecting(
      {
        list: ({ continue: next, limit, resourceVersion }, call) => {
          if (call === 1) return list('10', ['a', 'b', 'c', 'd']);
          if (next !== undefined) throw expired();
          return limit === 4 && resourceVersion === '10'
            ? list('11', ['a', 'b', 'c', 'd'], 'C1')
            : list('11', letters(8));
        },
        watch: endsBadly,
      },
      { pageSize: 4 },
    );
    await rounds(harness, 2);
    expect(harness.source.log).toEqual([
      'list "0" limit 4',
      'watch "10"',
      'list "10" limit 4',
      'list null limit 4 continue C1',
      'list "10"',
      'watch "11"',
    ]);
    expect(harness.store.objects.size).toBe(8);
  });
});

describe('versions', () => {
  it('TestReflectorResyncWithResourceVersion: lists at 0 first, and then not before what it has seen', async () => {
    const harness = reflecting({
      list: (_options, call) => list(String(call * 10), ['a']),
      watch: (options, call, watch) => {
        watch.send([added(pod('b', call * 10 + 5))]);
        return endsBadly(options, call, watch);
      },
    });
    await rounds(harness, 3);
    expect(harness.source.lists.map(({ resourceVersion }) => resourceVersion)).toEqual(['0', '15', '25']);
  });

  it('TestReflectorExpiredExactResourceVersion: a version that has expired makes it list the newest at once', async () => {
    const harness = reflecting({
      list: ({ resourceVersion }, call) => {
        if (resourceVersion === '10') throw expired();
        return list(call === 1 ? '10' : '11', ['a']);
      },
      watch: endsBadly,
    });
    await rounds(harness, 3);
    expect(harness.source.lists.map(({ resourceVersion }) => resourceVersion)).toEqual(['0', '10', '', '11']);
    expect(harness.source.lists[2]).toEqual({ resourceVersion: '', limit: 500 });
  });

  const tooLarge: { how: string; status: Status }[] = [
    { how: 'a cause', status: cause({ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }) },
    { how: 'a message in a cause', status: cause({ message: 'Too large resource version' }) },
    {
      how: 'its message',
      status: { code: 504, reason: 'Timeout', message: 'Timeout: Too large resource version: 20, current: 10' },
    },
  ];
  it.each(tooLarge)(
    'TestReflectorFullListIfTooLarge: a version from the future, told by $how, makes it list the newest',
    async ({ status }) => {
      const harness = reflecting({
        list: ({ resourceVersion }, call) => {
          if (resourceVersion === '20') throw apiError(504, 'Timeout', '', status);
          return list(call === 1 ? '20' : '10', ['a']);
        },
        watch: endsBadly,
      });
      await rounds(harness, 3);
      expect(harness.source.lists.map(({ resourceVersion }) => resourceVersion)).toEqual(['0', '20', '', '10']);
      expect(harness.reflector.lastSyncResourceVersion()).toBe('10');
    },
  );

  it('a refusal of the newest list too is an error, and the next round asks for the newest again', async () => {
    const harness = reflecting({
      list: (_options, call) => {
        if (call > 1) throw expired();
        return list('10', ['a']);
      },
      watch: endsBadly,
    });
    await harness.listAndWatch();
    await expect(harness.listAndWatch()).rejects.toThrow('too old resource version');
    await expect(harness.listAndWatch()).rejects.toThrow('too old resource version');
    expect(harness.source.lists.map(({ resourceVersion }) => resourceVersion)).toEqual(['0', '10', '', '', '']);
  });

  it('does not take the versions of the unordered first events of a watch from nowhere', async () => {
    const { source, reflector, listAndWatch, stop } = reflecting({ list: () => list('', []) });
    const round = listAndWatch();
    await settle();
    source.last.send([added(pod('a', 9)), added(pod('b', 7))]);
    await settle();
    expect(reflector.lastSyncResourceVersion()).toBe('');
    source.last.send([{ type: 'BOOKMARK', resourceVersion: '12', initialEventsEnd: false }, added(pod('c', 13))]);
    await settle();
    expect(reflector.lastSyncResourceVersion()).toBe('13');
    stop.abort();
    await round;
  });

  it('deviation(relist-without-version): lists again after a watch that had no version to go on from', async () => {
    const { source, store, run, clock, stop } = reflecting({
      list: (_options, call) => (call === 1 ? list('0', ['a', 'b']) : list('7', ['b'])),
    });
    const running = run();
    await clock.advanceAsync(5000);
    source.last.send([added(pod('c', 3))]);
    await settle();
    source.last.end();
    await clock.advanceAsync(800);
    expect(source.log).toEqual(['list "0" limit 500', 'watch "0"', 'list "0" limit 500', 'watch "7"']);
    expect(store.content).toEqual(['b@7']);
    stop.abort();
    await running;
  });
});

describe('the time a watch may last', () => {
  it.each([
    { minWatchTimeoutMs: undefined, min: 300 },
    { minWatchTimeoutMs: 1000, min: 300 },
    { minWatchTimeoutMs: 1_800_000, min: 1800 },
  ])(
    'TestWatchTimeout: is between $min seconds and twice that, for a minimum of $minWatchTimeoutMs ms',
    async ({ minWatchTimeoutMs, min }) => {
      const asked: (number | undefined)[] = [];
      for (const random of [0, 0.5, 0.999_999]) {
        const harness = reflecting({ watch: endsBadly }, { minWatchTimeoutMs, random: () => random });
        await rounds(harness, 1);
        asked.push(harness.source.watches[0]?.timeoutSeconds);
      }
      expect(asked).toEqual([min, min * 1.5, min * 2 - 1]);
    },
  );
});

function cause(of: { reason?: string; message: string }): Status {
  return { code: 504, reason: 'Timeout', message: 'Timeout', details: { causes: [of], retryAfterSeconds: 1 } };
}

function letters(count: number): string[] {
  return Array.from({ length: count }, (_, i) => String.fromCodePoint(97 + i));
}
