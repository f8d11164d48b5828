// Counterparts of client-go's tools/cache/delta_fifo_test.go: lists and resyncs.
import { describe, expect, it } from 'vitest';
import { DeltaFIFO, type DeltaFIFOOptions } from '../../../runtime/src/queue/delta-fifo.js';
import {
  added,
  deleted,
  type FifoObject,
  gone,
  known,
  nameOf,
  obj,
  popAll,
  replaced,
  sync,
  updated,
} from './fifo-object.js';

type Fifo = DeltaFIFO<FifoObject>;

const newFifo = (options: DeltaFIFOOptions<FifoObject> = {}): Fifo =>
  new DeltaFIFO<FifoObject>({ keyFunction: nameOf, ...options });

const threeKnown = known(obj('foo', 5), obj('bar', 6), obj('baz', 7));

describe('delta_fifo_test.go, TestDeltaFIFOW_ReplaceMakesDeletionsForObjectsOnlyInQueue', () => {
  const foo = obj('foo', 2);
  const foo3 = obj('foo', 3);
  const cases: {
    name: string;
    replacedType?: boolean;
    operate(queue: Fifo): void;
    expected: ReturnType<typeof added>[];
  }[] = [
    {
      name: 'an added object that the list lacks',
      operate: (queue) => {
        queue.add(foo);
        queue.replace([], '0');
      },
      expected: [added(foo), deleted(gone(foo))],
    },
    {
      name: 'a listed object that the next list lacks',
      replacedType: true,
      operate: (queue) => {
        queue.add(foo);
        queue.replace([foo], '0');
        queue.replace([], '0');
      },
      expected: [added(foo), replaced(foo), deleted(gone(foo))],
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
      expected: [added(foo), sync(foo), sync(foo), deleted(gone(foo))],
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
  ];
  it.each(cases)(
    'TestDeltaFIFOW_ReplaceMakesDeletionsForObjectsOnlyInQueue: $name',
    ({ replacedType, operate, expected }) => {
      for (const knownObjects of [known(), undefined]) {
        const queue = newFifo({ knownObjects, emitDeltaTypeReplaced: replacedType });
        operate(queue);
        expect(popAll(queue)).toStrictEqual([expected]);
      }
    },
  );
});

describe('delta_fifo_test.go: lists', () => {
  it.each<{ name: string; operate(queue: Fifo): void; expected: ReturnType<typeof added>[][] }>([
    {
      name: 'a queued deletion stays the only one, an unlisted known object gets a tombstone',
      operate: (queue) => {
        queue.delete(obj('baz', 10));
        queue.replace([obj('foo', 5)], '0');
      },
      expected: [[deleted(obj('baz', 10))], [sync(obj('foo', 5))], [deleted(gone(obj('bar', 6)))]],
    },
    {
      name: 'an unlisted queued object gets a tombstone of its queued state',
      operate: (queue) => {
        queue.add(obj('baz', 10));
        queue.replace([obj('foo', 5)], '0');
      },
      expected: [
        [added(obj('baz', 10)), deleted(gone(obj('baz', 10)))],
        [sync(obj('foo', 5))],
        [deleted(gone(obj('bar', 6)))],
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
        [deleted(obj('bar', 6)), added(obj('bar', 100)), deleted(gone(obj('bar', 100)))],
        [sync(obj('foo', 5))],
        [deleted(gone(obj('baz', 7)))],
      ],
    },
    {
      name: 'the state of an earlier list is newer than the known one',
      operate: (queue) => {
        queue.replace([obj('bar', 100), obj('foo', 5)], '0');
        queue.replace([obj('foo', 5)], '0');
      },
      expected: [
        [sync(obj('bar', 100)), deleted(gone(obj('bar', 100)))],
        [sync(obj('foo', 5)), sync(obj('foo', 5))],
        [deleted(gone(obj('baz', 7)))],
      ],
    },
  ])('TestDeltaFIFO_ReplaceMakesDeletions: $name', ({ operate, expected }) => {
    const queue = newFifo({ knownObjects: threeKnown });
    operate(queue);
    expect(popAll(queue)).toStrictEqual(expected);
  });

  it('TestDeltaFIFO_ReplaceMakesDeletions: without known objects only queued ones are deleted', () => {
    const queue = newFifo();
    queue.add(obj('baz', 10));
    queue.replace([obj('foo', 5)], '0');
    expect(popAll(queue)).toStrictEqual([
      [added(obj('baz', 10)), deleted(gone(obj('baz', 10)))],
      [sync(obj('foo', 5))],
    ]);
  });

  it('TestDeltaFIFO_ReplaceMakesDeletions: of two deletions the one that knows the final state is kept', () => {
    const queue = newFifo({ knownObjects: threeKnown });
    queue.replace([obj('foo', 5), obj('baz', 7)], '0');
    queue.delete(obj('bar', 9));
    expect(queue.getByKey('bar')).toStrictEqual([deleted(obj('bar', 9))]);
  });

  it('TestDeltaFIFO_ReplaceMakesDeletionsReplaced: the same with Replaced for what is listed', () => {
    const queue = newFifo({ knownObjects: threeKnown, emitDeltaTypeReplaced: true });
    queue.delete(obj('baz', 10));
    queue.replace([obj('foo', 6)], '0');
    expect(popAll(queue)).toStrictEqual([
      [deleted(obj('baz', 10))],
      [replaced(obj('foo', 6))],
      [deleted(gone(obj('bar', 6)))],
    ]);
  });

  it('TestDeltaFIFO_ReplaceDeltaType: lists give Replaced where that is asked for, and Sync otherwise', () => {
    for (const emitDeltaTypeReplaced of [true, false]) {
      const queue = newFifo({ knownObjects: known(obj('foo', 5)), emitDeltaTypeReplaced });
      queue.replace([obj('foo', 5)], '0');
      expect(popAll(queue)).toStrictEqual([[(emitDeltaTypeReplaced ? replaced : sync)(obj('foo', 5))]]);
    }
  });
});

describe('delta_fifo_test.go: resync', () => {
  it('TestDeltaFIFO_Resync: a known object is queued as Sync', () => {
    const queue = newFifo({ knownObjects: known(obj('foo', 5)) });
    queue.resync();
    expect(queue.getByKey('foo')).toStrictEqual([sync(obj('foo', 5))]);
    const without = newFifo();
    without.resync();
    expect(without.listKeys()).toEqual([]);
  });

  it('TestDeltaFIFO_ResyncNonExisting: a queued deletion is not followed by a Sync', () => {
    const queue = newFifo({ knownObjects: known(obj('foo', 5)) });
    queue.delete(obj('foo', 10));
    queue.resync();
    expect(queue.getByKey('foo')).toStrictEqual([deleted(obj('foo', 10))]);
  });

  it('TestDeltaFIFO_UpdateResyncRace: a Sync of the old state never follows a queued update', () => {
    const queue = newFifo({ knownObjects: known(obj('foo', 5)) });
    queue.update(obj('foo', 6));
    queue.resync();
    expect(popAll(queue)).toStrictEqual([[updated(obj('foo', 6))]]);
  });
});
