import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyedList } from '../../../runtime/src/collections/keyed-list.js';

const operations = fc.array(
  fc.record({
    type: fc.constantFrom('set', 'set', 'delete'),
    key: fc.constantFrom('', 'a', 'b', 'ns/a'),
    value: fc.nat(),
  }),
);

describe('a keyed list', () => {
  it('lists what a Map would hold, and never changes a list that it handed out', () => {
    fc.assert(
      fc.property(operations, (steps) => {
        const model = new Map<string, number>();
        const list = new KeyedList<number>();
        const handedOut: { list: readonly number[]; copy: number[] }[] = [];
        for (const { type, key, value } of steps) {
          const position = list.position(key);
          expect(position !== undefined).toBe(model.has(key));
          if (type === 'delete') {
            if (position !== undefined) list.remove(position);
            model.delete(key);
          } else {
            if (position === undefined) expect(list.append(key, value)).toBe(model.size);
            else expect(list.replace(position, value)).toBe(model.get(key));
            model.set(key, value);
          }
          expect(list.get(key)).toBe(model.get(key));
          const now = list.list();
          handedOut.push({ list: now, copy: [...now] });
          expect(Object.fromEntries(list.keys().map((each, at) => [each, now[at]]))).toEqual(Object.fromEntries(model));
          list.keys().forEach((each, at) => expect(list.position(each)).toBe(at));
        }
        for (const each of handedOut) expect(each.list).toEqual(each.copy);
      }),
    );
  });
});
