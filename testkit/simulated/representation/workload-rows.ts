import { objectIn, objectsIn, textIn } from '../builtin/checks.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { humanDuration } from './human-duration.js';
import { age, containerCells, hasCondition, labelsCell, numberIn, selectorCell, since, textOr } from './row-parts.js';
import type { RowPrinter } from './row-parts.js';

/** What workloads have in common: the name, the spec, the status, the age and the cells of the template. */
type WorkloadCells = (parts: {
  readonly object: ApiObject;
  readonly spec: JsonObject;
  readonly status: JsonObject;
  readonly age: string;
  readonly nowMs: number;
}) => unknown[];

const workload =
  (cells: WorkloadCells): RowPrinter =>
  (object, nowMs) => {
    const [spec, status] = [objectIn(object, 'spec'), objectIn(object, 'status')];
    return [object.metadata.name ?? '', ...cells({ object, spec, status, age: age(object, nowMs), nowMs })];
  };

const readyOf = (spec: JsonObject, status: JsonObject): string =>
  `${numberIn(status, 'readyReplicas')}/${numberIn(spec, 'replicas')}`;

const template = (spec: JsonObject): [string, string] => containerCells(objectIn(spec, 'template'));

const deployment = workload(({ spec, status, age: old }) => [
  readyOf(spec, status),
  numberIn(status, 'updatedReplicas'),
  numberIn(status, 'availableReplicas'),
  old,
  ...template(spec),
  selectorCell(spec['selector']),
]);

const replicas = workload(({ spec, status, age: old }) => [
  numberIn(spec, 'replicas'),
  numberIn(status, 'replicas'),
  numberIn(status, 'readyReplicas'),
  old,
  ...template(spec),
  selectorCell(spec['selector']),
]);

const statefulSet = workload(({ spec, status, age: old }) => [readyOf(spec, status), old, ...template(spec)]);

const daemonSet = workload(({ spec, status, age: old }) => [
  numberIn(status, 'desiredNumberScheduled'),
  numberIn(status, 'currentNumberScheduled'),
  numberIn(status, 'numberReady'),
  numberIn(status, 'updatedNumberScheduled'),
  numberIn(status, 'numberAvailable'),
  labelsCell(objectIn(objectIn(objectIn(spec, 'template'), 'spec'), 'nodeSelector')),
  old,
  ...template(spec),
  selectorCell(spec['selector']),
]);

const job = workload(({ object, spec, status, age: old, nowMs }) => [
  jobState(object),
  completionsOf(spec, status),
  durationOf(status, nowMs),
  old,
  ...template(spec),
  selectorCell(spec['selector']),
]);

const cronJob = workload(({ spec, status, age: old, nowMs }) => {
  const jobSpec = objectIn(objectIn(spec, 'jobTemplate'), 'spec');
  const suspended = spec['suspend'];
  return [
    textIn(spec, 'schedule'),
    textOr(spec, 'timeZone', '<none>'),
    typeof suspended === 'boolean' ? (suspended ? 'True' : 'False') : '<unset>',
    objectsIn(status, 'active').length,
    status['lastScheduleTime'] === undefined ? '<none>' : since(status['lastScheduleTime'], nowMs),
    old,
    ...template(jobSpec),
    selectorCell(jobSpec['selector']),
  ];
});

function jobState(object: ApiObject): string {
  const is = (type: string): boolean => hasCondition(objectIn(object, 'status'), type);
  const ended = ['Complete', 'Failed'].find(is);
  if (ended !== undefined) return ended;
  if (object.metadata.deletionTimestamp !== undefined) return 'Terminating';
  return ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'].find(is) ?? 'Running';
}

function completionsOf(spec: JsonObject, status: JsonObject): string {
  const succeeded = numberIn(status, 'succeeded');
  if (typeof spec['completions'] === 'number') return `${succeeded}/${spec['completions']}`;
  const parallelism = numberIn(spec, 'parallelism');
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

function durationOf(status: JsonObject, nowMs: number): string {
  const [start, end] = [textIn(status, 'startTime'), textIn(status, 'completionTime')];
  if (start === '') return '';
  return humanDuration((end === '' ? nowMs : Date.parse(end)) - Date.parse(start));
}

/** Kinds that have pods made. */
export const workloadRows: Readonly<Record<string, RowPrinter>> = {
  'apps/Deployment': deployment,
  'apps/ReplicaSet': replicas,
  'apps/StatefulSet': statefulSet,
  'apps/DaemonSet': daemonSet,
  'batch/Job': job,
  'batch/CronJob': cronJob,
};
