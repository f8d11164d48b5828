import { isKnownFormat } from './formats.js';
import type { JsonSchema } from './json-schema.js';
import { wrongType } from './value-result.js';
import type { Violation } from './value-result.js';

/** Beyond these the server reads an integer as a floating-point number. */
const MAX_INT64 = 2 ** 63;

/** The type of a JSON value as schemas name it; numbers without a fraction are integers. */
export function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return isInt64(value) ? 'integer' : 'number';
  return typeof value;
}

function isInt64(value: number): boolean {
  return Number.isInteger(value) && value >= -MAX_INT64 && value < MAX_INT64;
}

/** The format as far as the server honours it. */
export function honouredFormat(schema: JsonSchema): string {
  const type = schema['x-kubernetes-int-or-string'] ? '' : (schema.type ?? '');
  const format = schema.format ?? '';
  return isKnownFormat(format, type) ? format : '';
}

/** Types that a schema allows; empty: all. */
export function allowedTypes(schema: JsonSchema): readonly string[] {
  if (schema['x-kubernetes-int-or-string']) return ['integer', 'string'];
  return schema.type ? [schema.type] : [];
}

/** Checks the type of a value. Undefined: it fits. */
export type TypeCheck = (value: unknown, path: string) => Violation | undefined;

/** Compiles the check of types; undefined where every type fits. */
export function typeCheck(schema: JsonSchema): TypeCheck | undefined {
  const types = allowedTypes(schema);
  const format = honouredFormat(schema);
  if (types.length === 0 && format === '') return undefined;
  const expected = types.join(',');
  const numeric = types.includes('number') || types.includes('integer');
  return (value, path) => {
    const found = jsonTypeOf(value);
    if (found === 'null') return types.length === 0 || schema.nullable ? undefined : wrongType(path, expected, 'null');
    if (types.includes(found) || (found === 'integer' && types.includes('number'))) return undefined;
    const isText = found === 'string' || found === 'array';
    if (format !== '' && !isText) return wrongType(path, format, goFormatOf(found));
    // So the server has it: formats speak for strings, and lists slip through.
    if (format !== '' && !numeric) return undefined;
    return wrongType(path, expected, found);
  };
}

/** The format that the server sees in a value of its own. */
function goFormatOf(type: string): string {
  if (type === 'integer') return 'int64';
  return type === 'number' ? 'float64' : '';
}
