import { goQuote } from '../rules/go-text.js';
import type { JsonSchema } from './json-schema.js';
import { unlocated, ValueResult } from './value-result.js';
import type { ValuePlace, Validator } from './value-result.js';

/** Checks what `allOf`, `anyOf`, `oneOf` and `not` demand. */
export type CompositionCheck = (value: unknown, place: ValuePlace) => ValueResult;

/** Compiles the compositions of a schema; `compile` makes the validators of its parts. */
export function compositionCheck(schema: JsonSchema, compile: (schema: JsonSchema) => Validator): CompositionCheck {
  const anyOf = (schema.anyOf ?? []).map(compile);
  const oneOf = (schema.oneOf ?? []).map(compile);
  const allOf = (schema.allOf ?? []).map(compile);
  const not = schema.not && compile(schema.not);
  return (value, place) => {
    const result = new ValueResult();
    if (anyOf.length > 0) checkAnyOf(result, anyOf, { value, place });
    if (oneOf.length > 0) checkOneOf(result, oneOf, { value, place });
    if (allOf.length > 0) checkAllOf(result, allOf, { value, place });
    if (not?.validate(value, place).valid) {
      result.add(unlocated(`${goQuote(place.path)} must not validate the schema (not)`));
    }
    result.matches += 1;
    return result;
  };
}

interface Subject {
  readonly value: unknown;
  readonly place: ValuePlace;
}

function checkAnyOf(result: ValueResult, validators: readonly Validator[], { value, place }: Subject): void {
  let best: ValueResult | undefined;
  for (const validator of validators) {
    const attempt = validator.validate(value, place);
    if (attempt.valid) return result.merge(attempt);
    if (best === undefined || attempt.matches > best.matches) best = attempt;
  }
  result.add(unlocated(`${goQuote(place.path)} must validate at least one schema (anyOf)`));
  if (best) result.merge(best);
}

function checkOneOf(result: ValueResult, validators: readonly Validator[], { value, place }: Subject): void {
  const attempts = validators.map((validator) => validator.validate(value, place));
  const fitting = attempts.filter((attempt) => attempt.valid);
  const [only] = fitting;
  if (fitting.length === 1 && only) return result.merge(only);
  const found = fitting.length === 0 ? 'Found none valid' : `Found ${fitting.length} valid alternatives`;
  result.add(unlocated(`${goQuote(place.path)} must validate one and only one schema (oneOf). ${found}`));
  if (fitting.length > 0) return;
  let best: ValueResult | undefined;
  for (const attempt of attempts) if (best === undefined || attempt.matches > best.matches) best = attempt;
  if (best) result.merge(best);
}

function checkAllOf(result: ValueResult, validators: readonly Validator[], { value, place }: Subject): void {
  let fitting = 0;
  for (const validator of validators) {
    const attempt = validator.validate(value, place);
    if (attempt.valid) fitting += 1;
    result.merge(attempt);
  }
  if (fitting === validators.length) return;
  const none = fitting === 0 ? '. None validated' : '';
  result.add(unlocated(`${goQuote(place.path)} must validate all the schemas (allOf)${none}`));
}
