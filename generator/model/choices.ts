import { isObject } from '../input/json.js';
import type { JsonObject } from '../input/json.js';
import type { Choice, Property } from './model.js';

/** More fields than this in one condition make more combinations than a type should list. */
const MAX_FIELDS = 10;
/** Unions of more members are hard to read, and slow to check. */
const MAX_CHOICES = 8;

/**
 * The combinations of fields that `oneOf`, `anyOf`, `allOf` and `not` over `required` admit, as few as say the same:
 * "exactly one of a and b" is two. Undefined where all combinations are valid, where a condition looks at values too, or
 * where a type would have to list too many.
 */
export function choicesOf(schema: JsonObject, properties: readonly Property[]): readonly Choice[] | undefined {
  const conditions = conditionsIn(schema);
  if (conditions.length === 0) return undefined;
  const always = new Set(properties.filter(({ optional }) => !optional).map(({ name }) => name));
  const known = new Set(properties.map(({ name }) => name));
  const fields = [...new Set(conditions.flatMap(namesIn))]
    .filter((name) => known.has(name) && !always.has(name))
    .sort();
  if (fields.length === 0 || fields.length > MAX_FIELDS) return undefined;
  const valid: string[] = [];
  for (let row = 0; row < 2 ** fields.length; row += 1) {
    const bits = row.toString(2).padStart(fields.length, '0');
    const given = new Set([...always, ...fields.filter((_, i) => bits[i] === '1')]);
    if (conditions.every((condition) => holds(condition, given))) valid.push(bits);
  }
  if (valid.length === 0 || valid.length === 2 ** fields.length) return undefined;
  const cover = smallCover(valid);
  return cover.length > MAX_CHOICES ? undefined : cover.map((cube) => choiceOf(cube, fields));
}

function choiceOf(cube: string, fields: readonly string[]): Choice {
  return {
    present: fields.filter((_, i) => cube[i] === '1'),
    absent: fields.filter((_, i) => cube[i] === '0'),
  };
}

const COMBINATORS = ['allOf', 'anyOf', 'oneOf'] as const;

/** The conditions of an object's schema that look at the presence of fields alone, each of which must hold. */
function conditionsIn(schema: JsonObject): JsonObject[] {
  const { allOf, anyOf, oneOf, not } = schema;
  const parts: unknown[] = Array.isArray(allOf) ? [...allOf] : [];
  if (anyOf !== undefined) parts.push({ anyOf });
  if (oneOf !== undefined) parts.push({ oneOf });
  if (not !== undefined) parts.push({ not });
  return parts.filter(isCondition);
}

/** Whether a schema asks for nothing but the presence of fields. */
function isCondition(schema: unknown): schema is JsonObject {
  if (!isObject(schema)) return false;
  return Object.entries(schema).every(([key, value]) => {
    if (key === 'required') return Array.isArray(value);
    if (key === 'not') return isCondition(value);
    if (key === 'properties') return isObject(value) && Object.values(value).every(isEmpty);
    return isCombinator(key) && Array.isArray(value) && value.every(isCondition);
  });
}

function isCombinator(key: string): boolean {
  return COMBINATORS.some((combinator) => combinator === key);
}

function isEmpty(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

function partsOf(condition: JsonObject, key: string): JsonObject[] {
  const parts = condition[key];
  return Array.isArray(parts) ? parts.filter(isObject) : [];
}

function requiredOf({ required }: JsonObject): string[] {
  return Array.isArray(required) ? required.filter((name): name is string => typeof name === 'string') : [];
}

function namesIn(condition: JsonObject): string[] {
  const inside = COMBINATORS.flatMap((key) => partsOf(condition, key));
  if (isObject(condition['not'])) inside.push(condition['not']);
  return [...requiredOf(condition), ...inside.flatMap(namesIn)];
}

function holds(condition: JsonObject, given: ReadonlySet<string>): boolean {
  const count = (key: string): number => partsOf(condition, key).filter((part) => holds(part, given)).length;
  if (!requiredOf(condition).every((name) => given.has(name))) return false;
  if (isObject(condition['not']) && holds(condition['not'], given)) return false;
  if (count('allOf') < partsOf(condition, 'allOf').length) return false;
  if (condition['anyOf'] !== undefined && count('anyOf') === 0) return false;
  return condition['oneOf'] === undefined || count('oneOf') === 1;
}

/** A few cubes (`1-0`: the first bit set, the last not) that cover these rows and no other. */
function smallCover(rows: readonly string[]): string[] {
  const primes = primesOf(rows);
  const cover: string[] = [];
  let left = [...rows];
  while (left.length > 0) {
    const covered = (cube: string): number => left.filter((row) => covers(cube, row)).length;
    const best = primes.reduce((a, b) => (covered(b) > covered(a) ? b : a));
    cover.push(best);
    left = left.filter((row) => !covers(best, row));
  }
  return cover.sort().reverse();
}

/** The largest cubes inside these rows: two that differ in one bit are one cube, until none are left. */
function primesOf(rows: readonly string[]): string[] {
  const primes: string[] = [];
  let level = new Set(rows);
  while (level.size > 0) {
    const next = new Set<string>();
    for (const cube of level) {
      let isPrime = true;
      for (let i = 0; i < cube.length; i += 1) {
        if (cube[i] === '-') continue;
        const other = replaceAt(cube, i, cube[i] === '1' ? '0' : '1');
        if (!level.has(other)) continue;
        isPrime = false;
        next.add(replaceAt(cube, i, '-'));
      }
      if (isPrime) primes.push(cube);
    }
    level = next;
  }
  return primes.sort().reverse();
}

function replaceAt(text: string, i: number, character: string): string {
  return text.slice(0, i) + character + text.slice(i + 1);
}

function covers(cube: string, row: string): boolean {
  return [...cube].every((bit, i) => bit === '-' || bit === row[i]);
}
