import { apiVersionOf } from '@informer-gen/runtime/client-go';
import { fieldsOf, structOfKind } from '../builtin/go-types.js';
import type { GoField, GoType, ScalarName } from '../builtin/go-types.js';
import type { JsonObject } from '../objects/api-object.js';
import type { ServedResource } from '../resources/served-resource.js';
import { builtinType } from '../types/builtin-types.js';
import type { FieldType, MapType, MergeType } from '../types/merge-type.js';

/** Schemas by the names that documents refer to them by. */
export type Schemas = Map<string, JsonObject>;

/**
 * The schema of a built-in kind and of all that is in it, added to `found`: fields, types, what is always written, and how
 * lists are merged, for `kubectl explain` and for the patches that `kubectl apply` makes. Without descriptions. Returns
 * its name; undefined for a kind whose type is not known.
 */
export function addBuiltinSchemas(resource: ServedResource, found: Schemas): string | undefined {
  const { group, version, kind } = resource;
  const struct = structOfKind(group, version, kind);
  if (struct === undefined) return undefined;
  addStruct(struct, builtinType(apiVersionOf(resource), kind), found);
  const name = schemaName(struct);
  found.set(name, { ...found.get(name), 'x-kubernetes-group-version-kind': [{ group, version, kind }] });
  return name;
}

/** `io.k8s.api.apps.v1.Deployment` of `apps/v1.Deployment`. */
function schemaName(struct: string): string {
  const [group = '', rest = ''] = struct.split('/');
  if (group === 'meta') return `io.k8s.apimachinery.pkg.apis.meta.${rest}`;
  if (group === 'apiextensions') return `io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.${rest}`;
  if (group === 'apiregistration') return `io.k8s.kube-aggregator.pkg.apis.apiregistration.${rest}`;
  return `io.k8s.api.${group}.${rest}`;
}

function addStruct(struct: string, type: MapType | undefined, found: Schemas): void {
  const name = schemaName(struct);
  if (found.has(name)) return;
  const fields = [...fieldsOf(struct).values()];
  const required = fields.filter((field) => field.omit === 'never').map((field) => field.name);
  const properties: JsonObject = {};
  // Before its fields are looked at, because structs contain themselves.
  found.set(name, { type: 'object', ...(required.length > 0 ? { required } : {}), properties });
  for (const field of fields) properties[field.name] = fieldSchema(field, type?.fields.get(field.name), found);
}

function fieldSchema({ value }: GoField, field: FieldType | undefined, found: Schemas): JsonObject {
  return { ...valueSchema(value, field?.type, found), ...patchRules(field), ...listRules(field?.type) };
}

function valueSchema(type: GoType, shape: MergeType | undefined, found: Schemas): JsonObject {
  switch (type.type) {
    case 'pointer':
      return valueSchema(type.element, shape, found);
    case 'struct':
      addStruct(type.struct, shape?.type === 'map' ? shape : undefined, found);
      return { allOf: [{ $ref: `#/components/schemas/${schemaName(type.struct)}` }] };
    case 'list':
      return {
        type: 'array',
        items: valueSchema(type.element, shape?.type === 'list' ? shape.element : undefined, found),
      };
    case 'map':
      return {
        type: 'object',
        additionalProperties: valueSchema(type.element, shape?.type === 'map' ? shape.element : undefined, found),
      };
    case 'scalar':
      return scalarSchema(type.scalar, found);
  }
}

const SCALARS: Readonly<Record<ScalarName, JsonObject>> = {
  string: { type: 'string' },
  bool: { type: 'boolean' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  float64: { type: 'number', format: 'double' },
  bytes: { type: 'string', format: 'byte' },
  any: { type: 'object' },
  'resource.Quantity': { oneOf: [{ type: 'string' }, { type: 'number' }] },
  'intstr.IntOrString': { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] },
  'v1.Time': { type: 'string', format: 'date-time' },
  'v1.MicroTime': { type: 'string', format: 'date-time' },
};

/** Scalars that have a name of their own: `kubectl explain` shows it. */
const NAMED: Readonly<Partial<Record<ScalarName, string>>> = {
  'resource.Quantity': 'io.k8s.apimachinery.pkg.api.resource.Quantity',
  'intstr.IntOrString': 'io.k8s.apimachinery.pkg.util.intstr.IntOrString',
  'v1.Time': 'io.k8s.apimachinery.pkg.apis.meta.v1.Time',
  'v1.MicroTime': 'io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime',
};

function scalarSchema(scalar: ScalarName, found: Schemas): JsonObject {
  const name = NAMED[scalar];
  if (name === undefined) return SCALARS[scalar];
  found.set(name, SCALARS[scalar]);
  return { allOf: [{ $ref: `#/components/schemas/${name}` }] };
}

/** How a strategic merge patch treats a field. */
function patchRules(field: FieldType | undefined): JsonObject {
  const { mergeKey, retainKeys, replace } = field?.patch ?? {};
  const strategy = [
    ...(mergeKey === undefined ? [] : ['merge']),
    ...(retainKeys ? ['retainKeys'] : []),
    ...(replace ? ['replace'] : []),
  ];
  return {
    ...(strategy.length > 0 ? { 'x-kubernetes-patch-strategy': strategy.join(',') } : {}),
    ...(mergeKey ? { 'x-kubernetes-patch-merge-key': mergeKey } : {}),
  };
}

/** How server-side apply treats a list. */
function listRules(type: MergeType | undefined): JsonObject {
  if (type?.type !== 'list') return {};
  const keys = type.keys.length > 0 ? { 'x-kubernetes-list-map-keys': type.keys } : {};
  return { 'x-kubernetes-list-type': type.relationship, ...keys };
}
