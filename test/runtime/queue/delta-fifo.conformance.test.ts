// Counterparts of client-go's tools/cache/delta_fifo_test.go.
import { describe, expect, it } from 'vitest';
import { DeletedFinalStateUnknown } from '../../../runtime/src/api/deleted.js';
import { KeyError } from '../../../runtime/src/api/key.js';
import { DeltaFIFO, type DeltaFIFOOptions } from '../../../runtime/src/queue/delta-fifo.js';
import { QueueClosedError, TransformError, ZeroLengthDeltasError } from '../../../runtime/src/queue/queue.js';
import { settle } from '@informer-gen/testing';
import {
  added,
  deleted,
  type FifoObject,
  gone,
  known,
  nameOf,
  obj,
  popAll,
  popNow,
  popValues,
  sync,
  updated,
} from './fifo-object.js';

type Fifo = DeltaFIFO<FifoObject>;

const newFifo = (options: DeltaFIFOOptions<FifoObject> = {}): Fifo =>
  new DeltaFIFO<FifoObject>({ keyFunction: nameOf, ...options });

const threeKnown = known(obj('foo', 5), obj('bar', 6), obj('baz', 7));

describe('delta_fifo_test.go: what is popped, and in which order', () => {
  it('TestDeltaFIFO_basic: each object of two producers is popped once, in the order of its producer', async () => {
    const queue = newFifo();
    const amount = 500;
    const produce = async (producer: string): Promise<void> => {
      for (let i = 0; i < amount; i++) {
        queue.add(obj(`${producer}${i}`, [producer, i]));
        if (i % 7 === 0) await settle(1);
      }
    };
    const producing = Promise.all([produce('a'), produce('b')]);
    const seen: Record<string, number[]> = { a: [], b: [] };
    for (let i = 0; i < amount * 2; i++) {
      const [delta] = await queue.pop(() => {});
      const [producer, number] = (delta as { object: FifoObject }).object.val as [string, number];
      seen[producer]?.push(number);
    }
    await producing;
    const inOrder = Array.from({ length: amount }, (_, i) => i);
    expect(seen).toEqual({ a: inOrder, b: inOrder });
    expect(popNow(queue)).toBeUndefined();
  });

  it('TestDeltaFIFO_addUpdate: what happened to one key is popped as one, and nothing comes after', () => {
    const queue = newFifo();
    queue.add(obj('foo', 10));
    queue.update(obj('foo', 12));
    queue.delete(obj('foo', 15));
    expect(queue.list()).toEqual([obj('foo', 15)]);
    expect(queue.listKeys()).toEqual(['foo']);
    expect(popAll(queue)).toStrictEqual([[added(obj('foo', 10)), updated(obj('foo', 12)), deleted(obj('foo', 15))]]);
    expect(queue.get(obj('foo', ''))).toBeUndefined();
  });

  it('TestDeltaFIFO_addReplace: an add and the list that holds it are popped together', () => {
    const queue = newFifo();
    queue.add(obj('foo', 10));
    queue.replace([obj('foo', 15)], '0');
    expect(popValues(queue)).toEqual([15]);
    expect(queue.getByKey('foo')).toBeUndefined();
  });

  it('TestDeltaFIFO_detectLineJumpers: a key keeps its place, and once popped goes to the end', () => {
    const queue = newFifo();
    for (const object of [obj('foo', 10), obj('bar', 1), obj('foo', 11), obj('foo', 13), obj('zab', 30)])
      queue.add(object);
    expect(popNow(queue)).toStrictEqual([added(obj('foo', 10)), added(obj('foo', 11)), added(obj('foo', 13))]);
    queue.add(obj('foo', 14));
    expect(popValues(queue)).toEqual([1, 30, 14]);
  });

  it('TestDeltaFIFO_PopShouldUnblockWhenClosed: every waiting pop ends with an error when the queue is closed', async () => {
    const queue = newFifo({ knownObjects: known(obj('foo', 5)) });
    const pops = Array.from({ length: 10 }, () => queue.pop(() => {}).catch((error: unknown) => error));
    await settle();
    queue.close();
    const ends = await Promise.all(pops);
    expect(ends.every((end) => end instanceof QueueClosedError)).toBe(true);
    expect(queue.isClosed()).toBe(true);
  });
});

describe('delta_fifo_test.go: deletions', () => {
  it('TestDeltaFIFO_enqueueingNoLister: the deletion of a key that is not queued is ignored', () => {
    const queue = newFifo();
    queue.add(obj('foo', 10));
    queue.update(obj('bar', 15));
    queue.add(obj('qux', 17));
    queue.delete(obj('qux', 18));
    queue.delete(obj('baz', 20));
    expect(popValues(queue)).toEqual([10, 15, 18]);
  });

  it('TestDeltaFIFO_enqueueingWithLister: the deletion of a key that the consumer knows is queued', () => {
    const queue = newFifo({ knownObjects: threeKnown });
    queue.add(obj('foo', 10));
    queue.update(obj('bar', 15));
    queue.delete(obj('baz', 20));
    queue.delete(obj('nobody knows it', 21));
    expect(popValues(queue)).toEqual([10, 15, 20]);
  });

  it('TestDeltaFIFO_DeleteExistingNonPropagated: a queued key can be deleted though the consumer has not seen it', () => {
    const queue = newFifo({ knownObjects: known() });
    queue.add(obj('foo', 5));
    queue.delete(obj('foo', 6));
    expect(queue.getByKey('foo')).toStrictEqual([added(obj('foo', 5)), deleted(obj('foo', 6))]);
  });

  it('TestDeltaFIFO_replaceWithDeleteDeltaIn: a list that holds an object whose deletion is queued brings it back', () => {
    const before = obj('foo', 1);
    const after = obj('foo', 2);
    const queue = newFifo({ knownObjects: known(before) });
    queue.delete(before);
    queue.replace([after], '');
    expect(popAll(queue)).toStrictEqual([[deleted(before), sync(after)]]);
  });
});

describe('delta_fifo_test.go: sync', () => {
  it.each<{ name: string; operate(queue: Fifo): void; synced: boolean }>([
    { name: 'not before anything happened', operate: () => {}, synced: false },
    {
      name: 'at once when something was added before a list',
      operate: (queue) => queue.add(obj('a', 1)),
      synced: true,
    },
    { name: 'at once after an empty list', operate: (queue) => queue.replace([], '0'), synced: true },
    {
      name: 'not before the list is popped',
      operate: (queue) => queue.replace([obj('a', 1), obj('b', 2)], '0'),
      synced: false,
    },
    {
      name: 'not while one of two waits',
      operate: (queue) => {
        queue.replace([obj('a', 1), obj('b', 2)], '0');
        popNow(queue);
      },
      synced: false,
    },
    {
      name: 'once both are popped',
      operate: (queue) => {
        queue.replace([obj('a', 1), obj('b', 2)], '0');
        popAll(queue);
      },
      synced: true,
    },
    {
      name: 'a key that a list holds twice counts once',
      operate: (queue) => {
        queue.replace([obj('a', 1), obj('a', 2)], '0');
        popNow(queue);
      },
      synced: true,
    },
  ])('TestDeltaFIFO_HasSynced: $name', ({ operate, synced }) => {
    const queue = newFifo();
    operate(queue);
    expect(queue.hasSynced()).toBe(synced);
  });

  it('TestDeltaFIFO_HasSyncedCorrectOnDeletion: the deletions that the first list causes belong to it', () => {
    const queue = newFifo({ knownObjects: threeKnown });
    queue.replace([obj('foo', 5)], '0');
    const expected = [[sync(obj('foo', 5))], [deleted(gone(obj('bar', 6)))], [deleted(gone(obj('baz', 7)))]];
    for (const deltas of expected) {
      expect(queue.hasSynced()).toBe(false);
      let initial: boolean | undefined;
      expect(queue.tryPop((_deltas, isInInitialList) => void (initial = isInInitialList))).toEqual(deltas);
      expect(initial).toBe(true);
    }
    expect(queue.hasSynced()).toBe(true);
  });
});

describe('delta_fifo_test.go: transform and keys', () => {
  it('TestDeltaFIFO_transformer: each object is transformed once, tombstones and Syncs are not', () => {
    const transform = ({ name, val }: FifoObject): FifoObject => ({ name, val: `${String(val)}!` });
    const queue = newFifo({ transform });
    queue.add(obj('foo', 10));
    queue.add(obj('bar', 11));
    queue.update(obj('foo', 12));
    queue.delete(obj('foo', 15));
    queue.replace([], '');
    queue.add(obj('bar', 16));
    queue.replace([], '');
    expect(queue.listKeys()).toEqual(['foo', 'bar']);
    expect(popValues(queue)).toEqual(['15!', '16!']);

    const resynced = newFifo({ transform, knownObjects: known(obj('foo', '5!')) });
    resynced.resync();
    expect(popAll(resynced)).toStrictEqual([[sync(obj('foo', '5!'))]]);
  });

  it('TestDeltaFIFO_transformer: an error of the transform is thrown and nothing is queued', () => {
    const queue = newFifo({
      transform: () => {
        throw new Error('no');
      },
    });
    expect(() => queue.add(obj('foo', 10))).toThrow(TransformError);
    expect(() => queue.replace([obj('foo', 10)], '')).toThrow('the transform failed for foo: no');
    expect(popNow(queue)).toBeUndefined();
  });

  it('TestDeltaFIFO_KeyOf: of objects, tombstones, and the newest of deltas; of none an error', () => {
    const queue = newFifo();
    const lost = (key: string): DeletedFinalStateUnknown<FifoObject> =>
      new DeletedFinalStateUnknown<FifoObject>(key, undefined);
    expect(queue.keyOf(obj('A', 1))).toBe('A');
    expect(queue.keyOf(lost('B'))).toBe('B');
    expect(queue.keyOf([added(obj('A', 1)), added(obj('C', 1))])).toBe('C');
    expect(queue.keyOf([deleted(lost('D'))])).toBe('D');
    const error = catchError(() => queue.keyOf([]));
    expect(error).toBeInstanceOf(KeyError);
    expect((error as Error).cause).toBeInstanceOf(ZeroLengthDeltasError);
  });
});

function catchError(work: () => unknown): unknown {
  try {
    work();
  } catch (thrown) {
    return thrown;
  }
  return undefined;
}
