/**
 * What Kubernetes' OpenAPI says about names and types, and nothing else: no sentences, no parameters, no answers. All
 * group versions are in one document, because they share most of their schemas.
 */

interface Json {
  [name: string]: unknown;
}

/** Schema keywords whose value holds schemas by name, not a schema. */
const maps = new Set(['properties', 'patternProperties', 'definitions']);
const dropped = new Set(['description', 'default', 'example', 'examples', 'title', 'externalDocs']);

/** A schema without its prose. A property that is called `description` stays. */
export function stripSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(stripSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const result: Json = {};
  for (const [name, value] of Object.entries(schema as Json)) {
    if (dropped.has(name)) continue;
    result[name] = maps.has(name)
      ? Object.fromEntries(Object.entries(value as Json).map(([property, each]) => [property, stripSchema(each)]))
      : stripSchema(value);
  }
  return result;
}

interface Operation {
  readonly 'x-kubernetes-action'?: string;
  readonly 'x-kubernetes-group-version-kind'?: unknown;
}

/** Of a path, what tells which resource can be listed and watched, and which subresources it has. */
function stripPath(item: Json): Json {
  const get = item['get'] as Operation | undefined;
  const action = get?.['x-kubernetes-action'];
  if (action !== 'list' && action !== 'watchlist' && action !== 'watch') return {};
  return {
    get: { 'x-kubernetes-action': action, 'x-kubernetes-group-version-kind': get?.['x-kubernetes-group-version-kind'] },
  };
}

interface Document {
  readonly paths?: Json;
  readonly components?: { readonly schemas?: Json };
}

/** Joins the documents of all group versions into one, stripped, in a fixed order. */
export function snapshotOf(version: string, documents: readonly Document[]): Json {
  const paths: Json = {};
  const schemas: Json = {};
  for (const document of documents) {
    for (const [path, item] of Object.entries(document.paths ?? {})) {
      if (/^\/apis?\/(?:[^{/]+\/)?v\d/.test(path)) paths[path] = stripPath(item as Json);
    }
    for (const [name, schema] of Object.entries(document.components?.schemas ?? {}))
      schemas[name] ??= stripSchema(schema);
  }
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes, names and types only', version },
    paths: sorted(paths),
    components: { schemas: sorted(schemas) },
  };
}

function sorted(map: Json): Json {
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));
}
