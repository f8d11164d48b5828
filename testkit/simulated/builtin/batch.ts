import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import type { BuiltinKind } from './builtin-kind.js';
import { indexed, notNegative, objectIn, objectsIn, oneOf, textIn } from './checks.js';
import { StructValue } from '../rules/field-fault.js';
import { cronScheduleFault } from './cron-schedule.js';
import { invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { internalForm } from './go-layout.js';
import { jobStatusFaults } from './job-status.js';
import { selects } from './label-selector.js';
import { podTemplateFaults } from './pod-spec.js';

const UID_LABEL = 'batch.kubernetes.io/controller-uid';
const NAME_LABEL = 'batch.kubernetes.io/job-name';
const MAX_INT32 = 2_147_483_647;
const MAX_PARALLEL_INDEXES = 100_000;
const COUNTS = ['parallelism', 'completions', 'activeDeadlineSeconds', 'backoffLimit', 'ttlSecondsAfterFinished'];
const FIXED = [
  'selector',
  'template',
  'completionMode',
  'podFailurePolicy',
  'backoffLimitPerIndex',
  'managedBy',
  'successPolicy',
];

/** Jobs: their selector is made by the server, and little of them may change. */
export const job: BuiltinKind = {
  applyDefaults(object) {
    const spec = objectIn(object, 'spec');
    if (spec['completions'] === undefined && spec['parallelism'] === undefined) spec['completions'] = 1;
    applyJobDefaults(spec);
    copyLabels(object, objectIn(spec, 'template'));
  },
  prepare(object, { creating }) {
    if (!creating) return;
    const spec = objectIn(object, 'spec');
    if (spec['manualSelector'] !== true) ownPods(object, spec);
    copyLabels(object, objectIn(spec, 'template'));
  },
  validate({ object, before, subresource }) {
    if (subresource !== undefined) return before === undefined ? [] : jobStatusFaults(object, before);
    const spec = objectIn(object, 'spec');
    const checked = [...jobSpecFaults(spec, 'spec'), ...matchFaults(spec)];
    const faults = [...generatedFaults(object, spec), ...checked];
    if (before === undefined) return faults;
    const previous = objectIn(before, 'spec');
    const changed = FIXED.filter((field) =>
      field === 'template' && isUnstarted(before)
        ? !sameJson(unscheduled(spec['template']), unscheduled(previous['template']))
        : !sameJson(spec[field], previous[field]),
    );
    return [
      ...faults,
      // The server looks at them twice.
      ...checked,
      ...completionsFaults(spec, previous),
      ...changed.map((field) => invalidValue(`spec.${field}`, shown(field, spec), 'field is immutable')),
    ];
  },
};

/** A field as the server shows it. */
function shown(field: string, spec: JsonObject): unknown {
  if (field !== 'template') return spec[field] ?? null;
  const template = objectIn(spec, 'template');
  return new StructValue(
    internalForm('apis/core.PodTemplateSpec', { ...objectIn(template, 'metadata'), spec: template['spec'] }),
  );
}

/** Indexed jobs may become longer or shorter, if all of their pods run at once. */
function completionsFaults(spec: JsonObject, previous: JsonObject): FieldCause[] {
  const { completions, parallelism, completionMode } = spec;
  if (completions === previous['completions'] || (completionMode === 'Indexed' && completions === parallelism))
    return [];
  const tandem = completions !== undefined && completionMode === 'Indexed';
  const why = tandem ? 'can only be modified in tandem with spec.parallelism' : 'field is immutable';
  return [invalidValue('spec.completions', completions ?? null, why)];
}

/** What is suspended and has not begun may still be told where to run. */
function isUnstarted(before: JsonObject): boolean {
  return objectIn(before, 'spec')['suspend'] === true && objectIn(before, 'status')['startTime'] === undefined;
}

/** A template without what says where its pods run. */
function unscheduled(template: unknown): JsonObject {
  if (!isJsonObject(template)) return {};
  const { labels: _labels, annotations: _annotations, ...metadata } = objectIn(template, 'metadata');
  const {
    nodeSelector: _nodes,
    tolerations: _tolerations,
    schedulingGates: _gates,
    ...spec
  } = objectIn(template, 'spec');
  const { nodeAffinity: _affinity, ...affinity } = objectIn(spec, 'affinity');
  return { ...template, metadata, spec: { ...spec, affinity } };
}

/** A job without labels has those of its template. */
function copyLabels(object: JsonObject, template: JsonObject): void {
  const metadata = objectIn(object, 'metadata');
  const labels = objectIn(objectIn(template, 'metadata'), 'labels');
  if (metadata['labels'] === undefined && Object.keys(labels).length > 0) metadata['labels'] = { ...labels };
}

function applyJobDefaults(spec: JsonObject): void {
  spec['parallelism'] ??= 1;
  spec['backoffLimit'] ??= spec['backoffLimitPerIndex'] === undefined ? 6 : MAX_INT32;
  spec['completionMode'] ??= 'NonIndexed';
  spec['suspend'] ??= false;
  spec['manualSelector'] ??= false;
  spec['podReplacementPolicy'] ??= spec['podFailurePolicy'] === undefined ? 'TerminatingOrFailed' : 'Failed';
}

/** Labels the template with the job's uid and name, and selects by the uid. */
function ownPods(object: JsonObject, spec: JsonObject): void {
  const { uid = '', name = '' } = objectIn(object, 'metadata');
  const template = objectIn(spec, 'template');
  const metadata = objectIn(template, 'metadata');
  const labels = { [UID_LABEL]: uid, [NAME_LABEL]: name, 'controller-uid': uid, 'job-name': name };
  metadata['labels'] = { ...objectIn(metadata, 'labels'), ...labels };
  template['metadata'] = metadata;
  spec['template'] = template;
  const selector = objectIn(spec, 'selector');
  spec['selector'] = { ...selector, matchLabels: { ...objectIn(selector, 'matchLabels'), [UID_LABEL]: uid } };
}

/** Selectors are the server's to make. */
function generatedFaults(object: JsonObject, { selector, manualSelector }: JsonObject): FieldCause[] {
  const { uid } = objectIn(object, 'metadata');
  if (manualSelector === true || sameJson(selector, { matchLabels: { [UID_LABEL]: uid } })) return [];
  return [invalidValue('spec.selector', selector ?? null, '`selector` not auto-generated')];
}

function matchFaults(spec: JsonObject): FieldCause[] {
  const labels = objectIn(objectIn(objectIn(spec, 'template'), 'metadata'), 'labels');
  if (spec['selector'] === undefined || selects(spec['selector'], labels)) return [];
  const shownLabels = Object.keys(labels).length === 0 ? null : labels;
  const message = '`selector` does not match template `labels`';
  return [invalidValue('spec.template.metadata.labels', shownLabels, message)];
}

function jobSpecFaults(spec: JsonObject, path: string): FieldCause[] {
  const podSpec = objectIn(objectIn(spec, 'template'), 'spec');
  const restart = podSpec['restartPolicy'];
  return [
    ...COUNTS.flatMap((field) => notNegative(`${path}.${field}`, spec[field])),
    ...oneOf(`${path}.completionMode`, spec['completionMode'], ['NonIndexed', 'Indexed']),
    ...indexedFaults(spec, path),
    ...failurePolicyFaults(spec, path),
    ...oneOf(`${path}.podReplacementPolicy`, spec['podReplacementPolicy'], ['Failed', 'TerminatingOrFailed']),
    ...podTemplateFaults(objectIn(spec, 'template'), `${path}.template`),
    ...(restart === 'OnFailure' || restart === 'Never'
      ? []
      : [requiredValue(`${path}.template.spec.restartPolicy`, 'valid values: "OnFailure", "Never"')]),
  ];
}

function indexedFaults(spec: JsonObject, path: string): FieldCause[] {
  if (spec['completionMode'] !== 'Indexed') return [];
  const { completions, parallelism } = spec;
  const limit = `must be less than or equal to ${MAX_PARALLEL_INDEXES} when completion mode is Indexed`;
  return [
    ...(completions === undefined ? [requiredValue(`${path}.completions`, 'when completion mode is Indexed')] : []),
    ...(Number(parallelism) > MAX_PARALLEL_INDEXES ? [invalidValue(`${path}.parallelism`, parallelism, limit)] : []),
  ];
}

const ACTIONS = ['Count', 'FailIndex', 'FailJob', 'Ignore'];

function failurePolicyFaults(spec: JsonObject, path: string): FieldCause[] {
  const policy = spec['podFailurePolicy'];
  if (!isJsonObject(policy)) return [];
  const restart = objectIn(objectIn(spec, 'template'), 'spec')['restartPolicy'];
  const never = 'only "Never" is supported when podFailurePolicy is specified';
  return [
    ...indexed(objectsIn(policy, 'rules'), `${path}.podFailurePolicy.rules`).flatMap(([rule, at]) => {
      const codes = rule['onExitCodes'];
      const values = isJsonObject(codes) && Array.isArray(codes['values']) ? codes['values'] : [];
      return [
        ...oneOf(`${at}.action`, rule['action'] ?? '', ACTIONS),
        ...(isJsonObject(codes) && values.length === 0
          ? [invalidValue(`${at}.onExitCodes.values`, [], 'at least one value is required')]
          : []),
      ];
    }),
    ...(restart === 'Never' ? [] : [invalidValue(`${path}.template.spec.restartPolicy`, restart, never)]),
  ];
}

/** Jobs are named after their CronJob, with eleven more characters. */
const MAX_CRON_JOB_NAME = 52;

/** CronJobs. */
export const cronJob: BuiltinKind = {
  validate({ object, subresource }) {
    if (subresource !== undefined) return [];
    const spec = objectIn(object, 'spec');
    const schedule = textIn(spec, 'schedule');
    const template = objectIn(objectIn(spec, 'jobTemplate'), 'spec');
    const zoned = 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead';
    const fault = schedule === '' ? undefined : schedule.includes('TZ') ? zoned : cronScheduleFault(schedule);
    const name = textIn(objectIn(object, 'metadata'), 'name');
    return [
      ...(name.length > MAX_CRON_JOB_NAME
        ? [invalidValue('metadata.name', name, `must be no more than ${MAX_CRON_JOB_NAME} characters`)]
        : []),
      ...(schedule === '' ? [requiredValue('spec.schedule')] : []),
      ...(fault === undefined ? [] : [invalidValue('spec.schedule', schedule, fault)]),
      ...notNegative('spec.startingDeadlineSeconds', spec['startingDeadlineSeconds']),
      ...timeZoneFaults(spec['timeZone']),
      ...oneOf('spec.concurrencyPolicy', spec['concurrencyPolicy'], ['Allow', 'Forbid', 'Replace']),
      ...jobSpecFaults(template, 'spec.jobTemplate.spec'),
      ...ownSelectorFaults(template, 'spec.jobTemplate.spec'),
      ...notNegative('spec.successfulJobsHistoryLimit', spec['successfulJobsHistoryLimit']),
      ...notNegative('spec.failedJobsHistoryLimit', spec['failedJobsHistoryLimit']),
    ];
  },
};

/** The selector of a Job that a CronJob makes is never its own. */
function ownSelectorFaults(template: JsonObject, path: string): FieldCause[] {
  const { selector, manualSelector } = template;
  const manual = 'Unsupported value: true: supported values: "nil", "false"';
  return [
    ...(selector === undefined
      ? []
      : [invalidValue(`${path}.selector`, selector, '`selector` will be auto-generated')]),
    ...(manualSelector === true
      ? [{ reason: 'FieldValueNotSupported', message: manual, field: `${path}.manualSelector` }]
      : []),
  ];
}

function timeZoneFaults(zone: unknown): FieldCause[] {
  if (typeof zone !== 'string') return [];
  if (zone === '') return [invalidValue('spec.timeZone', zone, 'timeZone must be nil or non-empty string')];
  if (zone.toLowerCase() === 'local') {
    const detail = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';
    return [invalidValue('spec.timeZone', zone, detail)];
  }
  try {
    Intl.DateTimeFormat('en', { timeZone: zone });
    return [];
  } catch {
    return [invalidValue('spec.timeZone', zone, `unknown time zone ${zone}`)];
  }
}
