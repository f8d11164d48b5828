import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cacheFolder, goModuleFolder, pinnedKubernetesVersion } from './binaries.js';
import { ApiServerBuildError } from './errors.js';

/** How {@link buildApiServer} works and talks. */
export interface BuildOptions {
  /** Build even if the folder is there already. Default false. */
  readonly force?: boolean;
  /** Takes what is going on, a line at a time. Default: nowhere. */
  readonly log?: (line: string) => void;
  /** Default `process.env`. */
  readonly env?: NodeJS.ProcessEnv;
}

const programs = ['etcd', 'kube-apiserver'] as const;

/**
 * Builds kube-apiserver and etcd from Go modules into the cache folder and returns that folder. Does nothing if it is
 * there already. The folder appears whole or not at all: two builds at once, or one that is cut short, do no harm.
 *
 * @example
 * const folder = await buildApiServer(); // takes minutes, once
 * console.log(folder);
 */
export async function buildApiServer(options: BuildOptions = {}): Promise<string> {
  const env = options.env ?? process.env;
  const log = options.log ?? (() => undefined);
  const target = cacheFolder(env);
  if (existsSync(target) && options.force !== true) {
    log(`Already built: ${target}`);
    return target;
  }
  log(`Building kube-apiserver ${pinnedKubernetesVersion()} and etcd with ${await goVersion(env)} into ${target}`);
  log('The first build downloads their modules and takes several minutes.');
  const parent = dirname(target);
  await mkdir(parent, { recursive: true });
  const unfinished = await mkdtemp(join(parent, '.building-'));
  try {
    for (const program of programs) await buildProgram(program, unfinished, { env, log });
    if (options.force === true) await rm(target, { recursive: true, force: true });
    await moveIntoPlace(unfinished, target);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  log(`Done: ${target}`);
  return target;
}

async function buildProgram(
  program: (typeof programs)[number],
  folder: string,
  { env, log }: { env: NodeJS.ProcessEnv; log: (line: string) => void },
): Promise<void> {
  const startedAt = Date.now();
  const output = join(folder, program);
  const flags = ['-trimpath', '-buildvcs=false', '-mod=readonly', '-ldflags', linkerFlags(pinnedKubernetesVersion())];
  const { code, text } = await runGo(['build', ...flags, '-o', output, `./cmd/${program}`], env);
  if (code !== 0)
    throw new ApiServerBuildError(`go build of ${program} failed with exit code ${code}:\n${text.trim()}`);
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
  const megabytes = ((await stat(output)).size / 1e6).toFixed(0);
  log(`Built ${program}: ${seconds} s, ${megabytes} MB`);
}

/** Strips debug data and stamps the version, without which the server calls itself v0.0.0-master. */
function linkerFlags(version: string): string {
  const [major = '', minor = ''] = version.replace(/^v/, '').split('.');
  const stamps = {
    gitVersion: version,
    gitMajor: major,
    gitMinor: minor,
    gitCommit: 'go-modules',
    gitTreeState: 'clean',
  };
  const settings = Object.entries(stamps).map(([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`);
  return ['-s', '-w', ...settings].join(' ');
}

async function goVersion(env: NodeJS.ProcessEnv): Promise<string> {
  const { code, text } = await runGo(['version'], env);
  if (code !== 0) throw new ApiServerBuildError(`go version failed with exit code ${code}:\n${text.trim()}`);
  return text.trim().replace(/^go version /, '');
}

async function runGo(args: readonly string[], env: NodeJS.ProcessEnv): Promise<{ code: number | null; text: string }> {
  // GOFLAGS and GOWORK of the caller could change what is built; where modules come from stays the caller's choice.
  const goEnv = { ...env, CGO_ENABLED: '0', GOFLAGS: '', GOWORK: 'off' };
  const child = spawn('go', args, { cwd: goModuleFolder, env: goEnv, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  const collect = (chunk: Buffer): void => {
    text += chunk.toString('utf8');
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return await new Promise((resolve, reject) => {
    child.once('error', (cause: NodeJS.ErrnoException) => {
      const missing = cause.code === 'ENOENT';
      const message = missing
        ? 'Go is not installed (no "go" on the PATH), and the API server is built with it. Install Go 1.21 or later from https://go.dev/dl/ (it fetches the version the module needs), or point KUBEBUILDER_ASSETS to a folder with kube-apiserver and etcd.'
        : `Could not run go: ${cause.message}`;
      reject(new ApiServerBuildError(message, { cause }));
    });
    child.once('close', (code) => resolve({ code, text }));
  });
}

async function moveIntoPlace(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    // Another build finished first; its result is as good as ours.
    if (!existsSync(to)) throw error;
  }
}
