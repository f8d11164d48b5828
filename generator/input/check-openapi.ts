import { isObject, listAt, member, objectAt, stringAt, stringsAt } from './json.js';
import type { JsonObject, JsonPath } from './json.js';
import type { KubernetesDocument, KubernetesPathItem, KubernetesSchemas } from './openapi-document.js';
import { SchemaError } from './problem.js';

/**
 * Checks that a document is built as OpenAPI says, in all that is read of it, and returns it with its types. Throws a
 * {@link SchemaError} with the path of the first thing that is not.
 */
export function checkOpenApi(document: JsonObject): KubernetesDocument {
  const paths = checkPaths(document);
  const swagger = stringAt(document, 'swagger', []);
  if (swagger !== undefined) {
    if (swagger !== '2.0') throw new SchemaError(`swagger ${swagger} is not known: 2.0 is`, ['swagger']);
    return { type: 'v2', swagger, definitions: checkSchemas(document, 'definitions', []), paths };
  }
  const openapi = stringAt(document, 'openapi', []) ?? '';
  if (!openapi.startsWith('3.')) throw new SchemaError(`openapi ${openapi} is not known: 3.x is`, ['openapi']);
  const components = objectAt(document, 'components', []) ?? {};
  return { type: 'v3', openapi, components: { schemas: checkSchemas(components, 'schemas', ['components']) }, paths };
}

function checkPaths(document: JsonObject): Readonly<Record<string, KubernetesPathItem>> {
  const paths = objectAt(document, 'paths', []) ?? {};
  for (const path of Object.keys(paths)) {
    const at = ['paths', path];
    const item = objectAt(paths, path, ['paths']) ?? {};
    const get = objectAt(item, 'get', at);
    checkParameters(item, at);
    if (get === undefined) continue;
    checkParameters(get, [...at, 'get']);
    stringAt(get, 'x-kubernetes-action', [...at, 'get']);
    checkKind(objectAt(get, 'x-kubernetes-group-version-kind', [...at, 'get']), at);
  }
  return paths as Readonly<Record<string, KubernetesPathItem>>;
}

function checkParameters(holder: JsonObject, path: JsonPath): void {
  listAt(holder, 'parameters', path).forEach((parameter, i) => {
    const at = [...path, 'parameters', i];
    stringAt(mapping(parameter, at), '$ref', at);
  });
}

function checkKind(kind: JsonObject | undefined, path: JsonPath): void {
  if (kind !== undefined) for (const part of ['group', 'version', 'kind']) stringAt(kind, part, path);
}

function checkSchemas(holder: JsonObject, key: string, path: JsonPath): KubernetesSchemas {
  const schemas = objectAt(holder, key, path) ?? {};
  const seen = new Set<object>();
  for (const name of Object.keys(schemas)) {
    // A list of what is left to check, not recursion: documents may be deeper than the stack.
    const left: Part[] = [{ value: schemas[name], path: [...path, key, name] }];
    for (let part = left.pop(); part !== undefined; part = left.pop()) {
      const schema = mapping(part.value, part.path);
      if (seen.has(schema)) continue;
      seen.add(schema);
      left.push(...checkSchema(schema, part.path));
    }
  }
  return schemas as KubernetesSchemas;
}

/** A value that must be a schema. */
interface Part {
  readonly value: unknown;
  readonly path: JsonPath;
}

const TEXTS = ['$ref', 'type', 'format', 'x-kubernetes-list-type'];
const FLAGS = ['nullable', 'x-kubernetes-int-or-string', 'x-kubernetes-preserve-unknown-fields'];

/** Checks one schema, and returns the schemas in it. */
function checkSchema(schema: JsonObject, path: JsonPath): Part[] {
  for (const key of TEXTS) stringAt(schema, key, path);
  for (const key of FLAGS) flagAt(schema, key, path);
  stringsAt(schema, 'required', path);
  stringsAt(schema, 'x-kubernetes-list-map-keys', path);
  listAt(schema, 'enum', path);
  listAt(schema, 'x-kubernetes-group-version-kind', path).forEach((kind, i) => {
    checkKind(mapping(kind, [...path, 'x-kubernetes-group-version-kind', i]), path);
  });
  const properties = Object.entries(objectAt(schema, 'properties', path) ?? {});
  const parts: Part[] = properties.map(([name, value]) => ({ value, path: [...path, 'properties', name] }));
  for (const key of ['items', 'additionalProperties', 'not']) {
    const value = member(schema, key);
    if (value === undefined || value === null || typeof value === 'boolean') continue;
    parts.push({ value, path: [...path, key] });
  }
  for (const key of ['allOf', 'anyOf', 'oneOf']) {
    parts.push(...listAt(schema, key, path).map((value, i) => ({ value, path: [...path, key, i] })));
  }
  return parts;
}

function flagAt(schema: JsonObject, key: string, path: JsonPath): void {
  const value = member(schema, key);
  if (value === undefined || value === null || typeof value === 'boolean') return;
  throw new SchemaError(`${key} must be true or false`, [...path, key]);
}

function mapping(value: unknown, path: JsonPath): JsonObject {
  if (isObject(value)) return value;
  throw new SchemaError(`${String(path.at(-1))} must be a mapping`, path);
}
