import { apiVersionOf, selectorFromLabelSelector, selectorFromSet } from '@informer-gen/runtime/client-go';
import { answer, contentTypeOf, readData, representationOf } from './api-call.js';
import type { ApiCall } from './api-call.js';
import { copyJson, isJsonObject, setValueAt, valueAt } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { ApiStatusError, badRequest, internalError, invalid, methodNotAllowed } from '../objects/api-status.js';
import { checkPatchType, configOf, isForced, patcherOf, patchFieldsOf } from './patch-handlers.js';
import { appliedToScale } from './scale-apply.js';
import type { ScaleApply } from './scale-apply.js';
import { scaleTable } from '../representation/scale-table.js';
import { rfc3339 } from '../storage/time.js';
import { conversionFault } from '../builtin/conversion-fault.js';
import { decodeKind } from '../builtin/decode-kind.js';
import { patchedJson } from '../builtin/patched-json.js';
import { invalidValue } from '../rules/field-fault.js';
import { reportFields } from '../rules/field-validation.js';
import type { FieldValidation } from '../rules/field-validation.js';
import { checkBuiltInType } from '../storage/decode-object.js';
import { goPatched, goQuote, goText } from '../rules/go-text.js';
import type { ObjectAddress } from '../storage/object-address.js';
import type { StoredObject } from '../storage/stored-object.js';
import type { ScalePaths } from '../resources/served-resource.js';
import { checkNameOnUrl, checkUid } from '../storage/object-rules.js';
import { addressOf } from './write-handlers.js';
import { fieldsOf } from './write-body.js';
import { writeQueryOf } from './write-query.js';

const SCALE = { group: 'autoscaling', version: 'v1', kind: 'Scale' } as const;
const SCALE_STRUCT = 'autoscaling/v1.Scale';

/** GET, PUT and PATCH of the scale subresource. */
export async function handleScale(call: ApiCall, name: string, paths: ScalePaths): Promise<void> {
  const { states, writer } = call.cluster;
  const isTable = representationOf(call).isTable === true;
  const address = addressOf(call, name);
  let shown = states.get(address).as(call.resource);
  if (call.info.verb === 'get') checkHasReplicas(call, shown, paths);
  if (call.info.verb === 'patch' && isApply(call)) shown = (await appliedScale(call, address, paths)).as(call.resource);
  else if (call.info.verb !== 'get') {
    const options = writeQueryOf(call, call.info.verb === 'patch' ? 'PatchOptions' : 'UpdateOptions');
    const { sent, fields } = await sentScale(call);
    const written = writer.patch(
      address,
      (present) => scaled(call, sent(presentScale(call, present, paths)), { present, paths, fields }),
      {
        ...options,
        subresource: 'scale',
      },
    );
    shown = written.as(call.resource);
  }
  const scale = scaleOf(shown, paths);
  await answer(call, 200, isTable ? tableOf(call, scale) : JSON.stringify(scale));
}

function tableOf({ cluster, query, resource }: ApiCall, scale: JsonObject): string {
  const includeObject = query.get('includeObject') ?? '';
  return scaleTable(scale, { nowMs: cluster.clock.now(), includeObject, isCustom: !resource.builtIn });
}

/** What a request wants of a scale. */
interface SentScale {
  /** The scale that is wanted, given the present one. */
  readonly sent: (present: JsonObject) => unknown;
  readonly fields: FieldValidation;
}

async function sentScale(call: ApiCall): Promise<SentScale> {
  if (call.info.verb === 'update') {
    const value = await readData(call);
    return { sent: () => value, fields: fieldsOf(call, '') };
  }
  if (call.info.verb !== 'patch') throw methodNotAllowed();
  checkPatchType(call);
  const text = await call.exchange.readText();
  return { sent: patcherOf(call, text), fields: patchFieldsOf(call, text) };
}

function isApply(call: ApiCall): boolean {
  return contentTypeOf(call).startsWith('application/apply-patch+');
}

/** Applies the replicas of a scale to the object. */
async function appliedScale(call: ApiCall, address: ObjectAddress, paths: ScalePaths): Promise<StoredObject> {
  const { resource, cluster } = call;
  const options = writeQueryOf(call, 'PatchOptions', true);
  const config = configOf(call, await call.exchange.readText());
  const force = isForced(call);
  const intent = resource.builtIn
    ? { ...config, apiVersion: apiVersionOf(resource), kind: resource.kind }
    : customIntent(call, address, { config, paths, manager: options.manager, force });
  return cluster.writer.apply(address, intent, { ...options, subresource: 'scale', force }).stored;
}

function customIntent(
  { cluster, resource }: ApiCall,
  address: ObjectAddress,
  { paths, ...request }: Pick<ScaleApply, 'config' | 'manager' | 'force'> & { readonly paths: ScalePaths },
): JsonObject {
  const present = cluster.states.get(address).as(resource);
  const scale = scaleOf(present, paths);
  const now = rfc3339(cluster.clock);
  return appliedToScale(resource, { ...request, present, scale, path: paths.specReplicas, now });
}

/** Says in the scale of a custom resource that it has no number of replicas yet. */
const NO_REPLICAS = -(2 ** 31);

/** The scale that patches are for. */
function presentScale(call: ApiCall, present: ApiObject, paths: ScalePaths): JsonObject {
  const shown = scaleOf(present, paths);
  const managedFields = scaleManagers(present, paths);
  const metadata = shown['metadata'] as JsonObject;
  const scale = managedFields.length === 0 ? shown : { ...shown, metadata: { ...metadata, managedFields } };
  const isSet = call.resource.builtIn || typeof valueAt(present, paths.specReplicas) === 'number';
  return isSet ? scale : { ...scale, spec: { replicas: NO_REPLICAS } };
}

/** Who manages the number of replicas, as entries of the scale; in the order in which the server writes them. */
function scaleManagers({ metadata }: ApiObject, { specReplicas }: ScalePaths): JsonObject[] {
  const path = specReplicas.split('.').filter((part) => part !== '');
  const owns = (fields: unknown): boolean => {
    let at = fields;
    for (const part of path) at = isJsonObject(at) ? at[`f:${part}`] : undefined;
    return at !== undefined;
  };
  const entries = Array.isArray(metadata.managedFields) ? metadata.managedFields.filter(isJsonObject) : [];
  return entries
    .filter(({ fieldsV1 }) => owns(fieldsV1))
    .map(({ manager = '', operation = '', subresource, time }) => ({
      manager: String(manager),
      operation: String(operation),
      apiVersion: 'autoscaling/v1',
      // When something was applied last is not known of a scale.
      ...(operation === 'Apply' || time === undefined ? {} : { time }),
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:spec': { 'f:replicas': {} } },
      ...(subresource === undefined ? {} : { subresource }),
    }))
    .sort((one, other) => (`${one.operation} ${one.manager}` < `${other.operation} ${other.manager}` ? -1 : 1));
}

/** A custom resource without a number of replicas has no scale to show. */
function checkHasReplicas(call: ApiCall, shown: ApiObject, { specReplicas }: ScalePaths): void {
  if (call.resource.builtIn || typeof valueAt(shown, specReplicas) === 'number') return;
  throw internalError(`the spec replicas field ${goQuote(specReplicas)} does not exist`);
}

/** What is sent for a scale is one, or says nothing of what it is. */
function checkIsScale(scale: unknown): void {
  const { apiVersion = '', kind = '' } = isJsonObject(scale) ? scale : {};
  if (['', 'autoscaling/v1'].includes(String(apiVersion)) && ['', 'Scale'].includes(String(kind))) return;
  throw notRegistered();
}

/** All that the server says of a body that it cannot read as the scale of a custom resource. */
function notRegistered(): ApiStatusError {
  return badRequest('no kind is registered for the type v1.Scale in scheme "pkg/runtime/scheme.go:111"');
}

/** The object with the replicas of a scale, and with its version as the condition. */
function scaled(
  call: ApiCall,
  scale: unknown,
  { present, paths, fields }: { present: ApiObject; paths: ScalePaths; fields: FieldValidation },
): ApiObject {
  const { name = '' } = present.metadata;
  if (!call.resource.builtIn && call.info.verb === 'update') checkIsScale(scale);
  const metadata = isJsonObject(scale) && isJsonObject(scale['metadata']) ? scale['metadata'] : {};
  checkNameOnUrl({ metadata }, name);
  const { uid, resourceVersion } = metadata as { readonly uid?: string; readonly resourceVersion?: string };
  const { namespace } = present.metadata;
  const key = namespace === undefined ? name : `${namespace}/${name}`;
  checkUid({ resource: call.resource, key, name }, uid, present.metadata.uid ?? '');
  const replicas = valueAt(readScale(call, scale, fields), '.spec.replicas') ?? 0;
  if (replicas === NO_REPLICAS && !call.resource.builtIn) {
    throw badRequest(`the spec replicas field ${goQuote(paths.specReplicas)} cannot be empty`);
  }
  if (call.resource.builtIn && Number(replicas) < 0) {
    const fault = invalidValue('spec.replicas', replicas, 'must be greater than or equal to 0');
    throw invalid(SCALE, name, [fault]);
  }
  const next = copyJson(present);
  setValueAt(next, paths.specReplicas, replicas);
  if (resourceVersion) next.metadata.resourceVersion = resourceVersion;
  return next;
}

function reportUnknown(fields: FieldValidation, unknown: readonly string[]): void {
  try {
    reportFields(fields, unknown);
  } catch (error) {
    if (!(error instanceof ApiStatusError)) throw error;
    throw badRequest(`Scale in version "v1" cannot be handled as a Scale: ${error.message}`);
  }
}

/** The scale as its Go type has it: what does not fit is a fault of the body, or of the patch. */
function readScale(call: ApiCall, scale: unknown, fields: FieldValidation): JsonObject {
  const sent = isJsonObject(scale) ? scale : {};
  if (call.info.verb === 'update' && call.resource.builtIn) checkBuiltInType(SCALE, sent);
  const unfit = fields.strategicPatch && conversionFault(SCALE_STRUCT, sent);
  try {
    if (unfit !== undefined) throw badRequest(unfit);
    const { object, unknown } = decodeKind(SCALE, sent);
    if (call.resource.builtIn) reportUnknown(fields, unknown);
    return object;
  } catch (error) {
    if (!(error instanceof ApiStatusError)) throw error;
    if (call.info.verb !== 'patch') throw call.resource.builtIn ? error : notRegistered();
    const [, why = error.message] = error.message.split('cannot be handled as a Scale: ');
    throw invalid({ group: '', kind: '' }, '', [invalidValue('patch', shownPatched(call, sent, fields), why)]);
  }
}

function shownPatched({ resource }: ApiCall, sent: JsonObject, { strategicPatch, touched }: FieldValidation): string {
  if (strategicPatch !== undefined) return goText(strategicPatch);
  return resource.builtIn ? patchedJson(SCALE_STRUCT, sent, touched) : goPatched(sent);
}

/** Custom resources hold the text, built-in ones a label selector or just labels. */
function selectorText(selector: unknown): string {
  if (!isJsonObject(selector)) return String(selector);
  const isSelector = 'matchLabels' in selector || 'matchExpressions' in selector;
  const labels = selector as { readonly [key: string]: string };
  return (isSelector ? selectorFromLabelSelector(selector) : selectorFromSet(labels)).toString();
}

function scaleOf(object: ApiObject, paths: ScalePaths): JsonObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const selector = paths.labelSelector === undefined ? undefined : valueAt(object, paths.labelSelector);
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: { replicas: valueAt(object, paths.specReplicas) || undefined },
    status: {
      replicas: valueAt(object, paths.statusReplicas) ?? 0,
      ...(selector === undefined ? {} : { selector: selectorText(selector) }),
    },
  };
}
