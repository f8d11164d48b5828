import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choicesOf } from '../../../generator/model/choices.js';
import type { Choice, Property } from '../../../generator/model/model.js';

const FIELDS = ['a', 'b', 'c', 'd'];

function properties(required: readonly string[] = []): Property[] {
  return FIELDS.map((name) => ({
    name,
    type: { type: 'primitive', name: 'string' },
    optional: !required.includes(name),
    doc: '',
  }));
}

interface Condition {
  readonly [key: string]: unknown;
  readonly required?: readonly string[];
  readonly allOf?: readonly Condition[];
  readonly anyOf?: readonly Condition[];
  readonly oneOf?: readonly Condition[];
  readonly not?: Condition;
}

const condition = fc.letrec<{ one: Condition }>((tie) => ({
  one: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'condition' },
    fc.subarray(FIELDS, { minLength: 1 }).map((required): Condition => ({ required })),
    fc.array(tie('one'), { minLength: 1, maxLength: 3 }).map((anyOf): Condition => ({ anyOf })),
    fc.array(tie('one'), { minLength: 1, maxLength: 3 }).map((oneOf): Condition => ({ oneOf })),
    fc.array(tie('one'), { minLength: 1, maxLength: 3 }).map((allOf): Condition => ({ allOf })),
    tie('one').map((not): Condition => ({ not })),
  ),
})).one;

/** What JSON Schema says of an object with these fields. */
function isValid({ required = [], allOf, anyOf, oneOf, not }: Condition, given: readonly string[]): boolean {
  const valid = (one: Condition): boolean => isValid(one, given);
  return (
    required.every((name) => given.includes(name)) &&
    (allOf === undefined || allOf.every(valid)) &&
    (anyOf === undefined || anyOf.some(valid)) &&
    (oneOf === undefined || oneOf.filter(valid).length === 1) &&
    (not === undefined || !valid(not))
  );
}

function admits({ present, absent }: Choice, given: readonly string[]): boolean {
  return present.every((name) => given.includes(name)) && absent.every((name) => !given.includes(name));
}

describe('the combinations of fields that a schema admits', () => {
  it('are those of JSON Schema, whatever its conditions are', () => {
    fc.assert(
      fc.property(condition, fc.subarray(FIELDS), (schema, given) => {
        const choices = choicesOf({ allOf: [schema] }, properties());
        fc.pre(choices !== undefined);
        expect(choices?.some((choice) => admits(choice, given))).toBe(isValid(schema, given));
      }),
    );
  });

  it('are one for each of which exactly one must be given', () => {
    expect(choicesOf({ oneOf: [{ required: ['a'] }, { required: ['b'] }] }, properties())).toEqual([
      { present: ['a'], absent: ['b'] },
      { present: ['b'], absent: ['a'] },
    ]);
  });

  it('leave open what at least one must be given of', () => {
    expect(choicesOf({ anyOf: [{ required: ['a'] }, { required: ['b'] }] }, properties())).toEqual([
      { present: ['a'], absent: [] },
      { present: ['b'], absent: [] },
    ]);
  });

  it('leave out a field that is always there', () => {
    expect(choicesOf({ not: { required: ['a', 'b'] } }, properties(['a']))).toEqual([{ present: [], absent: ['b'] }]);
  });

  it.each([
    ['nothing is asked', {}],
    ['a condition looks at values', { oneOf: [{ properties: { a: { enum: ['x'] } } }, { required: ['b'] }] }],
    ['all combinations are valid', { anyOf: [{ required: ['a'] }, { not: { required: ['a'] } }] }],
    ['none is', { not: { anyOf: [{ required: ['a'] }, { not: { required: ['a'] } }] } }],
  ])('are not told where %s', (_, schema) => {
    expect(choicesOf(schema, properties())).toBeUndefined();
  });
});
