// Counterparts of client-go's tools/cache/thread_safe_store_test.go.
import { describe, expect, it } from 'vitest';
import { ObjectIndexer } from '../../../runtime/src/store/indexer.js';
import { IndexFuncError } from '../../../runtime/src/store/store-index.js';
import type { StoreOperation } from '../../../runtime/src/store/store.js';
import { ThreadSafeStore } from '../../../runtime/src/store/thread-safe-store.js';

const byItself = (): ThreadSafeStore<string> => new ThreadSafeStore<string>({ index: (object) => [object] });

describe('thread_safe_store_test.go: indexes', () => {
  it('TestThreadSafeStoreDeleteRemovesEmptySetsFromIndex: a value without objects is not kept', () => {
    const store = byItself();
    store.add('key', 'value');
    expect(store.listIndexFuncValues('index')).toEqual(['value']);
    expect(store.indexKeys('index', 'value')).toEqual(['key']);
    store.delete('key');
    expect(store.listIndexFuncValues('index')).toEqual([]);
    expect(store.byIndex('index', 'value')).toEqual([]);
  });

  it('TestThreadSafeStoreAddKeepsNonEmptySetPostDeleteFromIndex: a value with objects left is kept', () => {
    const store = new ThreadSafeStore<string>({ index: () => ['shared'] });
    store.add('retain', 'retain');
    store.add('delete', 'delete');
    expect(store.indexKeys('index', 'shared')).toEqual(['delete', 'retain']);
    store.delete('delete');
    expect(store.listIndexFuncValues('index')).toEqual(['shared']);
    expect(store.byIndex('index', 'shared')).toEqual(['retain']);
  });

  it('TestThreadSafeStoreIndexingFunctionsWithMultipleValues: an update files an object under its new values only', () => {
    const store = new ThreadSafeStore<string>({ index: (object) => object.split(',') });
    const expectKeys = (expected: { [value: string]: string[] }): void => {
      for (const [value, keys] of Object.entries(expected)) {
        expect(store.indexKeys('index', value), value).toEqual(keys);
        expect([...store.byIndex('index', value)].sort(), value).toEqual(keys.map((key) => store.get(key)).sort());
      }
      const values = Object.keys(expected).filter((value) => expected[value]?.length);
      expect([...store.listIndexFuncValues('index')].sort()).toEqual(values.sort());
    };
    store.add('key1', 'foo');
    store.add('key2', 'bar');
    expectKeys({ foo: ['key1'], bar: ['key2'] });
    store.update('key2', 'foo,bar');
    expectKeys({ foo: ['key1', 'key2'], bar: ['key2'] });
    store.update('key1', 'foo,bar');
    expectKeys({ foo: ['key1', 'key2'], bar: ['key1', 'key2'] });
    store.add('key3', 'foo,bar,baz');
    expectKeys({ foo: ['key1', 'key2', 'key3'], bar: ['key1', 'key2', 'key3'], baz: ['key3'] });
    store.update('key1', 'foo');
    expectKeys({ foo: ['key1', 'key2', 'key3'], bar: ['key2', 'key3'], baz: ['key3'] });
    store.update('key2', 'bar');
    expectKeys({ foo: ['key1', 'key3'], bar: ['key2', 'key3'], baz: ['key3'] });
    store.delete('key1');
    expectKeys({ foo: ['key3'], bar: ['key2', 'key3'], baz: ['key3'] });
    store.delete('key3');
    expectKeys({ foo: [], bar: ['key2'], baz: [] });
  });
});

describe('thread_safe_store_test.go: the version of the store', () => {
  interface Versioned {
    readonly metadata?: { readonly name?: string; readonly resourceVersion: string };
  }
  const at = (resourceVersion: string): Versioned => ({ metadata: { resourceVersion } });
  const newStoreAt10 = (): ThreadSafeStore<Versioned> => {
    const store = new ThreadSafeStore<Versioned>();
    store.add('key1', at('10'));
    return store;
  };

  it('TestThreadSafeStoreRV: is empty at first and follows writes and deletions of objects', () => {
    expect(new ThreadSafeStore().lastStoreSyncResourceVersion()).toBe('');
    const store = newStoreAt10();
    const version = (): string => store.lastStoreSyncResourceVersion();
    expect(version()).toBe('10');
    store.add('key3', at('10'));
    expect(version()).toBe('10');
    store.add('key4', at('20'));
    expect(version()).toBe('20');
    store.delete('key4', at('30'));
    expect(version()).toBe('30');
  });

  it('TestThreadSafeStoreRV: stays for an object without a version and a deletion without an object', () => {
    const store = newStoreAt10();
    store.add('key5', {});
    expect(store.lastStoreSyncResourceVersion()).toBe('10');
    store.delete('key1');
    expect(store.lastStoreSyncResourceVersion()).toBe('10');
  });

  it('TestThreadSafeStoreRV: follows the last operation of a transaction', () => {
    const indexer = new ObjectIndexer<Versioned>();
    const update = (name: string, resourceVersion: string): StoreOperation<Versioned> => ({
      type: 'update',
      object: { metadata: { name, resourceVersion } },
    });
    indexer.transaction([update('key9', '40'), update('key10', '30'), update('key11', '50')]);
    expect(indexer.lastStoreSyncResourceVersion()).toBe('50');
  });

  it('TestThreadSafeStoreRV: is that of the list after a replacement, whatever its objects have', () => {
    const store = newStoreAt10();
    store.replace(
      [
        ['key3', at('40')],
        ['key2', at('30')],
      ],
      '50',
    );
    expect(store.lastStoreSyncResourceVersion()).toBe('50');
    store.bookmark('60');
    expect(store.lastStoreSyncResourceVersion()).toBe('60');
    store.delete('key2', at('70'));
    expect(store.lastStoreSyncResourceVersion()).toBe('70');
  });
});

describe('index functions that throw', () => {
  const failing = (object: string): string[] => {
    if (object.includes('bad')) throw new Error('cannot index');
    return [object];
  };

  it('deviation(index-error-is-reported): the object is stored without that index, the others find it, nothing panics', () => {
    const errors: IndexFuncError[] = [];
    const store = new ThreadSafeStore<string>(
      { failing, fine: () => ['all'] },
      { onIndexError: (error) => void errors.push(error) },
    );
    store.add('a', 'good');
    store.update('a', 'bad');
    expect(errors.map(({ indexName, key, message }) => [indexName, key, message])).toEqual([
      ['failing', 'a', 'index function "failing" failed for a: cannot index'],
    ]);
    expect(store.get('a')).toBe('bad');
    expect(store.byIndex('failing', 'good')).toEqual([]);
    expect(store.byIndex('fine', 'all')).toEqual(['bad']);
    store.update('a', 'better');
    expect(store.byIndex('failing', 'better')).toEqual(['better']);
    store.replace([['b', 'bad']], '2');
    expect(store.list()).toEqual(['bad']);
    expect(errors).toHaveLength(2);
  });

  it('deviation(index-error-is-reported): without somebody to report to, the write throws once it is done', () => {
    const store = new ThreadSafeStore<string>({ failing });
    expect(() => store.add('a', 'bad')).toThrow(IndexFuncError);
    expect(store.get('a')).toBe('bad');
    expect(() => store.replace([['b', 'bad']], '2')).toThrow(IndexFuncError);
    expect(store.listKeys()).toEqual(['b']);
  });

  it('the error of a replacement that was given up is not thrown by the next write', () => {
    const store = new ThreadSafeStore<string>({ failing });
    store.stageReplace().add('a', 'bad');
    expect(() => store.add('b', 'good')).not.toThrow();
  });
});
