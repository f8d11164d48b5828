import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFieldPath } from '../../../runtime/src/api/field-path.js';
import { projectObject, projectionOf, projectionTree } from '../../../runtime/src/api/projection.js';
import { ProjectingDecoder } from '../../../runtime/src/decode/projecting-decoder.js';
import { choicesOf, writeJson } from './json-writer.js';
import { IDENTITY, parseThenPick } from './projection-reference.js';

const NAMES = [
  'metadata',
  'spec',
  'status',
  'name',
  'managedFields',
  'labels',
  'a',
  'é',
  '0',
  'a.b',
  '__proto__',
  'kind',
  'uid',
  'toString',
];
const scalar = fc.oneof(
  fc.constantFrom('', 'a', 'Running', 'é', '\u{1f600}', '"', '\\', '\u0007', '}', ']', ',', 'x,"spec":{'),
  fc.constantFrom(0, -0, 1, 42, -7, 1.5, 1e21, 123456789012345, 1234567890123456, 9007199254740991, 1e-7),
  fc.constantFrom(true, false, null),
);
const anything = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 4 }),
    fc.dictionary(fc.constantFrom(...NAMES), fc.constantFrom('x', 'y', 'é'), { maxKeys: 4 }),
  ),
})).value;
const objects = fc.dictionary(fc.constantFrom(...NAMES, 'apiVersion'), anything, { maxKeys: 6 });
const names = fc.constantFrom(
  'metadata',
  'spec',
  'status',
  'name',
  'managedFields',
  'labels',
  'a',
  'é',
  '0',
  "['a.b']",
  '*',
  'toString',
);
const paths = fc.array(
  fc.array(names, { minLength: 1, maxLength: 4 }).map((all) => all.join('.')),
  { maxLength: 4 },
);
const choices = fc.array(fc.nat(1000), { minLength: 1, maxLength: 40 });

function expected(text: string, kept: readonly string[]): unknown {
  return parseThenPick(text, [...IDENTITY, ...kept.map((path) => parseFieldPath(path).names)]);
}

function decoderOf(kept: readonly string[]): ProjectingDecoder<object> {
  return new ProjectingDecoder<object>(projectionTree(projectionOf(kept)));
}

/** Says some members twice, and some in another order. */
function repeated(text: string, other: string, front: boolean): string {
  const [inner, outer] = [text.slice(1, -1).trim(), other.slice(1, -1).trim()];
  const parts = (front ? [outer, inner] : [inner, outer]).filter((part) => part !== '');
  return `{${parts.join(',')}}`;
}

describe('a projecting decoder', () => {
  it('makes of any JSON what parsing and picking makes, its names in the same order', () => {
    fc.assert(
      fc.property(fc.tuple(objects, objects), paths, choices, fc.boolean(), ([object, other], kept, numbers, front) => {
        const choose = choicesOf(numbers);
        for (const text of [
          JSON.stringify(object),
          writeJson(object, choose),
          repeated(writeJson(object, choose), writeJson(other, choose), front),
        ]) {
          const made = decoderOf(kept).decode(Buffer.from(text));
          deepStrictEqual(made, expected(text, kept));
          expect(JSON.stringify(made)).toBe(JSON.stringify(expected(text, kept)));
        }
      }),
      { numRuns: 400 },
    );
  });

  it.each([64, 65, 9990, 200_000])('follows a path through %i lists in lists', (depth) => {
    const text = `{"metadata":{"name":"a"},"spec":${'['.repeat(depth)}{"a":1,"b":2}${']'.repeat(depth)}}`;
    const decoder = decoderOf(['spec.a']);
    const cut = projectObject(projectionOf(['spec.a']), JSON.parse(text) as object);
    for (const object of [decoder.decode(Buffer.from(text)), cut] as { spec: unknown }[]) {
      let found = object.spec;
      let lists = 0;
      for (; Array.isArray(found); lists += 1) [found] = found as unknown[];
      expect({ lists, found }).toEqual({ lists: depth, found: { a: 1 } });
    }
    // And reads the next as if nothing had been.
    expect(decoder.decode(Buffer.from('{"spec":[[{"a":1}],[]]}'))).toEqual({ spec: [[{ a: 1 }], []] });
  });

  it('makes the same when it has made many others before', () => {
    fc.assert(
      fc.property(fc.array(objects, { minLength: 300, maxLength: 320 }), paths, choices, (all, kept, numbers) => {
        const decoder = decoderOf(kept);
        const choose = choicesOf(numbers);
        for (const object of all) {
          const text = writeJson(object, choose);
          deepStrictEqual(decoder.decode(Buffer.from(text)), expected(text, kept));
        }
      }),
      { numRuns: 3 },
    );
  });

  it('shares parts that are equal, and only those of which the same is kept', () => {
    const decoder = new ProjectingDecoder<{
      readonly metadata: { readonly labels: object; readonly ownerReferences: readonly object[] };
      readonly spec: { readonly owners: readonly object[] };
    }>(projectionTree(projectionOf(['metadata.labels', 'spec.owners'])));
    const owners = [{ uid: 'u', extra: 'x' }];
    const labels = { a: 'b' };
    const text = (name: string): Buffer =>
      Buffer.from(JSON.stringify({ metadata: { name, labels, ownerReferences: owners }, spec: { owners } }));
    const [one, two] = [decoder.decode(text('a')), decoder.decode(text('b'))];
    expect(two.metadata.labels).toBe(one.metadata.labels);
    expect(two.metadata.ownerReferences).toBe(one.metadata.ownerReferences);
    expect(Object.isFrozen(one.metadata.ownerReferences[0])).toBe(true);
    expect(two).toEqual({ metadata: { name: 'b', labels, ownerReferences: [{ uid: 'u' }] }, spec: { owners } });
  });

  it('gives equal digests to what it keeps equal of, whatever else differs, and says the type nowhere in them', () => {
    fc.assert(
      fc.property(objects, anything, paths, (object, other, kept) => {
        const decoder = decoderOf(kept);
        const text = JSON.stringify(object);
        const more = JSON.stringify({ kind: 'X', apiVersion: 'y', ...object, unkept: other });
        const isKept = kept.some((path) => path.startsWith('*'));
        fc.pre(!isKept && !('kind' in object) && !('apiVersion' in object));
        expect(decoder.of(Buffer.from(more))).toBe(decoder.of(Buffer.from(text)));
      }),
    );
  });

  it('gives other digests where what it keeps differs', () => {
    const decoder = decoderOf(['spec', 'metadata.labels', 'status.n']);
    const states = [
      '{"metadata":{"name":"a"}}',
      '{"metadata":{"name":"b"}}',
      '{"metadata":{"uid":"a"}}',
      '{"metadata":{"labels":{"a":"b"}}}',
      '{"metadata":{"labels":{"b":"a"}}}',
      '{"metadata":{"labels":{}}}',
      '{"spec":1}',
      '{"spec":"1"}',
      '{"spec":[]}',
      '{"spec":[[]]}',
      '{"spec":{}}',
      '{"status":{"n":true}}',
      '{"status":{"n":false}}',
      '{"status":{"n":null}}',
      '{"status":{}}',
    ];
    const digests = states.map((text) => decoder.of(Buffer.from(text)));
    expect(new Set(digests).size).toBe(states.length);
  });

  it('cuts a parsed object to the same', () => {
    fc.assert(
      fc.property(objects, paths, (object, kept) => {
        const text = JSON.stringify(object);
        expect(projectObject(projectionOf(kept), JSON.parse(text) as object)).toStrictEqual(expected(text, kept));
      }),
    );
  });

  it.each([
    { paths: ['metadata'], kept: false },
    { paths: ['metadata.*'], kept: false },
    { paths: ['*'], kept: false },
    { paths: ['*.*'], kept: false },
    { paths: ['metadata.managedFields'], kept: true },
    { paths: ['metadata.managedFields.manager'], kept: true },
    { paths: ['*.managedFields'], kept: true },
    { paths: ['*.managedFields', 'metadata'], kept: true },
  ])('keeps managedFields only where they are named: of $paths, $kept', ({ paths: asked, kept }) => {
    for (const name of ['managedFields', 'm\\u0061nagedFields']) {
      const text = `{"metadata":{"name":"a","${name}":[{"manager":"m"}],"labels":{"managedFields":"b"}}}`;
      const object = decoderOf(asked).decode(Buffer.from(text)) as { metadata: object };
      expect('managedFields' in object.metadata).toBe(kept);
      expect(object.metadata).toMatchObject({ name: 'a', ...(!kept && { labels: { managedFields: 'b' } }) });
    }
  });

  it('stamps the type on what does not say it', () => {
    const stamp = { kind: 'Pod', apiVersion: 'v1' };
    const decoder = decoderOf([]);
    const decode = (text: string): object => decoder.decode(Buffer.from(text), stamp);
    expect(decode('{"metadata":{"name":"a","x":1}}')).toStrictEqual({ ...stamp, metadata: { name: 'a' } });
    expect(decode('{"kind":"Own","metadata":{}}')).toStrictEqual({ kind: 'Own', apiVersion: 'v1', metadata: {} });
    expect(decode('{"kind":null}')).toStrictEqual(stamp);
    expect(decode('{"k\\u0069nd":"Own","metadata":{}}')).toStrictEqual({
      kind: 'Own',
      apiVersion: 'v1',
      metadata: {},
    });
  });

  it.each([
    '',
    '{',
    '{"metadata":{"name":"a"}',
    '{"metadata":{"name":"a"}}}',
    '{"metadata":{"name":"a"}},{"metadata":{}}',
    '{"metadata":{"name":"a" "uid":"b"}}',
    '{"metadata":{"name" "a"}}',
    '{"metadata":{"name":tru}}',
    '{"metadata":{"name":01}}',
    '{"metadata":{"name":"a\u0001"}}',
    '{"metadata":{"generation":-}}',
    '{"metadata":{"finalizers":["a",]}}',
    '{metadata:{}}',
    '[1',
  ])('refuses %s', (text) => {
    const decoder = decoderOf(['spec.x']);
    expect(() => decoder.decode(Buffer.from(text))).toThrow(SyntaxError);
    expect(decoder.of(Buffer.from(text))).toBeNaN();
  });
});
