import { decodeKind } from '../builtin/decode-kind.js';
import { roundTrip } from '../builtin/go-codec.js';
import type { RoundTripOptions } from '../builtin/go-codec.js';
import { isJsonObject } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { arrayOf, objectOf } from './crd-spec.js';

const DEFINITION = { group: 'apiextensions.k8s.io', version: 'v1', kind: 'CustomResourceDefinition' } as const;
const SCHEMA = 'apiextensions/v1.JSONSchemaProps';
/** Keywords that Go reads by itself: a schema in them loses unknown fields without a word. */
const SELF_READ = ['items', 'additionalItems', 'additionalProperties'];

/** Reads a CRD into its Go type, in place: returns the paths of unknown fields, refuses values of the wrong type. */
export function decodeDefinition(crd: JsonObject): readonly string[] {
  const { object, unknown } = decodeKind(DEFINITION, crd, { keepEmpty: true });
  for (const field of Object.keys(crd)) delete crd[field];
  Object.assign(crd, readSchemas(object, { keepEmpty: true }));
  return unknown;
}

/** The CRD as the server writes it: without fields that say what their absence says. */
export function canonicalDefinition(crd: ApiObject): ApiObject {
  const { object } = decodeKind(DEFINITION, crd);
  return { ...readSchemas(object), metadata: crd.metadata };
}

function readSchemas(crd: JsonObject, options?: RoundTripOptions): JsonObject {
  for (const version of arrayOf(objectOf(crd['spec'])['versions'])) {
    const schema = objectOf(objectOf(version)['schema'])['openAPIV3Schema'];
    if (isJsonObject(schema)) readInner(schema, options);
  }
  return crd;
}

function readInner(schema: JsonObject, options: RoundTripOptions | undefined): void {
  for (const keyword of SELF_READ) {
    const value = schema[keyword];
    if (isJsonObject(value)) schema[keyword] = roundTrip(SCHEMA, value, options).object;
  }
  const named = ['properties', 'patternProperties', 'definitions'].flatMap((keyword) =>
    Object.values(objectOf(schema[keyword])),
  );
  const listed = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => arrayOf(schema[keyword]));
  const single = [schema['not'], ...SELF_READ.map((keyword) => schema[keyword])];
  for (const inner of [...named, ...listed, ...single]) if (isJsonObject(inner)) readInner(inner, options);
}
