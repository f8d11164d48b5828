// Counterparts of client-go's tools/cache/store_test.go.
import { describe, expect, it } from 'vitest';
import { newIndexer, newStore, ObjectIndexer, TransactionError } from '../../../runtime/src/store/indexer.js';
import type { Deletable, Store } from '../../../runtime/src/store/store.js';
import { UndeltaStore } from '../../../runtime/src/client-go/undelta-store.js';

interface Item {
  readonly id: string;
  readonly val: string;
}

const item = (id: string, val: string): Item => ({ id, val });
const keyFunc = (object: Deletable<Item>): string => (object as Item).id;

/** What every store does. */
function expectStore(store: Store<Item>): void {
  const values = (): string[] => store.list().map(({ val }) => val);
  store.add(item('foo', 'bar'));
  expect(store.get(item('foo', ''))).toEqual(item('foo', 'bar'));
  store.update(item('foo', 'baz'));
  expect(store.get(item('foo', ''))).toEqual(item('foo', 'baz'));
  expect(values()).toEqual(['baz']);
  store.delete(item('foo', ''));
  expect(store.get(item('foo', ''))).toBeUndefined();
  store.delete(item('foo', ''));

  store.add(item('a', 'b'));
  store.add(item('c', 'd'));
  store.add(item('e', 'e'));
  expect(values().sort()).toEqual(['b', 'd', 'e']);
  expect([...store.listKeys()].sort()).toEqual(['a', 'c', 'e']);
  expect(store.getByKey('c')).toEqual(item('c', 'd'));

  store.replace([item('foo', 'foo'), item('bar', 'bar')], '0');
  expect(values().sort()).toEqual(['bar', 'foo']);
  expect(store.getByKey('a')).toBeUndefined();
}

describe('store_test.go', () => {
  it('TestCache: adds, updates, deletes, lists and replaces by key', () => {
    expectStore(newStore<Item>({ keyFunc }));
  });

  it('TestCacheWithTransformer: what is written goes through the transform', () => {
    const seen: string[] = [];
    const transform = (object: Item): Item => {
      seen.push(object.id);
      return object;
    };
    expectStore(newStore<Item>({ keyFunc, transform }));
    expect(seen).toEqual(['foo', 'foo', 'a', 'c', 'e', 'foo', 'bar']);
    const store = newStore<Item>({ keyFunc, transform: ({ id, val }) => item(id, val.toUpperCase()) });
    store.add(item('a', 'x'));
    store.replace([item('b', 'y'), ...store.list()], '1');
    expect(store.list()).toEqual([item('b', 'Y'), item('a', 'X')]);
  });

  it('TestUndeltaStore: a store that pushes its state is a store', () => {
    expectStore(new UndeltaStore<Item>(() => {}, { keyFunc }));
  });

  it('TestIndex: finds the objects that share a value with another, which need not be stored', () => {
    const indexer = newIndexer<Item>({ byVal: ({ val }) => [val] }, { keyFunc });
    for (const each of [item('a', 'b'), item('c', 'b'), item('e', 'f'), item('g', 'h')]) indexer.add(each);
    const expected: Record<string, string[]> = { b: ['a', 'c'], f: ['e'], h: ['g'], nothing: [] };
    for (const [val, ids] of Object.entries(expected)) {
      const found = indexer.index('byVal', item('', val)).map(({ id }) => id);
      expect([...found].sort()).toEqual(ids);
    }
    expect(() => indexer.index('by_val', item('', 'b'))).toThrow('Index with name by_val does not exist');
  });

  it.each([
    { name: 'all succeed', objects: [1, 2], successful: undefined },
    { name: 'all fail', objects: [3, 4], successful: [] },
    { name: 'some fail', objects: [1, 3, 2, 4], successful: [0, 2] },
  ])('TestCacheTransactionShouldIndexErrors: names what was done when $name', ({ objects, successful }) => {
    const indexer = new ObjectIndexer<number>(
      {},
      {
        keyFunc: (object) => {
          if (object === 3 || object === 4) throw new Error('test error');
          return String(object);
        },
      },
    );
    const run = (): void => indexer.transaction(objects.map((object) => ({ type: 'add', object })));
    if (successful === undefined) return expect(run).not.toThrow();
    let error: unknown;
    try {
      run();
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(TransactionError);
    const { successfulIndices, errors } = error as TransactionError;
    expect(successfulIndices).toEqual(successful);
    expect(errors.map(({ message }) => message)).toEqual(
      Array(2).fill('cannot make a key for 3: test error').map(keyed),
    );
    expect(indexer.list()).toEqual(successful.map((position) => objects[position]));
  });
});

const keyed = (message: string, position: number): string => message.replace('3', String(3 + position));

describe('lists that are handed out', () => {
  it('deviation(shared-lists): the same array is given until the store changes, and never changes itself', () => {
    const indexer = newIndexer<Item>({ byVal: ({ val }) => [val] }, { keyFunc });
    indexer.add(item('a', 'x'));
    const before = indexer.list();
    const indexed = indexer.byIndex('byVal', 'x');
    expect(indexer.list()).toBe(before);
    expect(indexer.byIndex('byVal', 'x')).toBe(indexed);
    indexer.add(item('b', 'x'));
    indexer.delete(item('a', 'x'));
    expect(before).toEqual([item('a', 'x')]);
    expect(indexed).toEqual([item('a', 'x')]);
    expect(indexer.list()).toEqual([item('b', 'x')]);
    expect(indexer.byIndex('byVal', 'x')).toEqual([item('b', 'x')]);
  });
});
