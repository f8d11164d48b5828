/** Controllers: their rate beside controller-runtime's, how soon news are worked on, and the memory of an operator. */
import { column } from '../lib/columns.js';
import { nodeContender } from '../lib/contenders.js';
import { type Goal, goal } from '../lib/goal.js';
import { LoadServer } from '../lib/load-server.js';
import type { Options } from '../lib/options.js';
import { buildControllerRuntime } from '../lib/programs.js';
import type { Row, SuiteResult } from '../lib/result.js';
import { runRounds } from '../lib/rounds.js';

const WORKERS = '10';
const section = '10 controllers';

/** 100,000 keys, 10 workers, a reconcile that does nothing: a loop alone, and a manager with its cache. */
export async function controllersSuite({ objects: keys = 100_000, rounds }: Options): Promise<SuiteResult> {
  const peer = await buildControllerRuntime();
  await using server = await LoadServer.start({ objects: keys, bytes: 1000 });
  const [number, { url }] = [String(keys), server];
  const rows = await runRounds(
    [
      await ours('loop', ['-', number, WORKERS, 'loop']),
      { id: 'peer-loop', name: 'controller-runtime, loop', command: [peer, 'loop', number, WORKERS] },
      await ours('manager', [url, number, WORKERS, 'manager']),
      { id: 'peer-manager', name: 'controller-runtime, manager', command: [peer, 'manager', url, number, WORKERS] },
    ],
    { rounds },
  );
  return {
    suite: 'controllers',
    settings: { keys, workers: Number(WORKERS), rounds },
    rows,
    columns: [
      column('keys k/s', 'keysPerSecond', { scale: 1000 }),
      column('CPU µs/key', 'keyCpuMicros', { digits: 2 }),
    ],
    goals: (['loop', 'manager'] as const).flatMap((what) => beside(rows, what)),
  };
}

function ours(what: 'loop' | 'manager', args: readonly string[]) {
  return nodeContender({ id: `ours-${what}`, name: `informer-gen, ${what}`, client: 'controller', args });
}

function beside(rows: readonly Row[], what: string): Goal[] {
  const figure = (id: string, name: string): number | undefined => rows.find((row) => row.id === id)?.figures[name];
  const [mine, theirs] = [`ours-${what}`, `peer-${what}`];
  const rate = 'keysPerSecond';
  return [
    goal({
      section,
      text: `${what}, rate beside controller-runtime`,
      of: figure(mine, rate),
      by: figure(theirs, rate),
      atLeast: 1,
    }),
    goal({
      section,
      text: `${what}, CPU a key beside controller-runtime`,
      of: figure(mine, 'keyCpuMicros'),
      by: figure(theirs, 'keyCpuMicros'),
      atMost: 1,
    }),
  ];
}

/** How soon a change is worked on while the objects of the start wait. */
export async function freshSuite({ objects = 50_000, events = 20, rounds }: Options): Promise<SuiteResult> {
  await using server = await LoadServer.start({ objects, bytes: 1000 });
  const variants = ['waiting', 'busy'];
  const contenders = variants.map((variant) => {
    const args = [server.url, String(objects), String(events), variant];
    return nodeContender({ id: variant, name: `reconciles ${variant}`, client: 'fresh', args });
  });
  const rows = await runRounds(await Promise.all(contenders), { rounds });
  return {
    suite: 'fresh',
    settings: { objects, changes: events, rounds },
    rows,
    columns: [
      column('longest from event ms', 'freshMaxMs'),
      column('from the server ms', 'freshEndToEndMaxMs'),
      column('keys waiting, first change', 'waitingAtFirst', { digits: 0 }),
      column('last change', 'waitingAtLast', { digits: 0 }),
    ],
    goals: rows.map(({ name, figures: { freshMaxMs } }) =>
      goal({ section, text: `${name}: longest from its event, to 100 ms`, of: freshMaxMs, by: 100, atMost: 1 }),
    ),
  };
}
