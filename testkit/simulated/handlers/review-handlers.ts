import { lookupTable } from '../objects/lookup-table.js';
import { resourceName } from '@informer-gen/runtime';
import { apiVersionOf } from '@informer-gen/runtime/client-go';
import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { badRequest, failure, ApiStatusError } from '../objects/api-status.js';
import { groupsOf, userOf, userOfToken } from '../requests/requester.js';
import { invalidValue, requiredValue, StructValue } from '../rules/field-fault.js';
import type { FieldCause } from '../rules/field-fault.js';
import { fieldManagerFor } from '../storage/field-managers.js';
import { rfc3339 } from '../storage/time.js';
import { readAction } from './action-body.js';
import { writeQueryOf } from './write-query.js';
import type { ApiCall } from './api-call.js';

/** POST of a review: answered at once, stored nowhere. */
export async function handleReview(call: ApiCall): Promise<void> {
  const { kind } = call.resource;
  const { decoded: sent } = await readAction(call, call.resource);
  const spec = isJsonObject(sent['spec']) ? sent['spec'] : {};
  const metadata = isJsonObject(sent['metadata']) ? sent['metadata'] : {};
  checkMetadata(call, sent);
  const answer = ANSWERS[kind]?.(call, spec, metadata);
  if (answer === undefined) throw badRequest(`no review of the kind ${kind}`);
  const review = { kind, apiVersion: apiVersionOf(call.resource), metadata: reviewMetadata(call, sent), ...answer };
  await call.exchange.reply({ code: 201, body: JSON.stringify(review) });
}

/** Reviews of access have no name and no labels. */
function checkMetadata(call: ApiCall, sent: JsonObject): void {
  const { kind } = call.resource;
  if (!kind.endsWith('AccessReview')) return;
  const { metadata } = sent;
  const own = isJsonObject(metadata) ? Object.keys(metadata) : [];
  const isLocal = kind === 'LocalSubjectAccessReview';
  if (own.every((field) => field === 'managedFields' || (isLocal && field === 'namespace'))) return;
  const rule = isLocal ? 'must be empty except for namespace' : 'must be empty';
  refuse([invalidValue('metadata', new StructValue(reviewMetadata(call, sent)), rule)]);
}

/** Who has written which field, though nothing is stored. */
function reviewMetadata(call: ApiCall, sent: JsonObject): JsonObject {
  const now = rfc3339(call.cluster.clock);
  const metadata = isJsonObject(sent['metadata']) ? sent['metadata'] : {};
  if (call.resource.kind === 'SelfSubjectReview') return { creationTimestamp: now, ...metadata };
  if (call.resource.kind === 'SelfSubjectRulesReview') return metadata;
  const { manager } = writeQueryOf(call, 'CreateOptions');
  const managers = fieldManagerFor({ resource: call.resource, subresource: '', now, versionOf: () => undefined });
  const { kind } = call.resource;
  const object = { ...sent, kind, apiVersion: apiVersionOf(call.resource), metadata };
  return managers.update(undefined, object, manager).metadata;
}

const reviews = ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'];
const health = ['/healthz', '/livez', '/readyz', '/version', '/version/'];
const discovery = ['/api', '/api/*', '/apis', '/apis/*'];
const opened = ['/healthz', '/livez', '/openapi', '/openapi/*', '/readyz', '/version', '/version/'];

/** What an admin may do. Denials of the test are not rules that could be listed. */
const RIGHTS = {
  resourceRules: [
    { verbs: ['create'], apiGroups: ['authorization.k8s.io'], resources: reviews },
    { verbs: ['create'], apiGroups: ['authentication.k8s.io'], resources: ['selfsubjectreviews'] },
    { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  ],
  nonResourceRules: [
    { verbs: ['get'], nonResourceURLs: [...discovery, ...opened] },
    { verbs: ['get'], nonResourceURLs: health },
    { verbs: ['*'], nonResourceURLs: ['*'] },
  ],
};

/** What is added to, or replaced in, the review that was sent. */
type Answer = (call: ApiCall, spec: JsonObject, metadata: JsonObject) => JsonObject;

const ANSWERS = lookupTable<Answer>({
  SelfSubjectAccessReview(call, spec) {
    refuse(attributeFaults(spec));
    return { spec, status: { allowed: allows(call, spec, userOf(call.exchange.record.headers)) } };
  },
  SubjectAccessReview(call, spec) {
    refuse([...attributeFaults(spec), ...subjectFaults(spec)]);
    return { spec, status: { allowed: allows(call, spec, String(spec['user'] ?? '')) } };
  },
  LocalSubjectAccessReview(call, spec, metadata) {
    const { namespace } = isJsonObject(spec['resourceAttributes']) ? spec['resourceAttributes'] : {};
    const path = 'spec.resourceAttributes.namespace';
    const nonResource = spec['nonResourceAttributes'];
    const disallowed = isJsonObject(nonResource)
      ? [invalidValue('spec.nonResourceAttributes', shownPath(nonResource), 'disallowed on this kind of request')]
      : [];
    const elsewhere =
      !isJsonObject(spec['resourceAttributes']) || namespace === metadata['namespace']
        ? []
        : [invalidValue(path, namespace ?? '', 'must match metadata.namespace')];
    refuse([...attributeFaults(spec), ...subjectFaults(spec), ...elsewhere, ...disallowed]);
    return { spec, status: { allowed: allows(call, spec, String(spec['user'] ?? '')) } };
  },
  SelfSubjectRulesReview(_call, spec) {
    if (!spec['namespace']) throw badRequest('no namespace on request');
    return { spec: {}, status: { ...RIGHTS, incomplete: false } };
  },
  SelfSubjectReview(call) {
    const username = userOf(call.exchange.record.headers);
    return { status: { userInfo: { username, groups: groupsOf(username) } } };
  },
  TokenReview(call, spec) {
    const token = String(spec['token'] ?? '');
    if (token === '') throw badRequest('token is required for TokenReview in authentication');
    if (!call.access.knowsToken(token)) return { spec, status: { user: {}, error: 'invalid bearer token' } };
    const username = userOfToken(token) ?? token;
    return { spec, status: { authenticated: true, user: { username, groups: groupsOf(username) } } };
  },
});

function allows({ access }: ApiCall, spec: JsonObject, user: string): boolean {
  const attributes = spec['resourceAttributes'];
  if (!isJsonObject(attributes)) return true;
  const text = (field: string): string => String(attributes[field] ?? '');
  const plural = text('resource');
  return access.allows({
    user,
    verb: text('verb'),
    resource: resourceName({ group: text('group'), plural }),
    namespace: text('namespace') || undefined,
    name: text('name') || undefined,
  });
}

function attributeFaults(spec: JsonObject): FieldCause[] {
  const { resourceAttributes, nonResourceAttributes } = spec;
  if (isJsonObject(resourceAttributes) && isJsonObject(nonResourceAttributes)) {
    const message = 'cannot be specified in combination with resourceAttributes';
    return [invalidValue('spec.nonResourceAttributes', shownPath(nonResourceAttributes), message)];
  }
  if (isJsonObject(resourceAttributes)) return selectionFaults(resourceAttributes);
  if (isJsonObject(nonResourceAttributes)) return [];
  const message = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
  return [invalidValue('spec.resourceAttributes', null, message)];
}

function shownPath({ path, verb }: JsonObject): JsonObject {
  return { Path: path ?? '', Verb: verb ?? '' };
}

/** Selectors are texts or lists of requirements, not both, and not neither. */
function selectionFaults(attributes: JsonObject): FieldCause[] {
  return ['fieldSelector', 'labelSelector'].flatMap((field) => {
    const selector = attributes[field];
    if (!isJsonObject(selector)) return [];
    const path = `spec.resourceAttributes.${field}`;
    const raw = selector['rawSelector'] ?? '';
    const hasList = Array.isArray(selector['requirements']) && selector['requirements'].length > 0;
    if (raw !== '' && hasList)
      return [invalidValue(`${path}.rawSelector`, raw, 'may not specified at the same time as requirements')];
    if (raw !== '' || hasList) return [];
    return [
      requiredValue(`${path}.requirements`, `when ${path} is specified, requirements or rawSelector is required`),
    ];
  });
}

function subjectFaults({ user, groups }: JsonObject): FieldCause[] {
  if (user || (Array.isArray(groups) && groups.length > 0)) return [];
  return [invalidValue('spec.user', '', 'at least one of user or group must be specified')];
}

/** The server names no kind in these. */
function refuse(causes: readonly FieldCause[]): void {
  if (causes.length === 0) return;
  const listed = causes.map(({ field, message }) => `${field}: ${message}`);
  const text = listed.length === 1 ? (listed[0] ?? '') : `[${listed.join(', ')}]`;
  const message = `.authorization.k8s.io "" is invalid: ${text}`;
  throw new ApiStatusError(failure(422, { message, details: { group: 'authorization.k8s.io', causes } }));
}
