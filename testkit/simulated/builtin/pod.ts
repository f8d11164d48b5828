import type { JsonObject } from '../objects/api-object.js';
import type { BuiltinKind } from './builtin-kind.js';
import { objectIn, objectsIn } from './checks.js';
import { forbiddenValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { applyLimitDefaults, podLimitFault, rangesOf } from './limit-enforcement.js';
import { mergeLabelKeys } from './label-keys.js';
import { admitPod, admitResize } from './pod-admission.js';
import {
  annotationChangeFaults,
  annotationValueFaults,
  copiedWarnings,
  copyProfiles,
  profileMatchFaults,
} from './pod-annotations.js';
import { podChangeFaults } from './pod-changes.js';
import { isMirror } from './pod-host.js';
import { addressWarnings, keptStatus, podStatusFaults } from './pod-status.js';
import { ephemeralChangeFaults } from './ephemeral-containers.js';
import { resizeFaults } from './pod-resize.js';
import { ownPodSpecFaults, podSpecFaults } from './pod-spec.js';
import { qosClass } from './pod-quality.js';
import { defaultPodResources } from './pod-resources.js';
import { podWarnings } from './pod-warnings.js';

const UNREACHABLE = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];
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
    defaultPodResources(spec);
  },
  // Nobody is warned when a pod changes, which nodes do all the time.
  warnings: (object, before) =>
    before === undefined
      ? [...copiedWarnings(object), ...podWarnings(objectIn(object, 'spec'), objectIn(object, 'metadata'), '')]
      : [],
  statusWarnings: (object) => addressWarnings(objectIn(object, 'status')),
  prepare(object, context) {
    const spec = objectIn(object, 'spec');
    if (Number(spec['terminationGracePeriodSeconds']) < 0) spec['terminationGracePeriodSeconds'] = 1;
    if (context.creating) applyLimitDefaults(object, rangesOf(object, context));
    addTolerations(spec);
    if (context.before === undefined) {
      admitPod(object, context);
      mergeLabelKeys(object);
      copyProfiles(object);
    } else keepPriority(spec, objectIn(context.before, 'spec'));
    const status = objectIn(object, 'status');
    if (context.creating) status['phase'] = 'Pending';
    status['qosClass'] ??= qosClass(spec);
    if (context.creating && objectsIn(spec, 'schedulingGates').length > 0) status['conditions'] = [gated(context.now)];
    object['status'] = status;
  },
  prepareStatus(object, before) {
    object['status'] = keptStatus(objectIn(object, 'status'), objectIn(before, 'status'));
  },
  admissionFault({ object, before, subresource }, surroundings) {
    if (subresource === 'resize' && before !== undefined) admitResize(object, before, surroundings.find);
    const isChecked = before === undefined || subresource === 'resize';
    return isChecked ? podLimitFault(object, rangesOf(object, surroundings)) : undefined;
  },
  validate({ object, before, subresource }) {
    const spec = objectIn(object, 'spec');
    const [metadata, previous] = [objectIn(object, 'metadata'), objectIn(before ?? {}, 'metadata')];
    const annotated = annotationValueFaults(metadata, spec, 'metadata.annotations');
    const annotatedAgain = [...annotationChangeFaults(metadata, previous), ...annotated];
    if (subresource === 'status') return [...annotatedAgain, ...podStatusFaults(object, before ?? {})];
    if (subresource !== undefined && subresource !== 'ephemeralcontainers' && subresource !== 'resize') return [];
    const faults = [...annotated, ...podSpecFaults(spec, 'spec', object), ...ownPodSpecFaults(spec)];
    if (before === undefined)
      return [...faults, ...creationFaults(spec), ...profileMatchFaults(metadata, spec, 'spec')];
    const earlier = objectIn(before, 'spec');
    if (subresource === 'ephemeralcontainers') {
      if (isMirror(before)) return [forbiddenValue('[]', 'static pods do not support ephemeral containers')];
      return [...faults, ...annotatedAgain, ...ephemeralChangeFaults(spec, earlier)];
    }
    if (subresource === 'resize') return resizeFaults(object, before, { faults, qosOf: qosClass });
    return [...faults, ...annotatedAgain, ...podChangeFaults(spec, earlier)];
  },
};

/** What admission has set stays. */
function keepPriority(spec: JsonObject, before: JsonObject): void {
  for (const field of ['priority', 'preemptionPolicy']) spec[field] ??= before[field];
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
