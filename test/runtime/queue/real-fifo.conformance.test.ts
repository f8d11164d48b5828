// Counterparts of client-go's tools/cache/the_real_fifo_test.go: every change, resyncs, and when it has synced.
import { describe, expect, it } from 'vitest';
import { DeletedFinalStateUnknown } from '../../../runtime/src/api/deleted.js';
import { KeyError } from '../../../runtime/src/api/key.js';
import { QueueClosedError } from '../../../runtime/src/queue/queue.js';
import { RealFIFO, type RealFIFOOptions } from '../../../runtime/src/queue/real-fifo.js';
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
  replaced,
  sync,
  updated,
} from './fifo-object.js';

type Fifo = RealFIFO<FifoObject>;

/** Without atomic events, as client-go's tests have it. */
function newFifo(options: RealFIFOOptions<FifoObject> = {}): Fifo {
  return new RealFIFO<FifoObject>({ keyFunction: nameOf, atomicEvents: false, knownObjects: known(), ...options });
}

const threeKnown = known(obj('foo', 5), obj('bar', 6), obj('baz', 7));

describe('the_real_fifo_test.go: every change, in order', () => {
  it('TestRealFIFO_basic: each object of two producers is popped once, in the order of its producer', async () => {
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
    expect(queue.length).toBe(0);
  });

  it('TestRealFIFO_addUpdate: add, update and delete of one key are three changes', () => {
    const queue = newFifo();
    queue.add(obj('foo', 10));
    queue.update(obj('foo', 12));
    queue.delete(obj('foo', 15));
    expect(queue.length).toBe(3);
    expect(popAll(queue)).toStrictEqual([
      [added(obj('foo', 10))],
      [updated(obj('foo', 12))],
      [deleted(obj('foo', 15))],
    ]);
    expect(queue.length).toBe(0);
  });

  it('TestRealFIFO_addReplace: an add and the list that holds it are two changes', () => {
    const queue = newFifo();
    queue.add(obj('foo', 10));
    queue.replace([obj('foo', 15)], '0');
    expect(popAll(queue)).toStrictEqual([[added(obj('foo', 10))], [replaced(obj('foo', 15))]]);
  });

  it('TestRealFIFO_enqueueingNoLister: the deletion of an unknown key is queued too', () => {
    const queue = newFifo();
    queue.add(obj('foo', 10));
    queue.update(obj('bar', 15));
    queue.add(obj('qux', 17));
    queue.delete(obj('qux', 18));
    queue.delete(obj('baz', 20));
    expect(popValues(queue)).toEqual([10, 15, 17, 18, 20]);
  });

  it('TestRealFIFO_enqueueingWithLister: the deletion of a known key is queued', () => {
    const queue = newFifo({ knownObjects: threeKnown });
    queue.add(obj('foo', 10));
    queue.update(obj('bar', 15));
    queue.delete(obj('baz', 20));
    expect(popValues(queue)).toEqual([10, 15, 20]);
  });

  it('TestRealFIFO_DeleteExistingNonPropagated: an add and its deletion are both kept', () => {
    const queue = newFifo();
    queue.add(obj('foo', 5));
    queue.delete(obj('foo', 6));
    expect(popAll(queue)).toStrictEqual([[added(obj('foo', 5))], [deleted(obj('foo', 6))]]);
  });

  it('TestRealFIFO_detectLineJumpers: everything comes in the order it was queued', () => {
    const queue = newFifo();
    for (const object of [obj('foo', 10), obj('bar', 1), obj('foo', 11), obj('foo', 13), obj('zab', 30)])
      queue.add(object);
    expect(popNow(queue)).toStrictEqual([added(obj('foo', 10))]);
    queue.add(obj('foo', 14));
    expect(popValues(queue)).toEqual([1, 11, 13, 30, 14]);
  });

  it('TestRealFIFO_PopShouldUnblockWhenClosed: every waiting pop ends with an error when the queue is closed', async () => {
    const queue = newFifo({ knownObjects: known(obj('foo', 5)) });
    const pops = Array.from({ length: 10 }, () => queue.pop(() => {}).catch((error: unknown) => error));
    await settle();
    queue.close();
    const ends = await Promise.all(pops);
    expect(ends.every((end) => end instanceof QueueClosedError)).toBe(true);
  });

  it('TestRealFIFO_KeyOf: of objects, tombstones, and the newest of deltas; of none an error', () => {
    const queue = newFifo();
    const lost = (key: string): DeletedFinalStateUnknown<FifoObject> =>
      new DeletedFinalStateUnknown<FifoObject>(key, undefined);
    expect(queue.keyOf(obj('A', 1))).toBe('A');
    expect(queue.keyOf(lost('B'))).toBe('B');
    expect(queue.keyOf([added(obj('A', 1)), added(obj('C', 1))])).toBe('C');
    expect(queue.keyOf([deleted(lost('D'))])).toBe('D');
    expect(() => queue.keyOf([])).toThrow(KeyError);
  });
});

describe('the_real_fifo_test.go: resync, sync and transform', () => {
  it('TestRealFIFO_Resync: a known object is queued as Sync', () => {
    const queue = newFifo({ knownObjects: known(obj('foo', 5)) });
    queue.resync();
    expect(popAll(queue)).toStrictEqual([[sync(obj('foo', 5))]]);
  });

  it('TestRealFIFO_ResyncNonExisting: a queued deletion is not followed by a Sync', () => {
    const queue = newFifo({ knownObjects: known(obj('foo', 5)) });
    queue.delete(obj('foo', 10));
    queue.resync();
    expect(popAll(queue)).toStrictEqual([[deleted(obj('foo', 10))]]);
  });

  it('TestRealFIFO_UpdateResyncRace: a Sync of the old state never follows a queued update', () => {
    const queue = newFifo({ knownObjects: known(obj('foo', 5)) });
    queue.update(obj('foo', 6));
    queue.resync();
    expect(popAll(queue)).toStrictEqual([[updated(obj('foo', 6))]]);
  });

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
      name: 'a key that a list holds twice has to be popped twice',
      operate: (queue) => {
        queue.replace([obj('a', 1), obj('a', 2)], '0');
        popNow(queue);
      },
      synced: false,
    },
  ])('TestRealFIFO_HasSynced: $name', ({ operate, synced }) => {
    const queue = newFifo();
    operate(queue);
    expect(queue.hasSynced()).toBe(synced);
  });

  it('TestRealFIFO_HasSyncedCorrectOnDeletion: the deletions that the first list causes belong to it', () => {
    const queue = newFifo({ knownObjects: threeKnown });
    queue.replace([obj('foo', 5)], '0');
    const expected = [deleted(gone(obj('bar', 6))), deleted(gone(obj('baz', 7))), replaced(obj('foo', 5))];
    for (const delta of expected) {
      expect(queue.hasSynced()).toBe(false);
      let seen: unknown;
      void queue.tryPop(
        (deltas, isInInitialList) => void (seen = { deltas, isInInitialList, synced: queue.hasSynced() }),
      );
      expect(seen).toEqual({ deltas: [delta], isInInitialList: true, synced: false });
    }
    expect(queue.hasSynced()).toBe(true);
  });

  it('TestRealFIFO_transformer: each object is transformed once, tombstones are not', () => {
    const transform = ({ name, val }: FifoObject): FifoObject => ({ name, val: `${String(val)}!` });
    const queue = newFifo({ transform });
    queue.add(obj('foo', 10));
    queue.add(obj('bar', 11));
    queue.update(obj('foo', 12));
    queue.delete(obj('foo', 15));
    queue.replace([], '');
    queue.add(obj('bar', 16));
    queue.replace([], '');
    expect(popAll(queue).flat()).toStrictEqual([
      added(obj('foo', '10!')),
      added(obj('bar', '11!')),
      updated(obj('foo', '12!')),
      deleted(obj('foo', '15!')),
      deleted(gone(obj('bar', '11!'))),
      added(obj('bar', '16!')),
      deleted(gone(obj('bar', '16!'))),
    ]);
  });
});
