// Counterparts of client-go's tools/cache/the_real_fifo_test.go: what lists give.
import { describe, expect, it } from 'vitest';
import { RealFIFO, type RealFIFOOptions } from '../../../runtime/src/queue/real-fifo.js';
import { added, deleted, type FifoObject, gone, known, nameOf, obj, popAll, replaced } from './fifo-object.js';

type Fifo = RealFIFO<FifoObject>;

/** Without atomic events, as client-go's tests have it. */
function newFifo(options: RealFIFOOptions<FifoObject> = {}): Fifo {
  return new RealFIFO<FifoObject>({ keyFunction: nameOf, atomicEvents: false, knownObjects: known(), ...options });
}

const threeKnown = known(obj('foo', 5), obj('bar', 6), obj('baz', 7));

describe('the_real_fifo_test.go: lists', () => {
  it('TestRealFIFO_replaceWithDeleteDeltaIn: a list that holds an object whose deletion is queued brings it back', () => {
    const queue = newFifo({ knownObjects: known(obj('foo', 1)) });
    queue.delete(obj('foo', 1));
    queue.replace([obj('foo', 2)], '');
    expect(popAll(queue)).toStrictEqual([[deleted(obj('foo', 1))], [replaced(obj('foo', 2))]]);
  });

  const foo = obj('foo', 2);
  const foo3 = obj('foo', 3);
  it.each<{ name: string; operate(queue: Fifo): void; expected: ReturnType<typeof added>[] }>([
    {
      name: 'an added object that the list lacks',
      operate: (queue) => {
        queue.add(foo);
        queue.replace([], '0');
      },
      expected: [added(foo), deleted(gone(foo))],
    },
    {
      name: 'a deleted object is not deleted again',
      operate: (queue) => {
        queue.add(foo);
        queue.delete(foo);
        queue.replace([], '0');
      },
      expected: [added(foo), deleted(foo)],
    },
    {
      name: 'an object listed twice is deleted once',
      operate: (queue) => {
        queue.add(foo);
        queue.replace([foo], '0');
        queue.replace([foo], '0');
        queue.replace([], '0');
      },
      expected: [added(foo), replaced(foo), replaced(foo), deleted(gone(foo))],
    },
    {
      name: 'an object missing from two lists is deleted once',
      operate: (queue) => {
        queue.add(foo);
        queue.replace([], '0');
        queue.replace([], '1');
      },
      expected: [added(foo), deleted(gone(foo))],
    },
    {
      name: 'an object deleted and added again is deleted in its newest state',
      operate: (queue) => {
        queue.add(foo);
        queue.delete(foo);
        queue.add(foo3);
        queue.replace([], '0');
      },
      expected: [added(foo), deleted(foo), added(foo3), deleted(gone(foo3))],
    },
    {
      name: 'bookmarks have no place without atomic events',
      operate: (queue) => {
        queue.bookmark('123');
        queue.replace([], '0');
        queue.replace([], '1');
      },
      expected: [],
    },
  ])('TestRealFIFOW_ReplaceMakesDeletionsForObjectsOnlyInQueue: $name', ({ operate, expected }) => {
    const queue = newFifo();
    operate(queue);
    expect(popAll(queue)).toStrictEqual(expected.map((delta) => [delta]));
  });

  it.each<{ name: string; operate(queue: Fifo): void; expected: ReturnType<typeof added>[] }>([
    {
      name: 'a queued deletion stays the only one, an unlisted known object gets a tombstone',
      operate: (queue) => {
        queue.delete(obj('baz', 10));
        queue.replace([obj('foo', 5)], '0');
      },
      expected: [deleted(obj('baz', 10)), deleted(gone(obj('bar', 6))), replaced(obj('foo', 5))],
    },
    {
      name: 'an unlisted queued object gets a tombstone of its queued state',
      operate: (queue) => {
        queue.add(obj('baz', 10));
        queue.replace([obj('foo', 5)], '0');
      },
      expected: [
        added(obj('baz', 10)),
        deleted(gone(obj('baz', 10))),
        deleted(gone(obj('bar', 6))),
        replaced(obj('foo', 5)),
      ],
    },
    {
      name: 'the queued state is newer than the known one',
      operate: (queue) => {
        queue.delete(obj('bar', 6));
        queue.add(obj('bar', 100));
        queue.replace([obj('foo', 5)], '0');
      },
      expected: [
        deleted(obj('bar', 6)),
        added(obj('bar', 100)),
        deleted(gone(obj('bar', 100))),
        deleted(gone(obj('baz', 7))),
        replaced(obj('foo', 5)),
      ],
    },
    {
      name: 'the state of an earlier list is newer than the known one',
      operate: (queue) => {
        queue.replace([obj('bar', 100), obj('foo', 5)], '0');
        queue.replace([obj('foo', 5)], '0');
      },
      expected: [
        deleted(gone(obj('baz', 7))),
        replaced(obj('bar', 100)),
        replaced(obj('foo', 5)),
        deleted(gone(obj('bar', 100))),
        replaced(obj('foo', 5)),
      ],
    },
  ])('TestRealFIFO_ReplaceMakesDeletions: $name', ({ operate, expected }) => {
    const queue = newFifo({ knownObjects: threeKnown });
    operate(queue);
    // A second list also finds baz missing: it was deleted by the first already.
    expect(popAll(queue)).toStrictEqual(expected.map((delta) => [delta]));
  });

  it('TestRealFIFO_ReplaceMakesDeletionsReplaced: deletions come before what is listed', () => {
    const queue = newFifo({ knownObjects: threeKnown });
    queue.delete(obj('baz', 10));
    queue.replace([obj('foo', 6)], '0');
    expect(popAll(queue)).toStrictEqual([
      [deleted(obj('baz', 10))],
      [deleted(gone(obj('bar', 6)))],
      [replaced(obj('foo', 6))],
    ]);
  });
});
