import { notNegative, objectIn, objectsIn, textIn } from '../builtin/checks.js';
import type { ApiObject } from '../objects/api-object.js';
import { ApiStatusError, badRequest, failure, invalid, notFound } from '../objects/api-status.js';
import { forbiddenValue, invalidValue } from '../rules/field-fault.js';
import type { FieldCause } from '../rules/field-fault.js';
import { goQuote } from '../rules/go-text.js';
import type { ApiCall } from './api-call.js';
import { addressOf } from './write-handlers.js';

const CONTAINERS = ['initContainers', 'containers', 'ephemeralContainers'];

/** GET of what a container has printed: what the test has given. */
export async function readLog(call: ApiCall, name: string): Promise<void> {
  checkLogOptions(call, name);
  const pod = call.cluster.states.get(addressOf(call, name)).object;
  const container = containerOf(call, pod);
  const given = call.cluster.logs.get(`${call.info.namespace ?? ''}/${name}/${container}`);
  if (given === undefined) checkNode(call, pod);
  const isPlaced = textIn(objectIn(pod, 'spec'), 'nodeName') !== '';
  if (given === undefined && !isPlaced) return call.exchange.reply({ code: 204, body: '' });
  const body = lastLines(given ?? '', call.query.get('tailLines'));
  await call.exchange.reply({ code: 200, body, contentType: 'text/plain' });
}

/** Throws 400 for numbers that are none, and 422 for those that make no sense. */
function checkLogOptions({ query }: ApiCall, name: string): void {
  const number = (field: string): number | undefined => {
    const text = query.get(field);
    if (text === null) return undefined;
    if (/^[+-]?\d+$/.test(text)) return Number(text);
    throw badRequest(`strconv.ParseInt: parsing ${goQuote(text)}: invalid syntax`);
  };
  const [tail, limit, seconds] = [number('tailLines'), number('limitBytes'), number('sinceSeconds')];
  const both = 'at most one of `sinceTime` or `sinceSeconds` may be specified';
  const below = (field: string, value: number | undefined): FieldCause[] =>
    value === undefined || value > 0 ? [] : [invalidValue(field, value, 'must be greater than 0')];
  const since = query.has('sinceTime');
  const faults = [
    ...notNegative('tailLines', tail),
    ...below('limitBytes', limit),
    ...(seconds !== undefined && since ? [forbiddenValue('[]', both)] : below('sinceSeconds', seconds)),
    ...(query.has('stream') ? [forbiddenValue('stream', 'may not be specified')] : []),
  ];
  if (faults.length > 0) throw invalid({ group: '', kind: 'PodLogOptions' }, name, faults);
}

/** `exec` and `attach`: there is no node to run anything on. */
export async function openStream(call: ApiCall, name: string): Promise<void> {
  const pod = call.cluster.states.get(addressOf(call, name)).object;
  containerOf(call, pod);
  await refuseStream(call, pod);
}

/** `portforward`: the same, of no container. */
export async function forwardPorts(call: ApiCall, name: string): Promise<void> {
  await refuseStream(call, call.cluster.states.get(addressOf(call, name)).object);
}

// eslint-disable-next-line @typescript-eslint/require-await -- Handlers are asynchronous, and this one only refuses.
async function refuseStream(call: ApiCall, pod: ApiObject): Promise<void> {
  if (textIn(objectIn(pod, 'spec'), 'nodeName') === '') {
    throw badRequest(`pod ${pod.metadata.name ?? ''} does not have a host assigned`);
  }
  checkNode(call, pod);
  const message = isReachable(call, pod)
    ? 'error dialing backend: the simulated server has no nodes to connect to'
    : 'no preferred addresses found; known addresses: []';
  throw new ApiStatusError(failure(500, { reason: '', message }));
}

/** The container that is asked for, or the only one. */
function containerOf({ query }: ApiCall, pod: ApiObject): string {
  const spec = objectIn(pod, 'spec');
  const name = pod.metadata.name ?? '';
  const all = CONTAINERS.flatMap((field) => objectsIn(spec, field)).map((container) => textIn(container, 'name'));
  const asked = query.get('container') ?? '';
  if (asked !== '') {
    if (!all.includes(asked)) throw badRequest(`container ${asked} is not valid for pod ${name}`);
    return asked;
  }
  const [first, ...others] = objectsIn(spec, 'containers');
  if (first === undefined) throw badRequest(`a container name must be specified for pod ${name}`);
  if (others.length > 0) {
    throw badRequest(`a container name must be specified for pod ${name}, choose one of: [${all.join(' ')}]`);
  }
  return textIn(first, 'name');
}

/** Throws 404 where a pod is on a node that there is not. */
function checkNode({ cluster }: ApiCall, pod: ApiObject): void {
  const node = textIn(objectIn(pod, 'spec'), 'nodeName');
  if (node === '' || cluster.storage.collection('nodes.').get(node) !== undefined) return;
  // The server names the resource that was asked for.
  throw notFound({ group: '', plural: 'pods', kind: 'Pod' }, node);
}

/** Whether the node of a pod says where it is. */
function isReachable({ cluster }: ApiCall, pod: ApiObject): boolean {
  const node = cluster.storage.collection('nodes.').get(textIn(objectIn(pod, 'spec'), 'nodeName'))?.object;
  return node !== undefined && objectsIn(objectIn(node, 'status'), 'addresses').length > 0;
}

function lastLines(text: string, count: string | null): string {
  if (count === null) return text;
  const lines = text.split('\n');
  const end = text.endsWith('\n') ? -1 : lines.length;
  return lines.slice(0, end).slice(-Number(count)).join('\n') + (end === -1 ? '\n' : '');
}
