import { isJsonObject, isNumber } from '../objects/api-object.js';
import { jsonText, parseJsonText } from '../objects/json-text.js';
import type { ListType } from '../types/merge-type.js';

/** One step of a path, as `fieldsV1` writes it: `f:field`, `k:{"key":"of an element"}`, `v:"element of a set"`. */
export type PathElement = string;

/** Thrown for a value that does not fit its type. */
export class TypedValueError extends Error {
  override readonly name = 'TypedValueError';
}

/** Names that were met, with their elements: most fields are met again and again. */
const fieldElements = new Map<string, PathElement>();
const MAX_FIELD_ELEMENTS = 10_000;

export function fieldElement(name: string): PathElement {
  let element = fieldElements.get(name);
  if (element === undefined) {
    if (fieldElements.size >= MAX_FIELD_ELEMENTS) fieldElements.clear();
    element = `f:${name}`;
    fieldElements.set(name, element);
  }
  return element;
}

/** What identifies an element of a set or of a list with keys; throws {@link TypedValueError} where nothing does. */
export function listElement(type: ListType, item: unknown): PathElement {
  return type.relationship === 'set' ? setElement(item) : keyedElement(type, item);
}

function setElement(item: unknown): PathElement {
  if (item === null) throw new TypedValueError("associative list without keys has an element that's an explicit null");
  if (Array.isArray(item)) throw new TypedValueError('not supported: associative list with lists as elements');
  if (isJsonObject(item)) throw new TypedValueError("associative list without keys has an element that's a map type");
  return `v:${goJson(item)}`;
}

function keyedElement({ keys, element }: ListType, item: unknown): PathElement {
  if (item === null) throw new TypedValueError('associative list with keys may not have a null element');
  if (!isJsonObject(item)) throw new TypedValueError('associative list with keys may not have non-map elements');
  const fields = element.type === 'map' ? element.fields : undefined;
  const parts: string[] = [];
  for (const key of keys) {
    const value = item[key] ?? fields?.get(key)?.keyDefault;
    if (value !== undefined) parts.push(`${goJson(key)}:${goJson(value)}`);
  }
  if (parts.length === 0) {
    const listed = keys.map((key) => JSON.stringify(key)).join(' ');
    throw new TypedValueError(
      `associative list with keys has an element that omits all key fields [${listed}] (and doesn't have default values for any key fields)`,
    );
  }
  return `k:{${parts.join(',')}}`;
}

/** Names of things mostly are written as they are. */
const PLAIN = /^[\w.\-/:]*$/;

/** JSON as Go writes it: what could end a script element in HTML is escaped. */
function goJson(value: unknown): string {
  if (typeof value === 'string' && PLAIN.test(value)) return `"${value}"`;
  const json = jsonText(value);
  if (!/[<>&\u2028\u2029]/.test(json)) return json;
  return json.replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** As messages write it: `.field`, `[name="a"]`, `[="a"]`. */
export function elementText(element: PathElement): string {
  const text = element.slice(2);
  if (element.startsWith('f:')) return `.${text}`;
  if (element.startsWith('v:')) return `[=${text}]`;
  if (element.startsWith('i:')) return `[${text}]`;
  const keys = Object.entries(parseJsonText(text) as Record<string, unknown>);
  return `[${keys.map(([key, value]) => `${key}=${jsonText(value)}`).join(',')}]`;
}

/** The order of elements: fields, keys, values; each by what it is about. */
export function compareElements(a: PathElement, b: PathElement): number {
  const kind = a.charCodeAt(0) - b.charCodeAt(0);
  if (kind !== 0 || a === b) return kind;
  if (a.startsWith('f:')) return a < b ? -1 : 1;
  return compareValues(parseJsonText(a.slice(2)), parseJsonText(b.slice(2)));
}

function compareValues(a: unknown, b: unknown): number {
  if (isNumber(a) && isNumber(b)) return a < b ? -1 : a > b ? 1 : 0;
  if (isJsonObject(a) && isJsonObject(b)) {
    for (const key of Object.keys(a)) {
      const order = compareValues(a[key], b[key]);
      if (order !== 0) return order;
    }
    return 0;
  }
  const [left, right] = [String(a), String(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}
