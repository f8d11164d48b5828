import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { builtinType } from './builtin-types.js';
import { deducedType, opaqueType, scalarType } from './merge-type.js';
import type { FieldType, ListType, MapType, MergeType } from './merge-type.js';

const scalarTypes: Readonly<Record<string, MergeType>> = {
  integer: scalarType('numeric'),
  number: scalarType('numeric'),
  boolean: scalarType('boolean'),
};

/** The type of a custom resource by its OpenAPI schema; the metadata is that of every object. */
export function schemaType(schema: unknown): MapType {
  const root = isJsonObject(schema) ? mapOf(schema, false) : deducedType.map;
  return { ...root, fields: new Map([...root.fields, ...resourceFields()]) };
}

/** What every object has, those in other objects too, whatever their schema says of it. */
function resourceFields(): readonly (readonly [string, FieldType])[] {
  const metadata = builtinType('v1', 'ConfigMap')?.fields.get('metadata');
  const text: FieldType = { type: scalarType('string') };
  return [
    ['apiVersion', text],
    ['kind', text],
    ['metadata', { type: metadata?.type ?? deducedType }],
  ];
}

/** @param preserve Whether an object around it has x-kubernetes-preserve-unknown-fields. */
function typeOf(schema: JsonObject, preserve: boolean): MergeType {
  const preserves = preserve || schema['x-kubernetes-preserve-unknown-fields'] === true;
  const { type } = schema;
  if (type === 'object') return mapOf(schema, preserves);
  if (type === 'array') return listOf(schema, preserves);
  if (type === 'string') {
    const { format } = schema;
    return scalarType(format === undefined || format === '' || format === 'byte' ? 'string' : 'untyped');
  }
  if (typeof type === 'string' && Object.hasOwn(scalarTypes, type)) return scalarTypes[type] ?? deducedType;
  return { type: 'any', map: mapOf(schema, preserves), list: listOf(schema, preserves) };
}

function mapOf(schema: JsonObject, preserve: boolean): MapType {
  const preserves = preserve || schema['x-kubernetes-preserve-unknown-fields'] === true;
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const fields = Object.entries(properties)
    .filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]))
    .map(([name, inner]) => {
      const keyDefault = inner['default'] === undefined ? {} : { keyDefault: inner['default'] };
      return [name, { type: typeOf(inner, preserves), ...keyDefault }] as const;
    });
  const embedded = schema['x-kubernetes-embedded-resource'] === true ? resourceFields() : [];
  return {
    type: 'map',
    atomic: schema['x-kubernetes-map-type'] === 'atomic',
    fields: new Map([...fields, ...embedded]),
    element: elementOf(schema, preserves, fields.length === 0),
  };
}

function elementOf(schema: JsonObject, preserves: boolean, isBare: boolean): MergeType | undefined {
  const additional = schema['additionalProperties'];
  if (isJsonObject(additional)) return typeOf(additional, preserves);
  if (additional === true) return deducedType;
  if (additional === false) return undefined;
  return preserves || isBare ? deducedType : undefined;
}

function listOf(schema: JsonObject, preserve: boolean): ListType {
  const { items } = schema;
  const element = isJsonObject(items) ? typeOf(items, preserve) : opaqueType;
  const listType = schema['x-kubernetes-list-type'];
  if (listType === 'set') return { type: 'list', relationship: 'set', keys: [], element };
  if (listType !== 'map') return { type: 'list', relationship: 'atomic', keys: [], element };
  const keys = schema['x-kubernetes-list-map-keys'];
  return { type: 'list', relationship: 'map', keys: Array.isArray(keys) ? keys.map(String).sort() : [], element };
}
