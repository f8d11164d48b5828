import type { JsonObject } from '../objects/api-object.js';
import { isNewGeneration } from './builtin-kind.js';
import type { BuiltinKind } from './builtin-kind.js';
import { notNegative, objectIn, oneOf, textIn } from './checks.js';
import { cronScheduleFault, isTimeZone } from './cron-schedule.js';
import { invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { jobSpecFaults, jobWarnings } from './job-spec.js';
import { shownSelector } from './label-selector.js';

/** Jobs are named after their CronJob, with eleven more characters. */
const MAX_CRON_JOB_NAME = 52;

const ZONED =
  'cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see ' +
  'https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details';

/** CronJobs. */
export const cronJob: BuiltinKind = {
  warnings: (object, before) =>
    before === undefined || isNewGeneration(object, before)
      ? jobWarnings(objectIn(objectIn(objectIn(object, 'spec'), 'jobTemplate'), 'spec'), 'spec.jobTemplate.spec')
      : [],
  // Only a CronJob that is older than the rule can have one.
  lateWarnings: (object, before) =>
    before !== undefined && textIn(objectIn(object, 'spec'), 'schedule').includes('TZ') ? [ZONED] : [],
  validate({ object, before, subresource }) {
    if (subresource !== undefined) return [];
    const spec = objectIn(object, 'spec');
    const previous = before && objectIn(before, 'spec');
    const template = objectIn(objectIn(spec, 'jobTemplate'), 'spec');
    const name = textIn(objectIn(object, 'metadata'), 'name');
    const isLong = before === undefined && name.length > MAX_CRON_JOB_NAME;
    return [
      ...scheduleFaults(spec, previous),
      ...notNegative('spec.startingDeadlineSeconds', spec['startingDeadlineSeconds']),
      ...(previous !== undefined && previous['timeZone'] === spec['timeZone'] ? [] : timeZoneFaults(spec['timeZone'])),
      ...oneOf('spec.concurrencyPolicy', spec['concurrencyPolicy'], ['Allow', 'Forbid', 'Replace']),
      ...jobSpecFaults(template, 'spec.jobTemplate.spec'),
      ...ownSelectorFaults(template, 'spec.jobTemplate.spec'),
      ...notNegative('spec.successfulJobsHistoryLimit', spec['successfulJobsHistoryLimit']),
      ...notNegative('spec.failedJobsHistoryLimit', spec['failedJobsHistoryLimit']),
      ...(isLong ? [invalidValue('metadata.name', name, `must be no more than ${MAX_CRON_JOB_NAME} characters`)] : []),
    ];
  },
};

function scheduleFaults(spec: JsonObject, previous: JsonObject | undefined): FieldCause[] {
  const schedule = textIn(spec, 'schedule');
  if (schedule === '') return [requiredValue('spec.schedule')];
  const zoned = schedule.includes('TZ');
  const wasZoned = previous !== undefined && textIn(previous, 'schedule').includes('TZ');
  const why = wasZoned
    ? 'cannot use both timeZone field and TZ or CRON_TZ in schedule'
    : 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead';
  const fault = cronScheduleFault(schedule);
  return [
    ...(fault === undefined ? [] : [invalidValue('spec.schedule', schedule, fault)]),
    ...(zoned && (!wasZoned || spec['timeZone'] !== undefined) ? [invalidValue('spec.schedule', schedule, why)] : []),
  ];
}

/** The selector of a Job that a CronJob makes is never its own. */
function ownSelectorFaults(template: JsonObject, path: string): FieldCause[] {
  const { selector, manualSelector } = template;
  const manual = 'Unsupported value: true: supported values: "nil", "false"';
  return [
    ...(selector === undefined
      ? []
      : [invalidValue(`${path}.selector`, shownSelector(selector), '`selector` will be auto-generated')]),
    ...(manualSelector === true
      ? [{ reason: 'FieldValueNotSupported' as const, message: manual, field: `${path}.manualSelector` }]
      : []),
  ];
}

/** Names of files with time zones; digits are there for old names. */
const ZONE_PART = /^[A-Za-z._0-9+][A-Za-z._\-0-9+]{0,13}$/;

function timeZoneFaults(zone: unknown): FieldCause[] {
  if (typeof zone !== 'string') return [];
  const fault = (why: string): FieldCause => invalidValue('spec.timeZone', zone, why);
  if (zone === '') return [fault('timeZone must be nil or non-empty string')];
  const parts = zone.split('/');
  const unknown = fault(`unknown time zone ${zone}`);
  if (parts.some((part) => part === '.' || part === '..' || !ZONE_PART.test(part))) return [unknown];
  if (zone.toLowerCase() === 'local') {
    const explicit = fault('timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones');
    return zone === 'Local' ? [explicit] : [explicit, unknown];
  }
  return isTimeZone(zone) ? [] : [unknown];
}
