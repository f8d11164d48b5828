import { jsonText } from '../objects/json-text.js';
import type { StatusCause } from '@informer-gen/runtime/client-go';
import { escapedJson, goFloat, goJson, goNumber, goQuote } from './go-text.js';

/** Why a field is refused, in the API server's words. */
export type FaultReason =
  | 'FieldValueRequired'
  | 'FieldValueInvalid'
  | 'FieldValueTypeInvalid'
  | 'FieldValueForbidden'
  | 'FieldValueNotSupported'
  | 'FieldValueNotFound'
  | 'FieldValueDuplicate'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'InternalError';

/** One wrong field, complete as a cause of a 422. */
export interface FieldCause extends StatusCause {
  readonly reason: FaultReason;
  readonly message: string;
  readonly field: string;
}

/** The path of faults that the server cannot attribute to a field. */
export const NO_PATH = '<nil>';

/** A bad value that messages quote with its keys in this order, as Go writes structs. */
export class StructValue {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/** Stands for a bad value that is left out of the message. */
export const OMITTED: unique symbol = Symbol('omitted');

export function requiredValue(field: string, detail = ''): FieldCause {
  return cause('FieldValueRequired', field, withDetail('Required value', detail));
}

export function forbiddenValue(field: string, detail: string): FieldCause {
  return cause('FieldValueForbidden', field, withDetail('Forbidden', detail));
}

export function invalidValue(field: string, value: unknown, detail: string): FieldCause {
  return cause('FieldValueInvalid', field, withDetail(withValue('Invalid value', value), detail));
}

export function invalidType(field: string, value: unknown, detail: string): FieldCause {
  return cause('FieldValueTypeInvalid', field, withDetail(withValue('Invalid value', value), detail));
}

export function duplicateValue(field: string, value: unknown): FieldCause {
  return cause('FieldValueDuplicate', field, withValue('Duplicate value', value));
}

export function unsupportedValue(field: string, value: unknown, supported: readonly string[]): FieldCause {
  const detail = supported.length === 0 ? '' : `supported values: ${supported.map(goQuote).join(', ')}`;
  return cause('FieldValueNotSupported', field, withDetail(withValue('Unsupported value', value), detail));
}

export function tooLong(field: string, maximum: number): FieldCause {
  return cause('FieldValueTooLong', field, `Too long: may not be more than ${maximum} byte${maximum === 1 ? '' : 's'}`);
}

export function tooMany(field: string, actual: number, maximum: number): FieldCause {
  const items = maximum === 1 ? 'item' : 'items';
  return cause('FieldValueTooMany', field, `Too many: ${actual}: must have at most ${maximum} ${items}`);
}

function cause(reason: FaultReason, field: string, message: string): FieldCause {
  return { reason, message, field };
}

function withValue(text: string, value: unknown): string {
  if (value === OMITTED) return text;
  if (value instanceof StructValue) return `${text}: ${escapedJson(jsonText(value.value))}`;
  if (typeof value === 'string') return `${text}: ${goQuote(value)}`;
  if (typeof value === 'number') return `${text}: ${isInt64(value) ? goNumber(value) : goFloat(value)}`;
  return `${text}: ${goJson(value)}`;
}

const isInt64 = (value: number): boolean => Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63;

function withDetail(text: string, detail: string): string {
  return detail === '' ? text : `${text}: ${detail}`;
}
