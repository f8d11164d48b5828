import type { ApiObject, JsonObject } from '../objects/api-object.js';
import type { FieldCause } from '../rules/field-fault.js';
import type { KindChange, KindRules } from '../rules/kind-rules.js';
import { completeDefinition, withStoredVersion } from './crd-status.js';
import { definitionFaults } from './definition-faults.js';

/** What the server demands of CustomResourceDefinitions themselves. */
export const definitionRules: KindRules = {
  prune: () => [],
  applyDefaults: completeDefinition,
  validate({ object, before, subresource }: KindChange): readonly FieldCause[] {
    if (subresource !== undefined) return [];
    return definitionFaults(withStoredVersion(asApiObject(object)), before && asApiObject(before));
  },
  unsupported: [],
  mergeType: undefined,
};

function asApiObject(object: JsonObject): ApiObject {
  return { metadata: {}, ...object };
}
