import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { objectIn, objectsIn } from './checks.js';
import { parseQuantity } from './quantity.js';

const COUNTED = ['cpu', 'memory'];

/** Processor and memory that are asked for, in billionths; what is none does not count. */
type Sums = Map<string, bigint>;

/** How the node treats a pod whose resources get scarce: by processor and memory, of the pod or of its containers. */
export function qosClass(spec: JsonObject): string {
  const { resources } = spec;
  const parts = isJsonObject(resources)
    ? [resources]
    : [...objectsIn(spec, 'containers'), ...objectsIn(spec, 'initContainers')].map((one) => objectIn(one, 'resources'));
  const [requests, limits]: [Sums, Sums] = [new Map(), new Map()];
  let isLimited = true;
  for (const part of parts) {
    add(requests, part['requests']);
    const found = add(limits, part['limits']);
    // A pod that says nothing about limits as a whole is judged by what it asks for.
    const isSilent = part === resources && Object.keys(objectIn(part, 'limits')).length === 0;
    if (found < COUNTED.length && !isSilent) isLimited = false;
  }
  if (requests.size === 0 && limits.size === 0) return 'BestEffort';
  const isGuaranteed =
    isLimited && requests.size === limits.size && [...requests].every(([name, nano]) => limits.get(name) === nano);
  return isGuaranteed ? 'Guaranteed' : 'Burstable';
}

/** Adds what is listed to sums and returns how much of what counts is there. */
function add(sums: Sums, list: unknown): number {
  if (!isJsonObject(list)) return 0;
  let found = 0;
  for (const name of COUNTED) {
    const nano = list[name] === undefined ? 0n : (parseQuantity(String(list[name]))?.nano ?? 0n);
    if (nano <= 0n) continue;
    sums.set(name, (sums.get(name) ?? 0n) + nano);
    found += 1;
  }
  return found;
}
