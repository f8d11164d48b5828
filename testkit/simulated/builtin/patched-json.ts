import { isJsonObject } from '../objects/api-object.js';
import { jsonText } from '../objects/json-text.js';
import type { JsonObject } from '../objects/api-object.js';
import { escapedJson, sortedJson } from '../rules/go-text.js';
import { fieldsOf } from './go-types.js';
import type { GoType } from './go-types.js';

/**
 * The JSON of an object of a Go struct that a patch was made of: what the patch has not been into is as the struct has it,
 * the fields of what it has been into are sorted.
 *
 * @param touched Objects in each other, as deep as the patch has gone; {@link AS_SENT} where it has put a value.
 */
export function patchedJson(struct: string, object: JsonObject, touched: unknown): string {
  return escapedJson(jsonOf({ type: 'struct', struct, goName: '' }, object, touched));
}

/** Stands for a value that is shown as it was sent. */
export const AS_SENT: unique symbol = Symbol('as sent');

function jsonOf(type: GoType | undefined, value: unknown, touched: unknown): string {
  if (touched === AS_SENT) return jsonText(value) ?? 'null';
  // A list that a merge has put in place of another.
  if (Array.isArray(touched)) return sortedJson(value);
  const known = type?.type === 'pointer' ? type.element : type;
  if (Array.isArray(value)) {
    const element = known?.type === 'list' ? known.element : undefined;
    const at = (index: number): unknown => {
      const inner = innerOf(touched, String(index));
      return inner === undefined && index === value.length - 1 ? innerOf(touched, '-') : inner;
    };
    return `[${value.map((item, index) => jsonOf(element, item, at(index))).join(',')}]`;
  }
  if (!isJsonObject(value)) return jsonText(value) ?? 'null';
  if (known?.type !== 'struct' && !isJsonObject(touched)) return sortedJson(value);
  const fields = known?.type === 'struct' ? fieldsOf(known.struct) : undefined;
  const names = isJsonObject(touched) ? Object.keys(value).sort() : inOrder(Object.keys(value), fields);
  const typeOf = (name: string): GoType | undefined =>
    known?.type === 'map' ? known.element : fields?.get(name)?.value;
  const parts = names.map(
    (name) => `${JSON.stringify(name)}:${jsonOf(typeOf(name), value[name], innerOf(touched, name))}`,
  );
  return `{${parts.join(',')}}`;
}

const innerOf = (touched: unknown, name: string): unknown =>
  isJsonObject(touched) && Object.hasOwn(touched, name) ? touched[name] : undefined;

function inOrder(names: readonly string[], fields: ReadonlyMap<string, unknown> | undefined): string[] {
  const order = [...(fields?.keys() ?? [])];
  const known = order.filter((name) => names.includes(name));
  return [...known, ...names.filter((name) => !order.includes(name)).sort()];
}
