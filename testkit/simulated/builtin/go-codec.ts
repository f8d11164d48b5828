import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { fieldsOf, shortName } from './go-types.js';
import type { GoField, GoType } from './go-types.js';
import { decodeScalar, DecodeError, isStructInGo, isZeroScalar, jsonTypeName, zeroScalar } from './go-scalars.js';

/** An object as Go reads and writes it. */
export interface Decoded {
  readonly object: JsonObject;
  /** Paths of fields that the struct does not have, in the order in which they were read. */
  readonly unknown: readonly string[];
}

/** How to read and write. */
export interface RoundTripOptions {
  /** Leaves empty lists and maps as they came, as the server has them in memory before it stores them. Default false. */
  readonly keepEmpty?: boolean;
  /** Tells an empty list that is always written from none, as before it is stored. Default false. */
  readonly unstored?: boolean;
}

/** Where in the document decoding is: the struct that messages name, the path with and without indexes. */
interface Location extends RoundTripOptions {
  readonly struct: string;
  readonly goPath: string;
  readonly path: string;
}

/**
 * Reads an object into a Go struct and writes it again: unknown fields go, null means absent, empty values are left out
 * or written as the struct says. Throws {@link DecodeError} with Go's message for a value of the wrong type.
 */
export function roundTrip(struct: string, value: JsonObject, options: RoundTripOptions = {}): Decoded {
  const unknown: string[] = [];
  const location = { ...options, struct: shortName(struct), goPath: '', path: '' };
  return { object: decodeStruct(struct, value, location, unknown), unknown };
}

function decodeStruct(struct: string, value: JsonObject, location: Location, unknown: string[]): JsonObject {
  const fields = fieldsOf(struct);
  const decoded: JsonObject = {};
  const at = (name: string): Location => ({
    ...location,
    struct: shortName(struct),
    goPath: location.goPath === '' ? name : `${location.goPath}.${name}`,
    path: location.path === '' ? name : `${location.path}.${name}`,
  });
  for (const [name, inner] of Object.entries(value)) {
    const field = fields.get(name);
    if (field === undefined) unknown.push(at(name).path);
    else if (inner !== null) decoded[name] = decode(field.value, inner, at(name), unknown);
  }
  return encodeStruct(fields, decoded, location);
}

function decode(type: GoType, value: unknown, location: Location, unknown: string[]): unknown {
  switch (type.type) {
    case 'pointer':
      return decode(type.element, value, location, unknown);
    case 'struct':
      if (!isJsonObject(value)) throw mismatch(type, value, location);
      return decodeStruct(type.struct, value, location, unknown);
    case 'list':
      if (!Array.isArray(value)) throw mismatch(type, value, location);
      return value.map((item, index) =>
        item === null
          ? zeroValue(type.element)
          : decode(type.element, item, { ...location, path: `${location.path}[${index}]` }, unknown),
      );
    case 'map':
      if (!isJsonObject(value)) throw mismatch(type, value, location);
      return decodeMap(type.element, value, location, unknown);
    case 'scalar':
      return decodeScalar(type, value, () => `Go struct field ${location.struct}.${location.goPath}`);
  }
}

function decodeMap(element: GoType, value: JsonObject, location: Location, unknown: string[]): JsonObject {
  const decoded: JsonObject = {};
  for (const [key, inner] of Object.entries(value)) {
    const at = { ...location, path: `${location.path}.${key}` };
    const item = inner === null ? zeroValue(element) : decode(element, inner, at, unknown);
    Object.defineProperty(decoded, key, { value: item, enumerable: true, writable: true, configurable: true });
  }
  return decoded;
}

/** Completes a decoded struct with what Go writes for absent fields, and leaves out what it does not write. */
function encodeStruct(
  fields: ReadonlyMap<string, GoField>,
  decoded: JsonObject,
  { keepEmpty, unstored }: RoundTripOptions = {},
): JsonObject {
  for (const [name, field] of fields) {
    const present = name in decoded;
    if (present && keepEmpty && (field.value.type === 'list' || field.value.type === 'map')) continue;
    if (field.omit === 'never') {
      // What is stored cannot tell an empty list from none.
      const empty = !unstored && field.value.type === 'list' && isEmpty(field.value, decoded[name]);
      if (!present || empty) decoded[name] = zeroValue(field.value);
    } else if (isStruct(field.value)) {
      if (!present && field.omit === 'empty') decoded[name] = zeroValue(field.value);
      else if (field.omit === 'zero' && isZero(field.value, decoded[name])) delete decoded[name];
    } else if (present && isEmpty(field.value, decoded[name])) delete decoded[name];
  }
  return decoded;
}

function isStruct(type: GoType): boolean {
  return type.type === 'struct' || (type.type === 'scalar' && isStructInGo(type));
}

/** What Go writes for a value that nobody has set. */
function zeroValue(type: GoType): unknown {
  if (type.type === 'struct') return encodeStruct(fieldsOf(type.struct), {});
  return type.type === 'scalar' ? zeroScalar(type) : null;
}

function isEmpty(type: GoType, value: unknown): boolean {
  if (type.type === 'list') return Array.isArray(value) && value.length === 0;
  if (type.type === 'map') return isJsonObject(value) && Object.keys(value).length === 0;
  return type.type === 'scalar' && isZeroScalar(type, value);
}

function isZero(type: GoType, value: unknown): boolean {
  return type.type === 'struct' ? isJsonObject(value) && Object.keys(value).length === 0 : isEmpty(type, value);
}

function mismatch(type: GoType, value: unknown, location: Location): DecodeError {
  const where = location.goPath === '' ? 'Go value' : `Go struct field ${location.struct}.${location.goPath}`;
  return new DecodeError(`json: cannot unmarshal ${jsonTypeName(value)} into ${where} of type ${type.goName}`);
}
