// Waits end: with what they waited for, or with the reason why it will not come.
import {
  connect,
  defineResource,
  type ListResult,
  ListWatch,
  newResourceInformer,
  newSharedIndexInformer,
  waitForCacheSync,
  WorkQueue,
} from '@informer-gen/runtime';
import { getEventListeners } from 'node:events';
import { FakeClock, settle, SimulatedApiServer } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { gate, informing } from '../../conformance/support/informing.js';
import { type Pod, pod, pods, refused } from '../../conformance/support/pods.js';

const never = <V>(): Promise<V> => new Promise<V>(() => {});

describe('waiting for a cache to sync', () => {
  it('ends with what to look at first when the CRD is not installed, or without this version', async () => {
    await using server = await SimulatedApiServer.start();
    await using client = await connect({ server: server.url });
    const lamps = defineResource({
      group: 'a.example',
      version: 'v1',
      kind: 'Lamp',
      plural: 'lamps',
      namespaced: true,
    });
    const informer = newResourceInformer(client, lamps, { onError: () => {} });
    const stop = new AbortController();
    informer.onStatus(({ lastError }) => lastError && stop.abort());
    const waiting = expect(informer.whenSynced()).rejects.toThrow(
      /lamps\.a\.example: 404 .*\(is the CRD installed, with this version served\?\)/,
    );
    await informer.run({ signal: stop.signal });
    await waiting;
  });
});

describe('waiting for a handler to sync', () => {
  it('ends with an error when the handler is removed, and when it was removed before', async () => {
    const { informer, start, stop } = informing([pod('a')]);
    const registration = informer.addEventHandler({ onAdd: () => never() }, { name: 'slow' });
    await start();
    const waiting = expect(registration.whenSynced()).rejects.toThrow(
      'the handler slow was removed before it had synced',
    );
    const together = expect(waitForCacheSync([informer, registration])).rejects.toThrow('slow was removed');
    registration.remove();
    await waiting;
    await together;
    await expect(registration.whenSynced()).rejects.toThrow('slow was removed');
    const done = informer.addEventHandler({});
    await done.whenSynced();
    done.remove();
    await expect(done.whenSynced()).resolves.toBeUndefined();
    void stop();
  });

  it('ends with an error that says why when the informer stops, also while a handler never settles', async () => {
    const { informer, source, clock, start, stop } = informing([pod('a')]);
    source.failNext('list', refused());
    const registration = informer.addEventHandler({});
    await start();
    const handler = expect(registration.whenSynced()).rejects.toThrow('not synced: pods: connect ECONNREFUSED');
    const cache = expect(waitForCacheSync([registration])).rejects.toThrow('ECONNREFUSED');
    await stop();
    await handler;
    await cache;
    expect(clock.pendingTimers).toBe(0);

    const stuck = informing([pod('a')]);
    const second = stuck.informer.addEventHandler({ onAdd: () => never() });
    await stuck.start();
    const waiting = expect(second.whenSynced()).rejects.toThrow('not synced');
    void stuck.stop();
    await waiting;
  });
});

describe('an informer whose source ignores its signal', () => {
  const listed: ListResult<Pod> = { items: [], resourceVersion: '1' };
  it.each([
    { what: 'list', listFunc: () => never<ListResult<Pod>>(), watchFunc: () => never<never>() },
    { what: 'watch', listFunc: () => Promise.resolve(listed), watchFunc: () => never<never>() },
  ])('ends all the same when it is stopped during a $what', async ({ listFunc, watchFunc }) => {
    const clock = new FakeClock();
    const informer = newSharedIndexInformer<Pod>(new ListWatch<Pod>({ listFunc, watchFunc }), pods, { clock });
    const stop = new AbortController();
    const running = informer.run(stop);
    await settle();
    stop.abort();
    await running;
    expect(informer.isStopped()).toBe(true);
    expect(clock.pendingTimers).toBe(0);
  });

  it('closes a watch that opens after the stop', async () => {
    const opened = gate();
    let closed = false;
    const informer = newSharedIndexInformer<Pod>(
      new ListWatch<Pod>({
        listFunc: () => Promise.resolve(listed),
        watchFunc: async () => {
          await opened.opened;
          const iterator = { next: () => never<IteratorResult<[]>>(), return: async () => ({ done: (closed = true) }) };
          return { [Symbol.asyncIterator]: () => iterator as unknown as AsyncIterator<[]> };
        },
      }),
      pods,
    );
    const stop = new AbortController();
    const running = informer.run(stop);
    await settle();
    stop.abort();
    await running;
    opened.open();
    await settle();
    expect(closed).toBe(true);
  });
});

it('a hundred waits of any kind put one listener on the signal that they share', async () => {
  const stop = new AbortController();
  const { signal } = stop;
  const { informer } = informing();
  const registration = informer.addEventHandler({});
  const queue = new WorkQueue();
  const waits = Array.from({ length: 100 }, () => [
    informer.whenSynced({ signal }),
    registration.whenSynced({ signal }),
    waitForCacheSync([informer, registration, () => false], { signal }),
    queue.get({ signal }),
  ]).flat();
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  const ended = Promise.allSettled(waits);
  stop.abort(new Error('enough'));
  expect(new Set((await ended).map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

describe('the end of an informer', () => {
  it.each(['coalesce', 'unbounded', 'pressure'] as const)(
    'deviation(handlers-end-in-time): comes ten seconds after the abort at most, whatever a handler does (%s), and says whom it left behind',
    async (policy) => {
      const world = informing([pod('a')]);
      world.informer.addEventHandler({ onAdd: () => never() }, { name: 'stuck', backlog: { policy } });
      const removed = world.informer.addEventHandler({ onAdd: () => never() }, { name: 'removed' });
      await world.start();
      removed.remove();
      let hasEnded = false;
      const ended = world.stop().then(() => (hasEnded = true));
      await world.clock.advanceAsync(9999);
      expect(hasEnded).toBe(false);
      await world.clock.advanceAsync(1);
      await ended;
      expect(world.errors.map(({ error }) => error)).toMatchObject([
        { code: 'HandlerTimeout', message: expect.stringMatching(/stuck has not ended 10 s after its signal aborted/) },
      ]);
      expect(world.clock.pendingTimers).toBe(0);
    },
  );

  it('waits for a call that ends in time, and reports nothing', async () => {
    const world = informing([pod('a')]);
    const handled = gate();
    world.informer.addEventHandler({ onAdd: () => handled.opened });
    await world.start();
    let hasEnded = false;
    const ended = world.stop().then(() => (hasEnded = true));
    await world.clock.advanceAsync(5000);
    expect(hasEnded).toBe(false);
    handled.open();
    await ended;
    expect(world.errors).toEqual([]);
    expect(world.clock.pendingTimers).toBe(0);
  });

  it('of a handler that is shut down is waited for as long', async () => {
    const world = informing([pod('a')]);
    const registration = world.informer.addEventHandler({ onAdd: () => never() }, { name: 'stuck' });
    await world.start();
    const shutDown = world.informer.shutDownEventHandler(registration);
    await world.clock.advanceAsync(10_000);
    await shutDown;
    expect(world.errors).toMatchObject([{ error: { code: 'HandlerTimeout' }, context: { handler: 'stuck' } }]);
    await world.stop();
  });
});
