import { startApiServer } from '@informer-gen/testing';
import { column } from '../lib/columns.js';
import { nodeContender } from '../lib/contenders.js';
import { type Goal, goal } from '../lib/goal.js';
import { LoadServer } from '../lib/load-server.js';
import type { Options } from '../lib/options.js';
import { buildClientGo } from '../lib/programs.js';
import type { Row, SuiteResult } from '../lib/result.js';
import { type Contender, runRounds } from '../lib/rounds.js';

const AT_ONCE = 16;
const verbs = ['get', 'create', 'apply'] as const;

/** Plain calls beside client-node and client-go: on a server that always answers the same, or on a real one. */
export async function callsSuite(options: Options): Promise<SuiteResult> {
  const { server, rounds, objects: calls = server === 'real' ? 2000 : 20_000 } = options;
  const rows = server === 'real' ? await onRealServer(calls, rounds) : await onLoadServer(calls, rounds);
  return {
    suite: server === 'real' ? 'calls, real API server' : 'calls',
    settings: { calls, atOnce: AT_ONCE, rounds },
    rows,
    columns: verbs.flatMap((verb) => [
      column(`${verb} k/s`, `${verb}PerSecond`, { scale: 1000, digits: 2 }),
      column(`CPU µs/${verb}`, `${verb}CpuMicros`, { digits: 0 }),
    ]),
    goals: server === 'real' ? cpuGoals(rows) : rateGoals(rows),
  };
}

async function onLoadServer(calls: number, rounds: number): Promise<Row[]> {
  await using server = await LoadServer.start({ objects: 50 });
  return await runRounds(await contenders(server.url, calls), { rounds });
}

async function onRealServer(calls: number, rounds: number): Promise<Row[]> {
  await using server = await startApiServer({ audit: false });
  return await runRounds(await contenders(server.url, calls, { BENCH_KUBECONFIG: server.kubeconfigPath }), { rounds });
}

async function contenders(
  url: string,
  calls: number,
  env: { readonly [name: string]: string } = {},
): Promise<Contender[]> {
  const numbers = [url, String(calls), String(AT_ONCE)];
  const format = env['BENCH_KUBECONFIG'] === undefined ? 'JSON' : 'protobuf';
  return [
    await nodeContender({ id: 'ours', name: 'informer-gen', client: 'calls', args: [...numbers, 'ours'], env }),
    await nodeContender({
      id: 'client-node',
      name: 'client-node',
      client: 'calls',
      args: [...numbers, 'client-node'],
      env,
    }),
    { id: 'client-go', name: `client-go typed, ${format}`, command: [await buildClientGo(), 'calls', ...numbers], env },
  ];
}

function rateGoals(rows: readonly Row[]): Goal[] {
  return verbs.map((verb) =>
    goal({
      section: '9 calls',
      text: `${verb}, rate beside client-node`,
      ...beside(rows, `${verb}PerSecond`),
      atLeast: 1.5,
    }),
  );
}

function cpuGoals(rows: readonly Row[]): Goal[] {
  return verbs.map((verb) =>
    goal({
      section: '9 calls',
      text: `${verb}, CPU beside client-node`,
      ...beside(rows, `${verb}CpuMicros`),
      atMost: 0.7,
    }),
  );
}

function beside(rows: readonly Row[], figure: string): { of: number | undefined; by: number | undefined } {
  const of = (id: string): number | undefined => rows.find((row) => row.id === id)?.figures[figure];
  return { of: of('ours'), by: of('client-node') };
}
