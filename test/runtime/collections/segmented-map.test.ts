import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SegmentedMap } from '../../../runtime/src/collections/segmented-map.js';

const keys = fc.oneof(fc.constantFrom('', 'a', 'ab', 'ns/a', 'ns/b'), fc.string({ maxLength: 8 }));
const operations = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant('set' as const), key: keys, value: fc.nat() }),
    fc.record({ type: fc.constant('delete' as const), key: keys, value: fc.constant(0) }),
  ),
);

describe('a segmented map', () => {
  it('holds what a Map holds, on both sides of its limit', () => {
    fc.assert(
      fc.property(operations, fc.nat(6), (steps, limit) => {
        const model = new Map<string, number>();
        const map = new SegmentedMap(limit);
        for (const { type, key, value } of steps) {
          if (type === 'set') {
            model.set(key, value);
            map.set(key, value);
          } else {
            model.delete(key);
            map.delete(key);
          }
          expect(map.has(key)).toBe(model.has(key));
        }
        for (const { key } of steps) expect(map.get(key)).toBe(model.get(key));
      }),
    );
  });
});
