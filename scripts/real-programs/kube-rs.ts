import { join, resolve } from 'node:path';
import type { SimulatedApiServer } from '@informer-gen/testing';
import { programsCache } from './cache.js';
import { run } from './run.js';

const CRATE = resolve(import.meta.dirname, 'kube-rs');
const NAME = 'informer-gen-kube-rs-controller';

/** Builds the controller in a cache folder, where its dependencies stay; returns the program, or why there is none. */
export async function buildKubeRs(): Promise<{ readonly program: string } | { readonly why: string }> {
  const target = join(programsCache(), 'kube-rs-target');
  const args = ['build', '--locked', '--manifest-path', join(CRATE, 'Cargo.toml'), '--target-dir', target];
  const { code, stderr } = await run('cargo', args, { timeoutMs: 1_200_000 });
  return code === 0 ? { program: join(target, 'debug', NAME) } : { why: stderr.trim() };
}

/** Lets the controller install its CRD, reconcile, heal and clean up. Returns what went wrong. */
export async function runKubeRs(server: SimulatedApiServer, program: string): Promise<string[]> {
  const { code, stdout, stderr } = await run(program, [server.url]);
  return code === 0 ? [] : [`kube-rs: ${stdout}${stderr}`];
}
