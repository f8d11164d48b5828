// Counterparts of client-go's tools/cache/the_real_fifo_test.go: batches and atomic events.
import { describe, expect, it } from 'vitest';
import type { Delta } from '../../../runtime/src/queue/delta.js';
import { RealFIFO } from '../../../runtime/src/queue/real-fifo.js';
import { added, type FifoObject, known, nameOf, obj, popAll, replaced, updated } from './fifo-object.js';

type Fifo = RealFIFO<FifoObject>;
type FifoDelta = Delta<FifoObject>;

/** Pops batches until the queue is empty; `initial` are those that belong to the first list. */
function popBatches(queue: Fifo): { batches: FifoDelta[][]; initial: FifoDelta[] } {
  const batches: FifoDelta[][] = [];
  const initial: FifoDelta[] = [];
  const take = (deltas: readonly FifoDelta[], isInInitialList: boolean): void => {
    batches.push([...deltas]);
    if (isInInitialList) initial.push(...deltas);
  };
  while (queue.tryPopBatch({ single: take, batch: take }) !== 0);
  return { batches, initial };
}

const [one, two, three, four] = ['foo1', 'foo2', 'foo3', 'foo4'].map((name) => obj(name, 5)) as [
  FifoObject,
  FifoObject,
  FifoObject,
  FifoObject,
];

describe('the_real_fifo_test.go: batches', () => {
  const unlimited = 999_999;
  it.each<{
    name: string;
    initial: FifoObject[];
    updates: FifoObject[];
    batchSize: number;
    expected: FifoDelta[][];
  }>([
    {
      name: 'different objects come together',
      initial: [one, two, three],
      updates: [],
      batchSize: unlimited,
      expected: [[replaced(one), replaced(two), replaced(three)]],
    },
    {
      name: 'the first list ends a batch',
      initial: [one, two],
      updates: [three, four],
      batchSize: unlimited,
      expected: [
        [replaced(one), replaced(two)],
        [updated(three), updated(four)],
      ],
    },
    {
      name: 'changes of one object come one by one',
      initial: [one],
      updates: [one, one],
      batchSize: unlimited,
      expected: [[replaced(one)], [updated(one)], [updated(one)]],
    },
    {
      name: 'a second change of an object begins a batch',
      initial: [],
      updates: [one, two, one, three],
      batchSize: unlimited,
      expected: [
        [updated(one), updated(two)],
        [updated(one), updated(three)],
      ],
    },
    {
      name: 'an object of the first list that is updated later',
      initial: [one, two, three],
      updates: [two],
      batchSize: unlimited,
      expected: [[replaced(one), replaced(two), replaced(three)], [updated(two)]],
    },
    {
      name: 'a long first list comes in batches of the size',
      initial: [one, two, three],
      updates: [],
      batchSize: 2,
      expected: [[replaced(one), replaced(two)], [replaced(three)]],
    },
    {
      name: 'changes come in batches of the size',
      initial: [],
      updates: [one, two, three],
      batchSize: 2,
      expected: [[updated(one), updated(two)], [updated(three)]],
    },
    {
      name: 'the rest of the first list is not filled up with changes',
      initial: [one, two, three],
      updates: [four],
      batchSize: 2,
      expected: [[replaced(one), replaced(two)], [replaced(three)], [updated(four)]],
    },
  ])('TestRealFIFO_PopMultipleDeltaInBatch: $name', ({ initial, updates, batchSize, expected }) => {
    const queue = new RealFIFO<FifoObject>({
      keyFunction: nameOf,
      atomicEvents: false,
      knownObjects: known(...initial),
      batchSize,
    });
    queue.replace(initial, '123');
    for (const object of updates) queue.update(object);
    const popped = popBatches(queue);
    expect(popped.batches).toStrictEqual(expected);
    expect(popped.initial).toEqual(initial.map(replaced));
  });

  it.each<{ name: string; queued: FifoObject[]; expected: FifoDelta[][] }>([
    { name: 'the only one', queued: [three], expected: [[added(three)]] },
    { name: 'the last one', queued: [one, two, three], expected: [[added(one), added(two), added(three)]] },
    {
      name: 'two after each other',
      queued: [one, two, three, four],
      expected: [[added(one), added(two), added(three)], [added(four)]],
    },
    {
      name: 'the first and the last',
      queued: [three, one, four],
      expected: [[added(three)], [added(one), added(four)]],
    },
  ])('TestRealFIFO_PopBrokenItemsInBatch: a change without a key ends its batch: $name', ({ queued, expected }) => {
    // The keys of three and four cannot be made any more once they are queued.
    let broken = false;
    const keyFunction = (object: FifoObject): string => {
      if (broken && (object === three || object === four)) throw new Error('no key');
      return object.name;
    };
    const queue = new RealFIFO<FifoObject>({ keyFunction, atomicEvents: false, knownObjects: known() });
    for (const object of queued) queue.add(object);
    broken = true;
    expect(popBatches(queue).batches).toStrictEqual(expected);
  });

  it('TestRealFIFO_PopBrokenItemsInBatch: what processing a batch throws goes to whoever popped it, and it is gone', () => {
    const queue = new RealFIFO<FifoObject>({ keyFunction: nameOf });
    queue.add(one);
    queue.add(two);
    const fail = (): void => {
      throw new Error('broken');
    };
    expect(() => queue.tryPopBatch({ single: fail, batch: fail })).toThrow('broken');
    expect(queue.length).toBe(0);
  });
});

describe('the_real_fifo_test.go: atomic events', () => {
  const newAtomic = (): Fifo => new RealFIFO<FifoObject>({ keyFunction: nameOf });
  const all = (resourceVersion: string, ...objects: FifoObject[]): FifoDelta => ({
    type: 'ReplacedAll',
    resourceVersion,
    objects,
    scope: undefined,
    retain: new Set(),
  });

  it.each<{ name: string; operate(queue: Fifo): void; expected: FifoDelta[] }>([
    { name: 'an empty list is a change', operate: (queue) => queue.replace([], '123'), expected: [all('123')] },
    {
      name: 'what is queued stays',
      operate: (queue) => {
        queue.add(one);
        queue.replace([], '123');
      },
      expected: [added(one), all('123')],
    },
    {
      name: 'several lists come in order',
      operate: (queue) => {
        queue.add(one);
        queue.replace([one], '10');
        queue.replace([one], '20');
        queue.replace([], '56');
      },
      expected: [added(one), all('10', one), all('20', one), all('56')],
    },
    {
      name: 'a bookmark stays its own change',
      operate: (queue) => {
        queue.bookmark('123');
        queue.replace([], '1234');
      },
      expected: [{ type: 'Bookmark', resourceVersion: '123' }, all('1234')],
    },
  ])('TestRealFIFO_ReplaceAtomic: $name', ({ operate, expected }) => {
    const queue = newAtomic();
    operate(queue);
    expect(popAll(queue)).toStrictEqual(expected.map((delta) => [delta]));
  });

  it('TestRealFIFO_ReplaceAtomic: lists, resyncs and bookmarks stand alone between batches', () => {
    const queue = newAtomic();
    queue.add(one);
    queue.add(two);
    queue.bookmark('3');
    queue.replace([one], '4');
    queue.resync();
    queue.add(three);
    expect(popBatches(queue).batches).toStrictEqual([
      [added(one), added(two)],
      [{ type: 'Bookmark', resourceVersion: '3' }],
      [all('4', one)],
      [{ type: 'SyncAll' }],
      [added(three)],
    ]);
  });

  it('TestRealFIFO_ReplaceAtomicPop: an add and the list after it are popped one by one, and then nothing', () => {
    const queue = newAtomic();
    queue.add(obj('foo', 10));
    queue.replace([obj('foo', 15)], '20');
    expect(popAll(queue)).toStrictEqual([[added(obj('foo', 10))], [all('20', obj('foo', 15))]]);
    expect(queue.length).toBe(0);
  });

  it('TestRealFIFO_ReplaceAtomicPop: the queue has synced when the first list was processed, and not while it is', () => {
    for (const objects of [[], [one]]) {
      const queue = newAtomic();
      queue.replace(objects, '1');
      expect(queue.hasSynced()).toBe(false);
      let during: unknown;
      void queue.tryPop((_deltas, isInInitialList) => void (during = [isInInitialList, queue.hasSynced()]));
      expect(during).toEqual([true, false]);
      expect(queue.hasSynced()).toBe(true);
    }
  });

  it.each<{ name: string; operate(queue: Fifo): void; expected: FifoDelta[] }>([
    { name: 'one change for all', operate: (queue) => queue.resync(), expected: [{ type: 'SyncAll' }] },
    {
      name: 'after what is queued',
      operate: (queue) => {
        queue.add(one);
        queue.resync();
      },
      expected: [added(one), { type: 'SyncAll' }],
    },
  ])('TestRealFIFO_ResyncAtomic: $name', ({ operate, expected }) => {
    const queue = newAtomic();
    operate(queue);
    expect(popAll(queue)).toStrictEqual(expected.map((delta) => [delta]));
  });
});
