import { lookupTable } from '../objects/lookup-table.js';
import { objectIn, textIn } from '../builtin/checks.js';
import { isJsonObject } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { badRequest, conflict, invalid, notFound } from '../objects/api-status.js';
import { issueToken } from '../requests/requester.js';
import { invalidValue } from '../rules/field-fault.js';
import { rfc3339 } from '../storage/time.js';
import { readAction } from './action-body.js';
import type { ApiCall } from './api-call.js';
import { addressOf } from './write-handlers.js';
import { writeQueryOf } from './write-query.js';

const MINIMUM_SECONDS = 600;
const MAXIMUM_SECONDS = 2 ** 32;
const GROUP = 'authentication.k8s.io';
const API_VERSION = `${GROUP}/v1`;
const REQUEST = { group: GROUP, kind: 'TokenRequest' };

/** POST of a TokenRequest: a token of a service account, perhaps bound to an object. */
export async function requestToken(call: ApiCall, name: string): Promise<void> {
  const { sent } = await readAction(call, { ...REQUEST, version: 'v1' });
  const { manager } = writeQueryOf(call, 'CreateOptions');
  checkKind(sent);
  checkMetadata(call, name, objectIn(sent, 'metadata'));
  const account = call.cluster.states.get(addressOf(call, name)).object;
  const given = objectIn(sent, 'spec');
  const spec: JsonObject = {
    audiences: ['https://kubernetes.default.svc'],
    expirationSeconds: 3600,
    boundObjectRef: null,
    ...given,
  };
  const seconds = Number(spec['expirationSeconds']);
  if (seconds < MINIMUM_SECONDS || seconds > MAXIMUM_SECONDS) {
    const [than, limit] = seconds < MINIMUM_SECONDS ? ['less', '10 minutes'] : ['larger', '2^32 seconds'];
    const message = `may not specify a duration ${than} than ${limit}`;
    throw invalid(REQUEST, '', [invalidValue('spec.expirationSeconds', seconds, message)]);
  }
  checkBound(call, account, spec['boundObjectRef']);
  const { clock, storage } = call.cluster;
  const { namespace = '' } = call.info;
  const until = new Date(clock.now() + seconds * 1000).toISOString();
  const answer = {
    kind: 'TokenRequest',
    apiVersion: API_VERSION,
    metadata: {
      name,
      namespace,
      uid: account.metadata.uid,
      creationTimestamp: rfc3339(clock),
      managedFields: [managedBy(manager, given, rfc3339(clock))],
    },
    spec,
    status: {
      token: issueToken(`system:serviceaccount:${namespace}:${name}`, String(storage.revision)),
      expirationTimestamp: `${until.slice(0, 19)}Z`,
    },
  };
  await call.exchange.reply({ code: 201, body: JSON.stringify(answer) });
}

function checkKind(sent: JsonObject): void {
  const { kind = 'TokenRequest' } = sent;
  if (kind === 'TokenRequest') return;
  const version = textIn(sent, 'apiVersion');
  throw badRequest(
    `${String(kind)} in version ${JSON.stringify(version.split('/').at(-1))} cannot be handled as a TokenRequest: no kind ` +
      `${JSON.stringify(kind)} is registered for version ${JSON.stringify(version)} in scheme "pkg/runtime/scheme.go:111"`,
  );
}

/** Names in the body have to be those of the URL. */
function checkMetadata({ info }: ApiCall, name: string, metadata: JsonObject): void {
  const expected = { name, namespace: info.namespace ?? '' };
  for (const field of ['name', 'namespace'] as const) {
    const value = textIn(metadata, field);
    if (value === '' || value === expected[field]) continue;
    const message = `must match the service account ${field} if specified`;
    throw invalid(REQUEST, name, [invalidValue(`metadata.${field}`, value, message)]);
  }
}

const BINDABLE = lookupTable<{ readonly plural: string; readonly namespaced: boolean }>({
  Pod: { plural: 'pods', namespaced: true },
  Secret: { plural: 'secrets', namespaced: true },
  Node: { plural: 'nodes', namespaced: false },
});

/** Refuses to bind a token to what there is not, or to what it cannot be bound to. */
function checkBound({ cluster, info }: ApiCall, account: ApiObject, ref: unknown): void {
  if (!isJsonObject(ref)) return;
  const [kind, name, apiVersion] = [textIn(ref, 'kind'), textIn(ref, 'name'), textIn(ref, 'apiVersion')];
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  const bindable = group === '' ? BINDABLE[kind] : undefined;
  if (bindable === undefined) {
    throw badRequest(`cannot bind token to object of type ${group}/${version}, Kind=${kind}`);
  }
  const key = bindable.namespaced ? `${info.namespace ?? ''}/${name}` : name;
  const object = cluster.storage.collection(`${bindable.plural}.`).get(key)?.object;
  if (object === undefined) throw notFound({ group: '', plural: bindable.plural, kind }, name);
  const own = account.metadata.name ?? '';
  if (kind === 'Pod' && textIn(objectIn(object, 'spec'), 'serviceAccountName') !== own) {
    throw badRequest(
      `cannot bind token for serviceaccount ${JSON.stringify(own)} to pod running with different serviceaccount name.`,
    );
  }
  const uid = textIn(ref, 'uid');
  if (uid === '' || uid === object.metadata.uid) return;
  const why =
    `the UID in the bound object reference (${uid}) does not match the UID in record. ` +
    'The object might have been deleted and then recreated';
  throw conflict({ group: '', plural: kind, kind }, name, why);
}

/** What a request says belongs to who has sent it; how long a token lasts, always. */
function managedBy(manager: string, spec: JsonObject, time: string): JsonObject {
  const owned = (value: unknown): JsonObject =>
    isJsonObject(value)
      ? Object.fromEntries(Object.entries(value).map(([field, inner]) => [`f:${field}`, owned(inner)]))
      : {};
  return {
    manager,
    operation: 'Update',
    apiVersion: API_VERSION,
    time,
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:spec': { ...owned(spec), 'f:expirationSeconds': {} } },
    subresource: 'token',
  };
}
