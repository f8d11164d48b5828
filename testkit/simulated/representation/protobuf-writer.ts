import { jsonText } from '../objects/json-text.js';
import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { fieldsOfMessage } from './protobuf-types.js';
import type { ProtobufField, ProtobufType } from './protobuf-types.js';
import { WireWriter } from './protobuf-wire.js';

/** Writes JSON as a message, byte for byte as Go does: fields by their numbers, maps by their keys. */
export function writeMessage(name: string, object: JsonObject): Buffer {
  const writer = new WireWriter();
  for (const field of fieldsOfMessage(name)) writeField(writer, field, object);
  return writer.finish();
}

function writeField(writer: WireWriter, { name, number, type, pointer }: ProtobufField, object: JsonObject): void {
  if (name === '') {
    if (type.is === 'message' && (!pointer || holdsAny(type.name, object)))
      writer.bytes(number, writeMessage(type.name, object));
    return;
  }
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  if (type.is === 'list') {
    for (const item of Array.isArray(value) ? (value as unknown[]) : []) writeValue(writer, number, type.element, item);
  } else if (type.is === 'map') writeMap(writer, number, type.element, value);
  else if (value !== undefined && value !== null) writeValue(writer, number, type, value);
  // Bytes that are not set are none, whatever they are in.
  else if (!pointer && !isSign(type, 'y')) writeValue(writer, number, type, undefined);
}

/** Whether any field of a message that JSON does not show as such is set. */
function holdsAny(message: string, object: JsonObject): boolean {
  return fieldsOfMessage(message).some(({ name }) => Object.hasOwn(object, name));
}

function isSign(type: ProtobufType, sign: string): boolean {
  return type.is === 'sign' && type.sign === sign;
}

function writeMap(writer: WireWriter, number: number, element: ProtobufType, value: unknown): void {
  if (!isJsonObject(value)) return;
  const keys = Object.keys(value).sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  for (const key of keys) {
    const entry = new WireWriter().text(1, key);
    writeValue(entry, 2, element, value[key]);
    writer.bytes(number, entry.finish());
  }
}

/** Writes a value; undefined and null are what Go has for values that nobody has set. */
function writeValue(writer: WireWriter, number: number, type: ProtobufType, value: unknown): void {
  if (type.is === 'message') {
    writer.bytes(number, writeMessage(type.name, isJsonObject(value) ? value : {}));
    return;
  }
  if (type.is !== 'sign') return;
  switch (type.sign) {
    case 'i':
      writer.varint(number, typeof value === 'bigint' ? value : BigInt(Math.trunc(Number(value ?? 0))));
      break;
    case 'b':
      writer.varint(number, value === true ? 1n : 0n);
      break;
    case 'd':
      writer.double(number, Number(value ?? 0));
      break;
    case 's':
      writer.text(number, String(value ?? ''));
      break;
    case 'y':
      writer.bytes(number, Buffer.from(String(value ?? ''), 'base64'));
      break;
    default:
      writer.bytes(number, specialBytes(type.sign, value));
  }
}

const SCHEMA = 'apiextensions/v1.JSONSchemaProps';

/** The messages that Go writes by hand; see {@link ProtobufType} for their signs. */
function specialBytes(sign: string, value: unknown): Buffer {
  const writer = new WireWriter();
  const isSet = value !== undefined && value !== null;
  switch (sign) {
    case 't':
    case 'u':
      return isSet ? timeBytes(writer, String(value), sign === 'u') : Buffer.alloc(0);
    case 'D':
      return writer.varint(1, isSet ? nanosecondsOf(String(value)) : 0n).finish();
    case 'q':
      return writer.text(1, String(value ?? '0')).finish();
    case 'o':
      return typeof value === 'string'
        ? writer.varint(1, 1n).varint(2, 0n).text(3, value).finish()
        : writer
            .varint(1, 0n)
            .varint(2, BigInt(Number(value ?? 0)))
            .text(3, '')
            .finish();
    case 'r':
      return isSet ? writer.text(1, jsonText(value)).finish() : Buffer.alloc(0);
    case 'x':
      for (const item of Array.isArray(value) ? (value as unknown[]) : []) writer.text(1, String(item));
      return writer.finish();
    default:
      return schemaBytes(writer, sign, value);
  }
}

/** One schema, or in its place a truth (`B`), more schemas (`A`) or texts (`S`). */
function schemaBytes(writer: WireWriter, sign: string, value: unknown): Buffer {
  if (sign === 'B') {
    writer.varint(1, value === false ? 0n : 1n);
    if (isJsonObject(value)) writer.bytes(2, writeMessage(SCHEMA, value));
  } else if (isJsonObject(value)) writer.bytes(1, writeMessage(SCHEMA, value));
  else {
    for (const item of Array.isArray(value) ? (value as unknown[]) : []) {
      if (isJsonObject(item)) writer.bytes(2, writeMessage(SCHEMA, item));
      else writer.text(2, String(item));
    }
  }
  return writer.finish();
}

function timeBytes(writer: WireWriter, text: string, hasMicros: boolean): Buffer {
  const seconds = Math.floor(Date.parse(text) / 1000);
  const fraction = hasMicros ? (/\.(\d{1,6})/.exec(text)?.[1] ?? '') : '';
  return writer
    .varint(1, BigInt(seconds))
    .varint(2, BigInt(Number(fraction.padEnd(6, '0'))) * 1000n)
    .finish();
}

const NANOSECONDS: Readonly<Record<string, number>> = { h: 3600e9, m: 60e9, s: 1e9, ms: 1e6, us: 1e3, µs: 1e3, ns: 1 };

function nanosecondsOf(text: string): bigint {
  let total = 0;
  for (const [, amount, unit = ''] of text.matchAll(/([\d.]+)(h|ms|m|us|µs|ns|s)/g))
    total += Number(amount) * (NANOSECONDS[unit] ?? 0);
  return BigInt(Math.round(text.startsWith('-') ? -total : total));
}
