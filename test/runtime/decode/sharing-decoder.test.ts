import { mutableCopy } from '@informer-gen/runtime';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonDecoder } from '../../../runtime/src/decode/decoder.js';
import { sharingDecoder } from '../../../runtime/src/decode/sharing-decoder.js';
import { choicesOf, writeJson } from './json-writer.js';

interface Entry {
  manager?: string;
  fieldsV1?: { [name: string]: unknown };
}

interface Thing {
  readonly kind?: string;
  readonly metadata: { readonly name: string; readonly managedFields: Entry[] };
}

const labels = { 'f:metadata': { 'f:labels': { '.': {}, 'f:app': {}, 'k:{"name":"é"}': { '.': {} } } } };

function textOf(managedFields: unknown, name = 'x'): string {
  return JSON.stringify({ kind: 'Thing', metadata: { name, managedFields }, spec: { size: 1 } });
}

function sets(thing: Thing): unknown[] {
  return thing.metadata.managedFields.map(({ fieldsV1 }) => fieldsV1);
}

describe('a decoder for objects that nobody changes', () => {
  it('gives all objects that say the same fields of a manager one frozen value of them', () => {
    const decoder = sharingDecoder<Thing>();
    const managedFields = [{ manager: 'a', fieldsV1: labels, subresource: 'status' }];
    const [one, other] = ['x', 'y'].map((name) => decoder.decode(Buffer.from(textOf(managedFields, name))));
    expect(one).toEqual(JSON.parse(textOf(managedFields, 'x')));
    expect(other).toEqual(JSON.parse(textOf(managedFields, 'y')));
    expect(sets(one as Thing)[0]).toBe(sets(other as Thing)[0]);
    expect(() => Object.assign((sets(one as Thing)[0] as typeof labels)['f:metadata']['f:labels'], { a: 1 })).toThrow(
      TypeError,
    );
  });

  it('leaves all else to each object: entries can be removed and changed', () => {
    const decoder = sharingDecoder<Thing>();
    const managedFields = [{ manager: 'a', fieldsV1: labels }, { manager: 'b' }];
    const [one, other] = [1, 2].map(() => decoder.decode(Buffer.from(textOf(managedFields)))) as [Thing, Thing];
    (one.metadata.managedFields[0] as Entry).manager = 'changed';
    delete (one.metadata.managedFields[0] as Entry).fieldsV1;
    one.metadata.managedFields.pop();
    expect(other.metadata.managedFields).toEqual(managedFields);
    const copy = mutableCopy(other) as unknown as Thing;
    Object.assign(copy.metadata.managedFields[0]?.fieldsV1 as object, { changed: true });
    expect(other.metadata.managedFields).toEqual(managedFields);
  });

  it('finds a value again whatever came between, and wherever in managedFields it stands', () => {
    const decoder = sharingDecoder<Thing>();
    const decode = (...all: unknown[]): Thing =>
      decoder.decode(Buffer.from(textOf(all.map((fieldsV1) => ({ manager: 'm', fieldsV1 })))));
    const first = sets(decode(labels));
    for (let number = 0; number < 5; number += 1) decode({ [`f:${number}`]: {} }, { other: { number } });
    expect(sets(decode({ 'f:x': {} }, labels))[1]).toBe(first[0]);
  });

  it('stops to remember values that do not repeat, until one does', () => {
    const decoder = sharingDecoder<Thing>();
    const decode = (name: string): unknown =>
      sets(decoder.decode(Buffer.from(textOf([{ fieldsV1: { [`f:${name}`]: { 'f:a': {} } } }]))))[0];
    for (let number = 0; number < 1000; number += 1) decode(String(number));
    const decoded = Array.from({ length: 64 }, () => decode('new'));
    const frozen = decoded.map((value) => Object.isFrozen(value));
    expect(frozen.indexOf(true)).toBeGreaterThan(0);
    expect(frozen.slice(frozen.indexOf(true))).not.toContain(false);
    expect(new Set(decoded).size).toBe(frozen.indexOf(true) + 1);
  });

  it.each([
    ['is there twice', '[{"fieldsV1":{"f:a":{"f:b":{}}},"fieldsV1":{"b":{}}}]'],
    ['is there twice, once with escapes', '[{"fieldsV1":{"f:a":{"f:b":{}}},"fields\\u00561":{"b":{}}}]'],
    ['has escapes in its name', '[{"fields\\u00561":{"a":{}}}]'],
    ['has names that objects inherit', '[{"fieldsV1":{"__proto__":{},"constructor":{"__proto__":{"a":{}}}}}]'],
    ['names a field twice', '[{"fieldsV1":{"a":{},"a":{"b":{}}}}]'],
    ['is no object', '[{"fieldsV1":null},{"fieldsV1":[{}]},{"fieldsV1":"{"},{"fieldsV1":1}]'],
    ['is as short as can be', '[{"fieldsV1":{"a":{}}},{"fieldsV1":{"a":{"b":1}}},{"fieldsV1":{"a":{"b":{}}}}]'],
    ['is empty', '[{"fieldsV1":{}},{},null,[],1]'],
    ['holds arrays, numbers and text', '[{"fieldsV1":{"a":[{},[]],"b":1.50,"c":"\\u0000","d":null,"e":"é"}}]'],
    [
      'stands beside what looks like it',
      '[{"x":"\\"fieldsV1\\":{","y":{"fieldsV1":{}},"fieldsV1" : {"f:a" : {"f:b": {} } }}]',
    ],
  ])('gives what a parser gives where fieldsV1 %s', (_what, managedFields) => {
    const decoder = sharingDecoder<Thing>();
    for (const more of ['', ',"metadata":null', ',"metadata":{"managedFields":[{"fieldsV1":null}]}']) {
      const text = `{"metadata":{"name":"x","managedFields":${managedFields}},"spec":{}${more}}`;
      for (let time = 0; time < 3; time += 1) {
        const decoded = decoder.decode(Buffer.from(text));
        expect(decoded).toEqual(JSON.parse(text));
        expect(JSON.stringify(decoded)).toBe(JSON.stringify(JSON.parse(text)));
      }
    }
  });

  it.each([
    '[{"fieldsV1":{"f:a":{"f:b":{}}}',
    '[{"fieldsV1":{"a":}}]',
    '[{"fieldsV1":{"f:a":{"f:b":{}}}},]',
    '[{"fieldsV1":{"f:a":{"f:b":{}}},}]',
  ])('refuses what a parser refuses: %s', (managedFields) => {
    const decoder = sharingDecoder<Thing>();
    decoder.decode(Buffer.from(textOf([{ fieldsV1: { 'f:a': { 'f:b': {} } } }])));
    for (let time = 0; time < 3; time += 1) {
      const text = `{"metadata":{"name":"x","managedFields":${managedFields}}}`;
      expect(() => decoder.decode(Buffer.from(text))).toThrow(SyntaxError);
    }
  });

  it('gives what a parser gives, whatever came before and however it is written', () => {
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('a', 'é', 'fieldsV1', '"fieldsV1":{', '\0', 1, null),
        fc.array(tie('value'), { maxLength: 2 }),
        fc.dictionary(fc.constantFrom('fieldsV1', 'f:a', '.', 'é', '__proto__', 'k:{"name":"x"}'), tie('value'), {
          maxKeys: 3,
        }),
      ),
    })).value;
    const entry = fc.oneof(
      value,
      fc.record({ manager: fc.constant('m'), fieldsV1: value, subresource: fc.constantFrom('status', undefined) }),
    );
    const things = fc.array(
      fc.record({ managedFields: fc.array(entry, { maxLength: 3 }), more: fc.constantFrom({}, { finalizers: ['f'] }) }),
      { minLength: 1, maxLength: 4 },
    );
    const choices = fc.array(fc.nat(1000), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(things, choices, fc.boolean(), fc.boolean(), (all, numbers, plain, stamps) => {
        const decoder = sharingDecoder<Thing>();
        const stamp = stamps ? { kind: 'Thing', apiVersion: 'v1' } : undefined;
        // Each several times, in between each other: what is remembered must not show.
        for (const { managedFields, more } of [...all, ...all, ...all]) {
          const object = { metadata: { name: 'x', managedFields, ...more }, spec: {} };
          const text = plain ? JSON.stringify(object) : writeJson(object, choicesOf(numbers));
          const expected = jsonDecoder<Thing>().decode(Buffer.from(text), stamp);
          expect(JSON.stringify(decoder.decode(Buffer.from(text), stamp))).toBe(JSON.stringify(expected));
        }
      }),
      { numRuns: 1000 },
    );
  });
});
