import { column, columns } from '../lib/columns.js';
import { contender } from '../lib/contenders.js';
import { goal } from '../lib/goal.js';
import { LoadServer } from '../lib/load-server.js';
import type { Options } from '../lib/options.js';
import type { Row, SuiteResult } from '../lib/result.js';
import { runRounds } from '../lib/rounds.js';

const bytes = 1000;
const smallest = 1000;

/** What an object costs as there are more of them: from 1,000 to `--objects` (default 1,000,000), ten times as many each time. */
export async function growthSuite({ objects: largest = 1_000_000, rounds }: Options): Promise<SuiteResult> {
  const rows: Row[] = [];
  for (let objects = Math.min(smallest, largest); objects <= largest; objects *= 10) {
    await using server = await LoadServer.start({ objects, bytes });
    const load = { url: server.url, objects, events: 0, env: { BENCH_READS: '0' } };
    const contenders = await Promise.all((['ours', 'ours-lazy'] as const).map((id) => contender(id, load)));
    const named = contenders.map(({ name, ...rest }) => {
      return { ...rest, id: `${rest.id}-${objects}`, name: `${name}, ${objects.toLocaleString('en-US')} objects` };
    });
    rows.push(...(await runRounds(named, { rounds })).map(withCostPerObject));
  }
  const { peakMegabytes, steadyMegabytes, loopP99, loopMax, ownMax, gcMax } = columns;
  return {
    suite: 'growth',
    settings: { 'largest number of objects': largest, 'bytes per object': bytes, rounds },
    rows,
    columns: [
      column('sync µs/object', 'syncMicrosPerObject'),
      column('CPU µs/object', 'cpuMicrosPerObject'),
      column('heap+ext bytes/object', 'heapPerObject', { digits: 0 }),
      column('RSS bytes/object', 'rssPerObject', { digits: 0 }),
      peakMegabytes,
      steadyMegabytes,
      loopP99,
      loopMax,
      ownMax,
      gcMax,
    ],
    goals: flatness(rows, largest),
  };
}

function withCostPerObject(row: Row): Row {
  const { objects, syncMs, syncCpuMs } = row.figures;
  if (objects === undefined || syncMs === undefined || syncCpuMs === undefined) return row;
  const costs = { syncMicrosPerObject: (syncMs * 1000) / objects, cpuMicrosPerObject: (syncCpuMs * 1000) / objects };
  return { ...row, figures: { ...row.figures, ...costs } };
}

/** Small runs are mostly start-up and cold code, so the largest is held against a tenth of it. */
function flatness(rows: readonly Row[], largest: number): SuiteResult['goals'] {
  const cost = (id: string, figure: string): number | undefined => rows.find((row) => row.id === id)?.figures[figure];
  return ['ours', 'ours-lazy'].flatMap((id) =>
    ['cpuMicrosPerObject', 'heapPerObject'].map((figure) => {
      const sizes = { of: cost(`${id}-${largest}`, figure), by: cost(`${id}-${largest / 10}`, figure) };
      return goal({
        section: '6 growth',
        text: `${id}, ${figure} at ${largest} to a tenth of that`,
        ...sizes,
        atMost: 1.25,
      });
    }),
  );
}
