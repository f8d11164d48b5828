import type { ApiObject } from '../objects/api-object.js';
import { invalid } from '../objects/api-status.js';
import type { ServedResource } from '../resources/served-resource.js';
import { ignoreUnknownFields, reportFields } from '../rules/field-validation.js';
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

/** Reads an object by the rules of its kind, in place: unknown fields go, defaults are filled in. */
export function readByKind(
  resource: ServedResource,
  object: ApiObject,
  fields: FieldValidation = ignoreUnknownFields,
): void {
  reportFields(fields, resource.rules?.prune(object) ?? []);
  resource.rules?.applyDefaults(object);
}

/** Refuses an object that breaks the rules of its kind, with all causes. */
export function checkByKind(
  resource: ServedResource,
  change: KindChange & { readonly object: ApiObject },
  fields: FieldValidation = ignoreUnknownFields,
): void {
  resource.rules?.prepare?.(change);
  for (const text of resource.rules?.unsupported ?? []) fields.warn(text);
  const causes = resource.rules?.validate(change) ?? [];
  if (causes.length > 0) throw invalid(resource, change.object.metadata.name ?? '', causes);
}
