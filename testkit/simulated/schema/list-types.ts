import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { duplicateValue, invalidValue } from '../rules/field-fault.js';
import type { FieldCause } from '../rules/field-fault.js';
import { sortedJson } from '../rules/go-text.js';
import { childPath, keyPath } from './json-schema.js';
import type { Structural } from './structural.js';

/** Returns what is wrong with the lists of type set and map in a value: elements that are there twice. */
export function listTypeFaults(value: unknown, schema: Structural | undefined, path = ''): FieldCause[] {
  if (!schema?.hasKeyedLists) return [];
  if (Array.isArray(value)) {
    const list = value as unknown[];
    return [
      ...duplicates(list, schema, path),
      ...list.flatMap((item, index) => listTypeFaults(item, schema.items, `${path}[${index}]`)),
    ];
  }
  if (!isJsonObject(value)) return [];
  const values = schema.additional?.values;
  const faults: FieldCause[] = [];
  for (const field of Object.keys(value)) {
    const property = values ?? schema.properties.get(field);
    if (!property?.hasKeyedLists) continue;
    faults.push(...listTypeFaults(value[field], property, values ? keyPath(path, field) : childPath(path, field)));
  }
  return faults;
}

function duplicates(list: readonly unknown[], schema: Structural, path: string): FieldCause[] {
  if (schema.listType === 'set') {
    return repeated(list).map((index) => duplicateValue(`${path}[${index}]`, list[index]));
  }
  if (schema.listType !== 'map') return [];
  const stranger = list.findIndex((item) => item !== null && !isJsonObject(item));
  if (stranger >= 0) {
    const message = 'must be an object for an array of list-type map';
    return [invalidValue(`${path}[${stranger}]`, list[stranger], message)];
  }
  const keys = list.map((item) => keyOf(isJsonObject(item) ? item : {}, schema.listMapKeys));
  return repeated(keys).map((index) => duplicateValue(`${path}[${index}]`, keys[index]));
}

/** The fields that tell an element of a list map from the others. */
export function keyOf(item: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.filter((key) => Object.hasOwn(item, key)).map((key) => [key, item[key]]));
}

/** Where each value that is there more than once is there for the second time. */
function repeated(values: readonly unknown[]): number[] {
  const seen = new Map<string, number>();
  const found: number[] = [];
  values.forEach((value, index) => {
    const text = sortedJson(value);
    const times = seen.get(text) ?? 0;
    if (times === 1) found.push(index);
    seen.set(text, times + 1);
  });
  return found;
}
