// Counterparts of client-go's tools/cache/object-names_test.go, and of the tests of keys in controller_test.go and
// store_test.go.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DeletedFinalStateUnknown } from '../../../runtime/src/api/deleted.js';
import type { DeletedObject } from '../../../runtime/src/api/deleted.js';
import {
  deletionHandlingObjectName,
  KeyError,
  KeyFormatError,
  metaNamespaceKeyFunc,
  objectKey,
  objectName,
  splitMetaNamespaceKey,
} from '../../../runtime/src/api/key.js';
import type { KubernetesObject } from '../../../runtime/src/api/object.js';

const configMap: KubernetesObject = { metadata: { name: 'testname', namespace: 'testnamespace' } };
const key = 'testnamespace/testname';

describe('object-names_test.go', () => {
  it('TestObjectNames: a key of one or two parts is taken apart and put together again, one of more is refused', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'e', '/'), minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(text, (encoded) => {
        const parts = encoded.split('/');
        if (parts.length > 2) {
          expect(() => splitMetaNamespaceKey(encoded)).toThrow(KeyFormatError);
          return;
        }
        const [namespace, name] = parts.length === 2 ? parts : ['', encoded];
        const parsed = splitMetaNamespaceKey(encoded);
        expect([parsed.namespace, parsed.name]).toEqual([namespace, name]);
        // An empty namespace is written without its slash.
        expect(String(parsed)).toBe(encoded.startsWith('/') ? encoded.slice(1) : encoded);
      }),
      { numRuns: 300 },
    );
  });
});

describe('controller_test.go', () => {
  it('TestDeletionHandlingObjectToName: a tombstone has the name of its object', () => {
    const tombstone = new DeletedFinalStateUnknown(metaNamespaceKeyFunc(configMap), configMap);
    expect(deletionHandlingObjectName(tombstone)).toEqual(objectName(configMap));
  });

  const deletions: DeletedObject<KubernetesObject>[] = [
    { key, lastKnown: configMap, finalStateUnknown: false },
    { key, lastKnown: configMap, finalStateUnknown: true },
    { key, lastKnown: undefined, finalStateUnknown: true },
  ];

  it('TestDeletedObjectGetObjectName: what a delete handler gets has a name, also without a last state', () => {
    for (const deleted of deletions) expect(deletionHandlingObjectName(deleted)).toEqual(objectName(configMap));
  });

  it('TestDeletedObjectGetKey: what a delete handler gets has a key, also without a last state', () => {
    for (const deleted of deletions) expect(objectKey(deleted)).toBe(metaNamespaceKeyFunc(configMap));
  });
});

describe('store_test.go', () => {
  it('TestKeyError: carries what the key function threw, through nesting too', () => {
    const cause = new Error('no key');
    const error = new KeyError(100, cause);
    expect(error.cause).toBe(cause);
    const nested = new KeyError(100, error);
    expect((nested.cause as Error).cause).toBe(cause);
    expect(nested.message).toContain('no key');
  });
});
