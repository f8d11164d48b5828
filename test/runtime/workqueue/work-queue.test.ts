import * as fc from 'fast-check';
import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { FakeClock, settle } from '@informer-gen/testing';
import { FifoStorage } from '../../../runtime/src/workqueue/queue-storage.js';
import { WorkQueue } from '../../../runtime/src/workqueue/work-queue.js';

describe('WorkQueue.get', () => {
  it('rejects with the reason of its signal, before and while it waits, and leaves no listener', async () => {
    const queue = new WorkQueue();
    const stop = new AbortController();
    const waiting = queue.get({ signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    queue.add('a');
    await expect(queue.get({ signal: stop.signal })).rejects.toThrow('enough');
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0);
    expect(await queue.get()).toBe('a');
  });

  it('leaves no listener on its signal when a key comes', async () => {
    const queue = new WorkQueue();
    const { signal } = new AbortController();
    const waiting = queue.get({ signal });
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    queue.add('a');
    expect(await waiting).toBe('a');
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('serves those who wait in the order in which they came', async () => {
    const queue = new WorkQueue();
    const got = Promise.all([queue.get(), queue.get(), queue.get()]);
    for (const key of ['a', 'b', 'c']) queue.add(key);
    expect(await got).toEqual(['a', 'b', 'c']);
  });

  it('takes a key only when the one who waits runs, so that adds until then fall together', async () => {
    const queue = new WorkQueue();
    const waiting = queue.get();
    queue.add('a');
    queue.add('a');
    expect(await waiting).toBe('a');
    queue.done('a');
    expect(queue.length).toBe(0);
  });

  it('gives undefined to all who wait when the queue shuts down', async () => {
    const queue = new WorkQueue();
    const waiting = [queue.get(), queue.get()];
    queue.shutDown();
    expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
  });
});

describe('WorkQueue.done', () => {
  it('ignores a key that is not in work: one that waits is not queued twice', () => {
    const queue = new WorkQueue();
    queue.add('a');
    queue.done('a');
    queue.done('b');
    expect(queue.length).toBe(1);
    expect(queue.tryGet()).toBe('a');
    expect(queue.tryGet()).toBeUndefined();
  });
});

describe('WorkQueue.items', () => {
  it('hands out each key with its scope: leaving the block is done', async () => {
    const queue = new WorkQueue();
    queue.add('a');
    queue.add('b');
    const seen: string[] = [];
    for await (using item of queue.items()) {
      seen.push(item.key);
      if (seen.length === 1) queue.add('a');
      if (seen.length === 3) queue.shutDown();
    }
    expect(seen).toEqual(['a', 'b', 'a']);
    await queue.shutDownWithDrain();
  });

  it('ends quietly when its signal aborts, also with keys left, and leaves no listener', async () => {
    const queue = new WorkQueue();
    const stop = new AbortController();
    const seen: string[] = [];
    const loop = (async () => {
      for await (using item of queue.items({ signal: stop.signal })) {
        seen.push(item.key);
        if (item.key === 'b') stop.abort();
      }
    })();
    await settle();
    queue.add('a');
    await settle();
    queue.add('b');
    queue.add('c');
    await loop;
    expect(seen).toEqual(['a', 'b']);
    expect(queue.length).toBe(1);
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0);
  });

  it('ends when its signal aborts while it waits', async () => {
    const queue = new WorkQueue();
    const stop = new AbortController();
    const next = queue.items({ signal: stop.signal }).next();
    stop.abort();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  it('passes a key on to another loop when the one that was woken has been aborted', async () => {
    const queue = new WorkQueue();
    const stop = new AbortController();
    const first = queue.items({ signal: stop.signal }).next();
    const second = queue.items().next();
    queue.add('a');
    stop.abort();
    expect((await first).done).toBe(true);
    const item = await second;
    expect(item.done ? undefined : item.value.key).toBe('a');
  });

  it('is done with a key once, however often it is told', async () => {
    const queue = new WorkQueue();
    queue.add('a');
    const { value: item } = (await queue.items().next()) as { value: { done(): void } };
    item.done();
    queue.add('a');
    queue.tryGet();
    queue.add('a');
    item.done();
    expect(queue.length).toBe(0);
  });

  it('ends for a caller who returns early', async () => {
    const queue = new WorkQueue();
    queue.add('a');
    queue.add('b');
    for await (using item of queue.items()) {
      expect(item.key).toBe('a');
      break;
    }
    expect(queue.length).toBe(1);
    const iterator = queue.items();
    await iterator.return?.();
    expect((await iterator.next()).done).toBe(true);
  });
});

describe('WorkQueue', () => {
  it('shuts down when disposed of', async () => {
    const clock = new FakeClock();
    let disposed: WorkQueue;
    {
      await using queue = new WorkQueue({ clock });
      disposed = queue;
    }
    disposed.add('a');
    expect(disposed.shuttingDown).toBe(true);
    expect(disposed.length).toBe(0);
  });

  it('keeps its rules in every history: one worker a key, no add lost, first in first out', () => {
    const operation = fc.oneof(
      fc.record({ type: fc.constant('add' as const), key: fc.integer({ min: 0, max: 5 }) }),
      fc.record({ type: fc.constant('get' as const) }),
      fc.record({ type: fc.constant('done' as const), key: fc.integer({ min: 0, max: 5 }) }),
    );
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 200 }), (operations) => {
        const queue = new WorkQueue<number>();
        // The model: the two sets and the list of client-go, taken at their word.
        const order: number[] = [];
        const dirty = new Set<number>();
        const processing = new Set<number>();
        for (const step of operations) {
          if (step.type === 'add') {
            queue.add(step.key);
            if (!dirty.has(step.key) && !processing.has(step.key)) order.push(step.key);
            dirty.add(step.key);
          } else if (step.type === 'get') {
            const expected = order.shift();
            if (expected !== undefined) {
              dirty.delete(expected);
              processing.add(expected);
            }
            expect(queue.tryGet()).toBe(expected);
          } else {
            queue.done(step.key);
            if (processing.delete(step.key) && dirty.has(step.key)) order.push(step.key);
          }
          expect(queue.length).toBe(order.length);
        }
      }),
    );
  });
});

describe('FifoStorage', () => {
  it('keeps the order over many more items than it holds at once', () => {
    const storage = new FifoStorage<number>();
    const popped: number[] = [];
    let next = 0;
    for (let round = 0; round < 50; round++) {
      for (let i = 0; i < 1000; i++) storage.push(next++);
      for (let i = 0; i < 900; i++) popped.push(storage.pop());
    }
    while (storage.length > 0) popped.push(storage.pop());
    expect(popped).toEqual(Array.from({ length: next }, (_, i) => i));
  });
});
