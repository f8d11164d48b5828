import { describe, expect, it } from 'vitest';
import { cronScheduleFault, isTimeZone } from '../../../../testkit/simulated/builtin/cron-schedule.js';

describe('cronScheduleFault', () => {
  it.each(['*/5 * * * *', '1,,2 * * * *', '0 0 * JAN mon-FRI', '*-5 * * * *', '@daily', '@every 1h30m', '@every -5m'])(
    'takes %s',
    (schedule) => expect(cronScheduleFault(schedule)).toBeUndefined(),
  );

  it.each([
    ['* * *', 'expected exactly 5 fields, found 3: [* * *]'],
    ['60 * * * *', 'end of range (60) above maximum (59): 60'],
    ['5-1 * * * *', 'beginning of range (5) beyond end of range (1): 5-1'],
    ['*/-5 * * * *', 'negative number (-5) not allowed: -5'],
    ['*/0 * * * *', 'step of range should be a positive number: */0'],
    ['1-2-3 * * * *', 'too many hyphens: 1-2-3'],
    ['1/2/3 * * * *', 'too many slashes: 1/2/3'],
    ['x * * * *', 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax'],
    ['@every 5', 'failed to parse duration @every 5: time: missing unit in duration "5"'],
    ['@every 5x', 'failed to parse duration @every 5x: time: unknown unit "x" in duration "5x"'],
    ['@sometimes', 'unrecognized descriptor: @sometimes'],
  ])('refuses %s in the words of the server', (schedule, fault) => expect(cronScheduleFault(schedule)).toBe(fault));
});

describe('isTimeZone', () => {
  it.each(['UTC', 'Europe/Berlin', 'US/Pacific', 'Etc/GMT+1'])('knows %s', (zone) =>
    expect(isTimeZone(zone)).toBe(true),
  );

  it.each(['utc', 'europe/berlin', 'Europe/Nowhere', '+01'])('does not know %s', (zone) =>
    expect(isTimeZone(zone)).toBe(false),
  );
});
