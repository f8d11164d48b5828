import type { JsonObject } from '../objects/api-object.js';
import { objectIn, objectsIn } from './checks.js';
import { formatQuantity, parseQuantity } from './quantity.js';
import type { Quantity } from './quantity.js';

/** Amounts by the names of their resources. */
export type Amounts = ReadonlyMap<string, Quantity>;

const NONE: Quantity = { nano: 0n, format: 'decimal' };
const isHugePages = (name: string): boolean => name.startsWith('hugepages-');
/** What a pod as a whole may ask for. */
const isOfPods = (name: string): boolean => name === 'cpu' || name === 'memory' || isHugePages(name);

/**
 * Fills in what a pod as a whole asks for where it says a part of it: what its containers ask for together, else as much
 * as it is limited to.
 */
export function defaultPodResources(spec: JsonObject): void {
  const resources = objectIn(spec, 'resources');
  if (resources !== spec['resources']) return;
  const requests = { ...objectIn(resources, 'requests') };
  const limits = { ...objectIn(resources, 'limits') };
  if (Object.keys(limits).length === 0 && Object.keys(requests).length === 0) return;
  for (const [name, amount] of together(spec, 'limits')) {
    if (isHugePages(name) && !(name in requests)) limits[name] ??= formatQuantity(amount);
  }
  if (Object.keys(limits).length === 0) return;
  resources['limits'] = limits;
  for (const [name, amount] of together(spec, 'requests')) {
    if (isOfPods(name) && !isHugePages(name)) requests[name] ??= formatQuantity(amount);
  }
  for (const [name, amount] of Object.entries(limits)) if (isOfPods(name)) requests[name] ??= amount;
  if (Object.keys(requests).length > 0) resources['requests'] = requests;
}

/** What all containers ask for: those that run together are added up, those that run before count if they ask for more. */
function together(spec: JsonObject, field: 'requests' | 'limits'): Amounts {
  let running = objectsIn(spec, 'containers')
    .map((one) => amountsOf(one, field))
    .reduce(sum, new Map());
  let beside: Amounts = new Map();
  let first: Amounts = new Map();
  for (const container of objectsIn(spec, 'initContainers')) {
    const own = amountsOf(container, field);
    const isSidecar = container['restartPolicy'] === 'Always';
    if (isSidecar) {
      running = sum(running, own);
      beside = sum(beside, own);
    }
    first = largest(first, isSidecar ? beside : sum(own, beside));
  }
  return largest(running, first);
}

/** What a pod asks for in all, as a quota counts it. */
export function podAmounts(spec: JsonObject, field: 'requests' | 'limits'): Amounts {
  const own = [...amountsOf(spec, field)].filter(([name]) => isOfPods(name));
  return new Map([...together(spec, field), ...own]);
}

/** What a container, or a pod as a whole, says itself. */
export function amountsOf(owner: JsonObject, field: string): Amounts {
  return readAmounts(objectIn(objectIn(owner, 'resources'), field));
}

/** Reads a list of resources. */
export function readAmounts(list: JsonObject): Amounts {
  return new Map(Object.entries(list).map(([name, value]) => [name, parseQuantity(String(value)) ?? NONE]));
}

/** Adds amounts up; nothing is written as what is added to it. */
export function sum(one: Amounts, other: Amounts): Amounts {
  const added = new Map(one);
  for (const [name, amount] of other) {
    const present = added.get(name);
    const format = present === undefined || present.nano === 0n ? amount.format : present.format;
    added.set(name, { nano: (present?.nano ?? 0n) + amount.nano, format });
  }
  return added;
}

function largest(one: Amounts, other: Amounts): Amounts {
  const all = new Map(one);
  for (const [name, amount] of other) if ((all.get(name)?.nano ?? -1n) < amount.nano) all.set(name, amount);
  return all;
}
