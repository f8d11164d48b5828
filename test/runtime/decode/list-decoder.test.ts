import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListResult } from '../../../runtime/src/source/lister-watcher.js';
import {
  MalformedListError,
  TruncatedStreamError,
  UnexpectedListKindError,
} from '../../../runtime/src/decode/errors.js';
import { ListDecoder } from '../../../runtime/src/decode/list-decoder.js';
import type { ListDecoderOptions } from '../../../runtime/src/decode/list-decoder.js';
import { jsonDecoder } from '../../../runtime/src/decode/decoder.js';
import { ObjectDigest } from '../../../runtime/src/decode/object-digest.js';
import { cacheOf } from './cache-lookup.js';
import { cutAt, cutPlaces, throughJson, trickyJson, trickyText } from './chunks.js';

const digest = new ObjectDigest({ leavesOutManagedFields: false });

type Item = { readonly [field: string]: unknown };

function decode(
  chunks: readonly (Buffer | string)[],
  options: Partial<ListDecoderOptions<Item>> = {},
): ListResult<Item> {
  const decoder = new ListDecoder<Item>({ decoder: jsonDecoder<Item>(), ...options });
  for (const chunk of chunks) decoder.push(Buffer.from(chunk));
  return decoder.end();
}

const metadata = fc.record(
  {
    name: trickyText,
    namespace: trickyText,
    uid: trickyText,
    resourceVersion: trickyText,
    labels: fc.dictionary(trickyText, trickyText),
  },
  { requiredKeys: [] },
);
const item: fc.Arbitrary<Item> = fc.oneof(
  fc.dictionary(trickyText, trickyJson, { maxKeys: 5 }),
  fc.record({ metadata, spec: trickyJson, kind: trickyText }, { requiredKeys: ['metadata'] }),
);
const items = fc.array(item, { maxLength: 12 }).map(throughJson);
const spaces = fc.constantFrom('', ' ', '\n  ', '\t', '\r\n');

/** A list as text, with its fields in any order and any white space between them. */
const listText = fc
  .record({
    items,
    others: fc.dictionary(trickyText, trickyJson, { maxKeys: 3 }),
    indent: fc.constantFrom(undefined, 1, '\t'),
    before: spaces,
    after: spaces,
  })
  .chain(({ items: list, others, indent, before, after }) => {
    const fields = {
      ...throughJson(others),
      kind: 'ThingList',
      apiVersion: 'v1',
      metadata: { resourceVersion: '42', continue: 'more' },
      items: list,
    };
    return fc.shuffledSubarray(Object.keys(fields), { minLength: Object.keys(fields).length }).map((order) => ({
      list,
      text:
        before +
        JSON.stringify(Object.fromEntries(order.map((key) => [key, fields[key as 'items']])), null, indent) +
        after,
    }));
  });

describe('ListDecoder', () => {
  it('gives what JSON.parse gives, for any list in any chunks', () => {
    fc.assert(
      fc.property(listText, cutPlaces, ({ list, text }, places) => {
        const parsed = JSON.parse(text) as { items: Item[] };
        expect(parsed.items).toEqual(list);
        expect(decode(cutAt(Buffer.from(text), places))).toEqual({
          items: parsed.items,
          resourceVersion: '42',
          continue: 'more',
        });
      }),
      { numRuns: 300 },
    );
  });

  it('guesses where items end, and is right also where the guess is not', () => {
    const similar = fc.array(
      fc.record({
        name: fc.nat(20).map((n) => `pod-${n}`),
        templates: fc.array(fc.record({ metadata: fc.record({ name: trickyText }) }), { maxLength: 4 }),
      }),
      { minLength: 3, maxLength: 60 },
    );
    fc.assert(
      fc.property(similar, fc.array(fc.nat(100_000), { maxLength: 4 }), (list, places) => {
        const itemsMade = list.map(({ name, templates }) => ({ metadata: { name }, spec: { templates } }));
        const text = JSON.stringify({
          kind: 'PodList',
          apiVersion: 'v1',
          metadata: { resourceVersion: '1' },
          items: itemsMade,
        });
        expect(decode(cutAt(Buffer.from(text), places)).items).toEqual(itemsMade);
      }),
    );
  });

  it('stamps items with the type that the list says, or else with the one it was given, never over their own', () => {
    const stamp = { apiVersion: 'given/v1', kind: 'Given' };
    const body =
      '{"kind":"PodList","apiVersion":"v1","items":[{"metadata":{}},{},{"apiVersion":"x","metadata":{}},{"metadata":{},"kind":"Own"}]}';
    expect(decode([body], { stamp }).items).toEqual([
      { metadata: {}, kind: 'Pod', apiVersion: 'v1' },
      { kind: 'Pod', apiVersion: 'v1' },
      { metadata: {}, kind: 'Pod', apiVersion: 'x' },
      { metadata: {}, kind: 'Own', apiVersion: 'v1' },
    ]);
    expect(decode(['{"items":[{"metadata":{}}],"kind":"PodList","apiVersion":"v1"}'], { stamp }).items).toEqual([
      { metadata: {}, ...stamp },
    ]);
    expect(decode(['{"kind":"List","apiVersion":"v1","items":[{"metadata":{}}]}'], { stamp }).items).toEqual([
      { metadata: {}, ...stamp },
    ]);
  });

  it('gives the same with a cache of known objects as without, and the cached object for each unchanged state', () => {
    const state = fc.record({
      name: fc.constantFrom('a', 'b', 'c', 'é\\"'),
      namespace: fc.constantFrom('n', 'm', ''),
      uid: fc.constantFrom('1', '2', ''),
      resourceVersion: fc.constantFrom('1', '2', ''),
    });
    const object = state.chain((meta) =>
      fc
        .oneof(fc.constantFrom(1, 2), trickyJson)
        .map((spec) => ({ metadata: meta.namespace === '' ? { ...meta, namespace: undefined } : meta, spec })),
    );
    const keyOf = (made: { metadata: { name: string; namespace?: string | undefined } }): string =>
      made.metadata.namespace === undefined ? made.metadata.name : `${made.metadata.namespace}/${made.metadata.name}`;
    fc.assert(
      fc.property(
        fc.array(object, { maxLength: 10 }),
        fc.array(object, { maxLength: 20 }),
        cutPlaces,
        (cachedObjects, listed, places) => {
          const cache = new Map(cachedObjects.map((made) => [keyOf(made), throughJson(made) as Item]));
          const list = listed.map(throughJson);
          const got = decode(cutAt(Buffer.from(JSON.stringify({ items: list })), places), {
            digest,
            known: cacheOf(cache),
          });
          expect(got.digests).toEqual(list.map((made) => digest.of(Buffer.from(JSON.stringify(made)))));
          const expected = listed.map((made, index) => {
            const cached = cache.get(keyOf(made)) as (typeof listed)[number] | undefined;
            const same =
              made.metadata.uid !== '' &&
              made.metadata.resourceVersion !== '' &&
              JSON.stringify(cached) === JSON.stringify(made);
            return { item: same ? cached : list[index], same };
          });
          expect(got.items).toEqual(expected.map((entry) => entry.item));
          for (const [index, { item: cached, same }] of expected.entries())
            if (same) expect(got.items[index]).toBe(cached);
        },
      ),
    );
  });

  it('does not parse an unchanged object again', () => {
    const made = (index: number): Item => ({
      metadata: { name: `p${index}`, namespace: 'n', uid: `u${index}`, resourceVersion: '1' },
    });
    const cache = new Map(Array.from({ length: 100 }, (_, index) => [`n/p${index}`, made(index)]));
    const json = jsonDecoder<Item>();
    let parsed = 0;
    const decoder = { strict: true, decode: (bytes: Buffer) => (parsed++, json.decode(bytes)) };
    const text = JSON.stringify({ items: [...cache.values()] });
    expect(decode([text], { decoder, digest, known: cacheOf(cache) }).items).toEqual([...cache.values()]);
    expect(parsed).toBe(0);
  });

  it('takes an object whose uid and version are the cached ones, but whose bytes are not, for another', () => {
    const cached = { metadata: { name: 'a', uid: 'u', resourceVersion: '1' }, spec: { color: 'old' } };
    const rewritten = { ...cached, spec: { color: 'new' } };
    const known = cacheOf<Item>(new Map([['a', cached]]));
    for (const first of [[], [{ metadata: { name: 'b' } }]]) {
      const text = JSON.stringify({ items: [...first, rewritten, cached] });
      const got = decode([text], { digest, known });
      expect(got.items.slice(first.length)).toEqual([rewritten, cached]);
      expect(got.items.at(-1)).toBe(cached);
    }
  });

  it('takes a list without items, with null items, and the counts of a page', () => {
    expect(decode(['{}'])).toEqual({ items: [], resourceVersion: '' });
    expect(decode(['{"items":null,"metadata":{"resourceVersion":"3","continue":"","remainingItemCount":7}}'])).toEqual({
      items: [],
      resourceVersion: '3',
      remainingItemCount: 7,
    });
  });

  it('says what is wrong when the answer is a Table or no list', () => {
    expect(() => decode(['{"kind":"Table","apiVersion":"meta.k8s.io/v1","rows":[]}'])).toThrow(UnexpectedListKindError);
    expect(() => decode(['{"rows":[],"kind":"Table"}'])).toThrow(/expected a list of objects.*Table/);
  });

  it.each([
    '[]',
    '<html>',
    '{"items":{}}',
    '{"items":[1]}',
    '{"items":[{},]}',
    '{"items":[,{}]}',
    '{"items":[{}{}]}',
    '{"items":[{"a":}]}',
    '{"a"}',
    '{,}',
    '{"a":1,}',
    '{"items":[{"a":[}]}]}',
    '{} {}',
    '{"a":tru}',
  ])('refuses %s', (text) => {
    expect(() => JSON.parse(text) as unknown).toSatisfy((parse: () => unknown) => {
      try {
        const parsed = parse() as { items?: unknown };
        return !Array.isArray(parsed.items) || parsed.items.some((entry) => typeof entry !== 'object');
      } catch {
        return true;
      }
    });
    expect(() => decode([text])).toThrow(MalformedListError);
  });

  it('says that a list was cut off, wherever that happens', () => {
    const text = JSON.stringify({
      kind: 'PodList',
      metadata: { resourceVersion: '1' },
      items: [{ metadata: { name: 'a"\\' } }, { metadata: {} }],
    });
    for (let length = 0; length < text.length; length++) {
      expect(() => decode([text.slice(0, length)])).toThrow(TruncatedStreamError);
    }
  });

  it('copies an item of 10 MB once, whatever the number of chunks', () => {
    const big = { metadata: { name: 'a' }, data: 'x"\\'.repeat(2 << 20) };
    const text = Buffer.from(JSON.stringify({ items: [big, { metadata: { name: 'b' } }] }));
    const chunks = Array.from({ length: Math.ceil(text.length / 16_384) }, (_, at) =>
      text.subarray(at * 16_384, (at + 1) * 16_384),
    );
    const decoder = new ListDecoder<Item>({ decoder: jsonDecoder<Item>() });
    for (const chunk of chunks) decoder.push(chunk);
    expect(decoder.end().items).toEqual([big, { metadata: { name: 'b' } }]);
  });
});
