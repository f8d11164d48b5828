import { parseYaml, SimulatedApiServer } from '@informer-gen/testing';
import { vi } from 'vitest';
import type { Block } from './blocks.js';
import type { ProgramFolder } from './program-folder.js';

/**
 * Runs a program of the documentation in this process, on a simulated server of its own that `connect()` finds by KUBECONFIG. Once
 * it has printed all that it is said to print it gets a SIGTERM, and has to end. Returns what it printed.
 */
export async function runProgram(block: Block, folder: ProgramFolder, signal: AbortSignal): Promise<string[]> {
  await using server = await clusterWithObjects(folder);
  const kubeconfig = folder.write(`${block.name}.kubeconfig`, server.kubeconfig());
  const file = folder.write(`${block.name}.run.ts`, `${block.code}\nexport {};\n`);
  vi.stubEnv('KUBECONFIG', kubeconfig);
  const printed: string[] = [];
  const { promise: done, resolve } = withResolvers();
  const log = vi.spyOn(console, 'log').mockImplementation((...values) => {
    printed.push(values.join(' '));
    if (block.prints.every((line) => printed.includes(line))) resolve();
  });
  const timedOut = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new Error(`still running; it printed: ${printed.join(' | ')}`))),
  );
  try {
    await folder.run(async () => {
      const ended = import(/* @vite-ignore */ file) as Promise<unknown>;
      await Promise.race([ended, done, timedOut]);
      process.emit('SIGTERM');
      await Promise.race([ended, timedOut]);
    });
    return printed;
  } finally {
    log.mockRestore();
    vi.unstubAllEnvs();
  }
}

/** The Website of the newcomers' pages, the widgets `default/a` and `team-a/b`, a pod of a ReplicaSet, and a deployment. */
async function clusterWithObjects(folder: ProgramFolder): Promise<SimulatedApiServer> {
  const server = await SimulatedApiServer.start({ crds: folder.crds().flatMap((text) => parseYaml(text)) });
  for (const name of ['team-a', 'team-b', 'team-c', 'widget-system'])
    server.create('namespaces', { metadata: { name } });
  const spec = { color: 'red', size: 'small' };
  server.create('widgets', { metadata: { name: 'a', namespace: 'default', labels: { tier: 'web' } }, spec });
  server.create('widgets', { metadata: { name: 'b', namespace: 'team-a' }, spec: { ...spec, color: 'blue' } });
  const [website] = parseYaml(folder.read('my-site.yaml')) as [object];
  server.create('websites', website);
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u-1', controller: true };
  const metadata = { name: 'web', namespace: 'default', ownerReferences: [owner] };
  server.create('pods', { metadata, spec: { nodeName: 'node-1', containers: [{ name: 'main', image: 'nginx' }] } });
  return server;
}

/** Node 20 has no Promise.withResolvers. */
function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}
