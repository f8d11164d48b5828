import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DeletedFinalStateUnknown } from '../../../runtime/src/api/deleted.js';
import {
  deletionHandlingMetaNamespaceKeyFunc,
  deletionHandlingObjectName,
  KeyError,
  KeyFormatError,
  metaNamespaceKeyFunc,
  newObjectName,
  objectKey,
  objectName,
  splitKey,
  splitMetaNamespaceKey,
} from '../../../runtime/src/api/key.js';

const part = fc.string({ minLength: 1 }).filter((text) => !text.includes('/'));

describe('metaNamespaceKeyFunc', () => {
  it('joins namespace and name, and leaves an empty namespace out', () => {
    expect(metaNamespaceKeyFunc({ metadata: { namespace: 'a', name: 'b' } })).toBe('a/b');
    expect(metaNamespaceKeyFunc({ metadata: { namespace: '', name: 'b' } })).toBe('b');
    expect(metaNamespaceKeyFunc({ metadata: { name: 'b' } })).toBe('b');
  });

  it('takes a string to be the key itself', () => {
    expect(metaNamespaceKeyFunc('a/b')).toBe('a/b');
  });

  it('throws a KeyError that says what is missing and carries the object', () => {
    const nameless = { apiVersion: 'v1', kind: 'Pod', metadata: {} };
    expect(() => metaNamespaceKeyFunc(nameless)).toThrow('kind v1/Pod: metadata.name is missing');
    expect(() => metaNamespaceKeyFunc({})).toThrow('cannot make a key for an object: it has no metadata');
    let caught: unknown;
    try {
      metaNamespaceKeyFunc(nameless);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(KeyError);
    expect((caught as KeyError).object).toBe(nameless);
  });

  it('is taken apart again by splitMetaNamespaceKey', () => {
    fc.assert(
      fc.property(fc.option(part, { nil: '' }), part, (namespace, name) => {
        const split = splitMetaNamespaceKey(metaNamespaceKeyFunc({ metadata: { namespace, name } }));
        expect([split.namespace, split.name]).toEqual([namespace, name]);
      }),
    );
  });
});

describe('deletionHandlingMetaNamespaceKeyFunc', () => {
  it('takes the key of a tombstone, in both of its forms', () => {
    const tombstone = new DeletedFinalStateUnknown('a/b', { metadata: { namespace: 'x', name: 'y' } });
    expect(deletionHandlingMetaNamespaceKeyFunc(tombstone)).toBe('a/b');
    expect(objectKey({ key: 'a/b', lastKnown: undefined, finalStateUnknown: true })).toBe('a/b');
    expect(deletionHandlingObjectName(tombstone)).toMatchObject({ namespace: 'a', name: 'b' });
  });

  it('treats objects and strings as metaNamespaceKeyFunc does', () => {
    expect(deletionHandlingMetaNamespaceKeyFunc({ metadata: { namespace: 'a', name: 'b' } })).toBe('a/b');
    expect(deletionHandlingMetaNamespaceKeyFunc('a/b')).toBe('a/b');
    expect(() => deletionHandlingMetaNamespaceKeyFunc({})).toThrow(KeyError);
    expect(deletionHandlingObjectName({ metadata: { name: 'b' } })).toMatchObject({ namespace: '', name: 'b' });
  });
});

describe('splitKey', () => {
  it('refuses a key with more than one slash, naming it', () => {
    expect(() => splitKey('a/b/c')).toThrow(KeyFormatError);
    expect(() => splitKey('a/b/c')).toThrow('"a/b/c"');
  });
});

describe('objectName', () => {
  it('prints as the key does', () => {
    expect(String(objectName({ metadata: { namespace: 'a', name: 'b' } }))).toBe('a/b');
    expect(String(newObjectName('', 'b'))).toBe('b');
    expect(objectName('a/b')).toMatchObject({ namespace: 'a', name: 'b' });
    expect(() => objectName({ metadata: {} })).toThrow(KeyError);
  });
});
