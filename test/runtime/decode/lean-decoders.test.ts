import {
  defineResource,
  indexByPath,
  type KubernetesObject,
  metaNamespaceKeyFunc,
  namespaceLister,
  newIndexer,
} from '@informer-gen/runtime';
import {
  deletionHandlingObjectName,
  MutationCache,
  objectName,
  parseFieldSelector,
} from '@informer-gen/runtime/client-go';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decoded, identityOf } from '../../../runtime/src/api/identity.js';
import { KnownObjects } from '../../../runtime/src/decode/cached-objects.js';
import { lazyDecoder } from '../../../runtime/src/decode/lazy-decoder.js';
import { MalformedObjectError } from '../../../runtime/src/decode/lazy-object.js';
import { managedFieldsIn } from '../../../runtime/src/decode/managed-fields.js';
import { ObjectOutline } from '../../../runtime/src/decode/object-outline.js';
import { strippingDecoder } from '../../../runtime/src/decode/stripping-decoder.js';
import { wrongKind } from '../../../runtime/src/reflector/wrong-kind.js';

const podResource = defineResource<KubernetesObject>({
  group: '',
  version: 'v1',
  kind: 'Pod',
  plural: 'pods',
  namespaced: true,
});

interface Thing {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; managedFields?: unknown };
  readonly [field: string]: unknown;
}

function bytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

function withoutManagedFields(value: Thing): unknown {
  const copy = JSON.parse(JSON.stringify(value)) as Thing;
  delete copy.metadata.managedFields;
  return copy;
}

/** JSON values in which the names that matter stand at every depth, and text that looks like structure. */
const trap = fc.constantFrom(
  'managedFields',
  'metadata',
  '"managedFields":[',
  '\\"metadata\\":{',
  'é',
  '\u{1f600}',
  '],{',
);
const anything = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    trap,
    fc.integer(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(trap, fc.string()), tie('value'), { maxKeys: 3 }),
  ),
})).value;

const things: fc.Arbitrary<Thing> = fc
  .record({
    before: fc.dictionary(trap, anything, { maxKeys: 2 }),
    after: fc.dictionary(fc.oneof(trap, fc.string()), anything, { maxKeys: 3 }),
    managedFields: fc.option(fc.array(anything, { maxLength: 3 }), { nil: undefined }),
    namespace: fc.option(fc.constantFrom('default', 'a-b'), { nil: undefined }),
    first: fc.boolean(),
    rest: fc.dictionary(fc.string(), anything, { maxKeys: 2 }),
  })
  .map(({ before, after, managedFields, namespace, first, rest }) => {
    const fields = managedFields === undefined ? {} : { managedFields };
    const identity = { name: 'x', uid: 'u-1', resourceVersion: '7', ...(namespace === undefined ? {} : { namespace }) };
    const metadata = first ? { ...fields, ...identity, ...rest } : { ...rest, ...identity, ...fields };
    const { metadata: _before, ...clean } = before;
    const { metadata: _after, ...tail } = after;
    return { ...clean, metadata, ...tail };
  });

describe('a decoder that drops managedFields', () => {
  it('gives what parsing and deleting them gives, whatever else the object holds', () => {
    const decoder = strippingDecoder<Thing>();
    fc.assert(
      fc.property(things, (thing) => {
        expect(decoder.decode(bytes(thing))).toEqual(withoutManagedFields(thing));
      }),
      { numRuns: 500 },
    );
  });

  it('cuts them out of the bytes of an object as API servers write it', () => {
    const pod = {
      kind: 'Pod',
      metadata: { name: 'x', labels: { a: 'b' }, managedFields: [{ manager: 'm' }] },
      spec: {},
    };
    const text = JSON.stringify(pod);
    const outline = new ObjectOutline();
    outline.read(Buffer.from(text));
    const range = managedFieldsIn(outline);
    expect(range && text.slice(0, range.start) + text.slice(range.end)).toBe(
      '{"kind":"Pod","metadata":{"name":"x","labels":{"a":"b"}},"spec":{}}',
    );
  });

  it.each([10_000, 20_000, 200_000])('cuts them out of the first object also when that has %s bytes', (length) => {
    const metadata = { name: 'x', uid: 'u', resourceVersion: '1', managedFields: [{ manager: 'm' }] };
    const thing = { metadata, data: 'a'.repeat(length) };
    for (const decoder of [strippingDecoder<Thing>(), lazyDecoder<Thing>()])
      expect(decoder.decode(bytes(thing))).toEqual(withoutManagedFields(thing));
  });

  it('leaves managedFields of an embedded object alone', () => {
    const thing = { spec: { template: { metadata: { managedFields: [1] } } }, metadata: { name: 'x' } };
    expect(strippingDecoder<Thing>().decode(bytes(thing))).toEqual(thing);
  });
});

describe('a decoder that decodes on first read', () => {
  it('gives an object that reads like the decoded one', () => {
    const decoder = lazyDecoder<Thing>();
    fc.assert(
      fc.property(things, (thing) => {
        const lazy = decoder.decode(bytes(thing));
        const expected = withoutManagedFields(thing) as Thing;
        expect(JSON.parse(JSON.stringify(lazy))).toEqual(JSON.parse(JSON.stringify(expected)));
        expect(Object.keys(lazy)).toEqual(Object.keys(expected));
        expect({ ...lazy }).toEqual(expected);
        expect('metadata' in lazy).toBe(true);
      }),
    );
  });

  it('tells key, uid, version and declared paths without decoding', () => {
    const text =
      '{"metadata":{"name":"x","namespace":"n","uid":"u","resourceVersion":"9"},"spec":{"nodeName":"a","broken":}}';
    const lazy = lazyDecoder<Thing>({ paths: ['spec.nodeName'] }).decode(Buffer.from(text), {
      kind: 'Pod',
      apiVersion: 'v1',
    });
    expect(metaNamespaceKeyFunc(lazy as never)).toBe('n/x');
    expect(identityOf(lazy as never)).toMatchObject({ name: 'x', namespace: 'n', uid: 'u', resourceVersion: '9' });
    expect([lazy.kind, lazy.apiVersion]).toEqual(['Pod', 'v1']);
    expect(indexByPath('spec.nodeName')(lazy as never)).toEqual(['a']);
    expect(() => lazy['spec']).toThrow(MalformedObjectError);
  });

  it('is not decoded by anything that needs no more than its key, type, version or a declared path', () => {
    const text =
      '{"metadata":{"name":"x","namespace":"n","uid":"u","resourceVersion":"9"},"spec":{"nodeName":"a","broken":}}';
    const decoder = lazyDecoder<KubernetesObject>({ paths: ['spec.nodeName'] });
    const lazy = decoder.decode(Buffer.from(text), { kind: 'Pod', apiVersion: 'v1' });
    const store = newIndexer<KubernetesObject>({ byNode: indexByPath('spec.nodeName') });
    store.add(lazy);
    expect(store.lastStoreSyncResourceVersion()).toBe('9');
    expect(store.byIndex('byNode', 'a')).toHaveLength(1);
    expect(namespaceLister(store, 'n').list()).toHaveLength(1);
    expect(String(objectName(lazy))).toBe('n/x');
    expect(String(deletionHandlingObjectName(lazy))).toBe('n/x');
    expect(parseFieldSelector('spec.nodeName=a').matches(lazy)).toBe(true);
    expect(wrongKind<KubernetesObject>(podResource)(lazy)).toBeUndefined();
    const cache = new MutationCache<KubernetesObject>(store);
    cache.mutation(lazy);
    expect(cache.getByKey('n/x')).toBeDefined();
    const known = { find: () => 0, objectAt: () => lazy, digestAt: () => 1 };
    expect(new KnownObjects<KubernetesObject>(known).instead(decoder.decode(Buffer.from(text)), 1)).toBe(lazy);
    expect(() => lazy.metadata).toThrow(MalformedObjectError);
  });

  it('tells the uid wherever it stands, before and after it is decoded', () => {
    const decoder = lazyDecoder<Thing>();
    const managedFields = [{ manager: 'm' }];
    for (const uid of ['u-1', 'é-1']) {
      for (const metadata of [
        { name: 'x', uid, managedFields, resourceVersion: '1' },
        { name: 'x', managedFields, resourceVersion: '1', uid },
        { uid, name: 'x', resourceVersion: '1' },
      ]) {
        const lazy = decoder.decode(bytes({ metadata }));
        expect(identityOf(lazy as never)?.uid).toBe(uid);
        expect(lazy.metadata.name).toBe('x');
        expect(identityOf(lazy as never)?.uid).toBe(uid);
      }
    }
  });

  it.each(['0', '7', '9007199254740993', '12345678901234567890', '007', 'abc', '', '-1', '1e3', '٣'])(
    'tells the version %j as it was written',
    (resourceVersion) => {
      const lazy = lazyDecoder<Thing>().decode(bytes({ metadata: { name: 'x', uid: 'u', resourceVersion } }));
      expect(identityOf(lazy as never)?.resourceVersion).toBe(resourceVersion);
    },
  );

  it.each(['{"name":"x\u0000","uid":"u","resourceVersion":"1"}', '{"name":"x","uid":"u","resourceVersion":"1\n"}'])(
    'refuses at once what can be no JSON: %j',
    (metadata) => {
      expect(() => lazyDecoder<Thing>().decode(Buffer.from(`{"metadata":${metadata}}`))).toThrow(SyntaxError);
    },
  );

  it.each([
    ['a field of a declared path', '"spec":{"nodeName":"n1"},"spec":{"nodeName":"n2"}', '', true],
    ['what such a field is in', '"spec":{"nodeName":"n1"},"spec":[]', '', true],
    ['its metadata', '"spec":{"nodeName":"n1"}', ',"metadata":{"name":"b"}', true],
    ['the same twice', '"spec":{"nodeName":"n1"},"spec":{"nodeName":"n1"}', '', false],
    ['another field', '"spec":{"nodeName":"n1","x":1,"x":2}', '', false],
  ])('does not read as something else than it was filed as where it names %s twice', (_what, spec, more, isRefused) => {
    const decoder = lazyDecoder<Thing>({ paths: ['spec.nodeName'] });
    const reported: Error[] = [];
    decoder.onMalformed = (error) => void reported.push(error);
    const text = `{"metadata":{"name":"a","uid":"u","resourceVersion":"7"},${spec}${more}}`;
    const object = decoder.decode(Buffer.from(text));
    const byNode = indexByPath('spec.nodeName');
    expect(byNode(object as KubernetesObject)).toEqual(['n1']);
    if (isRefused) expect(() => object['spec']).toThrow(MalformedObjectError);
    else expect(object['spec']).toEqual((JSON.parse(text) as Thing)['spec']);
    expect(reported).toHaveLength(isRefused ? 1 : 0);
  });

  it('refuses at once an object with a NUL in it', () => {
    const text = '{"metadata":{"name":"x","uid":"u","resourceVersion":"1"},"spec":"\u0000"}';
    expect(() => lazyDecoder<Thing>().decode(Buffer.from(text))).toThrow(SyntaxError);
  });

  it('decodes once: the same parts on the next read', () => {
    const lazy = lazyDecoder<Thing>().decode(
      bytes({ metadata: { name: 'x', uid: 'u', resourceVersion: '1' }, spec: { a: 1 } }),
    );
    expect(lazy['spec']).toBe(lazy['spec']);
    expect(decoded(lazy)).toBe(decoded(lazy));
  });

  it('can be awaited without being decoded, and keeps text of any language', async () => {
    const thing = { metadata: { name: 'x', uid: 'u', resourceVersion: '1' }, spec: { text: 'żółć 日本 \u{1f600}' } };
    const lazy = await Promise.resolve(lazyDecoder<Thing>().decode(bytes(thing)));
    expect(lazy).toEqual(thing);
  });

  it('decodes at once what has no identity to go by', () => {
    const odd = { metadata: { name: 'a\\b', uid: 'u' } };
    expect(lazyDecoder<Thing>().decode(bytes(odd))).toEqual(odd);
  });

  it('lets an index by path work on ordinary objects too', () => {
    const index = indexByPath('spec.replicas');
    expect(index({ spec: { replicas: 3 } } as never)).toEqual(['3']);
    expect(index({ spec: {} } as never)).toEqual([]);
    expect(index({ spec: { replicas: { a: 1 } } } as never)).toEqual([]);
  });
});
