import { eventsColumn } from '../lib/columns.js';
import { nodeContender } from '../lib/contenders.js';
import { goal } from '../lib/goal.js';
import { LoadServer } from '../lib/load-server.js';
import type { Options } from '../lib/options.js';
import type { Row, SuiteResult } from '../lib/result.js';
import { type Contender, runRounds } from '../lib/rounds.js';

/** What metrics add to an event, for objects that are decoded and for those that are kept as bytes. */
export async function metricsSuite({ objects = 2_000, events = 50_000, rounds }: Options): Promise<SuiteResult> {
  await using server = await LoadServer.start({ objects });
  const contenders: Contender[] = [];
  for (const variant of ['', 'lazy']) {
    for (const metrics of ['off', 'on']) {
      contenders.push(
        await nodeContender({
          id: `${variant || 'decoded'}-${metrics}`,
          name: `${variant || 'decoded'}, metrics ${metrics}`,
          client: 'observed',
          args: [server.url, String(objects), String(events), variant],
          env: { BENCH_METRICS: metrics === 'on' ? '1' : '0' },
        }),
      );
    }
  }
  const rows = await runRounds(contenders, { rounds });
  const cpuOf = (id: string): number | undefined => rows.find((row) => row.id === id)?.figures['eventsCpuMs'];
  const micros = {
    title: 'CPU µs/event',
    digits: 2,
    value: ({ eventsCpuMs }: Row['figures']) => eventsCpuMs && (eventsCpuMs * 1000) / events,
  };
  return {
    suite: 'metrics',
    settings: { objects, events, rounds },
    rows,
    columns: [eventsColumn(events), micros],
    goals: ['decoded', 'lazy'].map((variant) =>
      goal({
        section: 'metrics',
        text: `CPU per event with metrics, beside without, ${variant}`,
        of: cpuOf(`${variant}-on`),
        by: cpuOf(`${variant}-off`),
        atMost: 1.03,
      }),
    ),
  };
}
