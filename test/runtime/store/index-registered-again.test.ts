// One index that several parts of a program register.
import { indexByPath, isInformerError, newIndexer } from '@informer-gen/runtime';

import type { KubernetesObject } from '@informer-gen/runtime';
import { describe, expect, it } from 'vitest';

const pod = { metadata: { name: 'a', namespace: 'default' }, spec: { nodeName: 'n1' } };
const byName = ({ metadata }: KubernetesObject): readonly string[] => [metadata?.name ?? ''];

describe('registering an index again', () => {
  it('deviation(indexes-may-be-registered-again): changes nothing with the same function', () => {
    const indexer = newIndexer<KubernetesObject>({ byName });
    indexer.add(pod);
    indexer.addIndexers({ byName });
    expect(indexer.byIndex('byName', 'a')).toEqual([pod]);
  });

  it('changes nothing with indexByPath of the same path', () => {
    const indexer = newIndexer<KubernetesObject>({ byNode: indexByPath('spec.nodeName') });
    indexer.add(pod);
    indexer.addIndexers({ byNode: indexByPath('spec.nodeName'), byName });
    expect(indexer.byIndex('byNode', 'n1')).toEqual([pod]);
    expect(indexer.byIndex('byName', 'a')).toEqual([pod]);
  });

  it.each<[string, (object: KubernetesObject) => readonly string[]]>([
    ['another function', () => []],
    ['indexByPath of another path', indexByPath('metadata.name')],
  ])('throws for %s, with what to do, and adds none of the others', (_what, other) => {
    const indexer = newIndexer<KubernetesObject>({ byNode: indexByPath('spec.nodeName') });
    let thrown: unknown;
    try {
      indexer.addIndexers({ byName, byNode: other });
    } catch (error) {
      thrown = error;
    }
    expect(isInformerError(thrown, 'IndexerConflict')).toBe(true);
    expect((thrown as Error).message).toBe(
      'index "byNode": another function is registered under this name; register the same function, from one constant, or choose another name',
    );
    expect(Object.keys(indexer.getIndexers())).toEqual(['byNode']);
  });
});
