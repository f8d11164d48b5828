import type { JsonObject } from '../objects/api-object.js';
import { objectIn, objectsIn, textIn, textsIn } from './checks.js';
import { amountsOf, podAmounts, readAmounts } from './pod-resources.js';
import type { Amounts } from './pod-resources.js';
import type { Quantity } from './quantity.js';

const count = (number: number): Quantity => ({ nano: BigInt(number) * 1_000_000_000n, format: 'decimal' });
const ONE = count(1);

/** Kinds that had a name of their own in quotas before every kind could be counted. */
const COUNTED_BY_NAME = new Set(['configmaps', 'secrets', 'replicationcontrollers', 'resourcequotas']);
/** What every container has to say how much it takes of, where a quota is about it. */
const TO_SPECIFY = new Set(['cpu', 'memory', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory']);

/** What an object of a collection such as `pods.` takes of a quota. */
export function usageOf(collection: string, object: JsonObject): Amounts {
  const counted = new Map([[`count/${collection.replace(/\.$/, '')}`, ONE]]);
  const spec = objectIn(object, 'spec');
  switch (collection) {
    case 'pods.':
      return new Map([...counted, ...computeUsage(podAmounts(spec, 'requests'), podAmounts(spec, 'limits'))]);
    case 'services.':
      return new Map([...counted, ...serviceUsage(spec)]);
    case 'persistentvolumeclaims.':
      return new Map([...counted, ...claimUsage(object, spec)]);
  }
  const plain = collection.slice(0, -1);
  return COUNTED_BY_NAME.has(plain) ? counted.set(plain, ONE) : counted;
}

function computeUsage(requests: Amounts, limits: Amounts): Amounts {
  const usage = new Map([['pods', ONE]]);
  for (const [name, amount] of requests) {
    const isCompute = ['cpu', 'memory', 'ephemeral-storage'].includes(name) || name.startsWith('hugepages-');
    if (isCompute) usage.set(name, amount);
    if (isCompute || name.includes('/')) usage.set(`requests.${name}`, amount);
  }
  for (const [name, amount] of limits) {
    if (['cpu', 'memory', 'ephemeral-storage'].includes(name)) usage.set(`limits.${name}`, amount);
  }
  return usage;
}

function serviceUsage(spec: JsonObject): Amounts {
  const type = textIn(spec, 'type');
  const ports = objectsIn(spec, 'ports');
  const open = spec['allocateLoadBalancerNodePorts'] === false ? ports.filter((port) => port['nodePort']) : ports;
  const nodePorts = type === 'NodePort' ? ports.length : type === 'LoadBalancer' ? open.length : 0;
  return new Map([
    ['services', ONE],
    ['services.loadbalancers', count(type === 'LoadBalancer' ? 1 : 0)],
    ['services.nodeports', count(nodePorts)],
  ]);
}

function claimUsage(object: JsonObject, spec: JsonObject): Amounts {
  const annotations = objectIn(objectIn(object, 'metadata'), 'annotations');
  const className = textIn(annotations, 'volume.beta.kubernetes.io/storage-class') || textIn(spec, 'storageClassName');
  const storage = readAmounts(objectIn(objectIn(spec, 'resources'), 'requests')).get('storage');
  const usage = new Map([
    ['persistentvolumeclaims', ONE],
    ...(storage === undefined ? [] : ([['requests.storage', storage]] as const)),
  ]);
  for (const [name, amount] of className === '' ? [] : [...usage]) {
    usage.set(`${className}.storageclass.storage.k8s.io/${name}`, amount);
  }
  return usage;
}

/** Which names of a quota are about objects of a collection. */
export function isAbout(collection: string, name: string): boolean {
  if (collection === 'pods.') {
    const [, plain = name] = /^(?:requests|limits)\.(.*)$/.exec(name) ?? [];
    const isCompute = ['cpu', 'memory', 'ephemeral-storage'].includes(plain) || /^(requests\.)?hugepages-/.test(name);
    return name === 'pods' || name === 'count/pods' || isCompute || /^requests\..*\//.test(name);
  }
  if (collection === 'persistentvolumeclaims.') {
    return /^(count\/persistentvolumeclaims|(.*\.storageclass\.storage\.k8s\.io\/)?(persistentvolumeclaims|requests\.storage))$/.test(
      name,
    );
  }
  if (collection === 'services.') return name === 'count/services' || /^services(\.|$)/.test(name);
  return usageOf(collection, {}).has(name);
}

/** What containers of a pod do not say, though a quota is about it; undefined: they say it all. */
export function unspecified(pod: JsonObject, names: readonly string[]): string | undefined {
  const spec = objectIn(pod, 'spec');
  const ofPod = objectIn(spec, 'resources');
  if (['requests', 'limits'].some((field) => Object.keys(objectIn(ofPod, field)).length > 0)) return undefined;
  const containers = [...objectsIn(spec, 'containers'), ...objectsIn(spec, 'initContainers')];
  const told = containers.map((one) => computeUsage(amountsOf(one, 'requests'), amountsOf(one, 'limits')));
  const parts = names
    .filter((name) => TO_SPECIFY.has(name))
    .sort()
    .flatMap((name) => {
      const silent = containers.filter((_one, index) => !told[index]?.has(name)).map((one) => textIn(one, 'name'));
      return silent.length === 0 ? [] : [`${name} for: ${silent.sort().join(',')}`];
    });
  return parts.length === 0 ? undefined : `must specify ${parts.join('; ')}`;
}

/** Whether an object is one of those that a quota is for. */
export function isInScope(collection: string, quota: JsonObject, object: JsonObject): boolean {
  const spec = objectIn(quota, 'spec');
  const exist = textsIn(spec, 'scopes').map((scopeName) => ({ scopeName, operator: 'Exists' }));
  const selected = objectsIn(objectIn(spec, 'scopeSelector'), 'matchExpressions');
  return [...exist, ...selected].every((selector) => collection === 'pods.' && matchesScope(selector, object));
}

function matchesScope(selector: JsonObject, pod: JsonObject): boolean {
  const spec = objectIn(pod, 'spec');
  const isTerminating = Number(spec['activeDeadlineSeconds'] ?? -1) >= 0;
  const isBestEffort = objectIn(pod, 'status')['qosClass'] === 'BestEffort';
  switch (selector['scopeName']) {
    case 'Terminating':
      return isTerminating;
    case 'NotTerminating':
      return !isTerminating;
    case 'BestEffort':
      return isBestEffort;
    case 'NotBestEffort':
      return !isBestEffort;
    case 'PriorityClass':
      return matchesClass(selector, textIn(spec, 'priorityClassName'));
  }
  return selector['scopeName'] === 'CrossNamespacePodAffinity' && reachesOut(spec);
}

function matchesClass(selector: JsonObject, className: string): boolean {
  const isListed = className !== '' && textsIn(selector, 'values').includes(className);
  switch (selector['operator']) {
    case 'Exists':
      return className !== '';
    case 'DoesNotExist':
      return className === '';
    default:
      return (selector['operator'] === 'In') === isListed;
  }
}

/** Whether a pod wants to be near, or far from, pods of other namespaces. */
function reachesOut(spec: JsonObject): boolean {
  const affinity = objectIn(spec, 'affinity');
  const terms = ['podAffinity', 'podAntiAffinity'].flatMap((field) => {
    const either = objectIn(affinity, field);
    const preferred = objectsIn(either, 'preferredDuringSchedulingIgnoredDuringExecution');
    const required = objectsIn(either, 'requiredDuringSchedulingIgnoredDuringExecution');
    return [...required, ...preferred.map((one) => objectIn(one, 'podAffinityTerm'))];
  });
  return terms.some((term) => textsIn(term, 'namespaces').length > 0 || term['namespaceSelector'] !== undefined);
}
