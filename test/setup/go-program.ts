import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cacheFolder } from '@informer-gen/testing';

/** A Go program of the tests: built once, by its content, into the cache beside the API servers, outside the clone. */
export class GoProgram {
  readonly #name: string;
  readonly #folder: string;

  /** @param folder Of its module: go.mod, go.sum and main.go. */
  constructor(name: string, folder: string) {
    this.#name = name;
    this.#folder = folder;
  }

  /** Whether it is there or can be built. Where not, say so and skip. */
  get available(): boolean {
    return existsSync(this.#path()) || spawnSync('go', ['version']).status === 0;
  }

  /** Builds it where it is missing; gives its path. The first build downloads what it imports. */
  async build(): Promise<string> {
    const program = this.#path();
    if (existsSync(program)) return program;
    const parent = dirname(dirname(program));
    await mkdir(parent, { recursive: true });
    const unfinished = await mkdtemp(join(parent, '.building-'));
    try {
      await this.#goBuild(join(unfinished, this.#name));
      // Another build that finished first is as good as ours.
      await rename(unfinished, dirname(program)).catch((error: unknown) => {
        if (!existsSync(program)) throw error;
      });
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
    return program;
  }

  #path(): string {
    const hash = createHash('sha256');
    for (const file of ['go.mod', 'go.sum', 'main.go']) hash.update(readFileSync(join(this.#folder, file)));
    const version = [process.platform, process.arch, hash.digest('hex').slice(0, 12)].join('-');
    return join(dirname(dirname(cacheFolder())), this.#name, version, this.#name);
  }

  async #goBuild(output: string): Promise<void> {
    const args = ['build', '-trimpath', '-buildvcs=false', '-mod=readonly', '-ldflags', '-s -w', '-o', output, '.'];
    const env = { ...process.env, CGO_ENABLED: '0', GOFLAGS: '', GOWORK: 'off' };
    const child = spawn('go', args, { cwd: this.#folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
    let text = '';
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (code !== 0) throw new Error(`go build of ${this.#name} failed with exit code ${code}:\n${text.trim()}`);
  }
}
