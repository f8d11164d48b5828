import type { StatusCause } from '@informer-gen/runtime/client-go';
import { copyJson } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { apiVersionOf } from '@informer-gen/runtime/client-go';
import { ApiStatusError, badRequest, failure, invalid } from '../objects/api-status.js';
import { kindText } from './kind-text.js';
import type { ServedResource } from '../resources/served-resource.js';
import { invalidValue } from '../rules/field-fault.js';
import { ignoreUnknownFields, reportFields } from '../rules/field-validation.js';
import type { FieldValidation } from '../rules/field-validation.js';
import { goJson, goText } from '../rules/go-text.js';
import type { KindChange, KindRules } from '../rules/kind-rules.js';

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
    throw badRequest(prefixOf(resource) + readFault(resource, error));
  }
}

/** The same for what a patch has made: what cannot be read is a fault of the patch. */
export function readPatched(resource: ServedResource, object: ApiObject, fields?: FieldValidation): ApiObject {
  // Reading removes what the message has to show.
  const sent = copyJson(object);
  const unfit = fields?.strategicPatch && resource.rules?.conversionFault?.(object);
  if (unfit !== undefined) {
    const fault = invalidValue('patch', goText(fields?.strategicPatch), unfit);
    throw invalid({ group: '', kind: '' }, '', [fault]);
  }
  try {
    return read(resource, object, fields);
  } catch (error) {
    const fault = invalidValue('patch', shownPatched(resource, sent, fields), readFault(resource, error));
    throw invalid({ group: '', kind: '' }, '', [fault]);
  }
}

function shownPatched({ rules }: ServedResource, sent: ApiObject, fields: FieldValidation | undefined): string {
  if (fields?.strategicPatch !== undefined) return goText(fields.strategicPatch);
  return rules?.patchedJson?.(sent, fields?.touched) ?? goJson(sent);
}

function prefixOf({ kind, version }: ServedResource): string {
  return `${kind} in version "${version}" cannot be handled as a ${kind}: `;
}

/** What reading has refused, without the words around it; anything else is thrown again. */
function readFault(resource: ServedResource, error: unknown): string {
  if (!(error instanceof ApiStatusError)) throw error;
  const prefix = prefixOf(resource);
  return error.message.startsWith(prefix) ? error.message.slice(prefix.length) : error.message;
}

/** The same for what an apply has merged: it has no unknown fields, and its nulls are left to validation. */
export function readApplied(resource: ServedResource, object: ApiObject, config: JsonObject): ApiObject {
  if (resource.builtIn) return readConverted(resource, object, config);
  resource.rules?.applyDefaults(object);
  return object;
}

/** Converting what was merged into a Go struct is not expected to fail: 500 where it does. */
function readConverted(resource: ServedResource, object: ApiObject, config: JsonObject): ApiObject {
  const { namespace = '', name = '' } = (config['metadata'] ?? {}) as ApiObject['metadata'];
  const type = kindText(apiVersionOf(resource), resource.kind);
  const unfit = resource.rules?.conversionFault?.(object);
  try {
    if (unfit !== undefined) throw badRequest(unfit);
    return read(resource, object);
  } catch (error) {
    const fault = readFault(resource, error);
    const subject = `failed to convert new object (${namespace}/${name}; ${type}) to proper version`;
    const message = `${subject}: unable to convert unstructured object to ${type}: ${fault}`;
    throw new ApiStatusError(failure(500, { reason: '', message }));
  }
}

function read(resource: ServedResource, object: ApiObject, fields: FieldValidation = ignoreUnknownFields): ApiObject {
  const managers = object.metadata['managedFields'];
  const unknown = resource.rules?.prune(object) ?? [];
  reportFields(fields, fields.strategicPatch === undefined ? unknown : [...unknown].sort());
  resource.rules?.applyDefaults(object);
  // Emptied managers are a wish: to forget them all. Custom resources express it by one empty entry only.
  if (Array.isArray(managers) && (resource.builtIn || managers.length > 0)) object.metadata['managedFields'] = managers;
  return object;
}

const reported = new WeakSet<KindRules>();

/** Refuses an object with faulty metadata, or that breaks the rules of its kind, with all causes. */
export function checkByKind(
  resource: ServedResource,
  faults: readonly StatusCause[],
  change: KindChange & { readonly object: ApiObject },
  fields: FieldValidation = ignoreUnknownFields,
): void {
  const { rules } = resource;
  // What cannot be checked is said once, not with every write.
  if (rules && fields !== ignoreUnknownFields && !reported.has(rules)) {
    reported.add(rules);
    rules.unsupported.forEach(fields.warn);
  }
  const causes = [...faults, ...(rules?.validate({ ...change, metadataFaults: faults }) ?? [])];
  if (causes.length > 0) throw invalid(resource, change.object.metadata.name ?? '', causes);
  if (!fields.isUnheard) rules?.warnings?.(change).forEach(fields.warn);
}
