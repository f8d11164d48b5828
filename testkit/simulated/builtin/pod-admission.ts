import { lookupTable } from '../objects/lookup-table.js';
import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { ApiStatusError, failure, forbidden } from '../objects/api-status.js';
import { goQuote } from '../rules/go-text.js';
import type { FindObject } from '../rules/kind-rules.js';
import { isNewGeneration } from './builtin-kind.js';
import type { PrepareContext } from './builtin-kind.js';
import { objectIn, objectsIn, textIn } from './checks.js';
import { podAmounts, readAmounts } from './pod-resources.js';

const PODS = { group: '', plural: 'pods', kind: 'Pod' };
const CLASSES = 'priorityclasses.scheduling.k8s.io';

/** Classes that every cluster has. */
const SYSTEM_CLASSES = lookupTable<number>({
  'system-cluster-critical': 2_000_000_000,
  'system-node-critical': 2_000_001_000,
});
const DEFAULT_PREEMPTION = 'PreemptLowerPriority';

/** What admission does to a new pod: sets its priority, and refuses classes that there are not. */
export function admitPod(pod: JsonObject, context: PrepareContext): void {
  const spec = objectIn(pod, 'spec');
  const refuse = (why: string): Error => forbidden(PODS, textIn(objectIn(pod, 'metadata'), 'name'), { why });
  const { name, value, preemption } = priorityOf(spec, context, refuse);
  if (name !== '') spec['priorityClassName'] = name;
  const given = spec['priority'];
  const computed = (noun: string, result: string | number): string =>
    `the ${noun} must not be provided in pod spec; priority admission controller computed ${result} from the given ` +
    'PriorityClass name';
  if (given !== undefined && given !== value) {
    throw refuse(computed(`integer value of priority (${String(given)})`, value));
  }
  spec['priority'] = value;
  const policy = spec['preemptionPolicy'];
  if (policy !== undefined && policy !== preemption) {
    throw refuse(computed(`string value of PreemptionPolicy (${String(policy)})`, preemption));
  }
  spec['preemptionPolicy'] = preemption;
  admitRuntime(spec, context, refuse);
}

interface Priority {
  readonly name: string;
  readonly value: number;
  readonly preemption: string;
}

function priorityOf(
  spec: JsonObject,
  { find, all }: Pick<PrepareContext, 'find' | 'all'>,
  refuse: (why: string) => Error,
): Priority {
  const asked = textIn(spec, 'priorityClassName');
  const known = SYSTEM_CLASSES[asked];
  if (known !== undefined) return { name: asked, value: known, preemption: DEFAULT_PREEMPTION };
  const found = asked === '' ? defaultClass(all(CLASSES)) : find(CLASSES, asked);
  if (found !== undefined) {
    const name = textIn(objectIn(found, 'metadata'), 'name');
    const preemption = textIn(found, 'preemptionPolicy') || DEFAULT_PREEMPTION;
    return { name, value: Number(found['value'] ?? 0), preemption };
  }
  if (asked !== '') throw refuse(`no PriorityClass with name ${asked} was found`);
  return { name: '', value: 0, preemption: DEFAULT_PREEMPTION };
}

/** The class of pods that name none: the lowest, should there be more than one. */
function defaultClass(classes: Iterable<JsonObject>): JsonObject | undefined {
  let found: JsonObject | undefined;
  for (const one of classes) {
    if (one['globalDefault'] !== true) continue;
    if (found === undefined || Number(one['value'] ?? 0) < Number(found['value'] ?? 0)) found = one;
  }
  return found;
}

/** What the class of a runtime adds to a pod, and what of it a pod must not say otherwise. */
function admitRuntime(spec: JsonObject, { find }: Pick<PrepareContext, 'find'>, refuse: (why: string) => Error): void {
  const name = spec['runtimeClassName'];
  if (name === '') throw new ApiStatusError(failure(500, { reason: '', message: 'resource name may not be empty' }));
  const runtime = typeof name === 'string' ? find('runtimeclasses.node.k8s.io', name) : undefined;
  if (typeof name === 'string' && runtime === undefined) {
    throw refuse(`pod rejected: RuntimeClass ${goQuote(name)} not found`);
  }
  const overhead = runtime?.['overhead'];
  const given = objectIn(spec, 'overhead');
  if (isJsonObject(overhead)) {
    const fixed = objectIn(overhead, 'podFixed');
    if (Object.keys(given).length > 0 && !sameJson(fixed, given)) {
      throw refuse("pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
    }
    if (Object.keys(fixed).length > 0) spec['overhead'] = { ...fixed };
  } else if (Object.keys(given).length > 0) {
    throw refuse('pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead');
  }
  const scheduling = runtime?.['scheduling'];
  if (isJsonObject(scheduling)) placeByRuntime(spec, scheduling, refuse);
}

function placeByRuntime(spec: JsonObject, scheduling: JsonObject, refuse: (why: string) => Error): void {
  const [own, added] = [objectIn(spec, 'nodeSelector'), objectIn(scheduling, 'nodeSelector')];
  for (const [key, value] of Object.entries(added)) {
    if (own[key] === undefined || own[key] === value) continue;
    const [theirs, ours] = [String(value), String(own[key])];
    throw refuse(
      `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${theirs}; pod.spec.nodeSelector[${key}] = ${ours}`,
    );
  }
  if (Object.keys(added).length > 0) spec['nodeSelector'] = { ...own, ...added };
  const tolerations = [...objectsIn(spec, 'tolerations'), ...objectsIn(scheduling, 'tolerations')];
  const kept: JsonObject[] = [];
  for (const [index, one] of tolerations.entries()) {
    const isCovered =
      kept.some((other) => covers(other, one)) ||
      tolerations.slice(index + 1).some((other) => !sameJson(one, other) && covers(other, one));
    if (!isCovered) kept.push({ ...one });
  }
  spec['tolerations'] = kept;
}

/** Whether a toleration tolerates all that another one does. */
function covers(wide: JsonObject, one: JsonObject): boolean {
  if (sameJson(wide, one)) return true;
  const isOther = (field: string): boolean => textIn(wide, field) !== textIn(one, field);
  if (isOther('key') && (textIn(wide, 'key') !== '' || wide['operator'] !== 'Exists')) return false;
  if (isOther('effect') && textIn(wide, 'effect') !== '') return false;
  const [limit, seconds] = [wide['tolerationSeconds'], one['tolerationSeconds']];
  if (wide['effect'] === 'NoExecute' && limit !== undefined && !(Number(seconds) <= Number(limit))) return false;
  return wide['operator'] === 'Exists' || (one['operator'] === 'Equal' && !isOther('value'));
}

/** Refuses to resize a pod beyond what its node has, or on a node that there is not. */
export function admitResize(pod: JsonObject, before: JsonObject, find: FindObject): void {
  const [spec, metadata] = [objectIn(pod, 'spec'), objectIn(pod, 'metadata')];
  const nodeName = textIn(spec, 'nodeName');
  if (nodeName === '' || !isNewGeneration(pod, before)) return;
  const refuse = (why: string, reason?: string): Error =>
    forbidden(PODS, textIn(metadata, 'name'), { why, ...(reason === undefined ? {} : { causes: [{ reason }] }) });
  const node = find('nodes.', nodeName);
  if (node === undefined) throw refuse(`node ${goQuote(nodeName)} not found`);
  const system = objectIn(objectIn(node, 'metadata'), 'labels')['kubernetes.io/os'] ?? 'linux';
  if (system !== 'linux') {
    const why = `pod resize is only supported on linux nodes, node ${goQuote(nodeName)} is ${goQuote(String(system))}`;
    throw refuse(why, 'UnsupportedPlatform');
  }
  const lacking = lackingOn(node, spec);
  if (lacking.length === 0) return;
  throw refuse(`node didn't have enough allocatable resources: ${lacking.join('; ')}`, 'NodeCapacity');
}

function lackingOn(node: JsonObject, spec: JsonObject): string[] {
  const allocatable = readAmounts(objectIn(objectIn(node, 'status'), 'allocatable'));
  const requests = podAmounts(spec, 'requests');
  const overhead = readAmounts(objectIn(spec, 'overhead'));
  const units: readonly (readonly [name: string, nanos: bigint])[] = [
    ['cpu', 1_000_000n],
    ['memory', 1_000_000_000n],
  ];
  return units.flatMap(([name, unit]) => {
    const whole = (nano: bigint): bigint => (nano + unit - 1n) / unit;
    const asked = (requests.get(name)?.nano ?? 0n) + (overhead.get(name)?.nano ?? 0n);
    const there = allocatable.get(name)?.nano ?? 0n;
    return asked > there ? [`${name}, requested: ${whole(asked)}, allocatable: ${whole(there)}`] : [];
  });
}
