import type { ApiObject, JsonObject } from '../objects/api-object.js';
import type { FieldCause } from '../rules/field-fault.js';
import type { KindChange, KindRules } from '../rules/kind-rules.js';
import { goQuote } from '../rules/go-text.js';
import { isKnownFormat } from '../schema/formats.js';
import { additionalOf, itemsOf, propertiesOf } from '../schema/json-schema.js';
import type { JsonSchema } from '../schema/json-schema.js';
import { crdSpecOf } from './crd-spec.js';
import { completeDefinition, withStoredVersion } from './crd-status.js';
import { decodeDefinition } from './decode-definition.js';
import { definitionFaults } from './definition-faults.js';

/** What the server demands of CustomResourceDefinitions themselves. */
export const definitionRules: KindRules = {
  prune: decodeDefinition,
  applyDefaults: completeDefinition,
  validate({ object, before, subresource }: KindChange): readonly FieldCause[] {
    if (subresource !== undefined) return [];
    return definitionFaults(withStoredVersion(asApiObject(object)), before && asApiObject(before));
  },
  warnings({ object, before, subresource }: KindChange): readonly string[] {
    if (subresource !== undefined) return [];
    const known = new Set(before ? unknownFormats(before) : []);
    return unknownFormats(object)
      .filter((format) => !known.has(format))
      .map((format) => `unrecognized format ${goQuote(format)}`);
  },
  unsupported: [],
};

/** Formats in the schemas of a CRD that the server ignores. */
function unknownFormats(crd: JsonObject): string[] {
  return crdSpecOf(crd).versions.flatMap(({ schema }) => (schema ? formatsIn(schema) : []));
}

function formatsIn(schema: JsonSchema): string[] {
  const { format, type = '' } = schema;
  const items = itemsOf(schema);
  const additional = additionalOf(schema);
  const inner = [
    ...(items ? [items] : []),
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.not ? [schema.not] : []),
    ...propertiesOf(schema).map(([, property]) => property),
    ...(additional ? [additional] : []),
  ];
  return [...(format && !isKnownFormat(format, type) ? [format] : []), ...inner.flatMap(formatsIn)];
}

function asApiObject(object: JsonObject): ApiObject {
  return { metadata: {}, ...object };
}
