import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SnapshotList } from '../../../runtime/src/collections/snapshot-list.js';

const steps = fc.array(
  fc.record({
    type: fc.constantFrom('push', 'push', 'push', 'replace', 'remove', 'list'),
    at: fc.nat(),
    value: fc.nat(),
  }),
);

describe('a snapshot list', () => {
  it('holds what an array would, below its limit and beyond it, and never changes a list that it handed out', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 12 }), (all, limit) => {
        const list = new SnapshotList<number>(limit);
        const model: number[] = [];
        const handedOut: { list: readonly number[]; copy: number[] }[] = [];
        for (const { type, at, value } of all) {
          const position = at % Math.max(1, model.length);
          if (type === 'push') {
            list.push(value);
            model.push(value);
          } else if (type === 'list') {
            handedOut.push({ list: list.list(), copy: [...model] });
            expect(list.list()).toBe(list.list());
          } else if (model.length > 0 && type === 'replace') {
            expect(list.replace(position, value)).toBe(model[position]);
            model[position] = value;
          } else if (model.length > 0) {
            list.remove(position);
            const last = model.pop() as number;
            if (position < model.length) model[position] = last;
          }
          expect(list).toHaveLength(model.length);
          expect(list.parts().flat()).toEqual(model);
          model.forEach((each, index) => expect(list.at(index)).toBe(each));
        }
        expect(list.list()).toEqual(model);
        for (const each of handedOut) expect(each.list).toEqual(each.copy);
      }),
    );
  });

  it('leaves an array that it handed out as it is when it passes its limit', () => {
    const list = new SnapshotList<string>(2);
    list.push('a');
    list.push('b');
    const before = list.list();
    list.push('c');
    list.replace(0, 'z');
    expect(before).toEqual(['a', 'b']);
    expect(list.list()).toEqual(['z', 'b', 'c']);
  });
});
