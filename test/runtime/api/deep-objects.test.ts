// Objects that are nested as deeply as the API server accepts, which overflows the call stack of a recursive function.
import { mutableCopy, withoutNulls } from '@informer-gen/runtime';
import { describe, expect, it } from 'vitest';
import { deepCopy, deepJson, deepValues, toJson } from '../../../runtime/src/api/deep-json.js';
import { assertSafeNumbers } from '../../../runtime/src/client/safe-numbers.js';
import { extractOwned } from '../../../runtime/src/controller/helpers/extract-owned.js';
import { canonicalJson, equalJson } from '../../../runtime/src/controller/helpers/json.js';
import { deepFreeze } from '../../../runtime/src/decode/deep-freeze.js';
import { configMaps } from '../controller/support/websites.js';
import fc from 'fast-check';

/** Depth of the objects: what the API server accepts, the object itself included. */
const DEPTH = 10_000;

/** A value in as many objects and lists, in turn. */
function nested(value: unknown, depth = DEPTH): unknown {
  let result = value;
  for (let level = depth; level > 0; level -= 1) result = level % 2 === 0 ? [result] : { a: result, b: 'x' };
  return result;
}

/** The value in the middle, and how deep it is. */
function innermost(value: unknown): { readonly value: unknown; readonly depth: number } {
  let [inner, depth] = [value, 0];
  while (typeof inner === 'object' && inner !== null) {
    inner = Array.isArray(inner) ? inner[0] : (inner as { a: unknown }).a;
    depth += 1;
  }
  return { value: inner, depth };
}

/** Fields that contain themselves, without a bound. */
function cyclic(): object {
  const value: { self?: object; also?: object } = {};
  value.self = value;
  value.also = value;
  return value;
}

describe('an object as deep as the API server accepts', () => {
  it('is copied by mutableCopy', () => {
    const object = nested('inside');
    const copy = mutableCopy(object);
    expect(innermost(copy)).toEqual({ value: 'inside', depth: DEPTH });
    expect((copy as { a: unknown }).a === (object as { a: unknown }).a).toBe(false);
  });

  it('loses its nulls to withoutNulls', () => {
    const stripped: unknown = withoutNulls(nested({ a: 'inside', gone: null }, DEPTH - 1));
    expect(innermost(stripped)).toEqual({ value: 'inside', depth: DEPTH });
    expect(toJson(stripped)).not.toContain('null');
  });

  it('is frozen, with all that it contains', () => {
    const inside = { x: 1 };
    deepFreeze(nested({ a: inside }) as object);
    expect(Object.isFrozen(inside)).toBe(true);
  });

  it('is compared', () => {
    expect(equalJson(nested(1), nested(1))).toBe(true);
    expect(equalJson(nested(1), nested(2))).toBe(false);
    expect(equalJson(nested(1), nested(1, DEPTH - 2))).toBe(false);
  });

  it('has one canonical text, and a text for a request', () => {
    expect(canonicalJson(nested(1))).toBe(canonicalJson(JSON.parse(toJson(nested(1)))));
    expect(innermost(JSON.parse(toJson(nested(1))))).toEqual({ value: 1, depth: DEPTH });
  });

  it('is searched for numbers that JSON does not keep', () => {
    const check = (): void => assertSafeNumbers(nested(2 ** 60));
    expect(check).toThrow(expect.objectContaining({ path: expect.stringMatching(/^a\[0\]\.a\[0\]/) as unknown }));
    expect(() => assertSafeNumbers(nested(1))).not.toThrow();
  });

  it('gives the fields that a manager owns', () => {
    let [value, fields]: [unknown, object] = ['mine', {}];
    for (let level = 0; level < DEPTH - 10; level += 1) [value, fields] = [{ a: value, other: 1 }, { 'f:a': fields }];
    const entry = { manager: 'me', operation: 'Apply', fieldsV1: { 'f:data': fields } };
    const object = { metadata: { name: 'x', namespace: 'y', managedFields: [entry] }, data: value };
    const owned = extractOwned(configMaps, object as never, { fieldManager: 'me' }) as unknown as { data: unknown };
    expect(innermost(owned.data)).toEqual({ value: 'mine', depth: DEPTH - 10 });
    expect(Object.keys(owned.data as object)).toEqual(['a']);
  });
});

describe('a value that contains itself', () => {
  it.each<[string, (value: object) => unknown]>([
    ['mutableCopy', mutableCopy],
    ['withoutNulls', withoutNulls],
    ['canonicalJson', canonicalJson],
    ['assertSafeNumbers', assertSafeNumbers],
    ['equalJson', (value) => equalJson(value, cyclic())],
  ])('is an error in %s, which does not run forever', (_name, walk) => {
    expect(() => walk(cyclic())).toThrow('nested deeper than 10000 levels');
  });
});

describe('a walk without recursion', () => {
  const json = fc.jsonValue({ maxDepth: 5 });
  const settings = { seed: 20_261_120, numRuns: 300 };

  it('has the result of the recursive one for every JSON value', () => {
    fc.assert(
      fc.property(json, json, (value, other) => {
        expect(deepCopy(value)).toStrictEqual(mutableCopy(value));
        expect(deepCopy(value, { dropNulls: true })).toStrictEqual(withoutNulls(value));
        expect(deepJson(value)).toBe(JSON.stringify(value));
        expect(deepJson(value, { sorted: true })).toBe(canonicalJson(value));
        expect(equalJson(value, other)).toBe(canonicalJson(value) === canonicalJson(other));
      }),
      settings,
    );
  });

  it('writes what JSON.stringify writes of values that are not JSON', () => {
    const odd = {
      date: new Date(0),
      gone: undefined,
      call: () => {},
      list: [undefined, () => {}, Number.NaN, -0],
      ['__proto__']: 1,
      nothing: null,
    };
    expect(deepJson(odd)).toBe(JSON.stringify(odd));
  });

  it('keeps a field whose name is __proto__', () => {
    const object = JSON.parse('{"a":{"__proto__":{"b":1}}}') as object;
    expect(JSON.stringify(deepCopy(object))).toBe('{"a":{"__proto__":{"b":1}}}');
  });

  it('visits members in the order of the text', () => {
    const values = [...deepValues({ a: [1, 2], b: { c: 3 } })].map(({ value }) => value);
    expect(values.filter((value) => typeof value === 'number')).toEqual([1, 2, 3]);
  });
});
