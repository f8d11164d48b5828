import { expect, it } from 'vitest';
import { ObservedBatches } from '../../../runtime/src/informer/observed-batches.js';
import type { WatchBatch, WatchEvents } from '../../../runtime/src/source/lister-watcher.js';

type Batch = WatchBatch<object>;
const added = { type: 'ADDED', object: {} } as const;
const initialEnd = { type: 'BOOKMARK', resourceVersion: '7', initialEventsEnd: true } as const;

function newBatches(batches: readonly unknown[], failure?: Error) {
  const seen: unknown[] = [];
  async function* source(): AsyncGenerator<Batch> {
    for (const each of batches) yield each as Batch;
    if (failure !== undefined) throw failure;
  }
  const observed = new ObservedBatches<object>(source() as WatchEvents<object>, {
    isObserved: () => true,
    onInitialEventsEnd: (items) => seen.push(['initial', items]),
    onEnd: (items, error) => seen.push(['end', items, error?.message]),
  });
  return { observed, seen };
}

it('tells of what is in a batch before whoever waits for it goes on', async () => {
  const { observed, seen } = newBatches([
    [added, added],
    [added, initialEnd, added],
  ]);
  await observed.next();
  expect(seen).toEqual([]);
  await observed.next();
  expect(seen).toEqual([['initial', 3]]);
  await observed.next();
  expect(seen.at(-1)).toEqual(['end', 5, undefined]);
});

it('tells of a failure once, and leaves it to whoever reads', async () => {
  const { observed, seen } = newBatches([[added]], new Error('the connection broke'));
  await observed.next();
  await expect(observed.next()).rejects.toThrow('the connection broke');
  expect(seen).toEqual([['end', 1, 'the connection broke']]);
});

it('hands on what a source gives in place of batches, without a failure of its own', async () => {
  const { observed } = newBatches([undefined, [undefined], 'text']);
  expect((await observed.next()).value).toBe(undefined);
  expect((await observed.next()).value).toEqual([undefined]);
  expect((await observed.next()).value).toBe('text');
});
