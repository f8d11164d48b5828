import type { StatusCause } from '@informer-gen/runtime/client-go';
import type { ApiObject } from '../objects/api-object.js';
import { invalid } from '../objects/api-status.js';
import type { ServedResource } from '../resources/served-resource.js';
import { invalidValue } from '../rules/field-fault.js';
import { ignoreUnknownFields, reportFields, StrictDecodingError } from '../rules/field-validation.js';
import type { FieldValidation } from '../rules/field-validation.js';
import type { KindChange } from '../rules/kind-rules.js';

/** Reads an object by the rules of its kind, in place: unknown fields go, defaults are filled in. Returns it. */
export function readByKind(
  resource: ServedResource,
  object: ApiObject,
  fields: FieldValidation = ignoreUnknownFields,
): ApiObject {
  reportFields(fields, resource.rules?.prune(object) ?? []);
  resource.rules?.applyDefaults(object);
  return object;
}

/** The same for what a patch has made: what strict reading refuses is a fault of the patch. */
export function readPatched(resource: ServedResource, object: ApiObject, fields?: FieldValidation): ApiObject {
  const text = JSON.stringify(object);
  try {
    return readByKind(resource, object, fields);
  } catch (error) {
    if (!(error instanceof StrictDecodingError)) throw error;
    throw invalid({ group: '', kind: '' }, '', [invalidValue('patch', text, error.message)]);
  }
}

/** Refuses an object with faulty metadata, or that breaks the rules of its kind, with all causes. */
export function checkByKind(
  resource: ServedResource,
  faults: readonly StatusCause[],
  change: KindChange & { readonly object: ApiObject },
  fields: FieldValidation = ignoreUnknownFields,
): void {
  for (const text of resource.rules?.unsupported ?? []) fields.warn(text);
  const causes = [...faults, ...(resource.rules?.validate(change) ?? [])];
  if (causes.length > 0) throw invalid(resource, change.object.metadata.name ?? '', causes);
}
