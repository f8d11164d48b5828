// Counterparts of client-go's tools/cache/listers_test.go and of the lister_test.go of its dynamic and metadata listers.
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../runtime/src/api/object.js';
import { everything, selectorFromSet } from '../../../runtime/src/selectors/selectors.js';
import { clusterLister, listAll, namespaceLister, newGenericLister } from '../../../runtime/src/lister/listers.js';
import { metaNamespaceIndexFunc, namespaceIndex, newIndexer } from '../../../runtime/src/store/indexer.js';
import type { Indexer } from '../../../runtime/src/store/store.js';

const object = (namespace: string, name: string): KubernetesObject => ({
  apiVersion: 'group/version',
  kind: 'TheKind',
  metadata: namespace === '' ? { name } : { namespace, name },
});

/** With the namespace index that informers have, and without, as a user's own indexer may be. */
function indexers(objects: readonly KubernetesObject[]): Indexer<KubernetesObject>[] {
  const both = [
    newIndexer<KubernetesObject>({ [namespaceIndex]: metaNamespaceIndexFunc }),
    newIndexer<KubernetesObject>({}),
  ];
  for (const indexer of both) for (const each of objects) indexer.add(each);
  return both;
}

const threeObjects = [object('ns-foo', 'name-foo'), object('ns-foo', 'name-foo1'), object('ns-bar', 'name-bar')];

describe('listers_test.go', () => {
  it.each([
    {
      name: 'some match',
      labels: { match: 'true' },
      matching: 1000,
      selector: selectorFromSet({ match: 'true' }),
      count: 1000,
    },
    { name: 'everything matches', labels: {}, matching: 0, selector: everything, count: 10_000 },
    {
      name: 'none matches',
      labels: { nomatch: 'true' },
      matching: 50,
      selector: selectorFromSet({ match: 'true' }),
      count: 0,
    },
  ])('TestListAll: gives what the selector matches when $name', ({ labels, matching, selector, count }) => {
    const indexer = newIndexer<KubernetesObject>({});
    for (let i = 0; i < 10_000; i++) {
      indexer.add({ metadata: { name: `obj-${i}`, labels: i < matching ? labels : {} } });
    }
    const found = listAll(indexer, selector);
    expect(found).toHaveLength(count);
    expect(new Set(found).size).toBe(count);
  });
});

describe('lister_test.go', () => {
  it('TestNamespaceGetMethod: gets an object of the namespace by its name, and nothing for a name that is not there', () => {
    for (const indexer of indexers(threeObjects)) {
      const lister = newGenericLister(indexer).byNamespace('ns-foo');
      expect(lister.get('name-foo1')).toBe(threeObjects[1]);
      expect(lister.get('name-foo-non-existing')).toBeUndefined();
      expect(lister.get('name-bar')).toBeUndefined();
    }
  });

  it('TestNamespaceListMethod: lists the objects of the namespace, with a namespace index or without', () => {
    for (const indexer of indexers(threeObjects)) {
      expect(namespaceLister(indexer, 'ns-foo').list()).toEqual([threeObjects[0], threeObjects[1]]);
      expect(namespaceLister(indexer, 'nowhere').list()).toEqual([]);
      expect(namespaceLister(indexer, '').list()).toHaveLength(3);
    }
  });

  it('TestListerGetMethod: gets a cluster-scoped object by its name, and none that lives in a namespace', () => {
    for (const indexer of indexers([object('ns-foo', 'name-foo'), object('', 'name-foo1')])) {
      for (const lister of [newGenericLister(indexer), clusterLister(indexer)]) {
        expect(lister.get('name-foo1')).toEqual(object('', 'name-foo1'));
        expect(lister.get('name-foo')).toBeUndefined();
      }
    }
  });

  it('TestListerListMethod: lists everything', () => {
    for (const indexer of indexers(threeObjects)) {
      for (const lister of [newGenericLister(indexer), clusterLister(indexer)])
        expect(lister.list()).toEqual(threeObjects);
    }
  });
});
