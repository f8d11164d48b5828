import { connect, type ApiClient, defineResource, type KubernetesObject } from '@informer-gen/runtime';
import { startApiServer } from '@informer-gen/testing';
import { columns } from '../lib/columns.js';
import { contender, type InformerId, nodeContender } from '../lib/contenders.js';
import { type Goal, goal } from '../lib/goal.js';
import { LoadServer } from '../lib/load-server.js';
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
const pageSize = 500;
const writersAtOnce = 32;

const podResource = defineResource({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true });
const namespaceResource = defineResource({
  group: '',
  version: 'v1',
  kind: 'Namespace',
  plural: 'namespaces',
  namespaced: false,
});

interface Pod extends KubernetesObject {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly labels?: { readonly [key: string]: string };
  };
  readonly spec: unknown;
  readonly status: unknown;
}

/** B: the pods of the load server on a real API server, over TLS. The server shares the machine, so CPU time counts. */
export async function realSuite(options: Options): Promise<SuiteResult> {
  const { objects = 20_000, rounds } = options;
  const ids = participants.filter((id) => options.only?.includes(id) ?? true);
  if (ids.some((id) => id.startsWith('client-go'))) await buildClientGo();
  await using server = await startApiServer({ audit: false });
  await createPods(server.kubeconfigPath, objects);
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

/** Creates the pods that the load server would serve, with their status. */
async function createPods(kubeconfigPath: string, objects: number): Promise<void> {
  console.error(`Creating ${objects} pods.`);
  await using client = await connect({ kubeconfigPath });
  await using source = await LoadServer.start({ objects });
  const created = new Set<string>();
  for (let from = 0; from < objects; from += pageSize) {
    const response = await fetch(`${source.url}/api/v1/pods?limit=${pageSize}${from === 0 ? '' : `&continue=${from}`}`);
    const { items } = (await response.json()) as { items: Pod[] };
    const missing = [...new Set(items.map((pod) => pod.metadata.namespace))].filter((name) => !created.has(name));
    for (const name of missing) {
      await client.create(namespaceResource, { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
      created.add(name);
    }
    await eachOf(items, (pod) => createPod(client, pod));
  }
}

async function createPod(client: ApiClient, { metadata, spec, status }: Pod): Promise<void> {
  const {
    managedFields: _managedFields,
    uid: _uid,
    resourceVersion: _version,
    ...rest
  } = metadata as { [name: string]: unknown };
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...rest, name: metadata.name, namespace: metadata.namespace },
    spec,
  };
  await client.create(podResource, pod);
  await client.replace(podResource, { ...pod, status }, { subresource: 'status' });
}

/** Works through the items, several at a time. */
async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item);
  };
  await Promise.all(Array.from({ length: writersAtOnce }, worker));
}
