import type { ApiObject, JsonObject } from '../objects/api-object.js';
import type { KindVersions } from '../rules/kind-versions.js';

/** What events.k8s.io calls the fields of a core Event. */
const EVENT_FIELDS: readonly (readonly [core: string, renamed: string])[] = [
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
  ['reportingComponent', 'reportingController'],
];

/** An Event of events.k8s.io as one of the core API, which all events are stored as. */
export function toCoreEvent(event: JsonObject): void {
  rename(event, (core, renamed) => [renamed, core]);
}

/** The way back. */
export function toNewEvent(event: JsonObject): void {
  rename(event, (core, renamed) => [core, renamed]);
}

function rename(event: JsonObject, direction: (core: string, renamed: string) => readonly [string, string]): void {
  for (const [core, renamed] of EVENT_FIELDS) {
    const [from, to] = direction(core, renamed);
    if (!(from in event)) continue;
    event[to] = event[from];
    delete event[from];
  }
}

/** Events of both APIs in one storage; the new API reads what the old one has written. */
export const newEventVersions: KindVersions = {
  toStorage(object) {
    const copy = { ...object, apiVersion: 'v1' };
    toCoreEvent(copy);
    return withAlways(copy, {
      eventTime: null,
      firstTimestamp: null,
      lastTimestamp: null,
      source: {},
      involvedObject: {},
      reportingComponent: '',
      reportingInstance: '',
    });
  },
  fromStorage(object) {
    const copy: ApiObject = { ...object, apiVersion: 'events.k8s.io/v1' };
    toNewEvent(copy);
    for (const field of ['reportingController', 'reportingInstance']) if (copy[field] === '') delete copy[field];
    return copy;
  },
};

function withAlways(object: ApiObject, fields: JsonObject): ApiObject {
  return { ...fields, ...object };
}

/** Autoscalers are stored in v2; v1 has the target of the CPU in a field of its own. */
export const autoscalerVersions: KindVersions = {
  toStorage(object) {
    if (object.apiVersion !== 'autoscaling/v1') return object;
    const { targetCPUUtilizationPercentage: percentage, ...spec } = object['spec'] as JsonObject;
    const target = { type: 'Utilization', averageUtilization: percentage ?? 80 };
    const { currentReplicas: _current, ...status } = (object['status'] ?? {}) as JsonObject;
    return {
      ...object,
      apiVersion: 'autoscaling/v2',
      spec: { ...spec, metrics: [{ type: 'Resource', resource: { name: 'cpu', target } }] },
      status: { ...status, currentMetrics: null },
    };
  },
  fromStorage(object, version) {
    if (version !== 'v1') return object;
    const { metrics, behavior: _behavior, ...spec } = object['spec'] as JsonObject;
    const { currentMetrics: _metrics, conditions: _conditions, ...status } = (object['status'] ?? {}) as JsonObject;
    const percentage = cpuPercentage(metrics);
    return {
      ...object,
      apiVersion: 'autoscaling/v1',
      spec: { ...spec, ...(percentage === undefined ? {} : { targetCPUUtilizationPercentage: percentage }) },
      status: { currentReplicas: 0, ...status },
    };
  },
};

function cpuPercentage(metrics: unknown): unknown {
  const [first] = Array.isArray(metrics) ? (metrics as readonly JsonObject[]) : [];
  const resource = first?.['resource'] as JsonObject | undefined;
  const target = resource?.['target'] as JsonObject | undefined;
  return resource?.['name'] === 'cpu' ? target?.['averageUtilization'] : undefined;
}
