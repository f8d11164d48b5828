import type { ApiObject } from '../objects/api-object.js';
import { ApiStatusError, badRequest, invalid } from '../objects/api-status.js';
import type { ServedResource } from '../resources/served-resource.js';
import { invalidValue } from '../rules/field-fault.js';
import { ignoreUnknownFields, reportFields } from '../rules/field-validation.js';
import type { FieldValidation } from '../rules/field-validation.js';
import { goJson } from '../rules/go-text.js';
import type { KindChange, KindRules } from '../rules/kind-rules.js';

/** Reads an object by the rules of its kind, in place: unknown fields go, defaults are filled in. */
export function readByKind(
  resource: ServedResource,
  object: ApiObject,
  fields: FieldValidation = ignoreUnknownFields,
): void {
  const { rules, kind, version } = resource;
  if (rules === undefined) return;
  const sent = fields.isPatched && fields.mode === 'Strict' ? goJson(object) : '';
  try {
    reportFields(fields, rules.prune(object));
  } catch (error) {
    if (!(error instanceof ApiStatusError)) throw error;
    if (sent === '')
      throw badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${error.message}`);
    throw invalid({ group: '', kind: '' }, '', [invalidValue('patch', sent, error.message)]);
  }
  rules.applyDefaults(object);
}

const reported = new WeakSet<KindRules>();

/** Refuses an object that breaks the rules of its kind, with all causes. */
export function checkByKind(
  resource: ServedResource,
  change: KindChange & { readonly object: ApiObject },
  fields: FieldValidation = ignoreUnknownFields,
): void {
  const { rules } = resource;
  if (rules === undefined) return;
  // What cannot be checked is said once, not with every write.
  if (fields !== ignoreUnknownFields && !reported.has(rules)) {
    reported.add(rules);
    rules.unsupported.forEach(fields.warn);
  }
  rules.warnings?.(change).forEach(fields.warn);
  const causes = rules.validate(change);
  if (causes.length > 0) throw invalid(resource, change.object.metadata.name ?? '', causes);
}
