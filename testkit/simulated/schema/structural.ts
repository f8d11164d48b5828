import { additionalOf, itemsOf, propertiesOf } from './json-schema.js';
import type { JsonSchema, ValidationRule } from './json-schema.js';

/** How the elements of a list are told apart. */
export type ListType = 'atomic' | 'set' | 'map';

/**
 * A structural schema, read once per version of a CRD: the shape that pruning, defaulting and the checks of lists and
 * embedded resources walk along with the object. Value validations are compiled apart.
 */
export interface Structural {
  readonly schema: JsonSchema;
  readonly type: string;
  readonly nullable: boolean;
  /** Undefined: none. A `null` in the CRD is none either. */
  readonly defaultValue: unknown;
  readonly properties: ReadonlyMap<string, Structural>;
  readonly items: Structural | undefined;
  /** Undefined: fields beyond `properties` are not known. */
  readonly additional: { readonly values: Structural | undefined } | undefined;
  readonly preserveUnknownFields: boolean;
  readonly embeddedResource: boolean;
  readonly intOrString: boolean;
  readonly listType: ListType | undefined;
  readonly listMapKeys: readonly string[];
  readonly atomicMap: boolean;
  readonly rules: readonly ValidationRule[];
  /** Whether anything in here has a default, so that defaulting need not look. */
  readonly hasDefaults: boolean;
  /** Whether anything in here is an embedded resource. */
  readonly hasEmbedded: boolean;
  /** Whether anything in here is a list of type set or map. */
  readonly hasKeyedLists: boolean;
}

/** Reads a schema. Parts that the API server refuses in a CRD are ignored. */
export function structuralOf(schema: JsonSchema): Structural {
  const properties = new Map(propertiesOf(schema).map(([name, inner]) => [name, structuralOf(inner)]));
  const itemSchema = itemsOf(schema);
  const items = itemSchema && structuralOf(itemSchema);
  const additional = additionalStructural(schema);
  const children = [
    ...properties.values(),
    ...(items ? [items] : []),
    ...(additional?.values ? [additional.values] : []),
  ];
  const listType = listTypeOf(schema);
  const defaultValue = schema.default === null ? undefined : schema.default;
  const embeddedResource = schema['x-kubernetes-embedded-resource'] === true;
  return {
    schema,
    type: schema.type ?? '',
    nullable: schema.nullable === true,
    defaultValue,
    properties,
    items,
    additional,
    preserveUnknownFields: schema['x-kubernetes-preserve-unknown-fields'] === true,
    embeddedResource,
    intOrString: schema['x-kubernetes-int-or-string'] === true,
    listType,
    listMapKeys: schema['x-kubernetes-list-map-keys'] ?? [],
    atomicMap: schema['x-kubernetes-map-type'] === 'atomic',
    rules: schema['x-kubernetes-validations'] ?? [],
    hasDefaults: defaultValue !== undefined || children.some((child) => child.hasDefaults),
    hasEmbedded: embeddedResource || children.some((child) => child.hasEmbedded),
    hasKeyedLists: listType === 'set' || listType === 'map' || children.some((child) => child.hasKeyedLists),
  };
}

/** The schema of a field of an object, if one is known. */
export function fieldSchema(schema: Structural | undefined, field: string): Structural | undefined {
  return schema && (schema.properties.get(field) ?? schema.additional?.values);
}

function additionalStructural(schema: JsonSchema): Structural['additional'] {
  const values = additionalOf(schema);
  if (values !== undefined) return { values: structuralOf(values) };
  return typeof schema.additionalProperties === 'boolean' ? { values: undefined } : undefined;
}

function listTypeOf(schema: JsonSchema): ListType | undefined {
  const listType = schema['x-kubernetes-list-type'];
  return listType === 'atomic' || listType === 'set' || listType === 'map' ? listType : undefined;
}
