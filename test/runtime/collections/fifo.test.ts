import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fifo } from '../../../runtime/src/collections/fifo.js';

describe('Fifo', () => {
  it('gives what an array gives, after any operations', () => {
    const operation = fc.oneof(
      fc.record({ type: fc.constant('push' as const), count: fc.nat(3000) }),
      fc.record({ type: fc.constant('shift' as const), count: fc.nat(3000) }),
      fc.record({ type: fc.constant('take' as const), count: fc.nat(3000) }),
      fc.record({ type: fc.constant('clear' as const), count: fc.constant(0) }),
    );
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 12 }), (operations) => {
        const fifo = new Fifo<number>();
        const array: number[] = [];
        let next = 0;
        for (const { type, count } of operations) {
          if (type === 'push') for (let i = 0; i < count; i += 1) array.push((fifo.push(next), next++));
          if (type === 'shift') {
            const shifted = Array.from({ length: count }, () => fifo.shift());
            expect(shifted).toEqual(Array.from({ length: count }, () => array.shift()));
          }
          if (type === 'take') expect(fifo.take(count)).toEqual(array.splice(0, count));
          if (type === 'clear') fifo.clear();
          if (type === 'clear') array.length = 0;
          expect(fifo.length).toBe(array.length);
          expect(fifo.at(0)).toBe(array[0]);
          expect(fifo.at(array.length - 1)).toBe(array.at(-1));
          expect(fifo.at(array.length)).toBeUndefined();
          expect([...fifo]).toEqual(array);
        }
      }),
    );
  });

  it('is empty after all was taken, however much that was', () => {
    const fifo = new Fifo<string>();
    expect([fifo.shift(), fifo.take(1), fifo.at(0)]).toEqual([undefined, [], undefined]);
    for (let i = 0; i < 5000; i += 1) fifo.push('x');
    expect(fifo.take(Infinity)).toHaveLength(5000);
    expect(fifo.length).toBe(0);
  });
});
