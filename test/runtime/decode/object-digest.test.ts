import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ObjectDigest } from '../../../runtime/src/decode/object-digest.js';
import { trickyJson, trickyText } from './chunks.js';

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const stripped = new ObjectDigest({ leavesOutManagedFields: true });
const whole = new ObjectDigest({ leavesOutManagedFields: false });

// No server has a name that is written with escapes; such an object is hashed as it is.
const metadata = fc.record({ name: fc.stringMatching(/^[a-z.-]+$/), labels: fc.dictionary(trickyText, trickyText) });
const type = { kind: 'Pod', apiVersion: 'v1' };

describe('ObjectDigest', () => {
  it('is the same with and without a type at the beginning, and without the managedFields that are dropped', () => {
    fc.assert(
      fc.property(metadata, trickyJson, fc.array(trickyJson), (meta, spec, managedFields) => {
        const plain = stripped.of(bytes({ metadata: meta, spec }));
        expect(stripped.of(bytes({ ...type, metadata: meta, spec }))).toBe(plain);
        expect(stripped.of(bytes({ apiVersion: 'v1', kind: 'Pod', metadata: meta, spec }))).toBe(plain);
        expect(stripped.of(bytes({ ...type, metadata: { ...meta, managedFields }, spec }))).toBe(plain);
        expect(stripped.of(bytes({ metadata: { ...meta, managedFields, uid: 'u' }, spec }))).toBe(
          stripped.of(bytes({ metadata: { ...meta, uid: 'u' }, spec })),
        );
      }),
    );
  });

  it('differs when anything else differs, be it a single byte before, in or after the metadata', () => {
    const object = { ...type, first: 'x', metadata: { name: 'a', managedFields: [{ manager: 'm' }] }, spec: { n: 1 } };
    const others = [
      { ...object, first: 'y' },
      { ...object, metadata: { ...object.metadata, name: 'b' } },
      { ...object, metadata: { ...object.metadata, deletionTimestamp: 'now' } },
      { ...object, spec: { n: 2 } },
      { ...object, spec: { ...object.spec, kind: 'Pod' } },
    ];
    const digests = [object, ...others].map((each) => stripped.of(bytes(each)));
    expect(new Set(digests).size).toBe(digests.length);
  });

  it('has to do with managedFields where they are kept', () => {
    const object = (manager: string): Buffer => bytes({ metadata: { name: 'a', managedFields: [{ manager }] } });
    expect(whole.of(object('a'))).not.toBe(whole.of(object('b')));
    expect(stripped.of(object('a'))).toBe(stripped.of(object('b')));
  });
});
