import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ThreadSafeStore } from '../../../runtime/src/store/thread-safe-store.js';

interface Filed {
  readonly values: readonly string[] | undefined;
  /** What the function returns instead, where it does not throw. */
  readonly garbage?: unknown;
}

const keys = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const objects: fc.Arbitrary<Filed> = fc.record({
  values: fc.option(fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 4 }), { nil: undefined, freq: 8 }),
  garbage: fc.constantFrom(undefined, null, 'x', 5, ['x', undefined], [{}], { length: 1, 0: 'x' }),
});
const steps = fc.array(
  fc.oneof(
    { arbitrary: fc.record({ type: fc.constant('set' as const), key: keys, object: objects }), weight: 4 },
    { arbitrary: fc.record({ type: fc.constant('delete' as const), key: keys }), weight: 2 },
    { arbitrary: fc.record({ type: fc.constant('replace' as const), all: fc.dictionary(keys, objects) }), weight: 1 },
    { arbitrary: fc.record({ type: fc.constant('add index' as const) }), weight: 1 },
  ),
  { maxLength: 40 },
);

function valuesOf({ values, garbage }: Filed): readonly string[] {
  if (values === undefined && garbage === 5) throw new Error('an object that cannot be indexed');
  return values ?? (garbage as readonly string[]);
}

/** What an index is: for each value the objects that have it. */
function expectAgreement(store: ThreadSafeStore<Filed>, model: ReadonlyMap<string, Filed>): void {
  for (const name of Object.keys(store.getIndexers())) {
    const found = [...model].flatMap(([key, { values = [] }]) => [...new Set(values)].map((value) => ({ value, key })));
    expect(store.listIndexFuncValues(name).sort()).toEqual([...new Set(found.map(({ value }) => value))].sort());
    for (const value of ['x', 'y', 'z']) {
      const under = found.filter((each) => each.value === value).map(({ key }) => key);
      expect(store.indexKeys(name, value)).toEqual(under.sort());
      expect(new Set(store.byIndex(name, value))).toEqual(new Set(under.map((key) => model.get(key))));
      expect(store.byIndex(name, value)).toHaveLength(under.length);
    }
  }
}

describe('the indexes of a store', () => {
  it('find what the objects say, after any writes, with values in common, several, none, or a function that throws or returns garbage', () => {
    fc.assert(
      fc.property(steps, (made) => {
        let model = new Map<string, Filed>();
        const store = new ThreadSafeStore<Filed>({ first: valuesOf }, { onIndexError: () => {} });
        for (const [at, step] of made.entries()) {
          if (step.type === 'set') {
            expect(store.update(step.key, step.object)).toBe(model.get(step.key));
            model.set(step.key, step.object);
          } else if (step.type === 'delete') {
            store.delete(step.key);
            model.delete(step.key);
          } else if (step.type === 'replace') {
            model = new Map(Object.entries(step.all));
            store.replace(model, '1');
          } else store.addIndexers({ [`later ${at}`]: valuesOf });
          expectAgreement(store, model);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('do not need to be told the former values of an object', () => {
    const asked: string[] = [];
    const store = new ThreadSafeStore<{ node: string }>({
      byNode: (object) => {
        asked.push(object.node);
        return [object.node];
      },
    });
    store.update('a', { node: '1' });
    store.update('a', { node: '2' });
    store.delete('a');
    expect(asked).toEqual(['1', '2']);
    expect(store.listIndexFuncValues('byNode')).toEqual([]);
  });

  it('take an object that has 100,000 values, in time proportional to their number', () => {
    const values = (from: number): string[] => Array.from({ length: 100_000 }, (_, at) => `v${from + at}`);
    const store = new ThreadSafeStore<Filed>({ byValue: valuesOf });
    store.update('a', { values: values(0) });
    store.update('b', { values: values(0) });
    store.update('a', { values: values(50_000) });
    expect(store.indexKeys('byValue', 'v0')).toEqual(['b']);
    expect(store.indexKeys('byValue', 'v99999')).toEqual(['a', 'b']);
    store.delete('b');
    expect(store.indexKeys('byValue', 'v99999')).toEqual(['a']);
    expect(store.listIndexFuncValues('byValue')).toHaveLength(100_000);
  });
});
