/**
 * Measures informers on a real API server, in processes of their own, beside client-node's: one informer of many pods, and
 * many informers of few. Nothing is asserted.
 *
 *     node --conditions=@informer-gen/source --import tsx test/e2e/measure/real-server.ts [pods] [informers]
 */
import { fork } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ApiClient, connect, defineResource } from '@informer-gen/runtime';
import { parallelizeUntil } from '@informer-gen/runtime/client-go';
import { kubeconfigText, startApiServer } from '@informer-gen/testing';
import { Relay } from '../../conformance/servers/relay.js';
import type { ReaderReport, ReaderTask } from './readers.js';

const podCount = Number(process.argv[2] ?? 50_000);
const informerCount = Number(process.argv[3] ?? 200);

const pods = defineResource({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true });
const namespaces = defineResource({
  group: '',
  version: 'v1',
  kind: 'Namespace',
  plural: 'namespaces',
  namespaced: false,
});

/** About 4 KB as the server stores it, managed fields included. */
function podOf(index: number): { metadata: { namespace: string; name: string } } {
  const app = `app-${index % 100}`;
  const pod = {
    metadata: {
      namespace: namespaceOf(index),
      name: `${app}-${String(index).padStart(6, '0')}`,
      labels: { app, tier: index % 2 === 0 ? 'front' : 'back' },
      annotations: { 'example.com/padding': `${index} `.repeat(350) },
    },
    spec: {
      containers: [
        {
          name: 'main',
          image: `registry.example.com/${app}:1.2.3`,
          env: Array.from({ length: 10 }, (_, each) => ({ name: `VARIABLE_${each}`, value: `value of ${each}` })),
        },
      ],
    },
  };
  return pod;
}

function namespaceOf(index: number): string {
  return `team-${index % informerCount}`;
}

async function createAll(client: ApiClient): Promise<void> {
  for (let index = 0; index < informerCount; index++)
    await client.create(namespaces, { metadata: { name: namespaceOf(index) } });
  const startedAt = performance.now();
  const createOne = async (index: number): Promise<void> => void (await client.create(pods, podOf(index)));
  await parallelizeUntil(createOne, { pieces: podCount, workers: 32 });
  const seconds = (performance.now() - startedAt) / 1000;
  const { items } = await client.list(pods, { limit: 1 });
  console.log(
    `created ${podCount} pods of ${JSON.stringify(items[0]).length} bytes in ${seconds.toFixed(0)} s (${Math.round(podCount / seconds)} a second)`,
  );
}

/** Runs a task in a process of its own; `whileOpen` looks at the world before it ends. */
async function read(task: ReaderTask, whileOpen: () => object): Promise<object> {
  const program = fileURLToPath(new URL('readers.ts', import.meta.url));
  const child = fork(program, [JSON.stringify(task)], {
    execArgv: ['--conditions=@informer-gen/source', '--import', 'tsx', '--expose-gc', '--max-old-space-size=6000'],
  });
  try {
    const report = await new Promise<ReaderReport>((resolve, reject) => {
      child.once('message', (message) => resolve(message as ReaderReport));
      child.once('exit', (code) => reject(new Error(`${task.client} ended with ${code}`)));
    });
    return { client: task.client, ...report, ...whileOpen() };
  } finally {
    child.kill('SIGKILL');
  }
}

async function measure(): Promise<void> {
  await using server = await startApiServer({ audit: false });
  await using client = await connect({ kubeconfigPath: server.kubeconfigPath });
  await createAll(client);
  const relay = new Relay(() => Number(new URL(server.url).port));
  await relay.open();
  const folder = await mkdtemp(join(tmpdir(), 'informer-measure-'));
  try {
    const relayed = join(folder, 'kubeconfig');
    const { caPem, adminToken: token } = server;
    await writeFile(
      relayed,
      kubeconfigText({ url: `https://127.0.0.1:${relay.port}`, caPem, credentials: { token } }),
      {
        mode: 0o600,
      },
    );
    const clients = ['ours', 'ours, by LIST', 'client-node'] as const;
    const one = [];
    for (const name of clients) {
      const task: ReaderTask = { client: name, kubeconfigPath: server.kubeconfigPath, namespaces: [''] };
      one.push(await read(task, () => ({})));
    }
    console.log(`one informer of ${podCount} pods:`);
    console.table(one);
    const many = [];
    const all = Array.from({ length: informerCount }, (_, index) => namespaceOf(index));
    for (const name of clients) {
      const task: ReaderTask = { client: name, kubeconfigPath: relayed, namespaces: all };
      many.push(await read(task, () => ({ connections: relay.openConnections })));
      relay.cut();
    }
    console.log(`${informerCount} informers of ${Math.round(podCount / informerCount)} pods each:`);
    console.table(many);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await relay[Symbol.asyncDispose]();
  }
}

await measure();
