// Counterparts of client-go's tools/watch/informerwatcher_test.go.
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../runtime/src/api/object.js';
import { defineResource } from '../../../runtime/src/api/resource.js';
import type { ListerWatcher } from '../../../runtime/src/source/lister-watcher.js';
import { FakeClock, settle } from '@informer-gen/testing';
import { EventBuffer } from '../../../runtime/src/client-go/event-buffer.js';
import { InformerWatcher } from '../../../runtime/src/client-go/informer-watcher.js';
import { failure, stream } from '../../conformance/support/watch-source.js';
import type { Event } from '../../conformance/support/watch-source.js';

const secrets = defineResource<KubernetesObject>({
  group: '',
  version: 'v1',
  kind: 'Secret',
  plural: 'secrets',
  namespaced: true,
});

const secret = (name: string, resourceVersion: string): KubernetesObject => ({
  metadata: { name, uid: name, resourceVersion },
});

/** What the iteration has given so far. */
function reading(watcher: AsyncIterable<Event>): { seen: string[]; ended: Promise<void> } {
  const seen: string[] = [];
  const ended = (async () => {
    for await (const event of watcher) {
      const { metadata } = 'object' in event ? event.object : {};
      seen.push(`${event.type} ${metadata?.name} ${metadata?.resourceVersion}`);
    }
  })();
  return { seen, ended };
}

const initial = ['1', '2', '3'].map((n) => secret(`s${n}`, n));
const live: Event[] = [
  { type: 'ADDED', object: secret('s4', '11') },
  { type: 'MODIFIED', object: secret('s2', '12') },
  { type: 'DELETED', object: secret('s3', '13') },
];

describe('informerwatcher_test.go', () => {
  it.each(['while it waits for a reader', 'while it is full'])('TestEventProcessorExit: ends %s', async (how) => {
    const buffer = new EventBuffer<number>();
    const iterator = buffer[Symbol.asyncIterator]();
    buffer.push(1);
    if (how === 'while it is full') buffer.push(2);
    expect((await iterator.next()).value).toBe(1);
    const next = how === 'while it is full' ? undefined : iterator.next();
    buffer.close();
    expect((await (next ?? iterator.next())).done).toBe(true);
    buffer.push(3);
    expect((await iterator.next()).done).toBe(true);
  });

  it('TestEventProcessorOrdersEvents: hands out everything in order', async () => {
    const buffer = new EventBuffer<number>();
    const seen: number[] = [];
    const all = (async () => {
      for await (const event of buffer) {
        seen.push(event);
        if (seen.length === 1000) return;
      }
    })();
    for (let i = 0; i < 1000; i++) {
      buffer.push(i);
      if (i % 100 === 0) await settle(1);
    }
    await all;
    expect(seen).toEqual(Array.from({ length: 1000 }, (_, i) => i));
  });

  it.each([true, false])(
    'TestNewInformerWatcher: what exists comes as ADDED, then what happens (WatchList: %s)',
    async (watchList) => {
      const source: ListerWatcher<KubernetesObject> = {
        watchListSupported: watchList,
        list: async () => ({ items: initial, resourceVersion: '10' }),
        watch: async (options, { signal }) => {
          const events: Event[] = options.sendInitialEvents
            ? [
                ...initial.map((object): Event => ({ type: 'ADDED', object })),
                { type: 'BOOKMARK', resourceVersion: '10', initialEventsEnd: true },
              ]
            : [];
          return stream([...events, ...live], { signal });
        },
      };
      const clock = new FakeClock();
      const watcher = new InformerWatcher(source, secrets, { clock });
      const { seen, ended } = reading(watcher);
      await clock.advanceAsync(1000);
      expect(seen.slice(0, 3).sort()).toEqual(['ADDED s1 1', 'ADDED s2 2', 'ADDED s3 3']);
      expect(seen.slice(3)).toEqual(['ADDED s4 11', 'MODIFIED s2 12', 'DELETED s3 13']);
      await watcher.stop();
      await ended;
      expect(clock.pendingTimers).toBe(0);
    },
  );

  it('TestInformerWatcherDeletedFinalStateUnknown: a deletion found by a relist comes as DELETED with the last state', async () => {
    let lists = 0;
    const source: ListerWatcher<KubernetesObject> = {
      watchListSupported: false,
      list: async () => {
        lists++;
        return lists === 1
          ? { items: [secret('secret1', '123')], resourceVersion: '124' }
          : { items: [], resourceVersion: '200' };
      },
      watch: async (options, { signal }) => {
        const expired = options.resourceVersion === '124';
        return stream(expired ? [failure({ code: 410, reason: 'Expired' })] : [], { signal });
      },
    };
    const clock = new FakeClock();
    const watcher = new InformerWatcher(source, secrets, { clock, onError: () => {} });
    const { seen, ended } = reading(watcher);
    await clock.advanceAsync(120_000);
    expect(seen).toEqual(['ADDED secret1 123', 'DELETED secret1 123']);
    expect(lists).toBeGreaterThanOrEqual(2);
    await watcher.stop();
    await ended;
  });
});
