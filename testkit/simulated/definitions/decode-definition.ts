import { decodeKind } from '../builtin/decode-kind.js';
import { roundTrip } from '../builtin/go-codec.js';
import type { RoundTripOptions } from '../builtin/go-codec.js';
import { DecodeError } from '../builtin/go-scalars.js';
import { isJsonObject } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { badRequest } from '../objects/api-status.js';
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
  noteStorageVersion(crd);
  return unknown;
}

/** A status that says nothing of it has the storage version stored. */
function noteStorageVersion({ spec, status }: JsonObject): void {
  if (!isJsonObject(status) || arrayOf(status['storedVersions']).length > 0) return;
  const storage = arrayOf(objectOf(spec)['versions']).find((version) => objectOf(version)['storage'] === true);
  if (storage !== undefined) status['storedVersions'] = [objectOf(storage)['name']];
}

/** The CRD as the server writes it: without fields that say what their absence says. */
export function canonicalDefinition(crd: ApiObject): ApiObject {
  const { object } = decodeKind(DEFINITION, crd);
  return { ...readSchemas(object), metadata: crd.metadata };
}

function readSchemas(crd: JsonObject, options?: RoundTripOptions): JsonObject {
  for (const version of arrayOf(objectOf(crd['spec'])['versions'])) {
    const schema = objectOf(objectOf(version)['schema'])['openAPIV3Schema'];
    if (isJsonObject(schema)) readInner(schema, 'spec.versions.schema.openAPIV3Schema', options);
  }
  return crd;
}

/** Reads what schemas have in them; `path` is what Go calls where this one is. */
function readInner(schema: JsonObject, path: string, options: RoundTripOptions | undefined): void {
  for (const keyword of SELF_READ) {
    const value = schema[keyword];
    if (isJsonObject(value)) schema[keyword] = readSelf(value, `${path}.${keyword}`, options);
    else if (keyword !== 'items' && value !== undefined && typeof value !== 'boolean')
      throw refused('boolean or JSON schema expected');
  }
  const within = (keyword: string, inner: readonly unknown[]): void => {
    for (const one of inner) if (isJsonObject(one)) readInner(one, `${path}.${keyword}`, options);
  };
  for (const keyword of ['properties', 'patternProperties', 'definitions'])
    within(keyword, Object.values(objectOf(schema[keyword])));
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) within(keyword, arrayOf(schema[keyword]));
  for (const keyword of ['not', ...SELF_READ]) within(keyword, [schema[keyword]]);
}

function readSelf(value: JsonObject, path: string, options: RoundTripOptions | undefined): JsonObject {
  try {
    return roundTrip(SCHEMA, value, options).object;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw refused(
      error.message.replace('Go struct field JSONSchemaProps.', `Go struct field JSONSchemaProps.${path}.`),
    );
  }
}

function refused(why: string): Error {
  const { kind, version } = DEFINITION;
  return badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${why}`);
}
