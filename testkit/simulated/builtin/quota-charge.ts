import type { JsonObject } from '../objects/api-object.js';
import type { KindChange } from '../rules/kind-rules.js';
import { objectIn, textIn } from './checks.js';
import { readAmounts, sum } from './pod-resources.js';
import type { Amounts } from './pod-resources.js';
import { formatQuantity } from './quantity.js';
import { isAbout, isInScope, unspecified, usageOf } from './quota-usage.js';

/** What a write does to the quotas of its namespace. */
export interface QuotaCharge {
  /** Why the write is refused; undefined: it is not. */
  readonly fault?: string;
  /** What is used of each quota that the write takes something of, with what it takes. */
  readonly quotas: readonly { readonly name: string; readonly used: JsonObject }[];
}

const FREE: QuotaCharge = { quotas: [] };

/** The quotas of a namespace whose limits are known, by their names. */
export function quotasOf(all: Iterable<JsonObject>, namespace: string): readonly JsonObject[] {
  const own = [...all].filter((quota) => textIn(objectIn(quota, 'metadata'), 'namespace') === namespace);
  return own
    .filter((quota) => Object.keys(objectIn(objectIn(quota, 'status'), 'hard')).length > 0)
    .sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}

const nameOf = (quota: JsonObject): string => textIn(objectIn(quota, 'metadata'), 'name');

/** What a write to a collection such as `pods.` takes of quotas. What counts is what their status says. */
export function chargeOf(collection: string, change: KindChange, quotas: readonly JsonObject[]): QuotaCharge {
  if (!isCounted(collection, change)) return FREE;
  const own = quotas.filter(
    (quota) => limitsOf(collection, quota).length > 0 && isInScope(collection, quota, change.object),
  );
  for (const quota of own) {
    const fault = unknownFault(collection, change, quota);
    if (fault !== undefined) return { fault, quotas: [] };
  }
  const charged: { name: string; used: JsonObject }[] = [];
  for (const quota of own) {
    const taken = takenOf(collection, change, quota);
    if (taken.size === 0) continue;
    const used = sum(readAmounts(objectIn(objectIn(quota, 'status'), 'used')), taken);
    const fault = exceededFault(quota, taken, used);
    if (fault !== undefined) return { fault, quotas: [] };
    charged.push({ name: nameOf(quota), used: shown(used) });
  }
  return { quotas: charged };
}

/** Creates are counted. Of changes those are that may take more. */
function isCounted(collection: string, { object, before, subresource }: KindChange): boolean {
  if (before === undefined) return collection !== 'events.' && collection !== 'events.events.k8s.io';
  if (collection !== 'pods.') {
    return subresource === undefined && (collection === 'services.' || collection === 'persistentvolumeclaims.');
  }
  const isTerminating = (pod: JsonObject): boolean => objectIn(pod, 'spec')['activeDeadlineSeconds'] !== undefined;
  return subresource === 'resize' || (subresource === undefined && isTerminating(object) !== isTerminating(before));
}

function limitsOf(collection: string, quota: JsonObject): string[] {
  return Object.keys(objectIn(objectIn(quota, 'status'), 'hard')).filter((name) => isAbout(collection, name));
}

function unknownFault(collection: string, { object }: KindChange, quota: JsonObject): string | undefined {
  const names = limitsOf(collection, quota);
  const missing = collection === 'pods.' ? unspecified(object, names) : undefined;
  if (missing !== undefined) return `failed quota: ${nameOf(quota)}: ${missing}`;
  const used = objectIn(objectIn(quota, 'status'), 'used');
  if (names.every((name) => name in used)) return undefined;
  return `status unknown for quota: ${nameOf(quota)}, resources: ${names.sort().join(',')}`;
}

/** What a write takes of a quota, and was not taken before. */
function takenOf(collection: string, { object, before }: KindChange, quota: JsonObject): Amounts {
  const hard = objectIn(objectIn(quota, 'status'), 'hard');
  const wasCounted = before !== undefined && isInScope(collection, quota, before);
  const earlier: Amounts = wasCounted ? usageOf(collection, before) : new Map();
  const taken = [...usageOf(collection, object)].flatMap(([name, amount]) => {
    const nano = amount.nano - (earlier.get(name)?.nano ?? 0n);
    return nano > 0n && name in hard ? [[name, { ...amount, nano }] as const] : [];
  });
  return new Map(taken);
}

function exceededFault(quota: JsonObject, taken: Amounts, used: Amounts): string | undefined {
  const status = objectIn(quota, 'status');
  const hard = readAmounts(objectIn(status, 'hard'));
  const over = [...taken.keys()].filter((name) => (used.get(name)?.nano ?? 0n) > (hard.get(name)?.nano ?? 0n)).sort();
  if (over.length === 0) return undefined;
  const before = readAmounts(objectIn(status, 'used'));
  const listed = (amounts: Amounts): string =>
    over.flatMap((name) => (amounts.has(name) ? [`${name}=${String(shown(amounts)[name])}`] : [])).join(',');
  const [requested, so, limited] = [taken, before, hard].map(listed);
  return `exceeded quota: ${nameOf(quota)}, requested: ${requested}, used: ${so}, limited: ${limited}`;
}

function shown(amounts: Amounts): JsonObject {
  return Object.fromEntries([...amounts].map(([name, amount]) => [name, formatQuantity(amount)]));
}
