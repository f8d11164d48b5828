import { apiVersionOf } from '@informer-gen/runtime/client-go';
import { FieldManager } from '../managed-fields/field-manager.js';
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
  const goType = goTypeOf(resource);
  return new FieldManager({
    apiVersion,
    typeAt,
    empty: () => ({ ...(goType && zeroObject(goType)), apiVersion, kind: resource.kind }),
    resetFields: resetFieldsOf(resource, subresource),
    subresource,
    now,
  });
}
