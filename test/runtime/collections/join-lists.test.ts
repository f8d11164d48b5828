import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinLists } from '../../../runtime/src/collections/join-lists.js';

it('has all values of all lists, in their order, and leaves lists in them as they are', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.oneof(fc.integer(), fc.double(), fc.string(), fc.array(fc.integer())))),
      (lists) => {
        expect(joinLists<unknown>(lists)).toEqual(lists.flat());
      },
    ),
  );
});

it('takes as many lists as a server may send pages', () => {
  expect(joinLists(Array.from({ length: 20_000 }, (_, at) => [at, at]))).toHaveLength(40_000);
});
