import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { run } from './run.js';

const PROGRAM = resolve(import.meta.dirname, 'client-node/program.mjs');

/** The versions of `@kubernetes/client-node` that the simulated server is tried with. */
export const CLIENT_NODE_VERSIONS: readonly string[] = ['1.4', '2'];

/** A Node that any version of it runs on: the second one does not even load on Node 20. */
const NODE = 'node@22';

/** Installs one version of client-node into a folder of its own and lets it work. Returns what went wrong. */
export async function runClientNode(version: string, folder: string, kubeconfig: string): Promise<string[]> {
  const home = join(folder, `client-node-${version}`);
  await mkdir(home, { recursive: true });
  await writeFile(join(home, 'package.json'), '{ "private": true, "type": "module" }\n');
  await copyFile(PROGRAM, join(home, 'program.mjs'));
  const wanted = `@kubernetes/client-node@${version}`;
  const args = ['install', '--prefix', home, '--no-audit', '--no-fund', wanted, NODE];
  const installed = await run('npm', args, { timeoutMs: 300_000 });
  if (installed.code !== 0) return [`client-node ${version} cannot be installed: ${installed.stderr.trim()}`];
  const { code, stdout, stderr } = await run(join(home, 'node_modules/.bin/node'), [
    join(home, 'program.mjs'),
    kubeconfig,
  ]);
  return code === 0 ? [] : [`client-node ${version}: ${stdout}${stderr}`];
}
