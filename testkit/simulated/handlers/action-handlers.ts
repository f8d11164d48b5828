import { isJsonObject } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { ApiStatusError, conflict, failure, methodNotAllowed } from '../objects/api-status.js';
import { checkStoredVersion, checkUid } from '../storage/object-rules.js';
import { rfc3339 } from '../storage/time.js';
import { readAction } from './action-body.js';
import { isDryRun } from './api-call.js';
import type { ApiCall } from './api-call.js';
import { evict } from './eviction.js';
import { checkNamed, storeChange, SUCCESS, withCondition } from './pod-actions.js';
import { forwardPorts, openStream, readLog } from './pod-streams.js';
import { requestToken } from './token-handler.js';
import { readWrite } from './write-body.js';
import { addressOf } from './write-handlers.js';
import { writeQueryOf } from './write-query.js';

/** A subresource that does something instead of showing a part of the object. */
export type ActionHandler = (call: ApiCall, name: string) => Promise<void>;

const STREAM = ['GET', 'POST'];

/** By `plural/subresource`, with the methods that each has. */
export const ACTIONS: Readonly<
  Record<string, { readonly methods: readonly string[]; readonly handle: ActionHandler }>
> = {
  'pods/binding': { methods: ['POST'], handle: bind },
  'pods/eviction': { methods: ['POST'], handle: evict },
  'pods/log': { methods: ['GET'], handle: readLog },
  'pods/exec': { methods: STREAM, handle: openStream },
  'pods/attach': { methods: STREAM, handle: openStream },
  'pods/portforward': { methods: STREAM, handle: forwardPorts },
  'serviceaccounts/token': { methods: ['POST'], handle: requestToken },
  'namespaces/finalize': { methods: ['PUT'], handle: finalize },
};

/** Runs an action; throws 405 for another method. */
export async function handleAction(call: ApiCall, name: string, action: string): Promise<boolean> {
  const found = ACTIONS[`${call.resource.plural}/${action}`];
  if (found === undefined || !call.resource.builtIn) return false;
  if (!found.methods.includes(call.exchange.record.method)) throw methodNotAllowed();
  await found.handle(call, name);
  return true;
}

async function bind(call: ApiCall, name: string): Promise<void> {
  const { sent } = await readAction(call, { group: '', version: 'v1', kind: 'Binding' });
  checkNamed(sent, name, 'Binding');
  await assign(call, name, sent);
}

/** POST to the bindings of a namespace, the older way to bind a pod: the object itself says which. */
export async function handleBinding(call: ApiCall): Promise<void> {
  const { sent } = await readAction(call, call.resource);
  const { name } = isJsonObject(sent['metadata']) ? sent['metadata'] : {};
  const pods = call.cluster.registry.at('v1', 'pods') ?? call.resource;
  await assign({ ...call, resource: pods }, typeof name === 'string' ? name : '', sent);
}

async function assign(call: ApiCall, name: string, sent: JsonObject): Promise<void> {
  const target = isJsonObject(sent['target']) ? sent['target'] : {};
  const kind = target['kind'] ?? '';
  const faults = [
    ...(kind === '' || kind === 'Node'
      ? []
      : [`target.kind: Unsupported value: ${JSON.stringify(kind)}: supported values: "Node", "<empty>"`]),
    ...(target['name'] ? [] : ['target.name: Required value']),
  ];
  if (faults.length > 0) {
    const message = faults.length === 1 ? String(faults[0]) : `[${faults.join(', ')}]`;
    throw new ApiStatusError(failure(500, { reason: '', message }));
  }
  const dryRun = isDryRun(call.query);
  const { states, clock } = call.cluster;
  const stored = states.get(addressOf(call, name));
  const present = stored.object;
  const metadata = isJsonObject(sent['metadata']) ? sent['metadata'] : {};
  const where = { resource: call.resource, key: stored.key, name, dryRun };
  const asked = (field: string): string | undefined =>
    typeof metadata[field] === 'string' ? metadata[field] : undefined;
  checkUid(where, asked('uid'), present.metadata.uid ?? '');
  checkStoredVersion(where, asked('resourceVersion'), present.metadata.resourceVersion ?? '');
  const spec = present['spec'] as JsonObject;
  const why = unbindable(present, spec, name);
  if (why !== undefined) throw conflict({ ...call.resource, plural: 'pods/binding' }, name, why);
  const scheduled = { type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime: rfc3339(clock) };
  if (!dryRun) {
    const status = withCondition(present, scheduled);
    delete status['nominatedNodeName'];
    storeChange(call, present, {
      metadata: withTexts(present.metadata, metadata),
      spec: { ...spec, nodeName: target['name'] },
      status,
    });
  }
  await call.exchange.reply({ code: 201, body: SUCCESS });
}

/** Why a pod cannot be given to a node; undefined: it can. */
function unbindable({ metadata }: ApiObject, spec: JsonObject, name: string): string | undefined {
  if (metadata.deletionTimestamp !== undefined) return `pod ${name} is being deleted, cannot be assigned to a host`;
  if (spec['nodeName']) return `pod ${name} is already assigned to node ${JSON.stringify(spec['nodeName'])}`;
  const isGated = Array.isArray(spec['schedulingGates']) && spec['schedulingGates'].length > 0;
  return isGated ? `pod ${name} has non-empty .spec.schedulingGates` : undefined;
}

/** Metadata with the labels and annotations of a binding. */
function withTexts(metadata: ApiObject['metadata'], sent: JsonObject): JsonObject {
  const added = ['labels', 'annotations'].filter((field) => isJsonObject(sent[field]));
  const merged = added.map((field) => [field, { ...(metadata[field] as JsonObject), ...(sent[field] as JsonObject) }]);
  return { ...metadata, ...(Object.fromEntries(merged) as JsonObject) };
}

async function finalize(call: ApiCall, name: string): Promise<void> {
  const { value, fields } = await readWrite(call);
  const options = { ...writeQueryOf(call, 'UpdateOptions'), subresource: 'finalize', fields, owned: true } as const;
  const { stored } = call.cluster.writer.update(addressOf(call, name), value, options);
  await call.exchange.reply({ code: 200, body: stored.json(call.resource) });
}
