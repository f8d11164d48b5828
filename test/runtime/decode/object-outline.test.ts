import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrayEnd } from '../../../runtime/src/decode/array-end.js';
import { valueEnd } from '../../../runtime/src/decode/json-bytes.js';
import { ObjectOutline } from '../../../runtime/src/decode/object-outline.js';
import { throughJson, trickyJson, trickyText } from './chunks.js';

/** Text that looks like the end of an array, or like what the proof of one looks for. */
const lookalikeText = fc.oneof(
  trickyText,
  fc.constantFrom(
    ']',
    ']}',
    '],',
    ']},',
    '],"name":"x"',
    ']},"spec":{',
    '}],"',
    '"managedFields":[',
    '\\"],\\"name',
    '[',
    'v:["a"]',
    'é]日本',
  ),
);

/** What stands in managedFields: objects of objects with keys that quote JSON, seldom arrays. */
const fieldsV1 = fc.letrec<{ set: unknown }>((tie) => ({
  set: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constant({}),
    fc.dictionary(
      fc.oneof(
        fc.constantFrom('.', 'f:spec', 'k:{"name":"main"}', 'v:"a"', 'v:["a"]', 'k:{"ip":"::1]"}'),
        lookalikeText,
      ),
      tie('set'),
      { maxKeys: 3 },
    ),
  ),
})).set;
const managedFields = fc.array(
  fc.oneof(
    { arbitrary: fc.record({ manager: lookalikeText, time: lookalikeText, fieldsV1 }), weight: 5 },
    { arbitrary: trickyJson, weight: 1 },
  ),
  { maxLength: 3 },
);
const stringMap = fc.dictionary(lookalikeText, lookalikeText, { maxKeys: 3 });
const identity = fc.record({
  name: fc.stringMatching(/^[a-z0-9.é-]{1,12}$/),
  uid: fc.uuid(),
  resourceVersion: fc.nat().map(String),
});
const embedded = fc.record({
  template: fc.record({ metadata: fc.record({ name: lookalikeText, uid: lookalikeText, managedFields }) }),
  text: lookalikeText,
});

/** The members in the order of a built-in type, sorted as in a custom resource, or in any. */
function ordered(members: { readonly [name: string]: unknown }): fc.Arbitrary<{ [name: string]: unknown }> {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  return fc
    .oneof(fc.constantFrom(entries, sorted), fc.shuffledSubarray(entries, { minLength: entries.length }))
    .map((chosen) => Object.fromEntries(chosen));
}

const metadata = fc
  .record({
    identity,
    namespace: fc.option(fc.constantFrom('default', ''), { nil: undefined }),
    labels: stringMap,
    annotations: stringMap,
    ownerReferences: fc.array(fc.record({ name: lookalikeText, uid: lookalikeText }), { maxLength: 2 }),
    managedFields: fc.option(managedFields, { nil: undefined }),
  })
  .chain(({ identity: { name, uid, resourceVersion }, namespace, ...rest }) =>
    ordered({ name, namespace, uid, resourceVersion, ...rest }),
  );
const objects = fc
  .record({ metadata, spec: embedded, status: trickyJson, data: stringMap })
  .chain(({ metadata: made, spec, status, data }) =>
    ordered({ kind: 'Thing', apiVersion: 'v1', metadata: made, spec, status, data }),
  );
const indents = fc.constantFrom(undefined, undefined, 1, '\t');

function without(bytes: Buffer, { start, end }: { start: number; end: number }): unknown {
  return JSON.parse(Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]).toString());
}

describe('arrayEnd', () => {
  it('is where the exact scanner finds the end, whatever the array holds and whatever follows', () => {
    const after = fc.oneof(ordered({ name: 'x' }), fc.dictionary(lookalikeText, lookalikeText, { maxKeys: 3 }));
    fc.assert(
      fc.property(
        fc.oneof(
          managedFields,
          trickyJson.map((value) => [value]),
        ),
        after,
        indents,
        (array, rest, indent) => {
          const bytes = Buffer.from(JSON.stringify({ a: { array, ...rest }, spec: rest }, null, indent));
          const from = bytes.indexOf('[');
          expect(arrayEnd(bytes, from)).toBe(valueEnd(bytes, from));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['a bracket and a key inside a string', '[{"a":"],\\"name"}],"name":1}', 18],
    ['a string that ends with a bracket and a comma', '["],",true],"b":1}', 11],
    ['an array inside', '[[1],"b"],"c":1}', 9],
    ['a bracket inside a string before the end', '[{"v:[\\"a\\"]":{}}],"c":1}', 18],
    ['a key that is no letter', '[{"a":1}],":":"],\\"b"}', 9],
    ['an end without anything after it', '[{"a":1}]}}', 9],
    ['no end', '[{"a":"]"}', -1],
  ])('is not deceived by %s', (_what, text, end) => {
    expect(arrayEnd(Buffer.from(text), 0)).toBe(end);
  });
});

describe('ObjectOutline', () => {
  it('finds what the parser finds, and what is left without managedFields is the rest of the object', () => {
    const outline = new ObjectOutline();
    fc.assert(
      fc.property(objects, indents, (made, indent) => {
        const bytes = Buffer.from(JSON.stringify(made, null, indent));
        const parsed = throughJson(made) as { metadata: { [name: string]: unknown } };
        expect(outline.read(bytes)).toBe(true);
        expect(outline.hasIdentity).toBe(true);
        for (const field of ['name', 'namespace', 'uid', 'resourceVersion'] as const) {
          const { start, end } = outline[field];
          expect(end === 0 ? undefined : bytes.toString('utf8', start, end)).toBe(parsed.metadata[field]);
        }
        const { start, end } = outline.metadata;
        expect(JSON.parse(bytes.toString('utf8', start, end))).toEqual(parsed.metadata);
        expect(outline.managedFields.end !== 0).toBe(parsed.metadata['managedFields'] !== undefined);
        delete parsed.metadata['managedFields'];
        if (outline.managedFields.end !== 0) expect(without(bytes, outline.managedFields)).toEqual(parsed);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    [
      'managedFields twice',
      '{"metadata":{"managedFields":[],"name":"a","uid":"u","resourceVersion":"1","managedFields":[1]}}',
    ],
    ['managedFields that are no array', '{"metadata":{"managedFields":{},"name":"a","uid":"u","resourceVersion":"1"}}'],
    ['a name twice', '{"metadata":{"name":"a","uid":"u","resourceVersion":"1","name":"b"}}'],
    ['a name with an escape', '{"metadata":{"name":"\\u0061","uid":"u","resourceVersion":"1"}}'],
  ])('leaves %s to the parser', (_what, text) => {
    const outline = new ObjectOutline();
    outline.read(Buffer.from(text));
    expect(outline.isUnusual).toBe(true);
    expect(outline.hasIdentity).toBe(false);
  });

  it('finds nothing of one object in the next', () => {
    const outline = new ObjectOutline();
    outline.read(
      Buffer.from('{"metadata":{"name":"a","namespace":"n","uid":"u","resourceVersion":"1","managedFields":[]}}'),
    );
    expect(outline.read(Buffer.from('{"metadata":{"name":"b"}}'))).toBe(true);
    expect([outline.hasIdentity, outline.namespace.end, outline.managedFields.end]).toEqual([false, 0, 0]);
  });

  it('does not take bytes that are cut off for a whole object', () => {
    const text = '{"kind":"T","metadata":{"name":"a","managedFields":[{"a":"]"}],"uid":"u","resourceVersion":"1"}';
    const outline = new ObjectOutline();
    for (let length = 0; length < text.length; length++)
      expect(outline.read(Buffer.from(text.slice(0, length)))).toBe(false);
    expect(outline.read(Buffer.from(text))).toBe(true);
  });
});
