import { isNumber } from '../objects/api-object.js';
import { formatQuantity, parseQuantity, QUANTITY_MESSAGE } from './quantity.js';
import type { GoType } from './go-types.js';

/** Thrown for a body that Go cannot decode, with Go's message. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}

type Scalar = Extract<GoType, { readonly type: 'scalar' }>;

const INT_LIMITS = { int32: 2 ** 31, int64: 2 ** 63 } as const;

/** Reads a scalar and returns it as Go writes it; `where` names the field for messages. */
export function decodeScalar(type: Scalar, value: unknown, where: () => string): unknown {
  const refuse = (found: string): DecodeError =>
    new DecodeError(`json: cannot unmarshal ${found} into ${where()} of type ${type.goName}`);
  switch (type.scalar) {
    case 'any':
      return value;
    case 'bool':
      if (typeof value !== 'boolean') throw refuse(jsonTypeName(value));
      return value;
    case 'int32':
    case 'int64':
      if (!isNumber(value)) throw refuse(jsonTypeName(value));
      if (!fitsInto(value, type.scalar)) throw refuse(`number ${value}`);
      return value;
    case 'float64':
      if (!isNumber(value)) throw refuse(jsonTypeName(value));
      return Number(value);
    case 'bytes':
      if (Array.isArray(value)) return decodeNumbers(value, where);
      if (typeof value !== 'string') throw refuse(jsonTypeName(value));
      return decodeBytes(value);
    case 'resource.Quantity':
      return decodeQuantity(value);
    case 'intstr.IntOrString':
      return decodeIntOrString(value, where);
    case 'v1.Time':
    case 'v1.MicroTime':
      return decodeTime(type.scalar, value, where);
    case 'string':
      if (typeof value !== 'string') throw refuse(jsonTypeName(value));
      return value;
  }
}

/** What Go writes for a scalar that nobody has set. */
export function zeroScalar({ scalar }: Scalar): unknown {
  switch (scalar) {
    case 'bool':
      return false;
    case 'int32':
    case 'int64':
    case 'float64':
    case 'intstr.IntOrString':
      return 0;
    case 'resource.Quantity':
      return '0';
    case 'string':
      return '';
    default:
      return null;
  }
}

/** Whether `omitempty` leaves a value out: never one that writes itself. */
export function isZeroScalar({ scalar }: Scalar, value: unknown): boolean {
  if (scalar === 'v1.Time' || scalar === 'v1.MicroTime' || scalar === 'any') return false;
  if (scalar === 'resource.Quantity' || scalar === 'intstr.IntOrString') return false;
  return value === '' || value === 0 || value === false;
}

/** Whether Go has a struct for a scalar, which `omitempty` never leaves out. */
export function isStructInGo({ scalar }: Scalar): boolean {
  return STRUCTS.has(scalar);
}

const STRUCTS: ReadonlySet<string> = new Set(['v1.Time', 'v1.MicroTime', 'resource.Quantity', 'intstr.IntOrString']);

/** What Go's messages call a JSON value. */
export function jsonTypeName(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return isNumber(value) ? 'number' : typeof value;
}

function fitsInto(value: number | bigint, type: 'int32' | 'int64'): boolean {
  if (typeof value === 'number' && !Number.isInteger(value)) return false;
  const limit = INT_LIMITS[type];
  return value >= -limit && value < limit;
}

function decodeBytes(text: string): string {
  const clean = text.replaceAll(/[\r\n]/g, '');
  const bad = /[^A-Za-z0-9+/=]/.exec(clean);
  const padding = /=+$/.exec(clean)?.[0].length ?? 0;
  const inner = clean.indexOf('=');
  if (bad !== null) throw new DecodeError(`illegal base64 data at input byte ${bad.index}`);
  if (inner !== -1 && inner < clean.length - padding)
    throw new DecodeError(`illegal base64 data at input byte ${inner}`);
  if (clean.length % 4 !== 0 || padding > 2) {
    throw new DecodeError(`illegal base64 data at input byte ${Math.floor(clean.length / 4) * 4}`);
  }
  // Bits that are left over behind the last byte are lost.
  return padding === 0 || /[AQgw]=?=$/.test(clean) ? clean : Buffer.from(clean, 'base64').toString('base64');
}

/** Go reads a list of numbers as bytes, too. */
function decodeNumbers(values: readonly unknown[], where: () => string): string {
  const refuse = (found: string): DecodeError =>
    new DecodeError(`json: cannot unmarshal ${found} into ${where()} of type uint8`);
  const bytes = values.map((value) => {
    if (value === null) return 0;
    if (!isNumber(value)) throw refuse(jsonTypeName(value));
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 255)
      throw refuse(`number ${value}`);
    return value;
  });
  return Buffer.from(bytes).toString('base64');
}

function decodeQuantity(value: unknown): string {
  if (typeof value !== 'string' && !isNumber(value)) throw new DecodeError(QUANTITY_MESSAGE);
  // Space around it is left out, as in no other value.
  const parsed = parseQuantity(String(value).trim());
  if (parsed === undefined) throw new DecodeError(QUANTITY_MESSAGE);
  return formatQuantity(parsed);
}

function decodeIntOrString(value: unknown, where: () => string): unknown {
  if (typeof value === 'string') return value;
  const refuse = (found: string): DecodeError =>
    new DecodeError(`json: cannot unmarshal ${found} into ${where()} of type int32`);
  if (!isNumber(value)) throw refuse(jsonTypeName(value));
  if (!fitsInto(value, 'int32')) throw refuse(`number ${value}`);
  return value;
}

const LAYOUTS = {
  'v1.Time': {
    pattern: /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d:\d\d)$/,
    text: '2006-01-02T15:04:05Z07:00',
  },
  'v1.MicroTime': {
    pattern: /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{6})(Z|[+-]\d\d:\d\d)$/,
    text: '2006-01-02T15:04:05.000000Z07:00',
  },
} as const;

function decodeTime(type: 'v1.Time' | 'v1.MicroTime', value: unknown, where: () => string): string {
  if (typeof value !== 'string') {
    throw new DecodeError(`json: cannot unmarshal ${jsonTypeName(value)} into ${where()} of type string`);
  }
  const { pattern, text } = LAYOUTS[type];
  const match = pattern.exec(value);
  const at = match === null ? Number.NaN : Date.parse(value);
  if (match === null || Number.isNaN(at)) throw new DecodeError(timeMessage(value, text));
  const seconds = new Date(at).toISOString().slice(0, 19);
  return type === 'v1.Time' ? `${seconds}Z` : `${seconds}${match[2] ?? ''}Z`;
}

const PARTS: readonly (readonly [layout: string, pattern: RegExp])[] = [
  ['2006', /^\d{4}/],
  ['-', /^-/],
  ['01', /^\d\d/],
  ['-', /^-/],
  ['02', /^\d\d/],
  ['T', /^T/],
  ['15', /^\d\d/],
  [':', /^:/],
  ['04', /^\d\d/],
  [':', /^:/],
  ['05', /^\d\d/],
  ['.000000', /^\.\d{6}/],
  ['Z07:00', /^(Z|[+-]\d\d:\d\d)/],
];

/** Go names the first part of the layout that the text does not fulfil, and what is left of the text there. */
function timeMessage(value: string, layout: string): string {
  let rest = value;
  for (const [part, pattern] of PARTS) {
    if (part === '.000000' && !layout.includes(part)) {
      rest = rest.replace(/^\.\d+/, '');
      continue;
    }
    const match = pattern.exec(rest);
    if (match === null)
      return `parsing time ${quoted(value)} as "${layout}": cannot parse ${quoted(rest)} as "${part}"`;
    rest = rest.slice(match[0].length);
  }
  return `parsing time ${quoted(value)}: extra text: ${quoted(rest)}`;
}

/** Times are quoted byte by byte. */
function quoted(text: string): string {
  const bytes = [...Buffer.from(text)].map((byte) => {
    if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`;
    return byte >= 0x20 && byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
  });
  return `"${bytes.join('')}"`;
}
