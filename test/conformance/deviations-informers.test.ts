// What deviations.md says of reflectors, informers and factories.
import { ApiError, BaseSharedInformerFactory, CacheSyncError, waitForCacheSync } from '@informer-gen/runtime';
import { WatchListMemory } from '@informer-gen/runtime/client-go';
import { FakeClient, FakeClock, settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { MalformedEventError } from '../../runtime/src/decode/errors.js';
import { informing } from './support/informing.js';
import { added, apiError, pod, pods, tooManyRequests } from './support/pods.js';
import { reflecting } from './support/reflecting.js';

describe('reflectors', () => {
  it('deviation(success-resets-backoff): the delay after a watch that went well is the first one', async () => {
    const { source, clock, run, stop } = reflecting();
    const running = run();
    for (let round = 1; round <= 5; round += 1) {
      // Within two minutes client-go would double it each time.
      await clock.advanceAsync(5000);
      source.last.send([{ type: 'ERROR', status: apiError(500, 'StoreReadError', 'x').status }]);
      await clock.advanceAsync(800);
      expect(source.lists).toHaveLength(round + 1);
    }
    stop.abort();
    await running;
  });

  it('deviation(retry-after): the wait that the server asks for is a lower bound of the backoff', async () => {
    const patience = new ApiError({ ...tooManyRequests().status, details: { retryAfterSeconds: 10 } });
    let asked = 0;
    const { source, clock, run, stop } = reflecting({
      list: () => {
        if (++asked === 1) throw patience;
        return { items: [], resourceVersion: '1' };
      },
    });
    const running = run();
    await clock.advanceAsync(9999);
    expect(source.lists).toHaveLength(1);
    await clock.advanceAsync(1);
    expect(source.lists).toHaveLength(2);
    stop.abort();
    await running;
  });

  it('deviation(broken-connection-is-a-close): the watch goes on from its version, without a relist', async () => {
    const { source, reflector, clock, run, stop, errors } = reflecting();
    const running = run();
    await clock.advanceAsync(5000);
    source.last.send([added(pod('a', 7))]);
    await settle();
    source.last.fail(Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }));
    await settle();
    expect(source.log).toEqual(['list "0" limit 500', 'watch "1"', 'watch "7"']);
    expect(reflector.lastSyncResourceVersion()).toBe('7');
    expect(errors).toEqual([]);
    stop.abort();
    await running;
  });

  it('garbage is no broken connection: it ends the watch, and a list finds what it may have hidden', async () => {
    const { source, reflector, clock, run, stop } = reflecting();
    const running = run();
    await clock.advanceAsync(5000);
    source.last.fail(new MalformedEventError('no JSON', Buffer.from('{"type":')));
    await clock.advanceAsync(1000);
    expect(source.log).toEqual(['list "0" limit 500', 'watch "1"', 'list "1"', 'watch "1"']);
    expect(reflector.status.relists).toEqual({ initial: 1, 'watch ended with an error': 1 });
    stop.abort();
    await running;
  });

  it.each([400, 405, 422])(
    'deviation(watchlist-refusal-is-remembered): after a %s lists are used for ten minutes, then WatchList is tried again',
    async (code) => {
      const clock = new FakeClock();
      const { source, run, stop } = reflecting(
        {
          watchListSupported: true,
          watch: (options, _call, watch) => {
            if (options.sendInitialEvents) throw apiError(code, 'Invalid', 'sendInitialEvents is forbidden');
            watch.send([{ type: 'ERROR', status: { code: 410, reason: 'Expired', message: 'too old' } }]);
          },
        },
        { clock, watchListMemory: new WatchListMemory({ clock }) },
      );
      const running = run();
      await clock.advanceAsync(590_000);
      const initial = (): number => source.watches.filter((options) => options.sendInitialEvents).length;
      expect(initial()).toBe(1);
      expect(source.lists.length).toBeGreaterThan(10);
      await clock.advanceAsync(60_000);
      expect(initial()).toBe(2);
      stop.abort();
      await running;
    },
  );
});

describe('waiting', () => {
  it('deviation(wait-rejects): a wait rejects with its reason, or names what has not synced and why', async () => {
    const { informer, source, clock, start, stop } = informing();
    source.failNext('list', apiError(403, 'Forbidden', 'pods is forbidden'));
    await start();
    const waiting = waitForCacheSync([informer], { timeoutMs: 300, clock }).catch((error: unknown) => error);
    await clock.advanceAsync(300);
    const error = (await waiting) as CacheSyncError;
    expect(error).toBeInstanceOf(CacheSyncError);
    expect(error.message).toContain('pods');
    expect(error.message).toContain('403');
    const abort = new AbortController();
    const aborted = waitForCacheSync([() => false], { signal: abort.signal, clock });
    abort.abort(new Error('enough'));
    await expect(aborted).rejects.toThrow('enough');
    await stop();
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('factories', () => {
  it('deviation(factory-key): another namespace or selector is another informer, and the same one is shared', async () => {
    const client = new FakeClient();
    await using factory = new BaseSharedInformerFactory(client, { clock: new FakeClock() });
    const all = factory.informerFor(pods);
    const some = factory.variant(pods, { labelSelector: 'app=web' }).informer();
    expect(factory.informerFor(pods)).toBe(all);
    expect(some).not.toBe(all);
    expect(factory.variant(pods, { labelSelector: 'app=web' }).informer()).toBe(some);
    expect(factory.variant(pods, { namespace: 'a' }).informer()).not.toBe(
      factory.variant(pods, { namespace: 'b' }).informer(),
    );
    client.direct.create(pods, pod('a', undefined, { metadata: { labels: { app: 'web' } } }));
    client.direct.create(pods, pod('b'));
    factory.start();
    await factory.waitForCacheSync();
    expect(all.indexer.list()).toHaveLength(2);
    expect(some.indexer.list()).toHaveLength(1);
  });

  it('deviation(factory-shutdown): shutdown stops the informers itself, also without the signal of start', async () => {
    const client = new FakeClient();
    const clock = new FakeClock();
    const factory = new BaseSharedInformerFactory(client, { clock });
    const informer = factory.informerFor(pods);
    factory.start();
    await settle();
    expect(client.openWatches({ resource: 'pods' })).toBe(1);
    await factory.shutdown();
    expect(informer.isStopped()).toBe(true);
    expect(client.openWatches({ resource: 'pods' })).toBe(0);
    expect(clock.pendingTimers).toBe(0);
  });
});
