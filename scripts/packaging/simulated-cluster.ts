import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { load, loadAll } from 'js-yaml';
import type { NodeBinary } from './node-binary.js';
import { root } from './packages.js';
import { filesOf, NEWCOMERS_PAGES } from './page-steps.js';

/**
 * Serves until its standard input is closed. It is part of the check: it uses the test server as it is installed. As in a real
 * cluster, the replicas of Deployments become ready.
 */
const program = `
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, defineResource, newResourceInformer } from '@informer-gen/runtime';
import { SimulatedApiServer } from '@informer-gen/testing';

const [kubeconfig, samples] = process.argv.slice(2);
const { crds, objects } = samples === undefined ? { crds: [], objects: [] } : JSON.parse(readFileSync(samples, 'utf8'));
const deployments = defineResource({ group: 'apps', version: 'v1', kind: 'Deployment', plural: 'deployments', namespaced: true });
const server = await SimulatedApiServer.start({ crds, controllers: { garbageCollector: true } });
const client = await connect({ server: server.url });
const informer = newResourceInformer(client, deployments);
const makeReady = async ({ metadata, spec, status }) => {
  const replicas = spec.replicas ?? 1;
  if (status?.readyReplicas === replicas) return;
  const counts = { replicas, readyReplicas: replicas, availableReplicas: replicas, updatedReplicas: replicas };
  await client.patch(deployments, metadata, { status: counts }, { subresource: 'status' });
};
informer.addEventHandler({ onAdd: makeReady, onUpdate: (_before, after) => makeReady(after) });
const stop = new AbortController();
const running = informer.run({ signal: stop.signal });
try {
  for (const [plural, object] of objects) server.create(plural, object);
  writeFileSync(kubeconfig, server.kubeconfig());
  console.log('ready');
  for await (const _ of process.stdin);
} finally {
  stop.abort();
  await running;
  await client[Symbol.asyncDispose]();
  await server.stop();
}
`;

type Sample = readonly [plural: string, object: object];

const objects: readonly Sample[] = [
  ['widgets', { metadata: { name: 'a' }, spec: { size: 'small', color: 'red' } }],
  ['pods', { metadata: { name: 'web' }, spec: { nodeName: 'node-1', containers: [{ name: 'main' }] } }],
  ['deployments', { metadata: { name: 'shop' }, spec: { replicas: 3 } }],
];

/**
 * Writes the sample CRDs and those of the newcomers' pages into a project: as files for the generator, and together with sample
 * objects as JSON for the server.
 */
export function writeSamples(project: string): void {
  const folder = join(project, 'crds');
  cpSync(join(root, 'examples/crds'), folder, { recursive: true });
  const files = new Map(NEWCOMERS_PAGES.flatMap((page) => [...filesOf(page)]));
  for (const [name, text] of files) if (name.startsWith('crds/')) writeFileSync(join(project, name), text);
  const crds = readdirSync(folder).flatMap((file) => loadAll(readFileSync(join(folder, file), 'utf8')));
  const website: Sample = ['websites', load(files.get('my-site.yaml') ?? '') as object];
  writeFileSync(join(project, 'samples.json'), JSON.stringify({ crds, objects: [...objects, website] }));
}

/** A simulated API server in a process of its own. */
export interface SimulatedCluster extends AsyncDisposable {
  readonly kubeconfig: string;
}

/** How a {@link SimulatedCluster} starts. */
export interface SimulatedClusterOptions {
  /** A project that has installed `@informer-gen/testing`. */
  readonly project: string;
  readonly node: NodeBinary;
  /** The name of the cluster's kubeconfig in the project. */
  readonly name: string;
  /** Starts the cluster with the samples of the project, see {@link writeSamples}. */
  readonly withSamples: boolean;
}

/** Starts a cluster from the packages of a project. */
export async function startSimulatedCluster(options: SimulatedClusterOptions): Promise<SimulatedCluster> {
  const { project, node, name, withSamples } = options;
  const file = join(project, 'server.mjs');
  const kubeconfig = join(project, `${name}.kubeconfig`);
  writeFileSync(file, program);
  const args = [file, kubeconfig, ...(withSamples ? ['samples.json'] : [])];
  const child = spawn(node.path, args, { cwd: project, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([once(lines, 'line'), ended]);
  if (first[0] !== 'ready') throw new Error(`the simulated API server did not start: ${String(first[0])}`);
  return {
    kubeconfig,
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await ended;
    },
  };
}
