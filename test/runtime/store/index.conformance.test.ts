// Counterparts of client-go's tools/cache/index_test.go.
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../runtime/src/api/object.js';
import { newIndexer } from '../../../runtime/src/store/indexer.js';
import type { Indexer } from '../../../runtime/src/store/store.js';

const labelled = (name: string, foo: string): KubernetesObject => ({ metadata: { name, labels: { foo } } });
const used = (name: string, users: string): KubernetesObject => ({ metadata: { name, annotations: { users } } });
const names = (objects: readonly KubernetesObject[]): string[] =>
  objects.map(({ metadata }) => metadata?.name ?? '').sort();

describe('index_test.go', () => {
  it('TestGetIndexFuncValues: gives each value once', () => {
    const index = newIndexer<KubernetesObject>({ byFoo: (object) => [object.metadata?.labels?.['foo'] ?? ''] });
    index.add(labelled('one', 'bar'));
    index.add(labelled('two', 'bar'));
    index.add(labelled('tre', 'biz'));
    expect([...index.listIndexFuncValues('byFoo')].sort()).toEqual(['bar', 'biz']);
  });

  const byUser = { byUser: (object: KubernetesObject) => object.metadata?.annotations?.['users']?.split(',') ?? [] };
  const fill = (index: Indexer<KubernetesObject>): void => {
    index.add(used('one', 'ernie,bert'));
    index.add(used('two', 'bert,oscar'));
    index.add(used('tre', 'ernie,elmo'));
  };
  const expectUsers = (index: Indexer<KubernetesObject>): void => {
    const of = (user: string): string[] => names(index.byIndex('byUser', user));
    expect(of('ernie')).toEqual(['one', 'tre']);
    expect(of('bert')).toEqual(['one', 'two']);
    expect(of('elmo')).toEqual(['tre']);
    expect(of('oscar')).toEqual(['two']);
    expect(of('elmo1')).toEqual([]);
    index.delete(used('tre', ''));
    expect(of('ernie')).toEqual(['one']);
    expect(of('elmo')).toEqual([]);
    index.update(used('two', 'oscar'));
    expect(of('bert')).toEqual(['one']);
  };

  it('TestMultiIndexKeys: an object is found under each of its values, and under no former one', () => {
    const index = newIndexer<KubernetesObject>(byUser);
    fill(index);
    expect(names(index.index('byUser', used('', 'ernie,bert')))).toEqual(['one', 'tre', 'two']);
    expectUsers(index);
  });

  it('TestMultiIndexKeys: an index added later finds what was there before', () => {
    const index = newIndexer<KubernetesObject>({});
    fill(index);
    index.addIndexers(byUser);
    expect(() => index.addIndexers({ byUser: () => [] })).toThrow('index "byUser": another function');
    expectUsers(index);
  });
});
