import { copyJson, isJsonObject, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import type { BuiltinKind } from './builtin-kind.js';
import { between, objectIn, objectsIn } from './checks.js';
import { forbiddenValue, invalidValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { podSpecFaults } from './pod-spec.js';

const UNREACHABLE = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];
const IMMUTABLE =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,' +
  '`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),' +
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';

/** Pods: what admission adds to them, and how little of them may change. */
export const pod: BuiltinKind = {
  applyDefaults(object) {
    const spec = objectIn(object, 'spec');
    spec['enableServiceLinks'] ??= true;
    for (const container of [...objectsIn(spec, 'containers'), ...objectsIn(spec, 'initContainers')]) {
      requestWhatIsLimited(container);
    }
  },
  prepare(object) {
    const spec = objectIn(object, 'spec');
    if (Number(spec['terminationGracePeriodSeconds']) < 0) spec['terminationGracePeriodSeconds'] = 1;
    addTolerations(spec);
    spec['priority'] ??= 0;
    spec['preemptionPolicy'] ??= 'PreemptLowerPriority';
    const status = objectIn(object, 'status');
    status['qosClass'] ??= qosClass(spec);
    object['status'] = status;
  },
  validate({ object, before, subresource }) {
    if (subresource !== undefined) return [];
    const spec = objectIn(object, 'spec');
    const faults = podSpecFaults(spec, 'spec');
    if (before === undefined || faults.length > 0) return faults;
    return [...faults, ...changeFaults(spec, objectIn(before, 'spec'))];
  },
};

function requestWhatIsLimited(container: JsonObject): void {
  const resources = objectIn(container, 'resources');
  const limits = objectIn(resources, 'limits');
  if (Object.keys(limits).length > 0) resources['requests'] = { ...limits, ...objectIn(resources, 'requests') };
}

function addTolerations(spec: JsonObject): void {
  const present = objectsIn(spec, 'tolerations');
  const tolerates = (key: string): boolean =>
    present.some(
      (one) =>
        (one['key'] === undefined || one['key'] === key) && ['NoExecute', undefined].includes(one['effect'] as string),
    );
  const added = UNREACHABLE.filter((key) => !tolerates(key)).map((key) => ({
    key,
    operator: 'Exists',
    effect: 'NoExecute',
    tolerationSeconds: 300,
  }));
  if (added.length > 0) spec['tolerations'] = [...present, ...added];
}

/** How the node treats a pod whose resources get scarce. */
function qosClass(spec: JsonObject): string {
  const containers = [...objectsIn(spec, 'containers'), ...objectsIn(spec, 'initContainers')];
  const resources = containers.map((container) => objectIn(container, 'resources'));
  if (
    resources.every(
      (one) => Object.keys(objectIn(one, 'limits')).length + Object.keys(objectIn(one, 'requests')).length === 0,
    )
  )
    return 'BestEffort';
  const guaranteed = resources.every((one) => {
    const limits = objectIn(one, 'limits');
    return 'cpu' in limits && 'memory' in limits && sameJson(limits, objectIn(one, 'requests'));
  });
  return guaranteed ? 'Guaranteed' : 'Burstable';
}

function changeFaults(next: JsonObject, previous: JsonObject): FieldCause[] {
  const deadline = deadlineFaults(next['activeDeadlineSeconds'], previous['activeDeadlineSeconds']);
  if (deadline.length > 0) return deadline;
  return sameJson(fixedPart(next, previous), fixedPart(previous, previous)) ? [] : [forbiddenValue('spec', IMMUTABLE)];
}

function deadlineFaults(next: unknown, previous: unknown): FieldCause[] {
  const path = 'spec.activeDeadlineSeconds';
  if (typeof next !== 'number') {
    return typeof previous === 'number'
      ? [invalidValue(path, null, 'must not update from a positive integer to nil value')]
      : [];
  }
  if (typeof previous === 'number' && next > previous) {
    return [invalidValue(path, next, 'must be less than or equal to previous value')];
  }
  return between(path, next, [1, 2_147_483_647]);
}

/** A specification without what may change; tolerations may only be added, and a negative grace period become 1. */
function fixedPart(spec: JsonObject, previous: JsonObject): JsonObject {
  const fixed = copyJson(spec);
  delete fixed['activeDeadlineSeconds'];
  for (const container of [...objectsIn(fixed, 'containers'), ...objectsIn(fixed, 'initContainers')]) {
    delete container['image'];
  }
  const kept = objectsIn(previous, 'tolerations');
  const present = objectsIn(spec, 'tolerations');
  const onlyAdded = kept.every((one) => present.some((other) => sameJson(withoutSeconds(one), withoutSeconds(other))));
  if (onlyAdded) delete fixed['tolerations'];
  return fixed;
}

function withoutSeconds(toleration: JsonObject): JsonObject {
  const { tolerationSeconds: _seconds, ...rest } = toleration;
  return isJsonObject(rest) ? rest : {};
}
