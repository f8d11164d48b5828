import { isNumber } from '../objects/api-object.js';
import { withResourceFields } from './resource-fields.js';
import { celName } from './cel-values.js';
import type { Structural } from '../schema/structural.js';

/** What a schema is to rules: the type that the compiler sees, and the sizes that estimates of cost start from. */
export interface DeclaredType {
  readonly kind:
    'bool' | 'int' | 'double' | 'string' | 'bytes' | 'duration' | 'timestamp' | 'dyn' | 'list' | 'map' | 'object';
  /** The most characters, elements or entries that a value can have; 0 where that is not counted. */
  readonly maxElements: number;
  /** The fewest bytes that a value takes as JSON. */
  readonly minBytes: number;
  /** Of lists the elements, of maps the values. */
  readonly elements?: DeclaredType;
  readonly fields?: ReadonlyMap<string, DeclaredType>;
}

/** The largest request that the server takes. */
export const MAX_REQUEST_BYTES: number = 3 * 1024 * 1024;
const MAX_TEXT = MAX_REQUEST_BYTES - 2;
const BYTES_PER_CHARACTER = 4;
const JSON_DATE_BYTES = 12;
const JSON_TIME_BYTES = 32;

/** Declares a schema; undefined where rules cannot see its values. */
export function declaredType(
  schema: Structural,
  isResource: boolean = schema.embeddedResource,
): DeclaredType | undefined {
  const { maxLength } = schema.schema;
  if (schema.intOrString) return { kind: 'dyn', minBytes: 1, maxElements: textLength(maxLength) };
  switch (schema.type) {
    case 'array':
      return listType(schema);
    case 'object':
      return objectType(isResource ? withResourceFields(schema) : schema);
    case 'string':
      return textType(schema);
    case 'boolean':
      return { kind: 'bool', minBytes: 4, maxElements: 0 };
    case 'number':
      return { kind: 'double', minBytes: 1, maxElements: 0 };
    case 'integer':
      return { kind: 'int', minBytes: 1, maxElements: 0 };
    default:
      return undefined;
  }
}

function listType({ schema, items }: Structural): DeclaredType | undefined {
  const elements = items && declaredType(items);
  if (elements === undefined) return undefined;
  const maxElements = limit(schema.maxItems) ?? Math.floor((MAX_REQUEST_BYTES - 2) / (elements.minBytes + 1));
  return { kind: 'list', minBytes: 2, maxElements, elements };
}

function objectType({ schema, additional, properties }: Structural): DeclaredType | undefined {
  if (additional?.values) {
    const elements = declaredType(additional.values);
    if (elements === undefined) return undefined;
    const maxElements = limit(schema.maxProperties) ?? Math.floor((MAX_REQUEST_BYTES - 2) / (elements.minBytes + 6));
    return { kind: 'map', minBytes: 2, maxElements, elements };
  }
  const required = new Set(schema.required ?? []);
  const fields = new Map<string, DeclaredType>();
  let minBytes = 2;
  for (const [name, property] of properties) {
    const field = declaredType(property);
    if (field === undefined) continue;
    const visible = celName(name);
    if (visible !== undefined) fields.set(visible, field);
    // Defaults are filled in by the server.
    if (required.has(name) && property.defaultValue === undefined) {
      minBytes += Buffer.byteLength(name) + field.minBytes + 4;
    }
  }
  return { kind: 'object', minBytes, maxElements: 0, fields };
}

function textType({ schema }: Structural): DeclaredType {
  const { format, maxLength } = schema;
  if (format === 'byte') return { kind: 'bytes', minBytes: 2, maxElements: limit(maxLength) ?? MAX_TEXT };
  if (format === 'duration') return { kind: 'duration', minBytes: 3, maxElements: JSON_TIME_BYTES };
  if (format === 'date') return { kind: 'timestamp', minBytes: JSON_DATE_BYTES, maxElements: JSON_DATE_BYTES };
  if (format === 'date-time') return { kind: 'timestamp', minBytes: 21, maxElements: JSON_TIME_BYTES };
  const values = schema.enum ?? [];
  if (limit(maxLength) === undefined && values.length > 0) {
    const lengths = values.map((value) => (typeof value === 'string' ? Buffer.byteLength(value) : 0));
    return { kind: 'string', minBytes: 2, maxElements: Math.max(...lengths) };
  }
  return { kind: 'string', minBytes: 2, maxElements: textLength(maxLength) };
}

function textLength(maxLength: number | bigint | undefined): number {
  const most = limit(maxLength);
  return most === undefined ? MAX_TEXT : most * BYTES_PER_CHARACTER;
}

/** Limits beyond what a number holds exactly are far beyond what a request can have. */
function limit(value: number | bigint | undefined): number | undefined {
  return isNumber(value) ? Math.max(0, Number(value)) : undefined;
}
