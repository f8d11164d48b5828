import { apiVersionOf } from '@informer-gen/runtime/client-go';
import { copyJson, isJsonObject, sameJson } from '../objects/api-object.js';
import type { ApiMetadata, ApiObject, JsonObject } from '../objects/api-object.js';
import { badRequest, conflict, invalid, ApiStatusError, failure } from '../objects/api-status.js';
import type { ServedResource } from '../resources/served-resource.js';

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
  readonly subresource?: 'status' | undefined;
}

const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** Refuses what is no object of this resource, and returns a copy with metadata that the caller may change. */
export function checkedCopy(resource: ServedResource, value: unknown): ApiObject {
  if (!isJsonObject(value)) throw badRequest(`the object provided is unrecognized (must be of type ${resource.kind})`);
  const { kind, apiVersion, metadata } = value;
  if (kind !== undefined && kind !== resource.kind) {
    throw badRequest(`${String(kind)} in version "${String(apiVersion)}" cannot be handled as a ${resource.kind}`);
  }
  if (apiVersion !== undefined && apiVersion !== apiVersionOf(resource)) {
    throw badRequest(
      `the API version in the data (${String(apiVersion)}) does not match the expected API version (${apiVersionOf(resource)})`,
    );
  }
  if (metadata !== undefined && metadata !== null && !isJsonObject(metadata)) throw badRequest('metadata is no object');
  const copy = copyJson(value);
  return {
    ...copy,
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    metadata: { ...(copy['metadata'] as ApiMetadata) },
  };
}

/** Settles namespace and name of a new object, or refuses it. */
export function settleIdentity(
  resource: ServedResource,
  object: ApiObject,
  context: RuleContext & { readonly namespace: string | undefined },
): void {
  const { metadata } = object;
  if (resource.namespaced) {
    if (metadata.namespace && metadata.namespace !== context.namespace) {
      throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
    }
    if (context.namespace === undefined) throw badRequest('an empty namespace may not be set during creation');
    metadata.namespace = context.namespace;
  } else delete metadata.namespace;
  if (!metadata.name && metadata.generateName) metadata.name = metadata.generateName + randomSuffix(context.random);
  if (!metadata.name) {
    const message = 'Required value: name or generateName is required';
    throw invalid(resource, '', [{ field: 'metadata.name', reason: 'FieldValueRequired', message }]);
  }
  checkName(resource, metadata.name);
}

function checkName(resource: ServedResource, name: string): void {
  // Roles and their bindings may have any name that is one path segment.
  const fine =
    resource.group === 'rbac.authorization.k8s.io' ? !/[/%]/.test(name) : subdomain.test(name) && name.length <= 253;
  if (fine) return;
  const message = `Invalid value: ${JSON.stringify(name)}: must be lower case letters, digits, '-' and '.', with a letter or digit at both ends`;
  throw invalid(resource, name, [{ field: 'metadata.name', reason: 'FieldValueInvalid', message }]);
}

/** Completes a new object with what the server sets. Identity is settled already. */
export function completeNew(resource: ServedResource, object: ApiObject, context: RuleContext & WriteScope): ApiObject {
  const { metadata } = object;
  if (metadata.resourceVersion) {
    const message = 'resourceVersion should not be set on objects to be created';
    throw new ApiStatusError(failure(500, { reason: '', message }));
  }
  delete metadata.selfLink;
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  metadata.uid = context.privileged && metadata.uid ? metadata.uid : randomUuid(context.random);
  metadata.creationTimestamp =
    context.privileged && metadata.creationTimestamp ? metadata.creationTimestamp : context.now;
  if (resource.hasGeneration) metadata.generation = 1;
  else delete metadata.generation;
  if (resource.hasStatus && !context.privileged) delete object['status'];
  return withDefaults(resource, object);
}

function withDefaults(resource: ServedResource, object: ApiObject): ApiObject {
  if (resource.group !== '') return object;
  if (resource.plural === 'pods') return { ...object, status: object['status'] ?? { phase: 'Pending' } };
  if (resource.plural !== 'namespaces') return object;
  const labels = { ...object.metadata.labels, 'kubernetes.io/metadata.name': object.metadata.name ?? '' };
  const metadata = { ...object.metadata, labels };
  return { ...object, metadata, spec: object['spec'] ?? { finalizers: ['kubernetes'] }, status: { phase: 'Active' } };
}

/** The state that an update makes of the present one, without a new resourceVersion; refuses conflicts. */
export function updated(resource: ServedResource, present: ApiObject, sent: ApiObject, scope: WriteScope): ApiObject {
  const name = present.metadata.name ?? '';
  const { resourceVersion, uid } = sent.metadata;
  if (resourceVersion && resourceVersion !== present.metadata.resourceVersion) {
    throw conflict(
      resource,
      name,
      'the object has been modified; please apply your changes to the latest version and try again',
    );
  }
  if (uid && uid !== present.metadata.uid) {
    throw conflict(
      resource,
      name,
      `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${present.metadata.uid}`,
    );
  }
  if (scope.subresource === 'status') return { ...present, ...statusOf(sent) };
  const next: ApiObject = { ...sent, metadata: keptMetadata(present.metadata, sent.metadata) };
  if (resource.hasStatus && !scope.privileged) {
    delete next['status'];
    Object.assign(next, statusOf(present));
  }
  if (resource.hasGeneration && !sameDesired(resource, present, next)) {
    next.metadata.generation = (present.metadata.generation ?? 0) + 1;
  }
  return next;
}

/** Metadata as the client sent it, but what only the server sets stays. */
function keptMetadata(present: ApiMetadata, sent: ApiMetadata): ApiMetadata {
  const merged: ApiMetadata & JsonObject = { ...sent };
  const fixed: JsonObject = present;
  for (const field of serverFields) {
    if (fixed[field] === undefined) delete merged[field];
    else Object.assign(merged, { [field]: fixed[field] });
  }
  if (merged['managedFields'] === undefined && present['managedFields'] !== undefined) {
    merged['managedFields'] = present['managedFields'];
  }
  return merged;
}

const serverFields: readonly string[] = [
  'name',
  'namespace',
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'generation',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'generateName',
];

function statusOf(object: ApiObject): { status?: unknown } {
  return object['status'] === undefined ? {} : { status: object['status'] };
}

function sameDesired(resource: ServedResource, a: ApiObject, b: ApiObject): boolean {
  const desired = (object: ApiObject): unknown => {
    const { metadata: _metadata, kind: _kind, apiVersion: _apiVersion, ...rest } = object;
    if (resource.hasStatus) delete rest['status'];
    return rest;
  };
  return sameJson(desired(a), desired(b));
}

/** Five characters that spell no words, as generateName appends them. */
function randomSuffix(random: () => number): string {
  const alphabet = 'bcdfghjklmnpqrstvwxz2456789';
  return Array.from({ length: 5 }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
}

function randomUuid(random: () => number): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
  const variant = '89ab'[Math.floor(random() * 4)];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
