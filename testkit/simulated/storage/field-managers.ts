import { apiVersionOf } from '@informer-gen/runtime/client-go';
import { FieldManager } from '../managed-fields/field-manager.js';
import type { FieldPath } from '../managed-fields/field-set.js';
import type { JsonObject } from '../objects/api-object.js';
import type { ServedResource } from '../resources/served-resource.js';
import { zeroObject } from '../types/builtin-types.js';
import type { MapType } from '../types/merge-type.js';
import { goTypeOf, typeOfResource } from '../types/type-of-resource.js';
import { resetFieldsOf } from './resource-policy.js';

/** What a write says about its field manager. */
export interface FieldManagerRequest {
  readonly resource: ServedResource;
  /** `''` for the object itself. */
  readonly subresource: string;
  readonly now: string;
  /** The resource in another version; undefined where it is not served. */
  readonly versionOf: (apiVersion: string) => ServedResource | undefined;
}

/** The field manager for one write. */
export function fieldManagerFor({ resource, subresource, now, versionOf }: FieldManagerRequest): FieldManager {
  const apiVersion = apiVersionOf(resource);
  const typeAt = (version: string): MapType | undefined => {
    const served = version === apiVersion ? resource : versionOf(version);
    return served && typeOfResource(served);
  };
  return new FieldManager({
    apiVersion,
    typeAt,
    isConverted: resource.builtIn,
    empty: () => emptyObject(resource),
    resetFields: resetFieldsOf(resource, subresource),
    subresource,
    now,
    scaleField: subresource === 'scale' && resource.scale ? fieldPath(resource.scale.specReplicas) : undefined,
  });
}

/** `['f:spec', 'f:replicas']` of `.spec.replicas`. */
function fieldPath(path: string): FieldPath {
  return path
    .split('.')
    .slice(1)
    .map((name): `f:${string}` => `f:${name}`);
}

/** Never changed, so made once. */
const emptyObjects = new WeakMap<ServedResource, JsonObject>();

function emptyObject(resource: ServedResource): JsonObject {
  let empty = emptyObjects.get(resource);
  if (empty === undefined) {
    const type = goTypeOf(resource);
    empty = { ...(type && zeroObject(type)), apiVersion: apiVersionOf(resource), kind: resource.kind };
    emptyObjects.set(resource, empty);
  }
  return empty;
}
