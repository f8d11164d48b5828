/**
 * Runs informers through faults on a real API server and checks everything that they told their handlers.
 *
 *   npm run faults                              10 random schedules, from seed 1 on
 *   npm run faults -- --schedules 100 --seed 7  seeds 7 to 106
 *   npm run faults -- --seed 42 --schedules 1   seed 42 again, as printed for a failure
 *   npm run faults -- --fixed                   the six schedules of the tests
 *
 *   --schedules N    how many
 *   --seed N         the first seed
 *   --faults N       how many faults in each; default 3 to 6
 *   --no-silences    leave out connections that go silent and are never cut, which take up to 90 s to be noticed
 *   --fixed          the fixed schedules instead of random ones
 *   --verbose        say what happens when, and what informers reported to onError
 */
import { FIXED_SCHEDULES } from './plan/fixed-schedules.js';
import { describeSchedule, randomSchedule } from './plan/schedule.js';
import type { Schedule } from './plan/schedule.js';
import type { RunResult } from './run-schedule.js';
import { runSchedule } from './run-schedule.js';
import { readCommandLine, wholeNumber } from '../../../scripts/command-line.js';

interface Arguments {
  readonly schedules: readonly Schedule[];
  readonly verbose: boolean;
}

function readArguments(): Arguments {
  const { values } = readCommandLine(import.meta.url, {
    allowNegative: true,
    options: {
      schedules: { type: 'string', default: '10' },
      seed: { type: 'string', default: '1' },
      faults: { type: 'string' },
      silences: { type: 'boolean', default: true },
      fixed: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
    },
  });
  const faults = values.faults === undefined ? undefined : wholeNumber('faults', values.faults);
  const seed = wholeNumber('seed', values.seed, 0);
  const random = Array.from({ length: wholeNumber('schedules', values.schedules) }, (_, i) =>
    randomSchedule({ seed: seed + i, faults, silences: values.silences }),
  );
  return { schedules: values.fixed ? FIXED_SCHEDULES : random, verbose: values.verbose };
}

function summary({ writes, events, relists, connections, cachesSettledMs, settledMs }: RunResult): string {
  const { acknowledged, refused, unknown } = writes;
  return `${acknowledged} writes acknowledged, ${refused} refused, ${unknown} unknown; ${events} handler calls, ${relists} lists, ${connections} connections; caches up to date ${cachesSettledMs} ms behind the end, handlers ${settledMs} ms`;
}

function printErrors({ reports }: RunResult): void {
  for (const { mode, resource, errors } of reports) {
    for (const [text, count] of Object.entries(errors))
      console.log(`    mode ${mode}, ${resource}: ${count} x ${text}`);
  }
}

async function runOne(schedule: Schedule, verbose: boolean): Promise<RunResult | Error> {
  console.log(`\n${describeSchedule(schedule)}`);
  const onProgress = verbose ? (line: string) => console.log(`    ${line}`) : undefined;
  try {
    const result = await runSchedule(schedule, { onProgress });
    if (verbose) printErrors(result);
    console.log(`  ${summary(result)}`);
    for (const violation of result.violations) console.log(`  VIOLATION: ${violation}`);
    return result;
  } catch (error) {
    console.log(`  FAILED: ${error instanceof Error ? error.stack : String(error)}`);
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function main(): Promise<void> {
  const given = readArguments();
  const failed: Schedule[] = [];
  const totals = { faults: 0, acknowledged: 0, unknown: 0, events: 0, violations: 0 };
  for (const schedule of given.schedules) {
    const result = await runOne(schedule, given.verbose);
    totals.faults += schedule.steps.length;
    if (!(result instanceof Error)) {
      totals.acknowledged += result.writes.acknowledged;
      totals.unknown += result.writes.unknown;
      totals.events += result.events;
      totals.violations += result.violations.length;
    }
    if (result instanceof Error || result.violations.length > 0) failed.push(schedule);
  }
  const { faults, acknowledged, unknown, events, violations } = totals;
  console.log(
    `\n${given.schedules.length} schedules, ${faults} faults, ${acknowledged} acknowledged and ${unknown} unknown writes, ${events} handler calls: ${violations} violations`,
  );
  if (failed.length === 0) return;
  console.log(`Failed: ${failed.map(({ name, seed }) => `${name} (seed ${seed})`).join(', ')}`);
  process.exitCode = 1;
}

await main();
