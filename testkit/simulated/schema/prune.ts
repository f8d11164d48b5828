import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { childPath } from './json-schema.js';
import type { Structural } from './structural.js';

/** The fields of every resource, which no schema has to name. */
const META_FIELDS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/** Removes the fields of a whole resource that its schema does not know; returns their paths, sorted. */
export function pruneResource(object: JsonObject, schema: Structural): string[] {
  const unknown: string[] = [];
  prune(object, asResource(schema), { path: '', unknown });
  return unknown.sort();
}

const resources = new WeakMap<Structural, Structural>();

function asResource(schema: Structural): Structural {
  let resource = resources.get(schema);
  if (resource === undefined) {
    resource = { ...schema, embeddedResource: true };
    resources.set(schema, resource);
  }
  return resource;
}

/** The same for a value inside a resource; for defaults. */
export function pruneValue(value: unknown, schema: Structural): void {
  prune(value, schema, { path: '', unknown: [] });
}

interface Trail {
  readonly path: string;
  readonly unknown: string[];
}

function prune(value: unknown, schema: Structural | undefined, trail: Trail): void {
  if (schema?.preserveUnknownFields) return pruneKnown(value, schema, trail);
  if (Array.isArray(value)) {
    value.forEach((item, index) => prune(item, schema?.items, at(trail, index)));
  } else if (isJsonObject(value)) pruneFields(value, schema, trail);
}

function pruneFields(object: JsonObject, schema: Structural | undefined, trail: Trail): void {
  for (const field of Object.keys(object)) {
    if (schema?.embeddedResource && META_FIELDS.has(field)) continue;
    const property = schema?.properties.get(field);
    if (property) prune(object[field], property, under(trail, field));
    else if (schema?.additional) prune(object[field], schema.additional.values, under(trail, field));
    else {
      if (trail.path !== '' || !META_FIELDS.has(field)) trail.unknown.push(childPath(trail.path, field));
      delete object[field];
    }
  }
}

/** Below what preserves unknown fields, only what has a schema of its own is pruned. */
function pruneKnown(value: unknown, schema: Structural, trail: Trail): void {
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items) value.forEach((item, index) => pruneKnown(item, items, at(trail, index)));
  } else if (isJsonObject(value)) {
    for (const field of Object.keys(value)) {
      if (schema.embeddedResource && META_FIELDS.has(field)) continue;
      const property = schema.properties.get(field);
      if (property) prune(value[field], property, under(trail, field));
      else if (schema.additional) prune(value[field], schema.additional.values, under(trail, field));
    }
  }
}

function under({ path, unknown }: Trail, field: string): Trail {
  return { path: childPath(path, field), unknown };
}

function at({ path, unknown }: Trail, index: number): Trail {
  return { path: `${path}[${index}]`, unknown };
}
