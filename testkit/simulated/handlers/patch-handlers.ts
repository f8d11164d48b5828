import { answerObject, contentTypeOf, parseJson, parseYamlText, representationOf } from './api-call.js';
import type { ApiCall } from './api-call.js';
import { AS_SENT } from '../builtin/patched-json.js';
import { emptyObject, isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { badRequest, failure, unsupportedMediaType, ApiStatusError } from '../objects/api-status.js';
import { jsonPatch } from '../patch/json-patch.js';
import { mergePatch } from '../patch/merge-patch.js';
import { strategicMergePatch } from '../patch/strategic-merge-patch.js';
import { typeOfResource } from '../types/type-of-resource.js';
import { repeatedFault } from '../rules/field-validation.js';
import type { FieldValidation } from '../rules/field-validation.js';
import { fieldsOf } from './write-body.js';
import { addressOf, partOf } from './write-handlers.js';
import { writeQueryOf } from './write-query.js';

/** Makes a patched document of the present one. */
export type Patcher = (present: unknown) => unknown;

const JSON_PATCH = 'application/json-patch+json';
const MERGE_PATCH = 'application/merge-patch+json';
const STRATEGIC_PATCH = 'application/strategic-merge-patch+json';
const APPLY_PATCH = 'application/apply-patch+yaml';

/** PATCH of an object, or of its status. */
export async function handlePatch(call: ApiCall, name: string): Promise<void> {
  checkPatchType(call);
  const representation = representationOf(call);
  const text = await call.exchange.readText();
  const isApply = contentTypeOf(call) === APPLY_PATCH;
  const options = {
    ...writeQueryOf(call, 'PatchOptions', isApply),
    subresource: partOf(call),
    fields: patchFieldsOf(call, text),
  };
  const address = addressOf(call, name);
  const { states, writer } = call.cluster;
  if (isApply) {
    const { stored, created } = writer.apply(address, configOf(call, text), {
      ...options,
      force: isForced(call),
      isApply: true,
    });
    return answerObject(call, created ? 201 : 200, { representation, stored });
  }
  // What there is not cannot be patched, whatever the patch is.
  states.get(address);
  const stored = writer.patch(address, patcherOf(call, text), options);
  await answerObject(call, 200, { representation, stored });
}

/** What is done about unknown fields of what a patch makes, and how the patch is shown where it is refused. */
export function patchFieldsOf(call: ApiCall, text: string): FieldValidation {
  return { ...fieldsOf(call, text), strategicPatch: strategicPatchOf(call, text), touched: touchedBy(call, text) };
}

/** Refuses content types that are no patch of this resource with 415. */
export function checkPatchType(call: ApiCall): void {
  const contentType = contentTypeOf(call);
  if ([JSON_PATCH, MERGE_PATCH, APPLY_PATCH].includes(contentType)) return;
  // Custom resources have no Go types to take merge keys from.
  if (call.resource.builtIn) {
    if (contentType === STRATEGIC_PATCH) return;
    throw unsupportedMediaType();
  }
  const message =
    'the body of the request was in an unknown format - accepted media types include: ' +
    `${JSON_PATCH}, ${MERGE_PATCH}, ${APPLY_PATCH}`;
  throw new ApiStatusError(failure(415, { message }));
}

/** The patch in the body, which is not an apply. Throws 400 for what is none. */
export function patcherOf(call: ApiCall, text: string): Patcher {
  if (contentTypeOf(call) === JSON_PATCH) {
    const patch = parsePatch(text, 'error decoding patch: ');
    if (!Array.isArray(patch)) throw wrongType(patch, '[]handlers.jsonPatchOp', 'error decoding patch: ');
    return (present) => jsonPatch(present, patch);
  }
  const isMerge = contentTypeOf(call) === MERGE_PATCH;
  const prefix = isMerge ? 'error decoding patch: ' : '';
  const patch = parsePatch(text, prefix);
  if (patch === null && isMerge) throw badRequest('Invalid JSON Patch');
  if (!isJsonObject(patch)) throw wrongType(patch, 'map[string]interface {}', prefix);
  if (isMerge) return (present) => mergePatch(present, patch);
  return (present) => strategicMergePatch(present, patch, typeOfResource(call.resource));
}

/** The patch, where it is a strategic one; whether it is a patch at all is found out when it is made. */
function strategicPatchOf(call: ApiCall, text: string): JsonObject | undefined {
  if (contentTypeOf(call) !== STRATEGIC_PATCH) return undefined;
  const patch = parsePatch(text, '');
  return isJsonObject(patch) ? patch : undefined;
}

/** How deep a patch goes into the object: a merge patch is its own answer. */
function touchedBy(call: ApiCall, text: string): unknown {
  const contentType = contentTypeOf(call);
  if (contentType !== JSON_PATCH && contentType !== MERGE_PATCH) return undefined;
  const patch = parsePatch(text, 'error decoding patch: ');
  if (!Array.isArray(patch)) return patch;
  const touched = emptyObject();
  for (const operation of patch.filter(isJsonObject)) {
    let at = touched;
    const keys = String(operation['path'] ?? '')
      .split('/')
      .slice(1);
    const last = keys.pop();
    for (const key of keys) {
      const inner = at[key];
      at = isJsonObject(inner) ? inner : (at[key] = emptyObject());
    }
    if (last !== undefined && 'value' in operation && operation['op'] !== 'test') at[last] = AS_SENT;
  }
  return touched;
}

function parsePatch(text: string, prefix: string): unknown {
  return parseJson(text, (error) => prefix + error);
}

function wrongType(patch: unknown, target: string, prefix: string): ApiStatusError {
  const kind = Array.isArray(patch) ? 'array' : typeof patch;
  return badRequest(`${prefix}json: cannot unmarshal ${kind} into Go value of type ${target}`);
}

/** Whether an apply takes fields from other managers. */
export function isForced({ query }: ApiCall): boolean {
  return /^(1|t|true)$/i.test(query.get('force') ?? '');
}

/** The configuration in the body of an apply. Throws 400 for what is none. */
export function configOf(call: ApiCall, text: string): JsonObject {
  const { value: config, repeated } = parseYamlText(
    text,
    (error) => `error decoding YAML: error converting YAML to JSON: ${error}`,
  );
  const { mode, warn } = fieldsOf(call, '');
  if (mode === 'Strict' && repeated.length > 0)
    throw badRequest(`error strict decoding YAML: error converting YAML to JSON: ${repeatedFault(repeated)}`);
  if (mode === 'Warn') repeated.forEach(warn);
  if (isJsonObject(config)) return config;
  const kind = Array.isArray(config) ? 'array' : typeof config;
  throw badRequest(
    'error decoding YAML: error unmarshaling JSON: while decoding JSON: ' +
      `json: cannot unmarshal ${kind} into Go value of type map[string]interface {}`,
  );
}
