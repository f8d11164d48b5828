import { booleanAt, isObject, listAt, member, objectAt, requiredString, stringAt, stringsAt } from './json.js';
import type { JsonObject, JsonPath } from './json.js';
import { SchemaError } from './problem.js';
import { checkGroup, checkKind, checkPlural, checkVersion } from './validate-names.js';

/** A CustomResourceDefinition of either API version, checked, in one form. */
export interface CrdDefinition {
  /** `widgets.example.com`. */
  readonly name: string;
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string | undefined;
  readonly listKind: string | undefined;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly namespaced: boolean;
  /** Nothing is pruned, anywhere in the object. */
  readonly preserveUnknownFields: boolean;
  readonly versions: readonly CrdVersion[];
}

/** One version of a CRD. */
export interface CrdVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  /** Why not to use it; `''` where the CRD does not say. */
  readonly deprecated: string | undefined;
  /** Undefined where the CRD has none. */
  readonly schema: JsonObject | undefined;
  readonly schemaPath: JsonPath;
  readonly subresources: readonly string[];
  readonly selectableFields: readonly string[];
}

/** Whether a document is a CRD, of whatever API version. */
export function isCrd(document: unknown): document is JsonObject {
  return (
    isObject(document) &&
    member(document, 'kind') === 'CustomResourceDefinition' &&
    String(member(document, 'apiVersion')).startsWith('apiextensions.k8s.io/')
  );
}

/**
 * Whether a document only changes a CRD that is elsewhere, as the patches of kustomize do: it has the kind and the name, but
 * nothing of what makes a CRD.
 */
export function isCrdPatch(document: JsonObject): boolean {
  const spec = member(document, 'spec');
  if (spec === undefined || spec === null) return true;
  const hasNone = (object: JsonObject): boolean =>
    ['group', 'names', 'versions', 'version'].every((key) => member(object, key) === undefined);
  return isObject(spec) && Object.keys(spec).length > 0 && hasNone(spec);
}

/** A CRD in a document, and the way to it. */
export interface FoundCrd {
  readonly crd: JsonObject;
  readonly path: JsonPath;
}

/** No list of a cluster or a file holds lists that hold lists; one that does may hold itself, by a YAML alias. */
const MAX_LIST_DEPTH = 8;

/** The CRDs of a document: itself, or the items of a `List`, a list in it included. */
export function crdsIn(document: unknown, path: JsonPath = []): FoundCrd[] {
  if (isCrd(document)) return [{ crd: document, path }];
  if (!isObject(document) || path.length > 2 * MAX_LIST_DEPTH) return [];
  const items = member(document, 'items');
  const kind = String(member(document, 'kind'));
  if (!kind.endsWith('List') || !Array.isArray(items)) return [];
  const ofCrds = kind === 'CustomResourceDefinitionList';
  return items.flatMap((item: unknown, i) => crdsIn(ofCrds ? asCrd(item, document) : item, [...path, 'items', i]));
}

/** An item of a list as a server sends it: of which kind it is, is said once, for the list. */
function asCrd(item: unknown, list: JsonObject): unknown {
  if (!isObject(item) || member(item, 'kind') !== undefined) return item;
  return { apiVersion: member(list, 'apiVersion'), kind: 'CustomResourceDefinition', ...item };
}

/** Reads a CRD. Throws a {@link SchemaError} with the path of what is wrong. */
export function readCrd(document: JsonObject): CrdDefinition {
  const apiVersion = member(document, 'apiVersion');
  const legacy = apiVersion === 'apiextensions.k8s.io/v1beta1';
  if (!legacy && apiVersion !== 'apiextensions.k8s.io/v1') {
    throw new SchemaError(`apiVersion ${JSON.stringify(apiVersion)} is not known: v1 and v1beta1 are`, ['apiVersion']);
  }
  const spec = objectAt(document, 'spec', []);
  if (spec === undefined) throw new SchemaError('spec is missing', []);
  const group = requiredString(spec, 'group', ['spec']);
  checkGroup(group, ['spec', 'group']);
  return {
    ...readNames(spec),
    group,
    name: `${readNames(spec).plural}.${group}`,
    namespaced: readScope(spec, legacy),
    preserveUnknownFields: (member(spec, 'preserveUnknownFields') ?? legacy) === true,
    versions: readVersions(spec, legacy),
  };
}

function readNames(
  spec: JsonObject,
): Pick<CrdDefinition, 'kind' | 'plural' | 'singular' | 'listKind' | 'shortNames' | 'categories'> {
  const path = ['spec', 'names'];
  const names = objectAt(spec, 'names', ['spec']);
  if (names === undefined) throw new SchemaError('names is missing', ['spec']);
  const kind = requiredString(names, 'kind', path);
  const plural = requiredString(names, 'plural', path);
  checkKind(kind, [...path, 'kind']);
  checkPlural(plural, [...path, 'plural']);
  return {
    kind,
    plural,
    singular: stringAt(names, 'singular', path),
    listKind: stringAt(names, 'listKind', path),
    shortNames: stringsAt(names, 'shortNames', path),
    categories: stringsAt(names, 'categories', path),
  };
}

function readScope(spec: JsonObject, legacy: boolean): boolean {
  const scope = stringAt(spec, 'scope', ['spec']) || (legacy ? 'Namespaced' : undefined);
  if (scope === 'Namespaced' || scope === 'Cluster') return scope === 'Namespaced';
  if (scope === undefined) throw new SchemaError('scope is missing: it must be Namespaced or Cluster', ['spec']);
  throw new SchemaError(`scope must be Namespaced or Cluster, not ${JSON.stringify(scope)}`, ['spec', 'scope']);
}

function readVersions(spec: JsonObject, legacy: boolean): CrdVersion[] {
  const listed = listAt(spec, 'versions', ['spec']);
  const single = legacy ? stringAt(spec, 'version', ['spec']) : undefined;
  if (listed.length === 0) {
    if (single === undefined) throw new SchemaError('versions is missing', ['spec']);
    checkVersion(single, ['spec', 'version']);
    return [readVersion({ name: single, served: true, storage: true }, spec, ['spec', 'version'])];
  }
  const seen = new Set<string>();
  return listed.map((entry, index) => {
    const path = ['spec', 'versions', index];
    if (!isObject(entry)) throw new SchemaError('a version must be a mapping', path);
    const name = requiredString(entry, 'name', path);
    checkVersion(name, [...path, 'name']);
    if (seen.has(name)) throw new SchemaError(`version ${name} is listed twice`, [...path, 'name']);
    seen.add(name);
    return readVersion(entry, legacy ? spec : undefined, path);
  });
}

/** `shared`: the spec of a v1beta1 CRD, which may hold for all versions what v1 says for each. */
function readVersion(entry: JsonObject, shared: JsonObject | undefined, path: JsonPath): CrdVersion {
  const [holder, schemaPath] = schemaHolder(entry, shared, path);
  const subresources = objectAt(entry, 'subresources', path) ?? (shared && objectAt(shared, 'subresources', ['spec']));
  const deprecated = booleanAt(entry, 'deprecated', path) ?? false;
  return {
    name: requiredString(entry, 'name', path),
    // As for the server: what is not said to be served is not.
    served: booleanAt(entry, 'served', path) ?? false,
    storage: booleanAt(entry, 'storage', path) ?? false,
    deprecated: deprecated ? (stringAt(entry, 'deprecationWarning', path) ?? '') : undefined,
    schema: holder && objectAt(holder, 'openAPIV3Schema', schemaPath.slice(0, -1)),
    schemaPath,
    subresources: ['scale', 'status'].filter((name) => isObject(subresources && member(subresources, name))),
    selectableFields: listAt(entry, 'selectableFields', path).flatMap((field) => {
      const jsonPath = isObject(field) ? member(field, 'jsonPath') : undefined;
      return typeof jsonPath === 'string' ? [jsonPath.replace(/^\./, '')] : [];
    }),
  };
}

function schemaHolder(
  entry: JsonObject,
  shared: JsonObject | undefined,
  path: JsonPath,
): [JsonObject | undefined, JsonPath] {
  const own = objectAt(entry, 'schema', path);
  if (own !== undefined || shared === undefined) return [own, [...path, 'schema', 'openAPIV3Schema']];
  return [objectAt(shared, 'validation', ['spec']), ['spec', 'validation', 'openAPIV3Schema']];
}
