import type { CrdDefinition, CrdVersion } from '../input/crd.js';
import { isObject, member } from '../input/json.js';
import type { JsonObject } from '../input/json.js';
import { SchemaError } from '../input/problem.js';
import type { SourceLocation } from '../input/problem.js';
import { ownText } from '../input/yaml/own-text.js';
import { apiVersionOf } from '../names/resource-keys.js';
import { conditionFactsOf } from './condition-fields.js';
import { descriptionOf } from './docs.js';
import type { Property, ResourceModel, Shape } from './model.js';
import { rulesOf, SchemaReader, UNKNOWN } from './schema-to-type.js';
import type { KnownSchemas } from './schema-to-type.js';
import type { ShapePool } from './shape-pool.js';
import { statusTraitsOf } from './status-traits.js';

/** What the user chose about CRDs. */
export interface CrdModelOptions {
  readonly pool: ShapePool;
  readonly docs: boolean;
  readonly openEnums: boolean;
  /** What was made of the schemas of other CRDs: of those whose unknown fields are dropped, and of those whose fields are all kept. */
  readonly known: { readonly pruned: KnownSchemas; readonly preserved: KnownSchemas };
}

/** The resource that one version of a CRD defines. */
export function crdResource(
  crd: CrdDefinition,
  version: CrdVersion,
  source: SourceLocation,
  options: CrdModelOptions,
): ResourceModel {
  const conditions = conditionFactsOf(version.schema);
  return {
    group: crd.group,
    version: version.name,
    kind: crd.kind,
    plural: crd.plural,
    namespaced: crd.namespaced,
    ...(crd.singular !== undefined && crd.singular !== '' && { singular: crd.singular }),
    ...(crd.listKind !== undefined && crd.listKind !== '' && { listKind: crd.listKind }),
    shortNames: crd.shortNames,
    categories: crd.categories,
    subresources: version.subresources,
    selectableFields: version.selectableFields,
    statusTraits: version.subresources.includes('status') ? statusTraitsOf(version.schema, conditions) : [],
    conditionFields: conditions.fields,
    deprecated: version.deprecated,
    doc: options.docs && version.schema !== undefined ? ownText(descriptionOf(version.schema)) : '',
    type: { type: 'tree', shape: rootShape(crd, version, options) },
    source,
  };
}

/** The whole object: literals for `apiVersion` and `kind`, the runtime's metadata, and whatever the schema adds. */
function rootShape(crd: CrdDefinition, version: CrdVersion, options: CrdModelOptions): Shape {
  const { pool, docs, openEnums, known } = options;
  const schema = version.schema ?? { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const reader = new SchemaReader({
    pool,
    docs,
    openEnums,
    preserveUnknown: crd.preserveUnknownFields,
    fillsDefaults: true,
    known: crd.preserveUnknownFields ? known.preserved : known.pruned,
    resolveRef: (ref, path) => {
      throw new SchemaError(`$ref ${JSON.stringify(ref)} is not allowed in a CRD's schema`, path);
    },
  });
  const own = reader.propertiesOf(schema, version.schemaPath);
  const head = objectHead({ ...crd, version: version.name });
  const names = new Set(head.map(({ name }) => name));
  const open = preservesUnknown(schema) || (crd.preserveUnknownFields && own.length === 0);
  const properties = [...head, ...own.filter(({ name }) => !names.has(name))];
  return pool.shape(properties, open ? UNKNOWN : undefined, rulesOf(schema, properties, open));
}

/** The three members that every object of a resource has. */
export function objectHead(resource: {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly namespaced: boolean;
}): Property[] {
  const literal = (value: string): Property['type'] => ({ type: 'literals', values: [value], open: false });
  const meta = resource.namespaced ? 'NamespacedObjectMeta' : 'ObjectMeta';
  return [
    { name: 'apiVersion', type: literal(apiVersionOf(resource)), optional: false, doc: '' },
    { name: 'kind', type: literal(resource.kind), optional: false, doc: '' },
    { name: 'metadata', type: { type: 'runtime', name: meta }, optional: false, doc: '' },
  ];
}

function preservesUnknown(schema: JsonObject): boolean {
  const additional = member(schema, 'additionalProperties');
  return member(schema, 'x-kubernetes-preserve-unknown-fields') === true || additional === true || isObject(additional);
}
