import { isJsonObject, isNumber } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { decodeScalar, DecodeError } from './go-scalars.js';
import { fieldsOf } from './go-types.js';
import type { GoType } from './go-types.js';

/**
 * What Go says of the first value that does not fit when an object is converted into a struct field by field, as it is
 * after a strategic merge and after an apply, instead of read from text. Undefined where all values fit. Integers that are
 * too large for their field lose what does not fit, in place.
 */
export function conversionFault(struct: string, value: JsonObject): string | undefined {
  for (const [name, { value: type }] of fieldsOf(struct)) {
    const inner = value[name];
    const fault = faultOf(type, inner);
    if (fault !== undefined) return fault;
    if (typeof inner === 'number' && isInt32(type) && Number.isInteger(inner)) value[name] = inner | 0;
  }
  return undefined;
}

function isInt32(type: GoType): boolean {
  const known = type.type === 'pointer' ? type.element : type;
  return known.type === 'scalar' && known.scalar === 'int32';
}

function faultOf(type: GoType, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  switch (type.type) {
    case 'pointer':
      return faultOf(type.element, value);
    case 'struct':
      return isJsonObject(value) ? conversionFault(type.struct, value) : `cannot restore struct from: ${goKind(value)}`;
    case 'list':
      if (!Array.isArray(value)) return `cannot restore slice from ${goKind(value)}`;
      return firstFault(type.element, value);
    case 'map':
      if (!isJsonObject(value)) return `cannot restore map from ${goKind(value)}`;
      return firstFault(type.element, Object.values(value));
    case 'scalar':
      return scalarFault(type, value);
  }
}

function firstFault(type: GoType, values: readonly unknown[]): string | undefined {
  for (const value of values) {
    const fault = faultOf(type, value);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function scalarFault(type: Extract<GoType, { readonly type: 'scalar' }>, value: unknown): string | undefined {
  const { scalar, goName } = type;
  switch (scalar) {
    case 'string':
      if (typeof value === 'string') return undefined;
      // Go would make a character of a whole number.
      return goKind(value) === 'int64' ? `cannot convert int64 to ${goName}` : 'unrecognized type: string';
    case 'bool':
      return typeof value === 'boolean' ? undefined : 'unrecognized type: bool';
    case 'int32':
    case 'int64':
      if (goKind(value) === 'int64') return undefined;
      return goKind(value) === 'float64' ? `cannot convert float64 to ${goName}` : `unrecognized type: ${scalar}`;
    case 'float64':
      return isNumber(value) ? undefined : 'unrecognized type: float64';
    case 'bytes':
      if (Array.isArray(value)) return undefined;
      if (typeof value !== 'string') return `cannot restore slice from ${goKind(value)}`;
      break;
  }
  // The rest is read from text after all.
  try {
    decodeScalar(type, value, () => 'Go value');
    return undefined;
  } catch (error) {
    if (error instanceof DecodeError)
      return scalar === 'bytes' ? `error decoding from json: ${error.message}` : error.message;
    throw error;
  }
}

/** What Go has for a value of JSON. */
function goKind(value: unknown): string {
  if (typeof value === 'bigint') return 'int64';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  if (typeof value === 'boolean') return 'bool';
  if (Array.isArray(value)) return 'slice';
  return typeof value === 'string' ? 'string' : 'map';
}
