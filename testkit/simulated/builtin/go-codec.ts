import { emptyObject, isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { keepEmptied, noteEmptied } from './emptied-fields.js';
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

/** Where in the document decoding is: a chain of steps, made into text only where something is to be said about it. */
interface Location {
  readonly before: Location | undefined;
  /** The field, the key or the index that leads here from the step before; `''` at the beginning. */
  readonly step: string | number;
  /** The struct that messages name. */
  readonly struct: string;
  /** Whether the step is the key of a map, which is no part of what Go calls the field. */
  readonly isKey: boolean;
  /** The embedded structs that the field is from. */
  readonly embedded: string | undefined;
}

/** With its indexes and keys: `spec.containers[0].image`. */
function pathTo({ before, step }: Location): string {
  if (before === undefined) return '';
  const path = pathTo(before);
  if (typeof step === 'number') return `${path}[${step}]`;
  return path === '' ? step : `${path}.${step}`;
}

/** As Go names it: `spec.containers.image`, with the structs that are embedded on the way. */
function goPathTo({ before, step, isKey, embedded }: Location): string {
  if (before === undefined) return '';
  const path = goPathTo(before);
  if (isKey || typeof step === 'number') return path;
  const own = embedded === undefined ? step : `${embedded}.${step}`;
  return path === '' ? own : `${path}.${own}`;
}

/** What a reading is made with: how, and what it has found. */
interface Reading {
  readonly options: RoundTripOptions;
  readonly unknown: string[];
  /** The first value of the wrong type: Go reads on, as what it cannot read at all goes before that. */
  misfit?: DecodeError;
}

/**
 * Reads an object into a Go struct and writes it again: unknown fields go, null means absent, empty values are left out
 * or written as the struct says. Throws {@link DecodeError} with Go's message for a value of the wrong type.
 */
export function roundTrip(struct: string, value: JsonObject, options: RoundTripOptions = {}): Decoded {
  const unknown: string[] = [];
  const location = { before: undefined, step: '', struct: shortName(struct), isKey: false, embedded: undefined };
  const reading: Reading = { options, unknown };
  const object = decodeStruct(struct, value, location, reading);
  if (reading.misfit !== undefined) throw reading.misfit;
  return { object, unknown };
}

function decodeStruct(struct: string, value: JsonObject, location: Location, reading: Reading): JsonObject {
  const fields = fieldsOf(struct);
  const decoded: JsonObject = {};
  keepEmptied(value, decoded);
  const name = shortName(struct);
  for (const step of Object.keys(value)) {
    const inner = value[step];
    const field = fields.get(step);
    if (field !== undefined && inner === null) continue;
    const here = { before: location, step, struct: name, isKey: false, embedded: field?.embedded };
    if (field === undefined) reading.unknown.push(pathTo(here));
    else setWritten(decoded, field, decode(field.value, inner, here, reading), reading.options);
  }
  return withAlwaysWritten(fields, decoded);
}

/** Lists that are refused where they are empty, and filled in where they are not there. */
const TOLD_FROM_NONE: ReadonlySet<string> = new Set(['policies']);

/** Sets a field as Go writes it: not at all where its value is one that is left out. */
function setWritten(
  decoded: JsonObject,
  { name, value: type, omit }: GoField,
  value: unknown,
  { keepEmpty, unstored }: RoundTripOptions,
): void {
  const isCollection = type.type === 'list' || type.type === 'map';
  if (keepEmpty && isCollection) decoded[name] = value;
  else if (omit === 'never') {
    // What is stored cannot tell an empty list from none.
    decoded[name] = !unstored && type.type === 'list' && isEmpty(type, value) ? zeroValue(type) : value;
  } else if (isStruct(type) ? omit === 'empty' || !isZero(type, value) : !isEmpty(type, value)) decoded[name] = value;
  else if (isCollection && TOLD_FROM_NONE.has(name)) decoded[name] = value;
  else if (isCollection) noteEmptied(decoded, name, value);
}

function decode(type: GoType, value: unknown, location: Location, reading: Reading): unknown {
  switch (type.type) {
    case 'pointer':
      return decode(type.element, value, location, reading);
    case 'struct':
      if (!isJsonObject(value)) return noteMisfit(reading, mismatch(type, value, location));
      return decodeStruct(type.struct, value, location, reading);
    case 'list':
      if (!Array.isArray(value)) return noteMisfit(reading, mismatch(type, value, location));
      return value.map((item, index) =>
        item === null ? zeroValue(type.element) : decode(type.element, item, stepTo(location, index), reading),
      );
    case 'map':
      if (!isJsonObject(value)) return noteMisfit(reading, mismatch(type, value, location));
      return decodeMap(type.element, value, location, reading);
    case 'scalar':
      if (type.scalar === 'string' && typeof value === 'string') return value;
      return readScalar(type, value, location, reading);
  }
}

function readScalar(
  type: Extract<GoType, { readonly type: 'scalar' }>,
  value: unknown,
  location: Location,
  reading: Reading,
): unknown {
  try {
    return decodeScalar(type, value, () => `Go struct field ${location.struct}.${goPathTo(location)}`);
  } catch (error) {
    if (!(error instanceof DecodeError) || isStructInGo(type)) throw error;
    return noteMisfit(reading, error);
  }
}

function noteMisfit(reading: Reading, misfit: DecodeError): undefined {
  reading.misfit ??= misfit;
}

function stepTo(before: Location, step: string | number): Location {
  return { before, step, struct: before.struct, isKey: true, embedded: undefined };
}

function decodeMap(element: GoType, value: JsonObject, location: Location, reading: Reading): JsonObject {
  const decoded = emptyObject();
  for (const key of Object.keys(value)) {
    const inner = value[key];
    const item = inner === null ? zeroInMap(element) : decode(element, inner, stepTo(location, key), reading);
    decoded[key] = item;
  }
  return decoded;
}

/** What is stored cannot tell bytes that are none from those that are empty. */
function zeroInMap(element: GoType): unknown {
  return element.type === 'scalar' && element.scalar === 'bytes' ? '' : zeroValue(element);
}

/** Fields that Go writes even where nobody has set them; by the fields of their struct. */
const alwaysWritten = new WeakMap<ReadonlyMap<string, GoField>, readonly GoField[]>();

/** Completes a decoded struct with what Go writes for absent fields. */
function withAlwaysWritten(fields: ReadonlyMap<string, GoField>, decoded: JsonObject): JsonObject {
  let always = alwaysWritten.get(fields);
  if (always === undefined) {
    always = [...fields.values()].filter(
      ({ omit, value }) => omit === 'never' || (omit === 'empty' && isStruct(value)),
    );
    alwaysWritten.set(fields, always);
  }
  for (const { name, value } of always) if (!(name in decoded)) decoded[name] = zeroValue(value);
  return decoded;
}

function isStruct(type: GoType): boolean {
  return type.type === 'struct' || (type.type === 'scalar' && isStructInGo(type));
}

/** What Go writes for a value that nobody has set. */
function zeroValue(type: GoType): unknown {
  if (type.type === 'struct') return withAlwaysWritten(fieldsOf(type.struct), {});
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
  const path = goPathTo(location);
  const where = path === '' ? 'Go value' : `Go struct field ${location.struct}.${path}`;
  return new DecodeError(`json: cannot unmarshal ${jsonTypeName(value)} into ${where} of type ${type.goName}`);
}
