import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { isEmptyValue } from './merge-type.js';
import type { FieldType, MapType, MergeType } from './merge-type.js';

/**
 * An object of a built-in kind as it comes back from the API server, which decodes it into a Go struct and encodes that:
 * unknown fields are gone, so are empty values of fields that cannot be told from unset ones, and fields that are always
 * there are there.
 */
export function goObject(value: JsonObject, type: MapType): JsonObject {
  const object: JsonObject = {};
  for (const [name, inner] of Object.entries(value)) {
    const field = type.fields.get(name);
    if (field === undefined || inner === null || inner === undefined) continue;
    const decoded = goValue(inner, field.type);
    if (!isLeftOut(decoded, field)) object[name] = decoded;
  }
  for (const [name, field] of type.fields) if (field.zero && !(name in object)) object[name] = field.zero();
  return object;
}

function isLeftOut(value: unknown, field: FieldType): boolean {
  if (field.always || field.pointer) return false;
  if (typeof value === 'object') return isEmptyValue(value);
  return value === '' || value === 0 || value === false;
}

function goValue(value: unknown, type: MergeType): unknown {
  if (type.type === 'list' && Array.isArray(value)) {
    return value.map((element: unknown) => goElement(element, type.element));
  }
  if (type.type !== 'map' || !isJsonObject(value)) return value;
  if (type.element === undefined) return goObject(value, type);
  const { element } = type;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, goElement(inner, element)]));
}

/** Go's maps and slices have no holes: null becomes the empty value. */
function goElement(value: unknown, type: MergeType): unknown {
  if (value !== null) return goValue(value, type);
  if (type.type === 'map' && type.element === undefined) return goObject({}, type);
  return type.type === 'scalar' && type.scalar === 'string' ? '' : value;
}
