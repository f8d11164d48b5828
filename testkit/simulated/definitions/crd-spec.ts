import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { asSchema } from '../schema/json-schema.js';
import type { JsonSchema } from '../schema/json-schema.js';

/** The names of a CRD; what is not given is empty. */
export interface CrdNames {
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
}

/** A version of a CRD, as its author wrote it. */
export interface CrdVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated: boolean;
  readonly deprecationWarning: string | undefined;
  /** Undefined: no schema at all. `{}` without `openAPIV3Schema` counts as none too. */
  readonly schema: JsonSchema | undefined;
  readonly subresources: JsonObject | undefined;
  readonly columns: readonly JsonObject[];
  readonly selectableFields: readonly JsonObject[];
}

/** The spec of a CRD, read loosely: what is of another type is taken as absent. */
export interface CrdSpec {
  readonly group: string;
  readonly scope: string;
  readonly names: CrdNames;
  readonly versions: readonly CrdVersion[];
  readonly conversion: JsonObject | undefined;
  readonly preserveUnknownFields: boolean;
}

export function crdSpecOf(crd: JsonObject): CrdSpec {
  const spec = objectOf(crd['spec']);
  return {
    group: stringOf(spec['group']),
    scope: stringOf(spec['scope']),
    names: crdNamesOf(objectOf(spec['names'])),
    versions: arrayOf(spec['versions']).map((version) => versionOf(objectOf(version))),
    conversion: isJsonObject(spec['conversion']) ? spec['conversion'] : undefined,
    preserveUnknownFields: spec['preserveUnknownFields'] === true,
  };
}

export function crdNamesOf(names: JsonObject): CrdNames {
  return {
    plural: stringOf(names['plural']),
    singular: stringOf(names['singular']),
    kind: stringOf(names['kind']),
    listKind: stringOf(names['listKind']),
    shortNames: arrayOf(names['shortNames']).map(String),
    categories: arrayOf(names['categories']).map(String),
  };
}

function versionOf(version: JsonObject): CrdVersion {
  return {
    name: stringOf(version['name']),
    served: version['served'] === true,
    storage: version['storage'] === true,
    deprecated: version['deprecated'] === true,
    deprecationWarning: typeof version['deprecationWarning'] === 'string' ? version['deprecationWarning'] : undefined,
    schema: asSchema(objectOf(version['schema'])['openAPIV3Schema']),
    subresources: isJsonObject(version['subresources']) ? version['subresources'] : undefined,
    columns: arrayOf(version['additionalPrinterColumns']).map(objectOf),
    selectableFields: arrayOf(version['selectableFields']).map(objectOf),
  };
}

/** What all versions have in common is the CRD's own in the server's mind: its faults are found there, not in versions. */
export interface SharedTraits {
  readonly schema: boolean;
  readonly subresources: boolean;
  readonly columns: boolean;
  readonly selectableFields: boolean;
}

export function sharedTraits(versions: readonly CrdVersion[]): SharedTraits {
  const [first] = versions;
  const shared = (trait: (version: CrdVersion) => unknown): boolean =>
    first !== undefined && versions.every((version) => sameJson(trait(version) ?? null, trait(first) ?? null));
  return {
    schema: shared(({ schema }) => schema),
    subresources: shared(({ subresources }) => subresources),
    columns: shared(({ columns }) => columns),
    selectableFields: shared(({ selectableFields }) => selectableFields),
  };
}

export function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
