interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
  readonly names: readonly string[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const FIELDS: readonly Bounds[] = [
  { minimum: 0, maximum: 59, names: [] },
  { minimum: 0, maximum: 23, names: [] },
  { minimum: 1, maximum: 31, names: [] },
  { minimum: 1, maximum: 12, names: MONTHS },
  { minimum: 0, maximum: 6, names: DAYS },
];
const DESCRIPTORS: ReadonlySet<string> = new Set([
  '@yearly',
  '@annually',
  '@monthly',
  '@weekly',
  '@daily',
  '@midnight',
  '@hourly',
]);

/** What is wrong with the schedule of a CronJob, in the server's words; undefined: nothing. */
export function cronScheduleFault(schedule: string): string | undefined {
  if (!/^(CRON_)?TZ=/.test(schedule)) return plainScheduleFault(schedule);
  const space = schedule.indexOf(' ');
  if (space === -1) return 'invalid schedule format: runtime error: slice bounds out of range [:-1]';
  const zone = schedule.slice(schedule.indexOf('=') + 1, space);
  if (!isTimeZone(zone)) return `provided bad location ${zone}: unknown time zone ${zone}`;
  return plainScheduleFault(schedule.slice(space).trim());
}

/** Whether there is a time zone of that name. */
export function isTimeZone(zone: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

function plainScheduleFault(schedule: string): string | undefined {
  if (schedule.startsWith('@')) return descriptorFault(schedule);
  const fields = schedule.split(/\s+/).filter((field) => field !== '');
  if (fields.length !== FIELDS.length) {
    return `expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`;
  }
  for (const [index, bounds] of FIELDS.entries()) {
    for (const range of (fields[index] ?? '').split(',')) {
      const fault = rangeFault(range, bounds);
      if (fault !== undefined) return fault;
    }
  }
  return undefined;
}

function descriptorFault(schedule: string): string | undefined {
  if (DESCRIPTORS.has(schedule)) return undefined;
  const every = '@every ';
  if (!schedule.startsWith(every)) return `unrecognized descriptor: ${schedule}`;
  const duration = schedule.slice(every.length);
  return /^(\d+(\.\d+)?(ns|us|ms|s|m|h))+$/.test(duration)
    ? undefined
    : `failed to parse duration ${schedule}: time: invalid duration ${JSON.stringify(duration)}`;
}

function rangeFault(expression: string, { minimum, maximum, names }: Bounds): string | undefined {
  const [range = '', step, ...more] = expression.split('/');
  const [low = '', high, ...others] = range.split('-');
  if (others.length > 0) return `too many hyphens: ${expression}`;
  if (more.length > 0) return `too many slashes: ${expression}`;
  const everything = low === '*' || low === '?';
  const numbers = everything ? [minimum, maximum] : [low, high ?? low].map((text) => numberOf(text, minimum, names));
  const [start = Number.NaN, end = Number.NaN] = numbers;
  if (Number.isNaN(start)) return parseFault(low);
  if (Number.isNaN(end)) return parseFault(high ?? '');
  if (step !== undefined && !/^\d+$/.test(step)) return parseFault(step);
  const last = step !== undefined && high === undefined && !everything ? maximum : end;
  if (start < minimum) return `beginning of range (${start}) below minimum (${minimum}): ${expression}`;
  if (last > maximum) return `end of range (${last}) above maximum (${maximum}): ${expression}`;
  if (start > last) return `beginning of range (${start}) beyond end of range (${last}): ${expression}`;
  return step !== undefined && Number(step) === 0
    ? `step of range should be a positive number: ${expression}`
    : undefined;
}

function numberOf(text: string, minimum: number, names: readonly string[]): number {
  const named = names.indexOf(text.toLowerCase());
  if (named !== -1) return named + minimum;
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

function parseFault(text: string): string {
  return `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`;
}
