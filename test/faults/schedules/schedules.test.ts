import { describe, expect, it } from 'vitest';
import { apiServerAvailable } from '../../setup/api-server.js';
import { FIXED_SCHEDULES } from './plan/fixed-schedules.js';
import type { Schedule } from './plan/schedule.js';
import { mode } from './read/modes.js';
import { runSchedule } from './run-schedule.js';

/** `INFORMER_GEN_SCHEDULES=0` leaves these minutes out. */
const skipped = !apiServerAvailable || process.env['INFORMER_GEN_SCHEDULES'] === '0';

const TIMEOUT_MS = 150_000;

describe.skipIf(skipped)('informers in every mode, on a real API server', { timeout: TIMEOUT_MS }, () => {
  it.each(FIXED_SCHEDULES)('tell handlers a legal history through $name', async (schedule) => {
    const { violations, writes, events } = await runSchedule(schedule);
    expect(violations).toEqual([]);
    expect(writes.acknowledged).toBeGreaterThan(100);
    expect(events).toBeGreaterThan(2000);
  });

  it('are found out by the checker when they lose or repeat an event', async () => {
    const settings = ['stripped', 'http2', 'watch-list', 'RealFIFO', 'all'] as const;
    const broken = (['drop-update', 'drop-delete', 'repeat'] as const).map((sabotage) =>
      mode(sabotage, settings, { sabotage }),
    );
    const schedule: Schedule = {
      name: 'a control',
      seed: 7,
      servers: 1,
      watchCache: true,
      writesPerSecond: 40,
      steps: [{ atMs: 3500, fault: { type: 'cut' } }],
      tailMs: 500,
    };
    const { violations } = await runSchedule(schedule, {
      modes: [mode('sound', settings), ...broken],
      settleMs: 3000,
    });
    const of = (name: string): string => violations.filter((line) => line.startsWith(`mode ${name} `)).join('\n');
    expect(of('sound')).toBe('');
    expect(of('drop-update')).toMatch(/gap: /);
    expect(of('drop-delete')).toMatch(/was added before|took the name of another|no delete was told/);
    expect(of('repeat')).toMatch(/is older than version/);
  });
});
