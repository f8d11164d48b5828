import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '@informer-gen/testing';

const folder = fileURLToPath(new URL('go/', import.meta.url));

/** By content of the module, beside the API servers: outside the clone. */
function programPath(): string {
  const hash = createHash('sha256');
  for (const file of ['go.mod', 'go.sum', 'main.go']) hash.update(readFileSync(join(folder, file)));
  const name = [process.platform, process.arch, hash.digest('hex').slice(0, 12)].join('-');
  return join(dirname(dirname(cacheFolder())), 'oracle', name, 'oracle');
}

/** Whether the oracle is there or can be built. Where not, say so and skip. */
export const oracleAvailable: boolean = existsSync(programPath()) || spawnSync('go', ['version']).status === 0;

/** Builds the oracle where it is missing; gives its path. The first build downloads client-go. */
export async function buildOracle(): Promise<string> {
  const program = programPath();
  if (existsSync(program)) return program;
  const parent = dirname(dirname(program));
  await mkdir(parent, { recursive: true });
  const unfinished = await mkdtemp(join(parent, '.building-'));
  try {
    await goBuild(join(unfinished, 'oracle'));
    // Another build that finished first is as good as ours.
    await rename(unfinished, dirname(program)).catch((error: unknown) => {
      if (!existsSync(program)) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return program;
}

async function goBuild(output: string): Promise<void> {
  const args = ['build', '-trimpath', '-buildvcs=false', '-mod=readonly', '-ldflags', '-s -w', '-o', output, '.'];
  const env = { ...process.env, CGO_ENABLED: '0', GOFLAGS: '', GOWORK: 'off' };
  const child = spawn('go', args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`go build of the oracle failed with exit code ${code}:\n${text.trim()}`);
}
