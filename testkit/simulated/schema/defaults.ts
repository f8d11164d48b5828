import { copyJson, isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { hasField } from './json-schema.js';
import { fieldSchema } from './structural.js';
import type { Structural } from './structural.js';

/** Fills in the defaults of a schema, in place; a null that may not be null counts as absent. */
export function applyDefaults(value: unknown, schema: Structural | undefined): void {
  if (!schema?.hasDefaults) return;
  if (Array.isArray(value)) defaultItems(value as unknown[], schema.items);
  else if (isJsonObject(value)) defaultFields(value, schema);
}

function defaultItems(list: unknown[], items: Structural | undefined): void {
  list.forEach((item, index) => {
    if (isForbiddenNull(item, items)) list[index] = copyJson(items?.defaultValue ?? null);
    applyDefaults(list[index], items);
  });
}

function defaultFields(object: JsonObject, schema: Structural): void {
  for (const [name, property] of schema.properties) {
    if (property.defaultValue === undefined) continue;
    if (!hasField(object, name) || isForbiddenNull(object[name], property)) {
      object[name] = copyJson(property.defaultValue);
    }
  }
  for (const field of Object.keys(object)) {
    const property = schema.properties.get(field);
    if (property) applyDefaults(object[field], property);
    else if (schema.additional?.values) {
      const { values } = schema.additional;
      if (isForbiddenNull(object[field], values)) object[field] = copyJson(values.defaultValue ?? null);
      applyDefaults(object[field], values);
    }
  }
}

/** Removes nulls of fields that may neither be null nor have a default, as the server does when it reads an object. */
export function dropForbiddenNulls(value: unknown, schema: Structural | undefined): void {
  if (Array.isArray(value)) for (const item of value) dropForbiddenNulls(item, schema?.items);
  else if (isJsonObject(value)) {
    for (const field of Object.keys(value)) {
      const property = fieldSchema(schema, field);
      if (isForbiddenNull(value[field], property) && property?.defaultValue === undefined) delete value[field];
      else dropForbiddenNulls(value[field], property);
    }
  }
}

function isForbiddenNull(value: unknown, schema: Structural | undefined): boolean {
  return value === null && schema !== undefined && !schema.nullable;
}
