import { SchemaError } from './problem.js';
import { ownText } from './yaml/own-text.js';

/** A JSON or YAML mapping of unknown content. */
export type JsonObject = { readonly [key: string]: unknown };

/** The way to a value inside a document. */
export type JsonPath = readonly (string | number)[];

/** Whether a value is a mapping. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of a mapping, never an inherited one. */
export function member(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** A member that is a mapping if it is there at all. */
export function objectAt(object: JsonObject, key: string, path: JsonPath): JsonObject | undefined {
  const value = member(object, key);
  if (value === undefined || value === null) return undefined;
  if (!isObject(value)) throw new SchemaError(`${key} must be a mapping, not ${nameOf(value)}`, [...path, key]);
  return value;
}

const NOTHING: readonly never[] = [];

/** A member that is a list if it is there at all. */
export function listAt(object: JsonObject, key: string, path: JsonPath): readonly unknown[] {
  const value = member(object, key);
  if (value === undefined || value === null) return NOTHING;
  if (!Array.isArray(value)) throw new SchemaError(`${key} must be a list, not ${nameOf(value)}`, [...path, key]);
  return value;
}

/** A member that is a text if it is there at all. */
export function stringAt(object: JsonObject, key: string, path: JsonPath): string | undefined {
  const value = member(object, key);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new SchemaError(`${key} must be a string, not ${nameOf(value)}`, [...path, key]);
  return ownText(value);
}

/** A member that is true or false if it is there at all. */
export function booleanAt(object: JsonObject, key: string, path: JsonPath): boolean | undefined {
  const value = member(object, key);
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value;
  throw new SchemaError(`${key} must be true or false, not ${nameOf(value)}`, [...path, key]);
}

/** A member that must be a text. */
export function requiredString(object: JsonObject, key: string, path: JsonPath): string {
  const value = stringAt(object, key, path);
  if (value === undefined || value === '') throw new SchemaError(`${key} is missing`, path);
  return value;
}

/** The texts of a list; anything else in it is an error. */
export function stringsAt(object: JsonObject, key: string, path: JsonPath): readonly string[] {
  return listAt(object, key, path).map((value, index) => {
    if (typeof value !== 'string') {
      throw new SchemaError(`${key} must hold strings, not ${nameOf(value)}`, [...path, key, index]);
    }
    return ownText(value);
  });
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'a mapping' : `a ${typeof value}`;
}
