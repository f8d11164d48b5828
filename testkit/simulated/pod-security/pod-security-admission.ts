import { lookupTable } from '../objects/lookup-table.js';
import { objectIn, objectsIn, textIn } from '../builtin/checks.js';
import { isJsonObject, sameJson, valueAt } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { forbidden, invalid } from '../objects/api-status.js';
import type { ServedResource } from '../resources/served-resource.js';
import type { KindChange, KindSurroundings } from '../rules/kind-rules.js';
import { compareLevels, levelText, policyOf, sameLevel } from './security-policy.js';
import type { LevelVersion, SecurityPolicy } from './security-policy.js';
import { violationDetails, violationsOf } from './violations.js';

/** Where kinds have their template of pods, by `group/Kind`; a pod is its own. */
const TEMPLATES = lookupTable<string>({
  '/ReplicationController': 'spec.template',
  '/PodTemplate': 'template',
  'apps/ReplicaSet': 'spec.template',
  'apps/Deployment': 'spec.template',
  'apps/StatefulSet': 'spec.template',
  'apps/DaemonSet': 'spec.template',
  'batch/Job': 'spec.template',
  'batch/CronJob': 'spec.jobTemplate.spec.template',
});

/** Subresources of a pod that do not change what it may do. */
const HARMLESS: ReadonlySet<string> = new Set(['status', 'binding', 'eviction']);

/** How many pods of a namespace are looked at when its level changes. */
const MAX_CHECKED_PODS = 3000;

/** A write that is valid. */
type Change = KindChange & { readonly object: ApiObject };

/**
 * Pod Security admission: holds pods to the level that the labels of their namespace set, and warns of templates that
 * would make pods beyond it. Returns what the answer is to warn of; throws what is refused. Nothing is looked at where
 * the namespace has no such labels.
 */
export function podSecurityWarnings(
  resource: ServedResource,
  change: Change,
  surroundings: KindSurroundings,
): readonly string[] {
  const kind = `${resource.group}/${resource.kind}`;
  if (kind === '/Pod') return podWarnings(resource, change, surroundings);
  if (change.subresource !== undefined) return [];
  if (kind === '/Namespace') return namespaceWarnings(resource, change, surroundings);
  const path = TEMPLATES[kind];
  if (path === undefined) return [];
  const { warn } = policyFor(change, surroundings);
  if (warn.level === 'privileged') return [];
  const template = valueAt(change.object, path);
  return isJsonObject(template) ? templateWarnings(template, warn) : [];
}

function podWarnings(resource: ServedResource, change: Change, surroundings: KindSurroundings): readonly string[] {
  const { object, before, subresource = '' } = change;
  if (HARMLESS.has(subresource)) return [];
  const { enforce, warn } = policyFor(change, surroundings);
  if (enforce.level === 'privileged' && warn.level === 'privileged') return [];
  if (before !== undefined && !runsOtherImages(object, before)) return [];
  const violations = violationsOf(object, enforce);
  if (violations.length === 0) return templateWarnings(object, warn);
  const why = `violates PodSecurity "${levelText(enforce)}": ${violationDetails(violations)}`;
  throw forbidden(resource, object.metadata.name ?? '', { why });
}

function templateWarnings(template: JsonObject, warn: LevelVersion): readonly string[] {
  const violations = violationsOf(template, warn);
  if (violations.length === 0) return [];
  return [`would violate PodSecurity "${levelText(warn)}": ${violationDetails(violations)}`];
}

const policies = new WeakMap<JsonObject, SecurityPolicy>();
const NOWHERE = policyOf(undefined);

/** The policy of the namespace that an object is in. Namespaces in the store are never changed in place. */
function policyFor({ object }: Change, { find }: KindSurroundings): SecurityPolicy {
  const namespace = find('namespaces.', object.metadata.namespace ?? '');
  if (namespace === undefined) return NOWHERE;
  const policy = policies.get(namespace) ?? policyOf(labelsOf(namespace));
  policies.set(namespace, policy);
  return policy;
}

function labelsOf(object: JsonObject): JsonObject {
  return objectIn(objectIn(object, 'metadata'), 'labels');
}

/** Whether a change of a pod may change what it does: other changes are admitted unseen. */
function runsOtherImages(pod: JsonObject, before: JsonObject): boolean {
  const [spec, old] = [objectIn(pod, 'spec'), objectIn(before, 'spec')];
  const imagesIn = (from: JsonObject, field: string): string[] =>
    objectsIn(from, field).map((container) => textIn(container, 'image'));
  if (['containers', 'initContainers'].some((field) => !sameJson(imagesIn(spec, field), imagesIn(old, field)))) {
    return true;
  }
  const ran = new Map(
    objectsIn(old, 'ephemeralContainers').map((each) => [textIn(each, 'name'), textIn(each, 'image')]),
  );
  return objectsIn(spec, 'ephemeralContainers').some((each) => ran.get(textIn(each, 'name')) !== textIn(each, 'image'));
}

function namespaceWarnings(
  resource: ServedResource,
  { object, before }: Change,
  { all }: KindSurroundings,
): readonly string[] {
  const { enforce, faults } = policyOf(labelsOf(object));
  const old = policyOf(before && labelsOf(before));
  const name = object.metadata.name ?? '';
  // What was wrong before may stay so.
  if (faults.length > 0 && (before === undefined || !sameJson(faults, old.faults)))
    throw invalid(resource, name, faults);
  if (before === undefined || enforce.level === 'privileged' || sameLevel(enforce, old.enforce)) return [];
  const isRelaxed = compareLevels(enforce.level, old.enforce.level) < 1;
  if (enforce.version === old.enforce.version && isRelaxed) return [];
  const pods = Array.from(all('pods.')).filter((pod) => objectIn(pod, 'metadata')['namespace'] === name);
  return existingPodWarnings(name, pods, enforce);
}

/** Names pods that are there and would no longer be admitted: one for each list of reasons. */
function existingPodWarnings(namespace: string, pods: readonly JsonObject[], enforce: LevelVersion): string[] {
  const checked = pods.slice(0, MAX_CHECKED_PODS);
  const byReason = new Map<string, string[]>();
  for (const pod of checked) {
    const reason = violationsOf(pod, enforce)
      .map((violation) => violation.reason)
      .join(', ');
    if (reason === '') continue;
    byReason.set(reason, [...(byReason.get(reason) ?? []), textIn(objectIn(pod, 'metadata'), 'name')]);
  }
  const listed = [...byReason].map(([reason, names]) => `${withOthers(names.sort())}: ${reason}`).sort();
  const limit = `new PodSecurity enforce level only checked against the first ${checked.length} of ${pods.length} existing pods`;
  const head = `existing pods in namespace "${namespace}" violate the new PodSecurity enforce level "${levelText(enforce)}"`;
  return [...(checked.length < pods.length ? [limit] : []), ...(listed.length > 0 ? [head] : []), ...listed];
}

function withOthers([first = '', ...others]: readonly string[]): string {
  if (others.length === 0) return first;
  return `${first} (and ${others.length} other ${others.length === 1 ? 'pod' : 'pods'})`;
}
