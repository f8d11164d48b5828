import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import type { SimulatedApiServer } from '@informer-gen/testing';
import { run } from './run.js';

const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const MODULE = resolve(import.meta.dirname, 'manager');

/** Builds the manager; returns the program, or why there is none. */
export async function buildManager(folder: string): Promise<{ readonly program: string } | { readonly why: string }> {
  const program = join(folder, 'copier');
  const { code, stderr } = await run('go', ['-C', MODULE, 'build', '-o', program, '.'], { timeoutMs: 600_000 });
  return code === 0 ? { program } : { why: stderr.trim() };
}

/** How a manager is run. */
export interface ManagerRun {
  readonly program: string;
  readonly kubeconfig: string;
  /** What it sends; `''`: what controller-runtime sends of itself, which is protobuf. */
  readonly contentType: string;
}

/** Lets the manager lead, copy a ConfigMap, and clean up after it. Returns what went wrong. */
export async function runManager(
  server: SimulatedApiServer,
  { program, kubeconfig, contentType }: ManagerRun,
): Promise<string[]> {
  const child = spawn(program, [kubeconfig, contentType], { stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (log += chunk.toString()));
  try {
    const signal = AbortSignal.timeout(30_000);
    server.create('configmaps', { metadata: { name: 'source', labels: { copy: 'yes' } }, data: { k: 'v' } });
    await server.until(() => server.get('secrets', 'source') !== undefined, { signal });
    const owners = server.get('secrets', 'source')?.metadata['ownerReferences'];
    const lease = server.get('leases', 'copier')?.['spec'];
    server.delete('configmaps', 'source');
    await server.until(() => server.get('configmaps', 'source') === undefined, { signal });
    await server.until(() => server.get('secrets', 'source') === undefined, { signal });
    const sent = server.requests.some(({ headers }) => headers['content-type'] === PROTOBUF);
    return [
      ...(sent === (contentType === '') ? [] : [`protobuf was ${sent ? '' : 'not '}sent`]),
      ...(lease === undefined ? ['nobody led'] : []),
      ...(Array.isArray(owners) && owners.length === 1 ? [] : ['the copy has no owner']),
    ];
  } catch (error) {
    return [`${String(error)}: ${log.slice(-2000)}`];
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}
