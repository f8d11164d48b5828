/*
 * What scalars mean to Kubernetes: the rules of YAML 1.1 as go-yaml v2 has them (`yes` and `off` are booleans, `010` is 8,
 * `1_000` a number), then as JSON, which keys must be texts of.
 */

const CONSTANTS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...['', '~', 'null', 'Null', 'NULL'].map((source) => [source, null] as const),
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map((source) => [source, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map(
    (source) => [source, false] as const,
  ),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map((source) => [source, Infinity] as const),
  ...['-.inf', '-.Inf', '-.INF'].map((source) => [source, -Infinity] as const),
  ...['.nan', '.NaN', '.NAN'].map((source) => [source, NaN] as const),
]);
const LONGEST_CONSTANT = 5;

/** What a plain scalar resolves to. Infinities and NaN are numbers here; JSON has none of them. */
export function resolvePlain(source: string): unknown {
  if (source.length <= LONGEST_CONSTANT) {
    const constant = CONSTANTS.get(source);
    if (constant !== undefined) return constant;
  }
  if (!mayBeNumber(source)) return source;
  return integerOf(source)?.value ?? floatOf(source) ?? source;
}

/** How a plain scalar is written as a key; undefined for null and for integers that are too large to be one. */
export function keyOf(source: string): string | undefined {
  const value = resolvePlain(source);
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'number' ? numberKey(source, value) : undefined;
}

const CORE = 'tag:yaml.org,2002:';

/**
 * What a scalar with a tag resolves to. Throws where the text does not fit the tag; of tags that mean nothing to
 * Kubernetes, the text stays.
 */
export function resolveTagged(tag: string, source: string): unknown {
  const name = tag.startsWith(CORE) ? tag.slice(CORE.length) : '';
  if (name === 'binary') return binary(source);
  if (!['bool', 'int', 'float', 'null', 'timestamp'].includes(name)) return source;
  if (name === 'timestamp') return TIMESTAMP.test(source) ? source : misfit(source, name);
  const value = resolvePlain(source);
  return typeFits(name, source, value) ? value : misfit(source, name);
}

function typeFits(name: string, source: string, value: unknown): boolean {
  if (name === 'null') return value === null;
  if (name === 'bool') return typeof value === 'boolean';
  return typeof value === 'number' && (name === 'float' || integerOf(source) !== undefined);
}

function misfit(source: string, name: string): never {
  throw new Error(`${JSON.stringify(source)} does not fit its tag !!${name}`);
}

const BASE64 = /^(?:[\w+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?$/;

function binary(source: string): string {
  const encoded = source.replace(/[\r\n]/g, '');
  if (!BASE64.test(encoded) || encoded.includes('_')) throw new Error('!!binary holds something that is not base64');
  return Buffer.from(encoded, 'base64').toString('utf8');
}

const TIMESTAMP =
  /^\d{4}-(?:0?[1-9]|1[0-2])-(?:0?[1-9]|[12]\d|3[01])(?:[Tt]\d{1,2}:\d{1,2}:\d{1,2}(?:[.,]\d+)?(?:Z|[+-]\d\d:\d\d)| \d{1,2}:\d{1,2}:\d{1,2}(?:[.,]\d+)?)?$/;

/** A digit, a sign or a dot first. */
function mayBeNumber(source: string): boolean {
  const code = source.charCodeAt(0);
  return (code >= 48 && code <= 57) || code === 43 || code === 45 || code === 46;
}

const INTEGER = /^([-+]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9][0-9]*)$/;
/** A sign behind the prefix is an oddity of the original. */
const ODD_BINARY = /^0b([-+])([01]+)$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const DOTTED = /^\.[0-9]+(?:_[0-9]+)*(?:[eE][-+]?[0-9]+(?:_[0-9]+)*)?$/;

const MAX_INT64 = 2n ** 63n - 1n;
const MAX_UINT64 = 2n ** 64n - 1n;
/** Integers of fewer characters are exact as numbers, whatever their base. */
const SAFE_LENGTH = 13;

interface Integer {
  readonly value: number;
  /** Where the value as a number may be inexact. */
  readonly exact: bigint | undefined;
}

function integerOf(source: string): Integer | undefined {
  if (source.charCodeAt(0) === 46) return undefined;
  const plain = source.includes('_') ? source.replaceAll('_', '') : source;
  const match = INTEGER.exec(plain) ?? ODD_BINARY.exec(plain);
  if (match === null) return undefined;
  const [, sign = '', digits = ''] = match;
  const literal = literalOf(plain.startsWith('0b') && match[1] !== '' ? `0b${digits}` : digits);
  if (literal.length < SAFE_LENGTH) {
    const value = Number(literal);
    return { value: sign === '-' && value !== 0 ? -value : value, exact: undefined };
  }
  const exact = sign === '-' ? -BigInt(literal) : BigInt(literal);
  const fits = exact >= -MAX_INT64 - 1n && exact <= (sign === '' ? MAX_UINT64 : MAX_INT64);
  return fits ? { value: Number(exact), exact } : undefined;
}

/** Digits as JavaScript reads them: a zero in front makes them octal. */
function literalOf(digits: string): string {
  return /^0[0-7]/.test(digits) ? `0o${digits.slice(1)}` : digits;
}

function floatOf(source: string): number | undefined {
  if (source.charCodeAt(0) === 46) return DOTTED.test(source) ? finite(source.replaceAll('_', '')) : undefined;
  const plain = source.includes('_') ? source.replaceAll('_', '') : source;
  return FLOAT.test(plain) ? finite(plain) : undefined;
}

/** Undefined, which leaves the text, for what is too large for a number. */
function finite(plain: string): number | undefined {
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}

function numberKey(source: string, value: number): string | undefined {
  const integer = Number.isFinite(value) ? integerOf(source) : undefined;
  if (integer === undefined) return shortFloat(value);
  if (integer.exact === undefined) return String(integer.value);
  return integer.exact > MAX_INT64 ? undefined : String(integer.exact);
}

/** The shortest text that gives the same number in 32 bits, as Go's `%g` writes it. */
function shortFloat(value: number): string {
  if (Number.isNaN(value)) return '.nan';
  const narrow = Math.fround(value);
  if (!Number.isFinite(narrow)) return value > 0 ? '.inf' : '-.inf';
  if (narrow === 0) return Object.is(value, -0) || value < 0 ? '-0' : '0';
  let digits = 1;
  while (digits < 9 && Math.fround(Number(narrow.toExponential(digits - 1))) !== narrow) digits += 1;
  const [mantissa = '', exponent = ''] = narrow.toExponential(digits - 1).split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 6) return Number(`${mantissa}e${power}`).toString();
  return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}
