import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LongList } from '../../../runtime/src/collections/long-list.js';

describe('a long list', () => {
  it('does what an array does, also where its parts meet', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('push' as const), times: fc.integer({ min: 1, max: 9000 }) }),
      fc.record({ do: fc.constant('pop' as const), times: fc.integer({ min: 1, max: 9000 }) }),
      fc.record({ do: fc.constant('set' as const), times: fc.nat(30_000) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const list = new LongList<number>();
        const model: number[] = [];
        steps.forEach((each, value) => {
          for (let i = 0; each.do === 'push' && i < each.times; i++) {
            list.push(value + i);
            model.push(value + i);
          }
          if (each.do === 'pop') {
            const popped = Array.from({ length: each.times }, () => list.pop());
            expect(popped).toEqual(Array.from({ length: each.times }, () => model.pop()));
          }
          if (each.do === 'set') {
            const position = Math.min(each.times, model.length);
            list.set(position, -value);
            model[position] = -value;
          }
        });
        expect(list.length).toBe(model.length);
        expect(list.parts().flat()).toEqual(model);
        expect(list.parts().every(({ length }) => length > 0)).toBe(true);
        for (const position of [0, 8191, 8192, model.length - 1, model.length]) {
          expect(list.at(Math.max(position, 0))).toBe(model[Math.max(position, 0)]);
        }
      }),
      { numRuns: 60 },
    );
  });
});
