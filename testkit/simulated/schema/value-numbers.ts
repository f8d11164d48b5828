import { invalidValue } from '../rules/field-fault.js';
import { goFloat, goNumber } from '../rules/go-text.js';
import { allowedTypes, honouredFormat } from './value-types.js';
import type { JsonSchema } from './json-schema.js';
import { fieldAt, unlocated, ValueResult, wrongValue } from './value-result.js';

const MAX_FLOAT32 = 3.402_823_466_385_288_6e38;

/** Checks range, bounds and multiples of a number. */
export type NumberCheck = (value: number | bigint, path: string) => ValueResult;

/** Compiles the check of numbers. */
export function numberCheck(schema: JsonSchema): NumberCheck {
  const types = allowedTypes(schema);
  const type = types.length === 1 ? String(types[0]) : '';
  const format = type === 'integer' || type === 'number' ? honouredFormat(schema) : '';
  return (value, path) => {
    const result = new ValueResult();
    const inRange = (number: number | bigint, what: string): boolean => {
      if (fitsRange(number, type, format)) return true;
      const kind = format === '' ? '(default format)' : `with format ${format}`;
      result.add(unlocated(`${what} value must be of type ${type} ${kind} in ${path}`));
      return false;
    };
    inRange(value, 'Checked');
    const { multipleOf, minimum, maximum } = schema;
    if (multipleOf !== undefined) {
      inRange(multipleOf, 'MultipleOf');
      checkMultiple(result, { value, factor: multipleOf, path });
    }
    if (minimum !== undefined) {
      const fits = inRange(minimum, 'Minimum boundary');
      checkBound(result, {
        value,
        bound: minimum,
        fits,
        path,
        exclusive: schema.exclusiveMinimum === true,
        side: 'minimum',
      });
    }
    if (maximum !== undefined) {
      const fits = inRange(maximum, 'Maximum boundary');
      checkBound(result, {
        value,
        bound: maximum,
        fits,
        path,
        exclusive: schema.exclusiveMaximum === true,
        side: 'maximum',
      });
    }
    result.matches += 1;
    return result;
  };
}

function fitsRange(value: number | bigint, type: string, format: string): boolean {
  if (type === 'integer') {
    if (!isInteger(value)) return false;
    return format === 'int32' ? value >= -(2 ** 31) && value < 2 ** 31 : value >= -(2 ** 63) && value < 2 ** 63;
  }
  return format !== 'float' || Math.abs(Number(value)) <= MAX_FLOAT32;
}

interface Multiple {
  readonly value: number | bigint;
  readonly factor: number;
  readonly path: string;
}

function checkMultiple(result: ValueResult, { value, factor: declared, path }: Multiple): void {
  // Integers are divided as integers.
  const factor = isInteger(value) ? Math.trunc(declared) : declared;
  if (factor <= 0) {
    const text = `factor MultipleOf declared for ${path} must be positive: ${goNumber(factor)}`;
    result.add({ text, cause: (prefix) => invalidValue(fieldAt(prefix, path), factor, text) });
    return;
  }
  const isMultiple =
    typeof value === 'bigint'
      ? value % BigInt(factor) === 0n
      : isNearlyInteger(factor < 1 ? (1 / factor) * value : value / factor);
  if (!isMultiple) {
    result.add(wrongValue(path, value, `should be a multiple of ${goNumber(factor)}`));
  }
}

const isInteger = (value: number | bigint): boolean => typeof value === 'bigint' || Number.isInteger(value);

/** Fractions are compared with the tolerance that the server allows. */
function isNearlyInteger(value: number): boolean {
  const rest = Math.abs(value - Math.trunc(value));
  return rest < 1e-9 || 1 - rest < 1e-9;
}

interface Bound {
  readonly value: number | bigint;
  readonly bound: number;
  /** Whether the bound is a number of the schema's type. */
  readonly fits: boolean;
  readonly path: string;
  readonly exclusive: boolean;
  readonly side: 'minimum' | 'maximum';
}

function checkBound(result: ValueResult, { value, bound: declared, fits, path, exclusive, side }: Bound): void {
  // An integer is compared with the integral part of its bound.
  const asInteger = fits && isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63;
  const bound = asInteger ? Math.trunc(declared) : declared;
  const beyond = side === 'maximum' ? value > bound : value < bound;
  if (!beyond && !(exclusive && Number(value) === bound)) return;
  const comparison = side === 'maximum' ? 'less than' : 'greater than';
  const orEqual = exclusive ? '' : ' or equal to';
  result.add(
    wrongValue(path, value, `should be ${comparison}${orEqual} ${asInteger ? goNumber(bound) : goFloat(bound)}`),
  );
}
