import { copyFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { column } from '../lib/columns.js';
import { goal } from '../lib/goal.js';
import type { Options } from '../lib/options.js';
import { bundleProgram, rootFolder } from '../lib/programs.js';
import type { SuiteResult } from '../lib/result.js';
import { type Contender, runRounds } from '../lib/rounds.js';

const KINDS = ['ConfigMap', 'Widget', 'Pod'];
const CLIENTS = '8';

/** Creates a second on the simulated API server, over HTTP and without sockets, and its start. */
export async function simulatedSuite({ objects = 2000, rounds }: Options): Promise<SuiteResult> {
  const program = await bundleProgram('clients/simulated');
  await copyTables(dirname(program));
  const contenders = KINDS.map((name): Contender => ({
    id: name,
    name,
    command: [process.execPath, program, name, String(objects), CLIENTS],
  }));
  const rows = await runRounds(contenders, { rounds, timeoutMs: 300_000 });
  const section = 'simulated server';
  return {
    suite: 'simulated',
    settings: { objects, rounds },
    rows,
    columns: [
      column('first start ms', 'startMs'),
      column('HTTP creates/s', 'httpPerSecond', { digits: 0 }),
      column('calls creates/s', 'callsPerSecond', { digits: 0 }),
      column('direct creates/s', 'directPerSecond', { digits: 0 }),
    ],
    goals: rows.flatMap(({ name, figures: { startMs, httpPerSecond, callsPerSecond } }) => [
      goal({ section, text: `${name}, first start to 50 ms`, of: startMs, by: 50, atMost: 1 }),
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

/** What the server reads beside its code. */
async function copyTables(target: string): Promise<void> {
  const folder = join(rootFolder, 'testkit/simulated/builtin');
  const tables = (await readdir(folder)).filter((file) => file.endsWith('.json'));
  await Promise.all(tables.map((file) => copyFile(join(folder, file), join(target, file))));
}
