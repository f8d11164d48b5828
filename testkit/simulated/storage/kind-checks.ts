import type { StatusCause } from '@informer-gen/runtime/client-go';
import type { ApiObject } from '../objects/api-object.js';
import { badRequest, invalid } from '../objects/api-status.js';
import type { ServedResource } from '../resources/served-resource.js';
import { invalidValue } from '../rules/field-fault.js';
import { ignoreUnknownFields, reportFields, StrictDecodingError } from '../rules/field-validation.js';
import type { FieldValidation } from '../rules/field-validation.js';
import type { KindChange } from '../rules/kind-rules.js';

/**
 * The resource whose rules a write obeys: what a test stores in a built-in kind without a request is stored as it is, so
 * that it can be as small as the test likes.
 */
export function ruledBy(
  resource: ServedResource,
  { privileged }: { readonly privileged?: boolean | undefined },
): ServedResource {
  return privileged && resource.builtIn ? { ...resource, rules: undefined } : resource;
}

/** Reads an object by the rules of its kind, in place: unknown fields go, defaults are filled in. Returns it. */
export function readByKind(resource: ServedResource, object: ApiObject, fields?: FieldValidation): ApiObject {
  try {
    return read(resource, object, fields);
  } catch (error) {
    if (!(error instanceof StrictDecodingError)) throw error;
    const { kind, version } = resource;
    throw badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${error.message}`);
  }
}

/** The same for what a patch has made: what strict reading refuses is a fault of the patch. */
export function readPatched(resource: ServedResource, object: ApiObject, fields?: FieldValidation): ApiObject {
  const text = JSON.stringify(object);
  try {
    return read(resource, object, fields);
  } catch (error) {
    if (!(error instanceof StrictDecodingError)) throw error;
    throw invalid({ group: '', kind: '' }, '', [invalidValue('patch', text, error.message)]);
  }
}

/** The same for what an apply has merged: it has no unknown fields, and its nulls are left to validation. */
export function readApplied(resource: ServedResource, object: ApiObject): ApiObject {
  if (resource.builtIn) return read(resource, object);
  resource.rules?.applyDefaults(object);
  return object;
}

function read(resource: ServedResource, object: ApiObject, fields: FieldValidation = ignoreUnknownFields): ApiObject {
  const managers = object.metadata['managedFields'];
  reportFields(fields, resource.rules?.prune(object) ?? []);
  resource.rules?.applyDefaults(object);
  // Emptied managers are a wish: to forget them all. Custom resources express it by one empty entry only.
  if (Array.isArray(managers) && (resource.builtIn || managers.length > 0)) object.metadata['managedFields'] = managers;
  return object;
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
