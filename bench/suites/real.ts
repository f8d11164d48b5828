import { connect } from '@informer-gen/runtime';
import { startApiServer } from '@informer-gen/testing';
import { columns } from '../lib/columns.js';
import { contender, type InformerId, nodeContender } from '../lib/contenders.js';
import { type Goal, goal } from '../lib/goal.js';
import { createPods } from '../lib/create-pods.js';
import type { Options } from '../lib/options.js';
import { buildClientGo } from '../lib/programs.js';
import type { Row, SuiteResult } from '../lib/result.js';
import { type Contender, runRounds } from '../lib/rounds.js';

const participants: readonly InformerId[] = [
  'client-go',
  'client-go-dynamic',
  'client-node',
  'floor',
  'ours',
  'ours-stripped',
  'ours-lazy',
];

/** B: the pods of the load server on a real API server, over TLS. The server shares the machine, so CPU time counts. */
export async function realSuite(options: Options): Promise<SuiteResult> {
  const { objects = 20_000, rounds } = options;
  const ids = participants.filter((id) => options.only?.includes(id) ?? true);
  if (ids.some((id) => id.startsWith('client-go'))) await buildClientGo();
  await using server = await startApiServer({ audit: false });
  console.error(`Creating ${objects} pods.`);
  await using client = await connect({ kubeconfigPath: server.kubeconfigPath });
  await createPods(client, objects);
  const load = {
    url: server.url,
    objects,
    events: 0,
    env: { BENCH_KUBECONFIG: server.kubeconfigPath, BENCH_READS: '0' },
  };
  const contenders = (await Promise.all(ids.map((id) => (id === 'floor' ? floors(load) : contender(id, load))))).flat();
  const rows = await runRounds(contenders, { rounds });
  const { syncCpuSeconds, syncSeconds, heapKilobytes, rssKilobytes, peakMegabytes, loopP99, loopMax } = columns;
  return {
    suite: 'informer, real API server',
    settings: { objects, rounds, server: server.version },
    rows,
    columns: [syncCpuSeconds, syncSeconds, heapKilobytes, rssKilobytes, peakMegabytes, loopP99, loopMax],
    goals: goalsOf(rows),
  };
}

async function floors({
  url,
  objects,
  env,
}: {
  url: string;
  objects: number;
  env: { readonly [name: string]: string };
}): Promise<Contender[]> {
  return await Promise.all(
    (['http1', 'http2'] as const).map((variant) => {
      const name = `Node floor, ${variant === 'http1' ? 'HTTP/1.1' : 'HTTP/2'}`;
      return nodeContender({
        id: `floor-${variant}`,
        name,
        client: 'floor',
        args: [url, String(objects), '0', variant],
        env,
      });
    }),
  );
}

function goalsOf(rows: readonly Row[]): Goal[] {
  const cpu = (id: string): number | undefined => rows.find((row) => row.id === id)?.figures['syncCpuMs'];
  const full = cpu('ours');
  return [
    goal({
      section: '4 lazy',
      text: 'CPU beside client-go typed with protobuf',
      of: cpu('ours-lazy'),
      by: cpu('client-go'),
      atMost: 1,
    }),
    goal({
      section: '7 real server',
      text: 'full objects, CPU beside client-go dynamic',
      of: full,
      by: cpu('client-go-dynamic'),
      atMost: 1 / 3,
    }),
    goal({
      section: '7 real server',
      text: 'full objects, CPU beside client-node',
      of: full,
      by: cpu('client-node'),
      atMost: 0.75,
    }),
  ];
}
