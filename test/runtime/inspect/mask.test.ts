import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMaskedResource, isSecret, mask, MASKED } from '../../../runtime/src/inspect/collect/mask.js';

describe('a masked object', () => {
  it('keeps what names it, and the names of its fields', () => {
    const secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      type: 'Opaque',
      metadata: {
        name: 'db',
        namespace: 'default',
        labels: { app: 'web' },
        annotations: { note: 'x' },
        managedFields: [{}],
      },
      data: { password: 'aA==' },
      stringData: { user: 'root' },
    };
    expect(mask(secret)).toEqual({
      apiVersion: 'v1',
      kind: 'Secret',
      type: 'Opaque',
      metadata: { name: 'db', namespace: 'default', labels: { app: 'web' }, annotations: { note: MASKED } },
      data: { password: MASKED },
      stringData: { user: MASKED },
    });
  });

  it('shows no value, whatever a projection or a transform has made of it', () => {
    const secret = 'hunter2-hunter2';
    // Below `metadata` these say which object it is, and are shown.
    const shown = new Set(['name', 'uid', 'labels']);
    const fieldName = fc.string({ maxLength: 6 }).filter((name) => !shown.has(name));
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.constant(secret),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(fieldName, tie('any'), { maxKeys: 4 }),
      ),
    })).any;
    const names = fc.constantFrom('data', 'stringData', 'spec', 'password', 'metadata', 'value', 'annotations');
    fc.assert(
      fc.property(fc.dictionary(names, value), (object) => {
        expect(JSON.stringify(mask(object))).not.toContain(secret);
      }),
    );
  });

  it('is a Secret by its resource or by its own words', () => {
    const none = new Set<string>();
    expect(isMaskedResource({ group: '', plural: 'secrets' }, none)).toBe(true);
    expect(isMaskedResource({ group: 'example.com', plural: 'secrets' }, none)).toBe(false);
    expect(isMaskedResource({ group: 'example.com', plural: 'keys' }, new Set(['keys.example.com']))).toBe(true);
    expect(isSecret({ apiVersion: 'v1', kind: 'Secret' })).toBe(true);
    expect(isSecret({ apiVersion: 'v1', kind: 'ConfigMap' })).toBe(false);
  });
});
