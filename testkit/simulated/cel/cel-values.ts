import { emptyObject, isJsonObject } from '../objects/api-object.js';
import type { Structural } from '../schema/structural.js';

/** Words of CEL that fields may be named like. */
const RESERVED: ReadonlySet<string> = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

const ESCAPES: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
};

/** The name of a field in rules; undefined for names that rules cannot reach. */
export function celName(field: string): string | undefined {
  if (RESERVED.has(field)) return `__${field}__`;
  if (!/^[A-Za-z_][A-Za-z0-9_./-]*$/.test(field)) return undefined;
  return field.replaceAll(/__|[./-]/g, (part) => ESCAPES[part] ?? part);
}

/** Makes a duration that the CEL library understands of a text. */
export type DurationReader = (text: string) => unknown;

/**
 * A JSON value as CEL sees it by its schema: integers are big, formats are times, durations and bytes, and fields have the
 * names that rules use. Fields without a schema are not visible.
 */
export function celValue(value: unknown, schema: Structural | undefined, readDuration: DurationReader): unknown {
  if (Array.isArray(value)) return value.map((item) => celValue(item, schema?.items, readDuration));
  if (isJsonObject(value)) return celObject(value, schema, readDuration);
  if (typeof value === 'bigint') return schema?.type === 'number' ? Number(value) : value;
  if (typeof value === 'number') {
    return schema?.type !== 'number' && Number.isInteger(value) ? BigInt(value) : value;
  }
  return typeof value === 'string' && schema !== undefined ? celText(value, schema, readDuration) : value;
}

function celObject(value: object, schema: Structural | undefined, readDuration: DurationReader): object {
  const result = emptyObject();
  for (const [field, inner] of Object.entries(value)) {
    const property = schema?.properties.get(field);
    // Rules see a field that is null as one that is not there.
    if (property?.nullable === true && inner === null) continue;
    if (property !== undefined) {
      const name = celName(field);
      if (name !== undefined) result[name] = celValue(inner, property, readDuration);
    } else if (schema === undefined || schema.additional !== undefined) {
      result[field] = celValue(inner, schema?.additional?.values, readDuration);
    }
  }
  return result;
}

function celText(text: string, { schema, type }: Structural, readDuration: DurationReader): unknown {
  if (type !== 'string') return text;
  switch (schema.format?.replaceAll('-', '')) {
    case 'datetime':
    case 'date':
      return new Date(text);
    case 'duration':
      return readDuration(text);
    case 'byte':
      return new Uint8Array(Buffer.from(text, 'base64'));
    default:
      return text;
  }
}
