import { eventsColumn } from '../lib/columns.js';
import { nodeContender } from '../lib/contenders.js';
import { goal } from '../lib/goal.js';
import { LoadServer } from '../lib/load-server.js';
import type { Options } from '../lib/options.js';
import type { Row, SuiteResult } from '../lib/result.js';
import { type Contender, runRounds } from '../lib/rounds.js';

/** What metrics, and an inspector that nobody looks at, add to an event, for objects that are decoded and for those that are kept as bytes. */
export async function metricsSuite({ objects = 2_000, events = 50_000, rounds }: Options): Promise<SuiteResult> {
  await using server = await LoadServer.start({ objects });
  const contenders: Contender[] = [];
  for (const variant of ['', 'lazy']) {
    for (const observer of ['off', 'metrics', 'inspector']) {
      contenders.push(
        await nodeContender({
          id: `${variant || 'decoded'}-${observer}`,
          name: `${variant || 'decoded'}, ${observer === 'off' ? 'not observed' : observer}`,
          client: 'observed',
          args: [server.url, String(objects), String(events), variant],
          env: { BENCH_OBSERVER: observer },
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
    goals: ['metrics', 'inspector'].flatMap((observer) =>
      ['decoded', 'lazy'].map((variant) =>
        goal({
          section: 'metrics',
          text: `CPU per event with ${observer}, beside without, ${variant}`,
          of: cpuOf(`${variant}-${observer}`),
          by: cpuOf(`${variant}-off`),
          atMost: observer === 'metrics' ? 1.03 : 1.1,
        }),
      ),
    ),
  };
}
