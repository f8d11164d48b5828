import { forbiddenValue, invalidValue, requiredValue, unsupportedValue } from '../rules/field-fault.js';
import type { FieldCause } from '../rules/field-fault.js';
import { itemsOf, keyPath, propertiesOf } from '../schema/json-schema.js';
import type { JsonSchema } from '../schema/json-schema.js';

const LIST_TYPES: readonly string[] = ['atomic', 'set', 'map'];

/** Returns what is wrong with the list type of a schema: its name, its elements, its keys. */
export function listFaults(schema: JsonSchema, path: string): FieldCause[] {
  const listType = schema['x-kubernetes-list-type'];
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const faults: FieldCause[] = [...wrongTypeFaults(schema, path)];
  if (listType !== undefined && !LIST_TYPES.includes(listType)) {
    faults.push(unsupportedValue(`${path}.x-kubernetes-list-type`, listType, LIST_TYPES));
  }
  if (keys.length > 0 && listType !== 'map') {
    const says = 'must be map if x-kubernetes-list-map-keys is non-empty';
    const at = `${path}.x-kubernetes-list-type`;
    faults.push(listType === undefined ? requiredValue(at, says) : invalidValue(at, listType, says));
  }
  if (listType === 'map') faults.push(...mapFaults(schema, path, keys));
  if (listType === 'map' || listType === 'set') faults.push(...nullFaults(schema, path, { listType, keys }));
  return faults;
}

function wrongTypeFaults(schema: JsonSchema, path: string): FieldCause[] {
  const listType = schema['x-kubernetes-list-type'];
  if (listType === undefined) return [];
  const { type = '' } = schema;
  const says = 'must be array if x-kubernetes-list-type is specified';
  if (type === '') return [requiredValue(`${path}.type`, says)];
  if (type !== 'array') return [invalidValue(`${path}.type`, type, says)];
  const items = itemsOf(schema);
  if (listType !== 'set' || items === undefined) return [];
  const atomic = 'must be atomic as item of a list with x-kubernetes-list-type=set';
  const itemList = items['x-kubernetes-list-type'];
  if (items.type === 'array' && itemList !== undefined && itemList !== 'atomic') {
    return [invalidValue(`${path}.items.x-kubernetes-list-type`, itemList, atomic)];
  }
  if (items.type === 'object' && items['x-kubernetes-map-type'] !== 'atomic') {
    return [invalidValue(`${path}.items.x-kubernetes-map-type`, itemList ?? null, atomic)];
  }
  return [];
}

function mapFaults(schema: JsonSchema, path: string, keys: readonly string[]): FieldCause[] {
  const faults: FieldCause[] = [];
  if (keys.length === 0) {
    const says = 'must not be empty if x-kubernetes-list-type is map';
    faults.push(requiredValue(`${path}.x-kubernetes-list-map-keys`, says));
  }
  const items = itemsOf(schema);
  if (items === undefined) {
    if (schema.items === undefined) {
      faults.push(requiredValue(`${path}.items`, 'must have a schema if x-kubernetes-list-type is map'));
    }
    return faults;
  }
  if (items.type !== 'object') {
    const says = "must be object if parent array's x-kubernetes-list-type is map";
    return [...faults, invalidValue(`${path}.items.type`, items.type ?? '', says)];
  }
  const properties = new Map(propertiesOf(items));
  const keysPath = `${path}.x-kubernetes-list-map-keys`;
  keys.forEach((key, index) => {
    const property = properties.get(key);
    if (property === undefined) {
      faults.push(invalidValue(keysPath, keys, 'entries must all be names of item properties'));
    } else if (property.type === 'array' || property.type === 'object') {
      const says = "must be a scalar type if parent array's x-kubernetes-list-type is map";
      faults.push(invalidValue(`${keyPath(`${path}.items.properties`, key)}.type`, items.type, says));
    }
    if (keys.indexOf(key) < index) faults.push(invalidValue(keysPath, keys, 'must not contain duplicate entries'));
  });
  return faults;
}

function nullFaults(
  schema: JsonSchema,
  path: string,
  { listType, keys }: { readonly listType: string; readonly keys: readonly string[] },
): FieldCause[] {
  const items = itemsOf(schema);
  if (items === undefined) return [];
  const faults: FieldCause[] = [];
  if (items.nullable) {
    const says = `cannot be nullable when x-kubernetes-list-type is ${listType}`;
    faults.push(forbiddenValue(`${path}.items.nullable`, says));
  }
  if (listType !== 'map') return faults;
  const properties = new Map(propertiesOf(items));
  for (const key of keys) {
    const property = properties.get(key);
    if (property === undefined) continue;
    const at = keyPath(`${path}.items.properties`, key);
    const because = 'this property is in x-kubernetes-list-map-keys, so it';
    if (!items.required?.includes(key) && (property.default === undefined || property.default === null)) {
      faults.push(requiredValue(`${at}.default`, `${because} must have a default or be a required property`));
    }
    if (property.nullable) faults.push(forbiddenValue(`${at}.nullable`, `${because} cannot be nullable`));
  }
  return faults;
}
