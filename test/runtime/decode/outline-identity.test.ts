import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ObjectOutline } from '../../../runtime/src/decode/object-outline.js';
import { throughJson, trickyJson, trickyText } from './chunks.js';

const lookalike = fc.record({ name: trickyText, namespace: trickyText, uid: trickyText, resourceVersion: trickyText });
const other = fc.oneof(trickyJson, fc.record({ metadata: lookalike }), lookalike);

function scanIdentity(bytes: Buffer): object | undefined {
  const outline = new ObjectOutline();
  outline.read(bytes);
  if (!outline.hasIdentity) return undefined;
  const text = ({ start, end }: { start: number; end: number }): string => bytes.toString('utf8', start, end);
  return {
    name: text(outline.name),
    ...(outline.namespace.end !== 0 && { namespace: text(outline.namespace) }),
    uid: text(outline.uid),
    resourceVersion: text(outline.resourceVersion),
  };
}

/** The same fields in any order. */
function shuffled<V extends object>(value: fc.Arbitrary<V>): fc.Arbitrary<V> {
  return value.chain((made) =>
    fc
      .shuffledSubarray(Object.entries(made), { minLength: Object.keys(made).length })
      .map((entries) => Object.fromEntries(entries) as V),
  );
}

const plainText = fc.stringMatching(/^[a-z0-9.é-]{1,12}$/);
const metadata = shuffled(
  fc.record(
    {
      name: plainText,
      namespace: plainText,
      uid: fc.uuid(),
      resourceVersion: fc.nat().map(String),
      labels: fc.dictionary(trickyText, trickyText),
      managedFields: fc.array(other),
      ownerReferences: fc.array(lookalike),
    },
    { requiredKeys: ['name', 'uid', 'resourceVersion'] },
  ),
);
const object = shuffled(
  fc.record({ spec: other, status: other, template: fc.record({ metadata: lookalike }), metadata }),
);

describe('the identity in an outline', () => {
  it('reads what the parser reads, at the top level only, whatever stands around it', () => {
    fc.assert(
      fc.property(object, fc.constantFrom(undefined, 1, '\t'), (made, indent) => {
        const parsed = throughJson(made);
        const { name, namespace, uid, resourceVersion } = parsed.metadata;
        const expected = { name, uid, resourceVersion, ...(namespace !== undefined && { namespace }) };
        expect(scanIdentity(Buffer.from(JSON.stringify(made, null, indent)))).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('says nothing where the parser would have to be asked, or any part is missing', () => {
    const whole = { metadata: { name: 'a', uid: 'u', resourceVersion: '1' } };
    expect(scanIdentity(Buffer.from(JSON.stringify({ metadata: { ...whole.metadata, name: 'a"b' } })))).toBeUndefined();
    expect(scanIdentity(Buffer.from(JSON.stringify({ metadata: { ...whole.metadata, uid: 7 } })))).toBeUndefined();
    for (const field of ['name', 'uid', 'resourceVersion']) {
      expect(
        scanIdentity(Buffer.from(JSON.stringify({ metadata: { ...whole.metadata, [field]: undefined } }))),
      ).toBeUndefined();
    }
    for (const text of ['', '[]', '{}', 'null', '{"metadata":null}', '{"spec":{"metadata":{}}}']) {
      expect(scanIdentity(Buffer.from(text))).toBeUndefined();
    }
  });

  it('does not run over the end of bytes that are cut off', () => {
    const text = Buffer.from(
      JSON.stringify({ metadata: { name: 'a', labels: { a: '\\"' }, uid: 'u', resourceVersion: '12' } }),
    );
    for (let length = 0; length < text.length; length++) {
      const identity = scanIdentity(text.subarray(0, length));
      if (identity !== undefined) expect(identity).toEqual({ name: 'a', uid: 'u', resourceVersion: '12' });
    }
  });
});
