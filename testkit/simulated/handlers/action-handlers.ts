import { copyJson, isJsonObject } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { ApiStatusError, badRequest, conflict, failure, invalid, methodNotAllowed } from '../objects/api-status.js';
import { issueToken } from '../requests/requester.js';
import { invalidValue } from '../rules/field-fault.js';
import { rfc3339 } from '../storage/time.js';
import { isDryRun, readData } from './api-call.js';
import type { ApiCall } from './api-call.js';
import { addressOf } from './write-handlers.js';

/** A subresource that does something instead of showing a part of the object. */
export type ActionHandler = (call: ApiCall, name: string) => Promise<void>;

const SUCCESS = JSON.stringify({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 });
const MINIMUM_TOKEN_SECONDS = 600;

/** By `plural/subresource`, with the one method that each has. */
export const ACTIONS: Readonly<Record<string, { readonly method: string; readonly handle: ActionHandler }>> = {
  'pods/binding': { method: 'POST', handle: bind },
  'pods/eviction': { method: 'POST', handle: evict },
  'pods/log': { method: 'GET', handle: log },
  'serviceaccounts/token': { method: 'POST', handle: requestToken },
  'namespaces/finalize': { method: 'PUT', handle: finalize },
};

/** Runs an action; throws 405 for another method. */
export async function handleAction(call: ApiCall, name: string, action: string): Promise<boolean> {
  const found = ACTIONS[`${call.resource.plural}/${action}`];
  if (found === undefined || !call.resource.builtIn) return false;
  if (call.exchange.record.method !== found.method) throw methodNotAllowed();
  await found.handle(call, name);
  return true;
}

async function body(call: ApiCall): Promise<JsonObject> {
  const data = await readData(call);
  return isJsonObject(data) ? data : {};
}

async function bind(call: ApiCall, name: string): Promise<void> {
  const sent = await body(call);
  const target = isJsonObject(sent['target']) ? sent['target'] : {};
  if (!target['name']) throw new ApiStatusError(failure(500, { reason: '', message: 'target.name: Required value' }));
  const { writer, clock } = call.cluster;
  const present = writer.get(addressOf(call, name)).object;
  const spec = present['spec'] as JsonObject;
  if (spec['nodeName']) {
    const why = `pod ${name} is already assigned to node ${JSON.stringify(spec['nodeName'])}`;
    throw conflict({ ...call.resource, plural: 'pods/binding' }, name, why);
  }
  const scheduled = { type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime: rfc3339(clock) };
  if (!isDryRun(call.query)) {
    store(call, present, { spec: { ...spec, nodeName: target['name'] }, status: withCondition(present, scheduled) });
  }
  await call.exchange.reply({ code: 201, body: SUCCESS });
}

function withCondition(object: ApiObject, condition: JsonObject): JsonObject {
  const status = isJsonObject(object['status']) ? object['status'] : {};
  const present = Array.isArray(status['conditions']) ? (status['conditions'] as JsonObject[]) : [];
  const others = present.filter(({ type }) => type !== condition['type']);
  return { ...status, conditions: [...others, condition] };
}

/** Writes past the rules of updates: what the server itself may change. */
function store({ cluster, resource }: ApiCall, present: ApiObject, changes: JsonObject): void {
  const { namespace, name = '' } = present.metadata;
  const { key } = cluster.writer.get({ resource, namespace, name });
  cluster.writer.put(resource, key, { ...copyJson(present), ...changes });
}

async function evict(call: ApiCall, name: string): Promise<void> {
  const sent = await body(call);
  const options = isJsonObject(sent['deleteOptions']) ? sent['deleteOptions'] : {};
  const dryRun = isDryRun(call.query) || (Array.isArray(options['dryRun']) && options['dryRun'].includes('All'));
  const { writer, clock } = call.cluster;
  const present = writer.get(addressOf(call, name)).object;
  const evicted = {
    type: 'DisruptionTarget',
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime: rfc3339(clock),
    reason: 'EvictionByEvictionAPI',
    message: 'Eviction API: evicting',
  };
  if (!dryRun) store(call, present, { status: withCondition(present, evicted) });
  writer.delete(addressOf(call, name), { dryRun });
  await call.exchange.reply({ code: 201, body: SUCCESS });
}

async function log(call: ApiCall, name: string): Promise<void> {
  const { namespace } = call.info;
  const pod = call.cluster.writer.get(addressOf(call, name)).object;
  const containers = ((pod['spec'] as JsonObject)['containers'] ?? []) as readonly { readonly name: string }[];
  const container = call.query.get('container') ?? containers[0]?.name ?? '';
  if (!containers.some((one) => one.name === container)) {
    throw badRequest(`container ${container} is not valid for pod ${name}`);
  }
  const text = call.cluster.logs.get(`${namespace ?? ''}/${name}/${container}`) ?? '';
  await call.exchange.reply({
    code: 200,
    body: lastLines(text, call.query.get('tailLines')),
    contentType: 'text/plain',
  });
}

function lastLines(text: string, count: string | null): string {
  if (count === null) return text;
  const lines = text.split('\n');
  const end = text.endsWith('\n') ? -1 : lines.length;
  return lines.slice(0, end).slice(-Number(count)).join('\n') + (end === -1 ? '\n' : '');
}

async function requestToken(call: ApiCall, name: string): Promise<void> {
  const sent = await body(call);
  const spec = isJsonObject(sent['spec']) ? sent['spec'] : {};
  const { namespace = '' } = call.info;
  const account = call.cluster.writer.get(addressOf(call, name)).object;
  const { audiences = ['https://kubernetes.default.svc'], expirationSeconds = 3600, boundObjectRef = null } = spec;
  if (Number(expirationSeconds) < MINIMUM_TOKEN_SECONDS) {
    const message = 'may not specify a duration less than 10 minutes';
    const fault = invalidValue('spec.expirationSeconds', expirationSeconds, message);
    throw invalid({ group: 'authentication.k8s.io', kind: 'TokenRequest' }, '', [fault]);
  }
  const { clock, storage } = call.cluster;
  const until = new Date(clock.now() + Number(expirationSeconds) * 1000).toISOString();
  const { uid } = account.metadata;
  const answer = {
    kind: 'TokenRequest',
    apiVersion: 'authentication.k8s.io/v1',
    metadata: { name, namespace, uid, creationTimestamp: rfc3339(clock) },
    spec: { audiences, expirationSeconds, boundObjectRef },
    status: {
      token: issueToken(`system:serviceaccount:${namespace}:${name}`, String(storage.revision)),
      expirationTimestamp: `${until.slice(0, 19)}Z`,
    },
  };
  await call.exchange.reply({ code: 201, body: JSON.stringify(answer) });
}

async function finalize(call: ApiCall, name: string): Promise<void> {
  const sent = await body(call);
  const options = { dryRun: isDryRun(call.query), subresource: 'finalize' } as const;
  const { stored } = call.cluster.writer.update(addressOf(call, name), sent, options);
  await call.exchange.reply({ code: 200, body: stored.json(call.resource) });
}
