import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { loadAll } from 'js-yaml';
import type { NodeBinary } from './node-binary.js';
import { root } from './packages.js';

/** Serves until its standard input is closed. Part of the check: it uses the test server as it is installed. */
const program = `
import { readFileSync, writeFileSync } from 'node:fs';
import { SimulatedApiServer } from '@informer-gen/testing';

const server = await SimulatedApiServer.start({ crds: JSON.parse(readFileSync('crds.json', 'utf8')) });
try {
  server.create('widgets', { metadata: { name: 'a' }, spec: { size: 'small', color: 'red' } });
  server.create('pods', { metadata: { name: 'web' }, spec: { nodeName: 'node-1', containers: [{ name: 'main' }] } });
  server.create('deployments', { metadata: { name: 'shop' }, spec: { replicas: 3 } });
  writeFileSync('kubeconfig.yaml', server.kubeconfig());
  console.log('ready');
  for await (const _ of process.stdin);
} finally {
  await server.stop();
}
`;

/** The sample CRDs, which both the generator and the server get. */
const samples = join(root, 'examples/crds');

/** Puts the sample CRDs into a project: as files for the generator, and as JSON, which needs no parser, for the server. */
export function writeSampleCrds(project: string): void {
  cpSync(samples, join(project, 'crds'), { recursive: true });
  const documents = readdirSync(samples).flatMap((file) => loadAll(readFileSync(join(samples, file), 'utf8')));
  writeFileSync(join(project, 'crds.json'), JSON.stringify(documents));
}

/** A simulated API server in a process of its own, from the package that the project has installed. */
export interface SimulatedCluster extends AsyncDisposable {
  readonly kubeconfig: string;
}

export async function startSimulatedCluster(project: string, node: NodeBinary): Promise<SimulatedCluster> {
  const file = join(project, 'server.mjs');
  writeFileSync(file, program);
  const child = spawn(node.path, [file], { cwd: project, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([once(lines, 'line'), ended]);
  if (first[0] !== 'ready') throw new Error(`the simulated API server did not start: ${String(first[0])}`);
  return {
    kubeconfig: join(project, 'kubeconfig.yaml'),
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await ended;
    },
  };
}
