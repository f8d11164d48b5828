import { propertyKey, quote } from '../typescript/text.js';
import { isObject } from '../input/json.js';

/** A JSON value as TypeScript, in one line. */
export function literal(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'undefined';
  const entries = Object.entries(value).map(([name, each]) => `${propertyKey(name)}: ${literal(each)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}
