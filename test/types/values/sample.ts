import { sample as sampleOf, stringMatching } from 'fast-check';
import { admitsNothing, admitsNull, formOf, propertyOf, requiredOf, type Json, type Schema } from './schema.js';

/**
 * How much of an object is filled in:
 * - `required`: what must be there, defaults where there are some;
 * - `all`: every field, the first value of each enum, numbers for int-or-string;
 * - `other`: every field, the last value of each enum, text for int-or-string, null where it is allowed.
 */
export type Mode = 'required' | 'all' | 'other';

/** A value that a schema admits. */
export function sample(schema: Schema, mode: Mode): Json {
  if (mode === 'other' && admitsNull(schema)) return null;
  if (mode === 'required' && schema.default !== undefined && schema.default !== null) {
    return withRequired(schema, schema.default);
  }
  const listed = enumOf(schema);
  const [first] = listed;
  if (first !== undefined) return (mode === 'other' ? listed.at(-1) : first) ?? first;
  switch (formOf(schema)) {
    case 'string':
      return sampleString(merged(schema));
    case 'number':
      return sampleNumber(merged(schema));
    case 'boolean':
      return mode !== 'other';
    case 'int-or-string':
      return mode === 'other' ? '25%' : 5;
    case 'array':
      return sampleArray(schema, mode);
    case 'object':
      return sampleFields(schema, mode);
    case 'embedded':
      return { ...sampleFields(schema, mode), apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'embedded' } };
    default:
      return sampleAnything(schema, mode);
  }
}

/** An object with the fields that a mode asks for. */
export function sampleFields(schema: Schema, mode: Mode): { [name: string]: Json } {
  const names = new Set([...(mode === 'required' ? [] : Object.keys(schema.properties ?? {})), ...requiredOf(schema)]);
  const result: { [name: string]: Json } = {};
  for (const name of names) {
    const member = propertyOf(schema, name) ?? {};
    if (!admitsNothing(member)) set(result, name, sample(member, mode));
  }
  const { additionalProperties: values, minProperties = 0 } = schema;
  if (typeof values === 'object' && (mode !== 'required' || minProperties > names.size)) {
    set(result, 'key', sample(values, mode));
  }
  if (mode !== 'required' && values === undefined && schema['x-kubernetes-preserve-unknown-fields'] === true) {
    set(result, 'anything', [1, 'two', { three: null }]);
  }
  return result;
}

/** Sets a property of its own, also one called `__proto__`. */
export function set(target: object, name: string, value: Json): void {
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
}

/** A default may leave out what its schema requires and gives a default of its own. */
function withRequired(schema: Schema, value: Json): Json {
  if (formOf(schema) !== 'object' || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.assign(sampleFields(schema, 'required'), value);
}

function sampleArray({ items, minItems = 0 }: Schema, mode: Mode): Json {
  if (items === undefined) return [];
  const length = Math.max(minItems, mode === 'required' ? 0 : 1);
  return Array.from({ length }, () => sample(items, mode));
}

function sampleAnything(schema: Schema, mode: Mode): Json {
  const branch = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].find(({ type }) => type !== undefined);
  return branch === undefined ? { anything: ['at', 'all', 1] } : sample(branch, mode);
}

/** The values that every enum of a schema lists and its type admits. */
function enumOf(schema: Schema): readonly Json[] {
  const lists = [schema, ...(schema.allOf ?? [])].flatMap((part) => (part.enum === undefined ? [] : [part.enum]));
  const [first = [], ...others] = lists;
  const form = formOf(schema);
  return first.filter((value) => {
    const fits = (form !== 'string' && form !== 'number' && form !== 'boolean') || typeof value === form;
    return fits && others.every((other) => other.includes(value));
  });
}

/** A schema together with what allOf and the first branch of a choice ask of a text or a number. */
function merged(schema: Schema): Schema {
  const choices = [schema.anyOf?.[0], schema.oneOf?.[0]].filter((branch) => branch !== undefined);
  const parts = [...(schema.allOf ?? []), ...choices];
  return Object.assign({}, ...parts.map(merged), schema) as Schema;
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-02T03:04:05Z',
  date: '2026-01-02',
  duration: '1h0m0s',
  byte: 'YWJj',
  email: 'somebody@example.com',
  uri: 'https://example.com/',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  cidr: '192.0.2.0/24',
  hostname: 'example.com',
  quantity: '1Gi',
};

/** Texts that many patterns admit; tried before one is made up. */
const USUAL = [
  'sample',
  'example.com',
  '1h',
  '1',
  '/sample',
  'a/b',
  'example.com/sample',
  'Sample',
  '192.0.2.1',
  '50m',
];

const made = new Map<string, string>();

/** The same text for the same demands, made once: making one to fit a pattern takes a while. */
function sampleString(schema: Schema): string {
  const { format, pattern, minLength, maxLength } = schema;
  const demands = JSON.stringify([format, pattern, minLength, maxLength]);
  const text = made.get(demands) ?? makeString(schema);
  made.set(demands, text);
  return text;
}

function makeString({ format = '', pattern, minLength = 0, maxLength = 1000 }: Schema): string {
  const fits = (text: string): boolean => text.length >= minLength && text.length <= maxLength;
  const known = FORMATS[format];
  const expression = pattern === undefined ? undefined : javaScriptPattern(pattern);
  const candidates = known === undefined ? [...USUAL, 'x'.repeat(minLength), ''] : [known, ...USUAL];
  const usual = candidates.find((text) => fits(text) && (expression === undefined || expression.test(text)));
  if (usual !== undefined || expression === undefined) return usual ?? '';
  const texts = sampleOf(stringMatching(new RegExp(expression.source)), { seed: 1, numRuns: 200 });
  return texts.find((text) => fits(text) && /^[\x20-\x7e]*$/.test(text)) ?? texts.find(fits) ?? '';
}

/** Go's regular expressions as far as they differ from JavaScript's in patterns that CRDs use. */
function javaScriptPattern(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern.replace(/\(\?[a-z]+\)/, ''), pattern.includes('(?i)') ? 'i' : '');
  } catch {
    return undefined;
  }
}

function sampleNumber({ minimum, maximum, exclusiveMinimum, multipleOf }: Schema): number {
  if (multipleOf !== undefined) return Math.ceil((minimum ?? 0) / multipleOf) * multipleOf;
  const least = (minimum ?? Math.min(1, maximum ?? 1)) + (exclusiveMinimum === true ? 1 : 0);
  return minimum === undefined || least > 1 || (maximum ?? 1) < 1 ? least : 1;
}
