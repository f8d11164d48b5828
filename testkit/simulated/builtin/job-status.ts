import { sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { duplicateValue, OMITTED, StructValue } from '../rules/field-fault.js';
import { notNegative, objectIn, objectsIn, textIn, textsIn } from './checks.js';
import { invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { indexesFault, overlapFault } from './job-indexes.js';

const CONDITIONS = 'status.conditions';

/** A Job, and what its status says. */
interface JobState {
  readonly spec: JsonObject;
  readonly status: JsonObject;
  readonly complete: boolean;
  readonly failed: boolean;
  readonly finished: boolean;
  readonly failing: boolean;
  readonly successful: boolean;
  readonly suspended: unknown;
}

function stateOf(job: JsonObject): JobState {
  const [spec, status] = [objectIn(job, 'spec'), objectIn(job, 'status')];
  const valueOf = (type: string): unknown =>
    objectsIn(status, 'conditions').find((condition) => condition['type'] === type)?.['status'];
  const [complete, failed] = [valueOf('Complete') === 'True', valueOf('Failed') === 'True'];
  return {
    spec,
    status,
    complete,
    failed,
    finished: complete || failed,
    failing: valueOf('FailureTarget') === 'True',
    successful: valueOf('SuccessCriteriaMet') === 'True',
    suspended: valueOf('Suspended'),
  };
}

/** What is wrong with a new status of a Job; most rules hold only for what has changed, as the server has them. */
export function jobStatusFaults(object: JsonObject, before: JsonObject): FieldCause[] {
  const [next, previous] = [stateOf(object), stateOf(before)];
  return [
    ...countFaults(next.status),
    ...uncountedFaults(objectIn(next.status, 'uncountedTerminatedPods')),
    ...conditionFaults(next, previous),
    ...changeFaults(next, previous),
  ];
}

const number = (object: JsonObject, field: string): number => Number(object[field] ?? 0);

function countFaults(status: JsonObject): FieldCause[] {
  return ['active', 'succeeded', 'failed', 'ready', 'terminating'].flatMap((field) =>
    notNegative(`status.${field}`, status[field]),
  );
}

/** Pods that have ended are listed once. */
function uncountedFaults(uncounted: JsonObject): FieldCause[] {
  const seen = new Set<string>();
  return ['succeeded', 'failed'].flatMap((field) =>
    textsIn(uncounted, field).flatMap((uid, index) => {
      const path = `status.uncountedTerminatedPods.${field}[${index}]`;
      if (uid === '') return [invalidValue(path, uid, 'must not be empty')];
      if (seen.has(uid)) return [duplicateValue(path, uid)];
      seen.add(uid);
      return [];
    }),
  );
}

function conditionFaults(next: JobState, previous: JobState): FieldCause[] {
  const { status, spec } = next;
  const changed = (...fields: readonly (keyof JobState)[]): boolean =>
    fields.some((field) => next[field] !== previous[field]);
  const moved = (...fields: readonly string[]): boolean =>
    fields.some((field) => !sameJson(status[field] ?? null, previous.status[field] ?? null));
  const faults: FieldCause[] = [];
  const refuse = (wrong: boolean, why: string): void => {
    if (wrong) faults.push(invalidValue(CONDITIONS, OMITTED, why));
  };
  const refuseField = (wrong: boolean, field: string, why: string): void => {
    if (wrong) faults.push(invalidValue(`status.${field}`, status[field] ?? null, why));
  };
  const { complete, failed, finished, failing, successful } = next;
  const [start, end] = [status['startTime'], status['completionTime']];
  refuse(changed('complete', 'failed') && complete && failed, 'cannot set Complete=True and Failed=true conditions');
  refuse(
    changed('complete', 'failing') && complete && failing,
    'cannot set Complete=True and FailureTarget=true conditions',
  );
  if (changed('complete') || moved('completionTime')) {
    const early = 'cannot set completionTime when there is no Complete=True condition'; // wording: API server
    refuseField(end !== undefined && !complete, 'completionTime', early);
    if (end === undefined && complete)
      faults.push(requiredValue('status.completionTime', 'completionTime is required for Complete jobs'));
  }
  const backwards = start !== undefined && end !== undefined && Date.parse(String(end)) < Date.parse(String(start));
  refuseField(
    moved('startTime', 'completionTime') && backwards,
    'completionTime',
    'must be equal to or after `startTime`',
  );
  refuse(
    (changed('failed') || moved('failedIndexes')) && failed && !failing,
    'cannot set Failed=True condition without the FailureTarget=true condition',
  );
  refuse(
    changed('complete', 'successful') && complete && !successful,
    'cannot set Complete=True condition without the SuccessCriteriaMet=true condition',
  );
  const over = (field: string): boolean =>
    (changed('finished') || moved(field)) && finished && number(status, field) > 0;
  refuseField(over('active'), 'active', 'active>0 is invalid for finished job');
  const empty = spec['suspend'] === true && spec['completions'] === 0;
  if ((changed('finished') || moved('startTime')) && !empty && finished && start === undefined)
    faults.push(requiredValue('status.startTime', 'startTime is required for finished job'));
  const uncounted = objectIn(status, 'uncountedTerminatedPods');
  const left = ['succeeded', 'failed'].some((field) => Array.isArray(uncounted[field]) && uncounted[field].length > 0);
  if ((changed('finished') || moved('uncountedTerminatedPods')) && finished && left) {
    const shown = new StructValue({ Succeeded: uncounted['succeeded'] ?? null, Failed: uncounted['failed'] ?? null });
    faults.push(invalidValue('status.uncountedTerminatedPods', shown, 'must be empty for finished job'));
  }
  faults.push(...indexFaults(next, moved));
  refuseField(over('terminating'), 'terminating', 'terminating>0 is invalid for finished job');
  const crowded = number(status, 'ready') > number(status, 'active');
  refuseField(
    moved('ready', 'active') && status['ready'] !== undefined && crowded,
    'ready',
    'cannot set more ready pods than active',
  );
  refuse(successful && failed, 'cannot set SuccessCriteriaMet=True and Failed=true conditions');
  refuse(successful && failing, 'cannot set SuccessCriteriaMet=True and FailureTarget=true conditions');
  refuse(
    spec['successPolicy'] !== undefined && !successful && complete,
    'cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True',
  );
  return faults;
}

function indexFaults({ spec, status }: JobState, moved: (...fields: readonly string[]) => boolean): FieldCause[] {
  const { completions, backoffLimitPerIndex, completionMode } = spec;
  const completed = textIn(status, 'completedIndexes');
  const failed = status['failedIndexes'];
  const faults: FieldCause[] = [];
  const refuse = (field: string, why: string): void =>
    void faults.push(invalidValue(`status.${field}`, status[field] ?? '', why));
  const parsed = (field: string): void => {
    const fault = typeof completions === 'number' ? indexesFault(textIn(status, field), completions) : undefined;
    if (fault !== undefined) refuse(field, `error parsing ${field}: ${fault}`);
  };
  if (moved('completedIndexes')) parsed('completedIndexes');
  if (moved('failedIndexes') && backoffLimitPerIndex !== undefined) parsed('failedIndexes');
  if (moved('completedIndexes') && completed !== '' && completionMode !== 'Indexed')
    refuse('completedIndexes', 'cannot set non-empty completedIndexes when non-indexed completion mode');
  if (moved('failedIndexes') && backoffLimitPerIndex === undefined && failed !== undefined)
    refuse('failedIndexes', 'cannot set non-null failedIndexes when backoffLimitPerIndex is null');
  if (moved('failedIndexes', 'completedIndexes') && typeof completions === 'number' && typeof failed === 'string') {
    const overlap = overlapFault(completed, failed, completions);
    if (overlap !== undefined) refuse('failedIndexes', overlap);
  }
  return faults;
}

function changeFaults(next: JobState, previous: JobState): FieldCause[] {
  const { status, spec } = next;
  const faults: FieldCause[] = [];
  const refuse = (wrong: boolean, why: string): void => {
    if (wrong) faults.push(invalidValue(CONDITIONS, OMITTED, why));
  };
  const refuseField = (wrong: boolean, field: string, why: string): void => {
    if (wrong) faults.push(invalidValue(`status.${field}`, status[field] ?? (field.endsWith('Time') ? null : 0), why));
  };
  refuse(previous.failed && !next.failed, 'cannot disable the terminal Failed=True condition');
  refuse(previous.complete && !next.complete, 'cannot disable the terminal Complete=True condition');
  refuse(previous.failing && !next.failing, 'cannot disable the terminal FailureTarget=True condition');
  const fewer = (field: string): boolean => number(status, field) < number(previous.status, field);
  refuseField(fewer('failed'), 'failed', 'cannot decrease the failed counter');
  const elastic = spec['completionMode'] === 'Indexed' && spec['completions'] === spec['parallelism'];
  refuseField(!elastic && fewer('succeeded'), 'succeeded', 'cannot decrease the succeeded counter');
  const [start, end] = [previous.status['startTime'], previous.status['completionTime']];
  refuseField(
    end !== undefined && status['completionTime'] !== undefined && status['completionTime'] !== end,
    'completionTime',
    'field is immutable',
  );
  const resuming = previous.suspended === 'True' && next.suspended === 'False';
  const restarted = start !== undefined && status['startTime'] !== start && spec['suspend'] !== true;
  refuseField(restarted && !resuming, 'startTime', 'field is immutable for unsuspended job once set');
  refuse(previous.successful && !next.successful, 'cannot disable the SuccessCriteriaMet=True condition');
  refuse(
    previous.complete && !previous.successful && next.successful,
    'cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions',
  );
  return faults;
}
