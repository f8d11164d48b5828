import { parseJsonText } from '../objects/json-text.js';
import { emptyObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { fieldsOfMessage } from './protobuf-types.js';
import type { ProtobufField, ProtobufType } from './protobuf-types.js';
import { MalformedProtobufError, wireFields } from './protobuf-wire.js';
import type { WireField } from './protobuf-wire.js';

type WireValue = WireField['value'];

/**
 * Reads a message as the JSON that says the same. What Go writes although nobody has set it is left out, but for empty
 * messages, which JSON has too. Fields that the message does not have are passed over, as Go does.
 */
export function readMessage(name: string, bytes: Buffer): JsonObject {
  const fields = new Map(fieldsOfMessage(name).map((field) => [field.number, field] as const));
  const message: JsonObject = {};
  for (const { number, value } of wireFields(bytes)) {
    const field = fields.get(number);
    if (field) readField(message, field, value);
  }
  return message;
}

function readField(message: JsonObject, { name, type, pointer }: ProtobufField, value: WireValue): void {
  if (name === '') Object.assign(message, readValue(type, value));
  else if (type.is === 'list') {
    message[name] = [...((message[name] ?? []) as unknown[]), readValue(type.element, value)];
  } else if (type.is === 'map') {
    const entries = (message[name] ?? emptyObject()) as JsonObject;
    const [key, inner] = readEntry(type.element, bytesOf(value));
    entries[key] = inner;
    message[name] = entries;
  } else {
    const read = readValue(type, value);
    if (pointer ? read !== undefined : !isUnset(read)) message[name] = read;
  }
}

function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === 0 || value === false;
}

function readEntry(element: ProtobufType, bytes: Buffer): [string, unknown] {
  let key = '';
  let inner: WireValue | undefined;
  for (const { number, value } of wireFields(bytes)) {
    if (number === 1) key = bytesOf(value).toString();
    else if (number === 2) inner = value;
  }
  return [key, readValue(element, inner ?? Buffer.alloc(0))];
}

function readValue(type: ProtobufType, value: WireValue): unknown {
  if (type.is === 'message') return readMessage(type.name, bytesOf(value));
  if (type.is !== 'sign') return undefined;
  switch (type.sign) {
    case 'i':
      return integerOf(numberOf(value));
    case 'b':
      return numberOf(value) !== 0n;
    case 'd':
      return bytesOf(value).readDoubleLE();
    case 's':
      return bytesOf(value).toString();
    case 'y':
      return bytesOf(value).toString('base64');
    default:
      return readSpecial(type.sign, bytesOf(value));
  }
}

const ofSchema: ProtobufType = { is: 'message', name: 'apiextensions/v1.JSONSchemaProps' };

/** The messages that Go writes by hand; see {@link ProtobufType} for their signs. */
function readSpecial(sign: string, bytes: Buffer): unknown {
  const fields = [...wireFields(bytes)];
  const all = (number: number): WireValue[] => fields.flatMap((field) => (field.number === number ? field.value : []));
  const last = (number: number): WireValue | undefined => all(number).at(-1);
  const text = (number: number): string => bytesOf(last(number) ?? Buffer.alloc(0)).toString();
  const whole = (number: number): bigint => numberOf(last(number) ?? 0n);
  switch (sign) {
    case 't':
      return fields.length === 0 ? null : `${secondsText(whole(1))}Z`;
    case 'u': {
      const micros = String(whole(2) / 1000n).padStart(6, '0');
      return fields.length === 0 ? null : `${secondsText(whole(1))}.${micros}Z`;
    }
    case 'D':
      return durationText(whole(1));
    case 'q':
      return text(1);
    case 'o':
      return whole(1) === 1n ? text(3) : Number(whole(2));
    case 'r':
      return last(1) === undefined ? null : parseJsonText(text(1));
    case 'x':
      return all(1).map((value) => bytesOf(value).toString());
    case 'B':
      return last(2) === undefined ? whole(1) !== 0n : readValue(ofSchema, last(2) ?? 0n);
    case 'A':
    case 'S':
      if (last(1) !== undefined) return readValue(ofSchema, last(1) ?? 0n);
      return all(2).map((value) => (sign === 'S' ? bytesOf(value).toString() : readValue(ofSchema, value)));
    default:
      throw new MalformedProtobufError(`no type has the sign ${sign}`);
  }
}

/** As JSON has it: large integers alone are bigints. */
function integerOf(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function secondsText(seconds: bigint): string {
  return new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
}

/** As Go writes durations: `1h0m5s`. */
function durationText(nanoseconds: bigint): string {
  const seconds = Number(nanoseconds) / 1e9;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const rest = `${Number((seconds % 60).toFixed(9))}s`;
  return hours > 0 ? `${hours}h${minutes}m${rest}` : minutes > 0 ? `${minutes}m${rest}` : rest;
}

function bytesOf(value: WireValue): Buffer {
  if (typeof value === 'bigint') throw new MalformedProtobufError('proto: wrong wireType = 0');
  return value;
}

function numberOf(value: WireValue): bigint {
  if (typeof value !== 'bigint') throw new MalformedProtobufError('proto: wrong wireType = 2');
  return value;
}
