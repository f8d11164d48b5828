import { goQuote } from '../rules/go-text.js';

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

/** Whether there is a time zone of that name, written exactly so: the server looks for a file. */
export function isTimeZone(zone: string): boolean {
  try {
    const { timeZone } = Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
    if (timeZone.toLowerCase() === zone.toLowerCase()) return timeZone === zone;
    // An older name: each of its words begins with a capital letter, and none is an offset.
    return zone.split('/').every((part) => /^[A-Z]/.test(part));
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
      if (range === '') continue;
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
  const fault = durationFault(schedule.slice(every.length));
  return fault === undefined ? undefined : `failed to parse duration ${schedule}: ${fault}`;
}

const UNITS: ReadonlySet<string> = new Set(['ns', 'us', 'µs', 'μs', 'ms', 's', 'm', 'h']);

/** What Go says of a text that is no duration; undefined: it is one. */
function durationFault(text: string): string | undefined {
  const quoted = goQuote(text);
  let rest = text.replace(/^[+-]/, '');
  if (rest === '0') return undefined;
  if (rest === '') return `time: invalid duration ${quoted}`;
  while (rest !== '') {
    const number = /^(\d+(\.\d*)?|\.\d+)/.exec(rest)?.[0];
    if (number === undefined) return `time: invalid duration ${quoted}`;
    rest = rest.slice(number.length);
    const unit = /^[^.\d]+/.exec(rest)?.[0];
    if (unit === undefined) return `time: missing unit in duration ${quoted}`;
    if (!UNITS.has(unit)) return `time: unknown unit ${goQuote(unit)} in duration ${quoted}`;
    rest = rest.slice(unit.length);
  }
  return undefined;
}

function rangeFault(expression: string, { minimum, maximum, names }: Bounds): string | undefined {
  const [range = '', step, ...more] = expression.split('/');
  const [low = '', high, ...others] = range.split('-');
  let [start, end]: [Parsed, Parsed] = [minimum, maximum];
  if (low !== '*' && low !== '?') {
    start = numberOf(low, minimum, names);
    if (typeof start === 'string') return start;
    if (others.length > 0) return `too many hyphens: ${expression}`;
    end = high === undefined ? start : numberOf(high, minimum, names);
    if (typeof end === 'string') return end;
  }
  if (more.length > 0) return `too many slashes: ${expression}`;
  const every = step === undefined ? 1 : parseNumber(step);
  if (typeof every === 'string') return every;
  // One number with a step begins there and goes on to the end.
  if (step !== undefined && high === undefined) end = maximum;
  if (start < minimum) return `beginning of range (${start}) below minimum (${minimum}): ${expression}`;
  if (end > maximum) return `end of range (${end}) above maximum (${maximum}): ${expression}`;
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${expression}`;
  return every === 0 ? `step of range should be a positive number: ${expression}` : undefined;
}

/** A number, or what is wrong with it. */
type Parsed = number | string;

function numberOf(text: string, minimum: number, names: readonly string[]): Parsed {
  const named = names.indexOf(text.toLowerCase());
  return named === -1 ? parseNumber(text) : named + minimum;
}

const MAX_INT64 = 2n ** 63n;

function parseNumber(text: string): Parsed {
  const fault = (why: string): string =>
    `failed to parse int from ${text}: strconv.Atoi: parsing ${goQuote(text)}: ${why}`;
  if (!/^[+-]?\d+$/.test(text)) return fault('invalid syntax');
  const value = BigInt(text.replace(/^\+/, ''));
  if (value >= MAX_INT64 || value < -MAX_INT64) return fault('value out of range');
  return value < 0n ? `negative number (${value}) not allowed: ${text}` : Number(value);
}
