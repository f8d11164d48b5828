import { copyJson, isJsonObject, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import type { BuiltinKind } from './builtin-kind.js';
import { between, objectIn, objectsIn } from './checks.js';
import { forbiddenValue, invalidValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { structDiff } from './go-layout.js';
import { admitPod } from './pod-admission.js';
import { ephemeralChangeFaults } from './ephemeral-containers.js';
import { resizeFaults } from './pod-resize.js';
import { ownPodSpecFaults, podSpecFaults } from './pod-spec.js';
import { podSpecWarnings } from './pod-warnings.js';

const UNREACHABLE = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];
const IMMUTABLE =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,' +
  '`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),' +
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';

/** Pods: what admission adds to them, and how little of them may change. */
export const pod: BuiltinKind = {
  decode(object) {
    const status = objectIn(object, 'status');
    const { podIP } = status;
    const [first] = objectsIn(status, 'podIPs');
    // One address is the first of all; where they differ, the one counts.
    if (podIP !== undefined && first?.['ip'] !== podIP) status['podIPs'] = [{ ip: podIP }];
    else if (podIP === undefined && first?.['ip'] !== undefined) status['podIP'] = first['ip'];
  },
  applyDefaults(object) {
    const spec = objectIn(object, 'spec');
    spec['enableServiceLinks'] ??= true;
    for (const container of [...objectsIn(spec, 'containers'), ...objectsIn(spec, 'initContainers')]) {
      requestWhatIsLimited(container);
      if (spec['hostNetwork'] === true) openOnHost(container);
    }
  },
  warnings: (object) => podSpecWarnings(objectIn(object, 'spec'), 'spec'),
  prepare(object, context) {
    const spec = objectIn(object, 'spec');
    if (Number(spec['terminationGracePeriodSeconds']) < 0) spec['terminationGracePeriodSeconds'] = 1;
    addTolerations(spec);
    for (const container of [...objectsIn(spec, 'containers'), ...objectsIn(spec, 'initContainers')]) {
      dropStopSignal(container);
    }
    if (context.before === undefined) admitPod(object, context);
    else keepPriority(spec, objectIn(context.before, 'spec'));
    const status = objectIn(object, 'status');
    status['qosClass'] ??= qosClass(spec);
    if (context.creating && objectsIn(spec, 'schedulingGates').length > 0) status['conditions'] = [gated(context.now)];
    object['status'] = status;
  },
  validate({ object, before, subresource }) {
    if (subresource === 'status') return statusFaults(objectIn(object, 'status'), objectIn(before ?? {}, 'status'));
    const spec = objectIn(object, 'spec');
    if (subresource === 'ephemeralcontainers') {
      return [...podSpecFaults(spec, 'spec'), ...ephemeralChangeFaults(spec, objectIn(before ?? {}, 'spec'))];
    }
    if (subresource === 'resize') {
      return [...podSpecFaults(spec, 'spec'), ...resizeFaults(object, before ?? {}, qosClass)];
    }
    if (subresource !== undefined) return [];
    const faults = [...mirrorFaults(object, spec), ...podSpecFaults(spec, 'spec'), ...ownPodSpecFaults(spec)];
    if (before === undefined) return [...faults, ...creationFaults(spec)];
    if (faults.length > 0) return faults;
    return [...faults, ...changeFaults(spec, objectIn(before, 'spec'))];
  },
};

function statusFaults({ qosClass: next }: JsonObject, { qosClass: previous }: JsonObject): FieldCause[] {
  if (next === previous || previous === undefined) return [];
  return [invalidValue('status.qosClass', next ?? '', 'field is immutable')];
}

/** What admission has set stays. */
function keepPriority(spec: JsonObject, before: JsonObject): void {
  for (const field of ['priority', 'preemptionPolicy']) spec[field] ??= before[field];
}

const MIRROR = 'kubernetes.io/config.mirror';

function mirrorFaults(object: JsonObject, spec: JsonObject): FieldCause[] {
  const mirror = objectIn(objectIn(object, 'metadata'), 'annotations')[MIRROR];
  if (mirror === undefined || spec['nodeName'] !== undefined) return [];
  const detail = 'must set spec.nodeName if mirror pod annotation is set';
  return [invalidValue(`metadata.annotations[${MIRROR}]`, mirror, detail)];
}

function creationFaults(spec: JsonObject): FieldCause[] {
  const held = spec['nodeName'] !== undefined && objectsIn(spec, 'schedulingGates').length > 0;
  return [
    ...(objectsIn(spec, 'ephemeralContainers').length > 0
      ? [forbiddenValue('spec.ephemeralContainers', 'cannot be set on create')]
      : []),
    ...(held ? [forbiddenValue('spec.nodeName', 'cannot be set until all schedulingGates have been cleared')] : []),
  ];
}

function gated(now: string): JsonObject {
  return {
    type: 'PodScheduled',
    status: 'False',
    lastProbeTime: null,
    lastTransitionTime: now,
    reason: 'SchedulingGated',
    message: 'Scheduling is blocked due to non-empty scheduling gates',
  };
}

/** A feature that is switched off: the server drops its field. */
function dropStopSignal(container: JsonObject): void {
  const lifecycle = container['lifecycle'];
  if (!isJsonObject(lifecycle)) return;
  delete lifecycle['stopSignal'];
  if (Object.keys(lifecycle).length === 0) delete container['lifecycle'];
}

/** On the network of its node a pod opens its ports there; in a template that is not said yet. */
function openOnHost(container: JsonObject): void {
  for (const port of objectsIn(container, 'ports')) port['hostPort'] ??= port['containerPort'];
}

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

/** How the node treats a pod whose resources get scarce: by processor and memory, of the pod or of its containers. */
function qosClass(spec: JsonObject): string {
  const containers = [...objectsIn(spec, 'containers'), ...objectsIn(spec, 'initContainers')];
  const ofPod = objectIn(spec, 'resources');
  const isUnlimited = (part: JsonObject): boolean => Object.keys(objectIn(part, 'resources')).length === 0;
  if (isUnlimited(spec) && containers.every(isUnlimited)) return 'BestEffort';
  const parts =
    Object.keys(ofPod).length > 0 ? [ofPod] : containers.map((container) => objectIn(container, 'resources'));
  const counted = (part: JsonObject, kind: string): JsonObject =>
    Object.fromEntries(Object.entries(objectIn(part, kind)).filter(([name]) => name === 'cpu' || name === 'memory'));
  const isEmpty = (quantities: JsonObject): boolean => Object.keys(quantities).length === 0;
  if (parts.every((part) => isEmpty(counted(part, 'limits')) && isEmpty(counted(part, 'requests'))))
    return 'BestEffort';
  const guaranteed = parts.every((part) => {
    const limits = counted(part, 'limits');
    return 'cpu' in limits && 'memory' in limits && sameJson(limits, counted(part, 'requests'));
  });
  return guaranteed ? 'Guaranteed' : 'Burstable';
}

function changeFaults(next: JsonObject, previous: JsonObject): FieldCause[] {
  const counts = ['containers', 'initContainers']
    .filter((field) => objectsIn(next, field).length !== objectsIn(previous, field).length)
    .slice(0, 1)
    .map((field) => forbiddenValue(`spec.${field}`, 'pod updates may not add or remove containers'));
  if (counts.length > 0) return counts;
  const deadline = deadlineFaults(next['activeDeadlineSeconds'], previous['activeDeadlineSeconds']);
  if (deadline.length > 0) return deadline;
  const gates = gateFaults(objectsIn(next, 'schedulingGates'), objectsIn(previous, 'schedulingGates'));
  if (gates.length > 0) return gates;
  if (!keepsTolerations(next, previous)) {
    const only = 'existing toleration can not be modified except its tolerationSeconds';
    return [forbiddenValue('spec.tolerations', only)];
  }
  if (sameJson(fixedPart(next, previous), fixedPart(previous, previous))) return [];
  const diff = structDiff('apis/core.PodSpec', previous, withChangeable(next, previous));
  return [forbiddenValue('spec', `${IMMUTABLE}\n${diff}`)];
}

/** A specification with what may change as it was. */
function withChangeable(next: JsonObject, previous: JsonObject): JsonObject {
  const mended = copyJson(next);
  for (const field of ['activeDeadlineSeconds', 'schedulingGates', 'tolerations']) mended[field] = previous[field];
  for (const field of ['containers', 'initContainers']) {
    const before = objectsIn(previous, field);
    for (const [index, container] of objectsIn(mended, field).entries()) container['image'] = before[index]?.['image'];
  }
  return mended;
}

/** Gates may only be opened. */
function gateFaults(next: readonly JsonObject[], previous: readonly JsonObject[]): FieldCause[] {
  const known = new Set(previous.map(({ name }) => name));
  return next.flatMap(({ name }, index) =>
    known.has(name)
      ? []
      : [
          forbiddenValue(
            `spec.schedulingGates[${index}].name`,
            `only deletion is allowed, but found new scheduling gate '${String(name)}'`,
          ),
        ],
  );
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
  delete fixed['schedulingGates'];
  if (keepsTolerations(spec, previous)) delete fixed['tolerations'];
  return fixed;
}

function keepsTolerations(spec: JsonObject, previous: JsonObject): boolean {
  const kept = objectsIn(previous, 'tolerations');
  const present = objectsIn(spec, 'tolerations');
  return kept.every((one) => present.some((other) => sameJson(withoutSeconds(one), withoutSeconds(other))));
}

function withoutSeconds(toleration: JsonObject): JsonObject {
  const { tolerationSeconds: _seconds, ...rest } = toleration;
  return isJsonObject(rest) ? rest : {};
}
