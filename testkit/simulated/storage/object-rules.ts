import { lookupTable } from '../objects/lookup-table.js';
import { sameJson } from '../objects/api-object.js';
import type { ApiMetadata, ApiObject, JsonObject } from '../objects/api-object.js';
import { badRequest, conflict, failure, invalid, ApiStatusError } from '../objects/api-status.js';
import type { ServedResource } from '../resources/served-resource.js';
import { objectIn } from '../builtin/checks.js';
import { resizedSpec } from '../builtin/pod-resize.js';
import { groupResource } from '../resources/served-resource.js';
import { allowsUnconditionalUpdate, desiredState, dropsStatusOfNew, resetFieldsOf } from './resource-policy.js';

/** What the rules need to know of time and chance. */
export interface RuleContext {
  /** RFC 3339 in whole seconds, as the API server writes times. */
  readonly now: string;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** Who writes: over HTTP the status is separate; the methods of the server object may write everything. */
export interface WriteScope {
  /** Default false. True: the status is written along with the rest. */
  readonly privileged?: boolean | undefined;
  /** Default: the object itself. */
  readonly subresource?: 'status' | 'scale' | 'finalize' | 'ephemeralcontainers' | 'resize' | undefined;
}

/** Sets the namespace of an object to that of the request, or refuses it. */
export function settleNamespace(
  resource: ServedResource,
  { metadata }: ApiObject,
  namespace: string | undefined,
): void {
  if (!resource.namespaced) delete metadata.namespace;
  else if (namespace === undefined) throw badRequest('an empty namespace may not be set during creation');
  else if (metadata.namespace && metadata.namespace !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  } else metadata.namespace = namespace;
}

/** Refuses an object whose name is not the one of the URL. */
export function checkNameOnUrl({ metadata }: ApiObject, name: string): void {
  if (!metadata.name) {
    throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
  }
  if (metadata.name !== name) {
    throw badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${name})`);
  }
}

/** Forgets what only the server may set on a new object. */
export function wipeSystemFields({ metadata }: ApiObject, privileged: boolean): void {
  delete metadata.selfLink;
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  if (privileged) return;
  delete metadata.uid;
  delete metadata.creationTimestamp;
}

/** Completes a new object with what the server sets. */
export function completeNew(
  resource: ServedResource,
  object: ApiObject,
  context: RuleContext & WriteScope & { readonly dryRun?: boolean | undefined },
): ApiObject {
  const metadata: ApiMetadata & JsonObject = { ...object.metadata };
  // A dry run stores nothing, which is where the version would be in the way.
  if (metadata.resourceVersion && context.dryRun !== true) {
    const message = 'resourceVersion should not be set on objects to be created';
    throw new ApiStatusError(failure(500, { reason: '', message }));
  }
  metadata.uid ??= randomUuid(context.random);
  metadata.creationTimestamp ??= context.now;
  if (resource.hasGeneration) metadata.generation = 1;
  const complete = { ...object, metadata };
  if (dropsStatusOfNew(resource) && !context.privileged) resetStatus(resource, complete);
  return withDefaults(resource, complete);
}

/** Structs that are always on the wire stay as empty objects. */
function resetStatus(resource: ServedResource, object: ApiObject): void {
  if (resource.builtIn && object['status'] !== undefined) object['status'] = {};
  else delete object['status'];
}

/** A name for an object that wants one of its own: at most 63 characters, the last five by chance. */
export function generatedName(prefix: string, random: () => number): string {
  const alphabet = 'bcdfghjklmnpqrstvwxz2456789';
  const suffix = Array.from({ length: 5 }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
  return prefix.slice(0, 58) + suffix;
}

function withDefaults(resource: ServedResource, object: ApiObject): ApiObject {
  if (resource.group !== '') return object;
  if (resource.plural === 'pods') {
    const { phase = 'Pending', ...status } = (object['status'] ?? {}) as JsonObject;
    return { ...object, status: { phase, ...status } };
  }
  if (resource.plural !== 'namespaces') return object;
  const labels = { ...object.metadata.labels, 'kubernetes.io/metadata.name': object.metadata.name ?? '' };
  const metadata = { ...object.metadata, labels };
  const spec = (object['spec'] ?? {}) as { readonly finalizers?: readonly string[] };
  const stated = spec.finalizers ?? [];
  const finalizers = stated.includes('kubernetes') ? stated : [...stated, 'kubernetes'];
  return { ...object, metadata, spec: { ...spec, finalizers }, status: { phase: 'Active' } };
}

/** Refuses an update that is based on another state than the present one. */
export function checkVersion(
  resource: ServedResource,
  { next, present }: { readonly next: ApiObject; readonly present: ApiObject },
  { privileged }: WriteScope,
): void {
  const { resourceVersion } = next.metadata;
  const name = present.metadata.name ?? '';
  if (resourceVersion && !/^\d+$/.test(resourceVersion)) {
    const message = `strconv.ParseUint: parsing ${JSON.stringify(resourceVersion)}: invalid syntax`;
    throw new ApiStatusError(failure(500, { reason: '', message }));
  }
  if (!resourceVersion || resourceVersion === '0') {
    if (privileged || allowsUnconditionalUpdate(resource)) return;
    const message = 'Invalid value: 0: must be specified for an update';
    throw invalid({ group: resource.group, kind: resource.plural }, name, [
      { field: 'metadata.resourceVersion', reason: 'FieldValueInvalid', message },
    ]);
  }
  if (resourceVersion !== present.metadata.resourceVersion) {
    const why = 'the object has been modified; please apply your changes to the latest version and try again';
    throw conflict(resource, name, why);
  }
}

/** Where etcd has what is not under its own plural, for reasons of age. */
const FOLDERS = lookupTable<string>({
  endpoints: 'services/endpoints',
  ingresses: 'ingress',
  nodes: 'minions',
  replicationcontrollers: 'controllers',
  services: 'services/specs',
});

/** Where an update is to go. */
export interface UidCheck {
  readonly resource: ServedResource;
  readonly key: string;
  readonly name: string;
  readonly dryRun?: boolean | undefined;
}

/** Refuses an update that is meant for an object of another uid. */
export function checkUid(check: UidCheck, asked: string | undefined, present: string): void {
  if (!asked || asked === present) return;
  throw failedPrecondition(check, `UID in precondition: ${asked}, UID in object meta: ${present}`);
}

/** The same for the version of the object. */
export function checkStoredVersion(check: UidCheck, asked: string | undefined, present: string): void {
  if (!asked || asked === present) return;
  throw failedPrecondition(
    check,
    `ResourceVersion in precondition: ${asked}, ResourceVersion in object meta: ${present}`,
  );
}

function failedPrecondition({ resource, key, name, dryRun }: UidCheck, why: string): Error {
  const folder = resource.builtIn
    ? (FOLDERS[resource.plural] ?? resource.plural)
    : `${resource.group}/${resource.plural}`;
  const storageKey = `${dryRun ? '' : '/registry'}/${folder}/${key}`;
  return conflict(
    resource,
    name,
    `StorageError: invalid object, Code: 4, Key: ${storageKey}, ResourceVersion: 0, AdditionalErrorMsg: ` +
      `Precondition failed: ${why}`,
  );
}

/** What an update makes of the present object: what it cannot change stays, and the generation is counted. */
export function preparedUpdate(
  resource: ServedResource,
  { present, sent }: { readonly present: ApiObject; readonly sent: ApiObject },
  scope: WriteScope,
): ApiObject {
  const next = scope.privileged ? { ...sent } : withoutChanges(resource, present, sent, scope.subresource ?? '');
  const metadata: ApiMetadata & JsonObject = { ...next.metadata };
  const { uid, creationTimestamp, deletionTimestamp, deletionGracePeriodSeconds, generation, resourceVersion } =
    present.metadata;
  delete metadata['selfLink'];
  setOrDelete(metadata, 'generation', generation);
  setOrDelete(metadata, 'creationTimestamp', creationTimestamp);
  setOrDelete(metadata, 'resourceVersion', resourceVersion);
  if (!metadata.uid) setOrDelete(metadata, 'uid', uid);
  if (deletionTimestamp !== undefined) metadata.deletionTimestamp = deletionTimestamp;
  metadata.deletionGracePeriodSeconds ??= deletionGracePeriodSeconds as number;
  if (metadata.deletionGracePeriodSeconds === undefined) delete metadata.deletionGracePeriodSeconds;
  const prepared = { ...next, metadata };
  const counts = resource.hasGeneration && scope.subresource !== 'status';
  if (counts && !sameJson(desiredState(resource, present), desiredState(resource, prepared))) {
    metadata.generation = (generation ?? 0) + 1;
  }
  return prepared;
}

function setOrDelete(object: JsonObject, field: string, value: unknown): void {
  if (value === undefined) delete object[field];
  else object[field] = value;
}

/** The specification of a pod of which a subresource changes a part. */
function partlyChanged(subresource: 'ephemeralcontainers' | 'resize', sent: ApiObject, present: ApiObject): JsonObject {
  const [after, before] = [objectIn(sent, 'spec'), objectIn(present, 'spec')];
  if (subresource === 'resize') return resizedSpec(after, before);
  const next = { ...before };
  setOrDelete(next, 'ephemeralContainers', after['ephemeralContainers']);
  return next;
}

/** Puts back what writes to this subresource cannot change. */
function withoutChanges(resource: ServedResource, present: ApiObject, sent: ApiObject, subresource: string): ApiObject {
  const managedFields = sent.metadata['managedFields'];
  if (subresource === 'status' && !resource.builtIn) {
    const { status: _status, ...rest } = present;
    const metadata: ApiMetadata & JsonObject = { ...present.metadata };
    setOrDelete(metadata, 'managedFields', managedFields);
    return { ...rest, ...(sent['status'] === undefined ? {} : { status: sent['status'] }), metadata };
  }
  if (subresource === 'ephemeralcontainers' || subresource === 'resize') {
    const next = { ...present, spec: partlyChanged(subresource, sent, present), metadata: { ...present.metadata } };
    setOrDelete(next.metadata, 'managedFields', managedFields);
    return next;
  }
  const next: ApiObject = { ...sent, metadata: { ...sent.metadata } };
  const reset = resetFieldsOf(resource, subresource);
  for (const field of ['status', 'spec']) {
    if (reset.has(`f:${field}`)) setOrDelete(next, field, present[field]);
  }
  // What holds a namespace is changed by its own subresource alone.
  if (isNamespaces(resource) && subresource !== 'finalize') setOrDelete(next, 'spec', present['spec']);
  if (reset.has('f:metadata')) next.metadata = { ...present.metadata };
  for (const field of ['labels', 'ownerReferences']) {
    if (reset.hasPath(['f:metadata', `f:${field}`])) setOrDelete(next.metadata, field, present.metadata[field]);
  }
  setOrDelete(next.metadata, 'managedFields', managedFields);
  return next;
}

/** Of patches the server finds repeated owners later. */
export const AFTER_ADMISSION = ' after mutating admission happens';

/** Removes repeated owners; returns what the client is to be told about it, and `when` they were found. */
export function dedupeOwners({ metadata }: ApiObject, when = ''): string | undefined {
  const owners = metadata['ownerReferences'];
  if (!Array.isArray(owners)) return undefined;
  const unique = owners.filter((owner, index) => owners.findIndex((other) => sameJson(other, owner)) === index);
  if (unique.length === owners.length) return undefined;
  const repeated = owners.filter((owner) => !unique.includes(owner)) as { readonly uid?: string }[];
  metadata['ownerReferences'] = unique;
  const uids = repeated.map(({ uid = '' }) => uid).join(', ');
  return (
    `.metadata.ownerReferences contains duplicate entries${when}; API server dedups owner references in 1.20+, and may reject ` +
    `such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${uids}`
  );
}

/** What is said about finalizers of custom resources that have no domain. */
export function finalizerWarnings(resource: ServedResource, next: ApiObject, present?: ApiObject): string[] {
  if (resource.builtIn) return [];
  const old = new Set(present?.metadata.finalizers);
  const added = [...new Set(next.metadata.finalizers)].filter((finalizer) => !old.has(finalizer));
  return added
    .filter(
      (finalizer) => !finalizer.includes('/') && !['orphan', 'foregroundDeletion', 'kubernetes'].includes(finalizer),
    )
    .sort()
    .map(
      (finalizer) =>
        `metadata.finalizers: ${JSON.stringify(finalizer)}: prefer a domain-qualified finalizer name to avoid accidental ` +
        'conflicts with other finalizer writers',
    );
}

/** Whether this resource is the one of namespaces. */
export function isNamespaces(resource: ServedResource): boolean {
  return groupResource(resource) === 'namespaces.';
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function randomUuid(random: () => number): string {
  let text = '';
  for (let word = 0; word < 4; word += 1) {
    const bits = Math.floor(random() * 0x1_0000_0000);
    for (const shift of [24, 16, 8, 0]) text += HEX[(bits >>> shift) & 0xff];
  }
  const variant = '89ab'[Number.parseInt(text.charAt(16), 16) & 3];
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(13, 16)}-${variant}${text.slice(17, 20)}-${text.slice(20)}`;
}
