import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinInTurns, joinLists, joinNumbersInTurns } from '../../../runtime/src/collections/join-lists.js';

const listsOfAnything = fc.array(
  fc.array(fc.oneof(fc.integer(), fc.double(), fc.string(), fc.constant(undefined), fc.array(fc.integer()))),
);

it('has all values of all lists, in their order, and leaves lists in them as they are', () => {
  fc.assert(
    fc.property(listsOfAnything, (lists) => {
      expect(joinLists<unknown>(lists)).toEqual(lists.flat());
    }),
  );
});

it('has the same values when it pauses on the way', async () => {
  await fc.assert(
    fc.asyncProperty(listsOfAnything, async (lists) => {
      expect(await joinInTurns<unknown>(lists)).toEqual(lists.flat());
    }),
  );
});

it('has all numbers of all lists, those that are not a number too', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(fc.double())), async (lists) => {
      expect(Array.from(await joinNumbersInTurns(lists))).toEqual(lists.flat());
    }),
  );
});

it('takes as many lists as a server may send pages', async () => {
  const pages = Array.from({ length: 20_000 }, (_, at) => [at, at]);
  expect(joinLists(pages)).toHaveLength(40_000);
  expect(await joinInTurns(pages)).toHaveLength(40_000);
  expect(await joinNumbersInTurns(pages)).toHaveLength(40_000);
});

it('lets others have their turn while it joins many long lists', async () => {
  const page = Array.from({ length: 8192 }, (_, at) => at);
  const pages = Array.from({ length: 1_000 }, () => page);
  let turns = 0;
  let joining = true;
  const count = (): void => {
    turns += 1;
    if (joining) setImmediate(count);
  };
  setImmediate(count);
  await joinInTurns(pages);
  joining = false;
  expect(turns).toBeGreaterThan(0);
});
