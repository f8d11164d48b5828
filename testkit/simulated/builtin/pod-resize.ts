import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { indexed, objectIn, objectsIn, textIn } from './checks.js';
import { forbiddenValue, invalidValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { isMirror } from './pod-host.js';

/** The specification that a resize leads to: of all that was sent, the resources of the pod and its containers count. */
export function resizedSpec(sent: JsonObject, present: JsonObject): JsonObject {
  const lists = ['containers', 'initContainers'] as const;
  if (lists.some((field) => objectsIn(sent, field).length !== objectsIn(present, field).length)) return sent;
  const next: JsonObject = { ...present };
  if (sent['resources'] === undefined) delete next['resources'];
  else next['resources'] = sent['resources'];
  for (const field of lists) {
    const [after, before] = [objectsIn(sent, field), objectsIn(present, field)];
    if (after.length === 0) continue;
    const isSameOrder = after.every(({ name }, index) => name === before[index]?.['name']);
    next[field] = isSameOrder ? before.map((container, index) => resized(container, after[index] ?? {})) : after;
  }
  return next;
}

function resized(container: JsonObject, { resources, resizePolicy }: JsonObject): JsonObject {
  const next: JsonObject = { ...container, resources };
  if (resizePolicy === undefined) delete next['resizePolicy'];
  else next['resizePolicy'] = resizePolicy;
  return next;
}

/** What is wrong with a resize; `faults` are those of the pod by itself. */
export function resizeFaults(
  object: JsonObject,
  before: JsonObject,
  { faults, qosOf }: { readonly faults: readonly FieldCause[]; readonly qosOf: (spec: JsonObject) => string },
): FieldCause[] {
  const [spec, previous] = [objectIn(object, 'spec'), objectIn(before, 'spec')];
  const never = neverResized(before);
  if (never !== undefined) return [forbiddenValue('[]', `${never} pods cannot be resized`)];
  const found = [...faults, ...wholeFaults(object, before, qosOf)];
  const order = orderFaults(spec, previous);
  if (order.length > 0) return [...found, ...order];
  found.push(
    ...removalFaults(spec, previous, 'initContainers'),
    ...removalFaults(spec, previous, 'containers'),
    ...otherFaults(spec, previous),
    ...initFaults(spec, previous),
  );
  return found;
}

function neverResized(before: JsonObject): string | undefined {
  if (isMirror(before)) return 'static';
  return objectIn(objectIn(before, 'spec'), 'os')['name'] === 'windows' ? 'windows' : undefined;
}

function wholeFaults(object: JsonObject, before: JsonObject, qosOf: (spec: JsonObject) => string): FieldCause[] {
  const status = objectIn(before, 'status');
  const why = 'Pod QOS Class may not change as a result of resizing';
  const [spec, previous] = [objectIn(object, 'spec'), objectIn(before, 'spec')];
  return [
    ...(qosOf(spec) === textIn(status, 'qosClass') ? [] : [invalidValue('spec', status['qosClass'] ?? '', why)]),
    ...(isSupported(status) ? [] : [forbiddenValue('spec', 'Pod running on node without support for resize')]),
    ...podLevelFaults(spec['resources'], previous['resources']),
  ];
}

/** The resources of the pod as a whole change under the same rules. */
function podLevelFaults(next: unknown, previous: unknown): FieldCause[] {
  if (isJsonObject(previous) && !isJsonObject(next)) {
    return [forbiddenValue('spec.resources', 'pod-level resources cannot be removed')];
  }
  const [now, earlier] = [isJsonObject(next) ? next : {}, isJsonObject(previous) ? previous : {}];
  const removed = ['requests', 'limits'].filter((kind) => isLess(objectIn(now, kind), objectIn(earlier, kind)));
  const others = sameJson(withoutComputing({ resources: now }), withoutComputing({ resources: earlier }));
  return [
    ...removed.map((kind) => forbiddenValue(`spec.resources.${kind}`, `pod-level resource ${kind} cannot be removed`)),
    ...(others ? [] : [forbiddenValue('spec', 'only cpu and memory resources are mutable at pod-level')]),
  ];
}

const isLess = (now: JsonObject, earlier: JsonObject): boolean =>
  Object.keys(earlier).some((name) => now[name] === undefined);

/** Nodes that can resize say what their containers have. */
function isSupported(status: JsonObject): boolean {
  const running = objectsIn(status, 'containerStatuses').find((one) => 'running' in objectIn(one, 'state'));
  return running === undefined || running['resources'] !== undefined;
}

function orderFaults(spec: JsonObject, previous: JsonObject): FieldCause[] {
  return ['containers', 'initContainers'].flatMap((field) => {
    const [after, before] = [objectsIn(spec, field), objectsIn(previous, field)];
    if (after.length !== before.length)
      return [forbiddenValue(`spec.${field}`, `${field} may not be added or removed on resize`)];
    return after.flatMap(({ name }, index) =>
      name === before[index]?.['name']
        ? []
        : [forbiddenValue(`spec.${field}[${index}].name`, `${field} may not be renamed or reordered on resize`)],
    );
  });
}

function removalFaults(spec: JsonObject, previous: JsonObject, field: string): FieldCause[] {
  const before = objectsIn(previous, field);
  return indexed(objectsIn(spec, field), `spec.${field}`).flatMap(([container, at], index) => {
    const [now, earlier] = [objectIn(container, 'resources'), objectIn(before[index] ?? {}, 'resources')];
    return ['requests', 'limits'].flatMap((kind) => {
      return isLess(objectIn(now, kind), objectIn(earlier, kind))
        ? [forbiddenValue(`${at}.resources.${kind}`, `resource ${kind} cannot be removed`)]
        : [];
    });
  });
}

function otherFaults(spec: JsonObject, previous: JsonObject): FieldCause[] {
  const before = objectsIn(previous, 'containers');
  return objectsIn(spec, 'containers').flatMap((container, index) =>
    sameJson(withoutComputing(container), withoutComputing(before[index] ?? {}))
      ? []
      : [forbiddenValue('spec', 'only cpu and memory resources are mutable')],
  );
}

function initFaults(spec: JsonObject, previous: JsonObject): FieldCause[] {
  const before = objectsIn(previous, 'initContainers');
  const only = 'only cpu and memory resources for init or sidecar containers are mutable';
  const never = 'non-sidecar init containers with a resize policy of RestartContainer cannot be resized';
  return indexed(objectsIn(spec, 'initContainers'), 'spec.initContainers').flatMap(([container, at], index) => {
    const earlier = before[index] ?? {};
    const restarts = objectsIn(container, 'resizePolicy').filter((one) => one['restartPolicy'] === 'RestartContainer');
    const fixed = container['restartPolicy'] !== 'Always' && !sameJson(container, earlier) ? restarts : [];
    return [
      ...(sameJson(withoutComputing(container), withoutComputing(earlier)) ? [] : [forbiddenValue(at, only)]),
      ...fixed.map(() => forbiddenValue(at, never)),
    ];
  });
}

/** A container without processor and memory. */
function withoutComputing(container: JsonObject): JsonObject {
  const resources = objectIn(container, 'resources');
  const rest = (kind: string): JsonObject =>
    Object.fromEntries(Object.entries(objectIn(resources, kind)).filter(([name]) => !['cpu', 'memory'].includes(name)));
  return { ...container, resources: { ...resources, requests: rest('requests'), limits: rest('limits') } };
}
