// Whether an object is kept whole, stripped of managedFields, or decoded when it is read: it answers the same.
import { inspect } from 'node:util';
import { defineResource, indexByPath, type KubernetesObject, metaNamespaceKeyFunc } from '@informer-gen/runtime';
import { mutableCopy } from '@informer-gen/runtime';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identityOf, typeOf } from '../../../runtime/src/api/identity.js';
import { parseFieldPath, textReader } from '../../../runtime/src/api/field-path.js';
import { decoderFor, sharingDecoderFor } from '../../../runtime/src/decode/decoder-for.js';
import { wrongKind } from '../../../runtime/src/reflector/wrong-kind.js';
import { choicesOf, writeJson } from './json-writer.js';

type Thing = KubernetesObject & { readonly [field: string]: unknown };

/** The name that every `await` asks for, made up so that no rule mistakes the objects here for promises. */
const AWAITED = ['th', 'en'].join('');

const things = defineResource<Thing>({ group: '', version: 'v1', kind: 'Thing', plural: 'things', namespaced: true });
const stamp = { apiVersion: 'v1', kind: 'Thing' };
const paths = [
  'spec.nodeName',
  'spec.containers[0].image',
  'spec.containers.1',
  'spec.containers.length',
  'spec',
  "metadata.labels['app.kubernetes.io/name']",
  'metadata.name',
  'kind',
];
const readers = paths.map((path) => textReader(parseFieldPath(path)));

const scalar = fc.oneof(
  fc.constantFrom('a', 'é', '\u{1f600}', '', '"kind"', '\\', 'then', 'x,"y":{', '0'),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const anything = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('kind', 'nodeName', 'image', 'then', 'a', '0', 'é'), tie('value'), { maxKeys: 3 }),
  ),
})).value;
const maybe = <V>(value: fc.Arbitrary<V>): fc.Arbitrary<V | undefined> => fc.option(value, { nil: undefined });

const metadata = fc.record({
  name: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('x', 'ab', 'é', 'a/b', '') },
    { weight: 1, arbitrary: scalar },
  ),
  namespace: maybe(
    fc.oneof({ weight: 5, arbitrary: fc.constantFrom('n', 'a/b') }, { weight: 1, arbitrary: fc.constant('') }),
  ),
  uid: maybe(fc.constantFrom('u-1', 'ü')),
  resourceVersion: maybe(fc.constantFrom('7', '007', 'abc', '12345678901234567890')),
  labels: maybe(fc.record({ 'app.kubernetes.io/name': maybe(scalar), other: scalar })),
  managedFields: maybe(fc.oneof(fc.array(anything, { maxLength: 2 }), scalar)),
  ownerReferences: maybe(fc.constant([{ kind: 'Set', name: 'y' }])),
});
const members = fc.record({
  kind: maybe(
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom('Thing', 'Other', 'Table') }, { weight: 1, arbitrary: scalar }),
  ),
  apiVersion: maybe(fc.constantFrom('v1', 'v2')),
  metadata,
  spec: maybe(
    fc.oneof(fc.record({ nodeName: maybe(scalar), containers: maybe(fc.array(anything, { maxLength: 3 })) }), anything),
  ),
  [AWAITED]: maybe(anything),
  extra: maybe(anything),
});
/** An object, its members in some order, written in some way. */
const texts = fc
  .tuple(
    members,
    fc.shuffledSubarray(['kind', 'apiVersion', 'metadata', 'spec', 'then', 'extra'], { minLength: 6 }),
    fc.boolean(),
    fc.array(fc.nat(1000), { minLength: 1, maxLength: 40 }),
    fc.boolean(),
  )
  .map(([all, order, usual, choices, plain]) => {
    const names = usual ? (['kind', 'apiVersion', 'metadata', 'spec', 'then', 'extra'] as const) : order;
    const ordered = Object.fromEntries(names.map((name) => [name, all[name as keyof typeof all]]));
    return plain ? JSON.stringify(ordered) : writeJson(ordered, choicesOf(choices));
  });

function decodeAll(text: string, stamps: boolean): { readonly [form: string]: Thing } {
  const keep = { managedFields: 'keep' } as const;
  const forms = {
    full: decoderFor<Thing>(keep),
    shared: mustBeThere(sharingDecoderFor<Thing>(keep)),
    stripped: decoderFor<Thing>({}),
    lazy: decoderFor<Thing>({ lazy: { paths } }),
  };
  return Object.fromEntries(
    Object.entries(forms).map(([form, decoder]) => {
      const object = decoder.decode(Buffer.from(text), stamps ? stamp : undefined);
      if ((form === 'full' || form === 'shared') && typeof object.metadata === 'object' && object.metadata !== null)
        delete (object.metadata as { managedFields?: unknown }).managedFields;
      return [form, object];
    }),
  );
}

function mustBeThere<V>(value: V | undefined): V {
  if (value === undefined) throw new Error('there is none');
  return value;
}

/** What one asks an object that is in a cache, or on its way there. */
const questions: { readonly [question: string]: (object: Thing) => unknown } = {
  key: (object) => metaNamespaceKeyFunc(object),
  identity: (object) => {
    const { name, namespace, uid, resourceVersion } = identityOf(object) ?? {};
    return { name, namespace, uid, resourceVersion };
  },
  type: (object) => [typeOf(object).kind, typeOf(object).apiVersion],
  kind: (object) => [object.kind, object.apiVersion],
  'wrong kind': (object) => wrongKind<Thing>(things)(object)?.message,
  paths: (object) => readers.map((read) => read(object)),
  'what await asks for': (object) => object[AWAITED],
  symbol: (object) => [Reflect.get(object, Symbol.toStringTag), Object.prototype.toString.call(object)],
};
const wholeQuestions: typeof questions = {
  ...questions,
  content: (object) => mutableCopy(object),
  json: (object) => JSON.parse(JSON.stringify(object)) as unknown,
  names: (object) => Object.keys(object).sort(),
  spread: (object) => ({ ...object }),
  has: (object) =>
    ['metadata', 'kind', 'toString', 'nothing'].map((name) => [name in object, Object.hasOwn(object, name)]),
  printed: (object) => inspect(object, { sorted: true, depth: 9 }),
  'is frozen': (object) => [Object.isFrozen(object), Object.isExtensible(object)],
};

function answers(object: Thing, asked: typeof questions): { readonly [question: string]: unknown } {
  return Object.fromEntries(
    Object.entries(asked).map(([question, ask]) => {
      try {
        return [question, ask(object)];
      } catch (error) {
        return [question, `threw ${(error as Error).name}`];
      }
    }),
  );
}

function expectEqual(objects: { readonly [form: string]: Thing }, asked: typeof questions): void {
  const expected = answers(objects['full'] as Thing, asked);
  for (const [form, object] of Object.entries(objects)) expect(answers(object, asked), form).toEqual(expected);
}

const runs = { numRuns: 1500 };

describe('an object that is kept whole, stripped, or decoded when it is read', () => {
  it.each(Object.keys(questions))('answers the same when it is first asked for its %s', (question) => {
    const one = { [question]: questions[question] as (object: Thing) => unknown };
    fc.assert(
      fc.property(texts, fc.boolean(), (text, stamps) => expectEqual(decodeAll(text, stamps), one)),
      runs,
    );
  });

  it('answers the same once it has been read', () => {
    fc.assert(
      fc.property(texts, fc.boolean(), (text, stamps) => expectEqual(decodeAll(text, stamps), wholeQuestions)),
      runs,
    );
  });

  it('answers the same after a transform that changes it in its place', () => {
    const transforms: readonly ((object: Thing) => void)[] = [
      (object) => void Object.assign(object, { spec: { nodeName: 'changed' } }),
      (object) => void Object.assign(object.metadata ?? {}, { name: 'renamed', resourceVersion: '8', uid: 'other' }),
      (object) => void Object.assign(object.metadata ?? {}, { labels: { 'app.kubernetes.io/name': 'new' } }),
      (object) => void Reflect.deleteProperty(object, 'spec'),
      (object) => void Object.assign(object, { kind: 'Changed' }),
    ];
    fc.assert(
      fc.property(texts, fc.constantFrom(...transforms), (text, transform) => {
        const objects = decodeAll(text, true);
        for (const object of Object.values(objects)) transform(object);
        expectEqual(objects, wholeQuestions);
      }),
      runs,
    );
  });

  it('answers the same when it has been frozen, and refuses to be changed', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(Object.freeze, Object.seal, Object.preventExtensions), (text, freeze) => {
        const objects = decodeAll(text, true);
        for (const object of Object.values(objects)) freeze(object);
        expectEqual(objects, wholeQuestions);
        const write = (object: Thing): boolean[] => [
          Reflect.set(object, 'spec', 1),
          Reflect.set(object, 'another', 1),
          Reflect.deleteProperty(object, 'spec'),
        ];
        const [full, ...others] = Object.values(objects).map(write);
        for (const other of others) expect(other).toEqual(full);
        expectEqual(objects, wholeQuestions);
      }),
      { numRuns: 500 },
    );
  });

  it('is filed under a label whose name has dots', () => {
    const index = indexByPath("metadata.labels['app.kubernetes.io/name']");
    const text = JSON.stringify({ metadata: { name: 'x', labels: { 'app.kubernetes.io/name': 'web' } } });
    for (const object of Object.values(decodeAll(text, true))) expect(index(object)).toEqual(['web']);
  });

  it.each(["a['b", 'a[b]', 'a[0', 'a]', "a['b']c"])('cannot be read at %s', (path) => {
    expect(() => indexByPath(path)).toThrow(TypeError);
  });
});
