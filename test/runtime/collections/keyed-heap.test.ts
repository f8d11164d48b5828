import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyedHeap } from '../../../runtime/src/collections/keyed-heap.js';

describe('KeyedHeap', () => {
  it('always has the least first, of equal ones the first come, after any history', () => {
    const key = fc.integer({ min: 0, max: 12 });
    const step = fc.oneof(
      fc.record({ type: fc.constant('set' as const), key, value: fc.integer({ min: 0, max: 8 }) }),
      fc.record({ type: fc.constant('delete' as const), key }),
      fc.record({ type: fc.constant('pop' as const) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 150 }), (steps) => {
        const heap = new KeyedHeap<number, number>((a, b) => a < b);
        const model = new Map<number, { value: number; sequence: number }>();
        let sequence = 0;
        const least = (): [number, number] | undefined => {
          const sorted = [...model].sort(([, a], [, b]) => a.value - b.value || a.sequence - b.sequence);
          return sorted[0] && [sorted[0][0], sorted[0][1].value];
        };
        for (const action of steps) {
          const expected = least();
          if (action.type === 'set') {
            heap.set(action.key, action.value);
            const known = model.get(action.key);
            model.set(action.key, { value: action.value, sequence: known?.sequence ?? sequence++ });
          } else if (action.type === 'delete') {
            expect(heap.delete(action.key)).toBe(model.delete(action.key));
          } else {
            const popped = heap.pop();
            expect(popped && [popped.key, popped.value]).toEqual(expected);
            if (expected) model.delete(expected[0]);
          }
          const first = heap.peek();
          expect(first && [first.key, first.value]).toEqual(least());
          expect(heap.size).toBe(model.size);
        }
        expect(new Set(heap.keys())).toEqual(new Set(model.keys()));
      }),
    );
  });
});
