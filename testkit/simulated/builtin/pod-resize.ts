import { sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { indexed, objectIn, objectsIn, textIn } from './checks.js';
import { forbiddenValue, invalidValue } from './faults.js';
import type { FieldCause } from './faults.js';

/** The specification that a resize leads to: of all that was sent, the resources of containers count. */
export function resizedSpec(sent: JsonObject, present: JsonObject): JsonObject {
  const lists = ['containers', 'initContainers'] as const;
  if (lists.some((field) => objectsIn(sent, field).length !== objectsIn(present, field).length)) return sent;
  const next: JsonObject = { ...present };
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

/** What is wrong with a resize. */
export function resizeFaults(
  object: JsonObject,
  before: JsonObject,
  qosOf: (spec: JsonObject) => string,
): FieldCause[] {
  const [spec, previous] = [objectIn(object, 'spec'), objectIn(before, 'spec')];
  const status = objectIn(before, 'status');
  const faults: FieldCause[] = [];
  if (qosOf(spec) !== textIn(status, 'qosClass')) {
    const why = 'Pod QOS Class may not change as a result of resizing';
    faults.push(invalidValue('spec', status['qosClass'] ?? '', why));
  }
  if (!isSupported(status)) faults.push(forbiddenValue('spec', 'Pod running on node without support for resize'));
  const order = orderFaults(spec, previous);
  if (order.length > 0) return [...faults, ...order];
  return [
    ...faults,
    ...removalFaults(spec, previous, 'containers'),
    ...otherFaults(spec, previous),
    ...initFaults(spec, previous),
  ];
}

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
      const removed = Object.keys(objectIn(earlier, kind)).some((name) => !(name in objectIn(now, kind)));
      return removed ? [forbiddenValue(`${at}.resources.${kind}`, `resource ${kind} cannot be removed`)] : [];
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
  return objectsIn(spec, 'initContainers').flatMap((container, index) => {
    if (container['restartPolicy'] === 'Always' || sameJson(container, before[index])) return [];
    return [forbiddenValue('spec', 'resources for non-sidecar init containers are immutable')];
  });
}

/** A container without processor and memory. */
function withoutComputing(container: JsonObject): JsonObject {
  const resources = objectIn(container, 'resources');
  const rest = (kind: string): JsonObject =>
    Object.fromEntries(Object.entries(objectIn(resources, kind)).filter(([name]) => !['cpu', 'memory'].includes(name)));
  return { ...container, resources: { ...resources, requests: rest('requests'), limits: rest('limits') } };
}
