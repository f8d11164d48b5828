import { join } from 'node:path';
import { column } from '../lib/columns.js';
import { goal } from '../lib/goal.js';
import type { Options } from '../lib/options.js';
import type { SuiteResult } from '../lib/result.js';
import { type Contender, runRounds } from '../lib/rounds.js';

const KINDS = ['ConfigMap', 'Widget', 'Pod'];
const CLIENTS = '8';
const PROGRAM = join(import.meta.dirname, '../clients/simulated.ts');

/** Creates a second on the simulated API server, over HTTP and without sockets, and its start. */
export async function simulatedSuite({ objects = 2000, rounds }: Options): Promise<SuiteResult> {
  // From source: the server reads tables that lie beside it, which a bundle would not have.
  const flags = ['--conditions=@informer-gen/source', '--import', 'tsx', PROGRAM];
  const contenders = KINDS.map((name): Contender => ({
    id: name,
    name,
    command: [process.execPath, ...flags, name, String(objects), CLIENTS],
  }));
  const rows = await runRounds(contenders, { rounds, timeoutMs: 300_000 });
  const section = 'simulated server';
  return {
    suite: 'simulated',
    settings: { objects, rounds },
    rows,
    columns: [
      column('start ms', 'startMs'),
      column('HTTP creates/s', 'httpPerSecond', { digits: 0 }),
      column('calls creates/s', 'callsPerSecond', { digits: 0 }),
      column('direct creates/s', 'directPerSecond', { digits: 0 }),
    ],
    goals: rows.flatMap(({ name, figures: { startMs, httpPerSecond, callsPerSecond } }) => [
      goal({ section, text: `${name}, start to 50 ms`, of: startMs, by: 50, atMost: 1 }),
      goal({ section, text: `${name}, creates over HTTP to 1,500 a second`, of: httpPerSecond, by: 1500, atLeast: 1 }),
      goal({
        section,
        text: `${name}, creates by calls to 10,000 a second`,
        of: callsPerSecond,
        by: 10_000,
        atLeast: 1,
      }),
    ]),
  };
}
