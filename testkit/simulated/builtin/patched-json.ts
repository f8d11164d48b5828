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
 * @param touched Objects in each other, as deep as the patch has gone.
 */
export function patchedJson(struct: string, object: JsonObject, touched: unknown): string {
  return escapedJson(jsonOf({ type: 'struct', struct, goName: '' }, object, touched));
}

function jsonOf(type: GoType | undefined, value: unknown, touched: unknown): string {
  const known = type?.type === 'pointer' ? type.element : type;
  if (Array.isArray(value)) {
    const element = known?.type === 'list' ? known.element : undefined;
    return `[${value.map((item, index) => jsonOf(element, item, innerOf(touched, String(index)))).join(',')}]`;
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

const innerOf = (touched: unknown, name: string): unknown => (isJsonObject(touched) ? touched[name] : undefined);

function inOrder(names: readonly string[], fields: ReadonlyMap<string, unknown> | undefined): string[] {
  const order = [...(fields?.keys() ?? [])];
  const known = order.filter((name) => names.includes(name));
  return [...known, ...names.filter((name) => !order.includes(name)).sort()];
}
