import { column } from '../lib/columns.js';
import { nodeContender } from '../lib/contenders.js';
import { goalOfRounds } from '../lib/goal.js';
import { LoadServer } from '../lib/load-server.js';
import type { Options } from '../lib/options.js';
import type { SuiteResult } from '../lib/result.js';
import { type Contender, runRounds } from '../lib/rounds.js';

const observers = [
  { id: 'nobody', text: 'nobody once more (what the same code differs by)', atMost: undefined },
  { id: 'metrics', text: 'metrics', atMost: 1.03 },
  { id: 'inspector', text: 'an inspector that nobody looks at', atMost: 1.1 },
] as const;

/**
 * What metrics, and an inspector that nobody looks at, add to an event, for objects that are decoded and for those that are kept as
 * bytes. Each run is a process that turns them on and off in turns and gives one ratio; the rounds give its interval.
 */
export async function metricsSuite({ objects = 2_000, events = 400_000, rounds }: Options): Promise<SuiteResult> {
  await using server = await LoadServer.start({ objects });
  const variants = ['decoded', 'lazy'] as const;
  const contenders: Contender[] = [];
  for (const variant of variants) {
    for (const { id } of observers) {
      contenders.push(
        await nodeContender({
          id: `${variant}-${id}`,
          name: `${variant}, ${id}`,
          client: 'observed',
          args: [server.url, String(objects), String(events), variant === 'lazy' ? 'lazy' : ''],
          env: { BENCH_OBSERVER: id },
        }),
      );
    }
  }
  const rows = await runRounds(contenders, { rounds });
  const micros = (title: string, figure: string) => ({
    title,
    digits: 2,
    value: ({ [figure]: cpuMs, events: count }: { readonly [name: string]: number }) =>
      cpuMs !== undefined && count !== undefined ? (cpuMs * 1000) / count : undefined,
  });
  return {
    suite: 'metrics',
    settings: { objects, events, rounds },
    rows,
    columns: [
      micros('off, CPU µs/event', 'offCpuMs'),
      micros('on, CPU µs/event', 'onCpuMs'),
      column('ratio', 'cpuRatio', { digits: 3 }),
    ],
    goals: observers.flatMap(({ id, text, atMost }) =>
      variants.map((variant) =>
        goalOfRounds({
          section: 'metrics',
          text: `CPU per event with ${text}, beside without, ${variant}`,
          ratios: rows.find((row) => row.id === `${variant}-${id}`)?.rounds.flatMap(({ cpuRatio }) => cpuRatio ?? []),
          ...(atMost !== undefined && { atMost }),
        }),
      ),
    ),
  };
}
