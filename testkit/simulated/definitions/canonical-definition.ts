import { isJsonObject } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { arrayOf, objectOf } from './crd-spec.js';

/** The CRD as the server writes it after reading it: without fields that say what their absence says. */
export function canonicalDefinition(crd: ApiObject): ApiObject {
  if (!isJsonObject(crd['spec'])) return crd;
  const { preserveUnknownFields, versions, ...spec } = crd['spec'];
  return {
    ...crd,
    spec: {
      ...spec,
      ...(preserveUnknownFields === true ? { preserveUnknownFields } : {}),
      versions: arrayOf(versions).map((version) => canonicalVersion(objectOf(version))),
    },
  };
}

function canonicalVersion(version: JsonObject): JsonObject {
  const { schema, additionalPrinterColumns: columns, ...rest } = version;
  const openAPIV3Schema = objectOf(schema)['openAPIV3Schema'];
  return {
    ...rest,
    ...(schema === undefined
      ? {}
      : {
          schema: openAPIV3Schema === undefined ? {} : { openAPIV3Schema: canonicalSchema(objectOf(openAPIV3Schema)) },
        }),
    ...(arrayOf(columns).length === 0 ? {} : { additionalPrinterColumns: arrayOf(columns).map(canonicalColumn) }),
  };
}

function canonicalColumn(column: unknown): JsonObject {
  const { priority, ...rest } = objectOf(column);
  return priority === undefined || priority === 0 ? rest : { ...rest, priority };
}

/** Keywords whose value is data, or for which false is not the same as nothing. */
const DATA_KEYWORDS: ReadonlySet<string> = new Set([
  'default',
  'example',
  'enum',
  'additionalProperties',
  'x-kubernetes-preserve-unknown-fields',
]);

function canonicalSchema(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    if (keyword === 'additionalProperties' && isJsonObject(value)) return [[keyword, canonicalSchema(value)]];
    if (DATA_KEYWORDS.has(keyword)) return [[keyword, value]];
    const isEmptyList = Array.isArray(value) && value.length === 0;
    const isEmptyMap = keyword === 'properties' && Object.keys(objectOf(value)).length === 0;
    if (value === null || value === '' || value === false || isEmptyList || isEmptyMap) return [];
    return [[keyword, canonicalKeyword(keyword, value)]];
  });
  return Object.fromEntries(entries);
}

function canonicalKeyword(keyword: string, value: unknown): unknown {
  switch (keyword) {
    case 'properties':
      return Object.fromEntries(
        Object.entries(objectOf(value)).map(([name, property]) => [name, canonicalSchema(objectOf(property))]),
      );
    case 'items':
    case 'not':
      return canonicalSchema(objectOf(value));
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
      return arrayOf(value).map((part) => canonicalSchema(objectOf(part)));
    default:
      return value;
  }
}
