import type { MergeType } from '../rules/merge-type.js';
import type { Structural } from '../schema/structural.js';

const DEDUCED: MergeType = { type: 'deduced' };
const SCALAR: MergeType = { type: 'scalar' };

/** The schema of a version as structured merge sees it. */
export function mergeTypeOf(schema: Structural): MergeType {
  if (schema.intOrString) return SCALAR;
  if (schema.type === 'array') return listMergeType(schema);
  if (schema.type === 'object' || schema.properties.size > 0 || schema.additional) return objectMergeType(schema);
  return schema.type === '' ? DEDUCED : SCALAR;
}

function listMergeType(schema: Structural): MergeType {
  const { items, listMapKeys } = schema;
  const defaults = listMapKeys.flatMap((key) => {
    const value = items?.properties.get(key)?.defaultValue;
    return value === undefined ? [] : [[key, value] as const];
  });
  return {
    type: 'list',
    semantics: schema.listType ?? 'atomic',
    items: items ? mergeTypeOf(items) : DEDUCED,
    keys: schema.listType === 'map' ? listMapKeys : [],
    keyDefaults: Object.fromEntries(defaults),
  };
}

function objectMergeType(schema: Structural): MergeType {
  const fields = new Map([...schema.properties].map(([name, property]) => [name, mergeTypeOf(property)]));
  const values = schema.additional?.values;
  const isOpen = schema.preserveUnknownFields || (schema.additional !== undefined && values === undefined);
  const isEmpty = schema.properties.size === 0 && schema.additional === undefined;
  // An object without any fields of its own is of unknown shape.
  if (isEmpty && schema.preserveUnknownFields) return schema.atomicMap ? atomicObject() : DEDUCED;
  return {
    type: 'object',
    atomic: schema.atomicMap,
    fields,
    additional: values ? mergeTypeOf(values) : isOpen ? DEDUCED : undefined,
  };
}

function atomicObject(): MergeType {
  return { type: 'object', atomic: true, fields: new Map(), additional: DEDUCED };
}
