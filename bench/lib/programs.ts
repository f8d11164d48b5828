import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { benchCache, cached, hashFolder } from './cache.js';
import { runCommand } from './run-command.js';

/** The folder of the benchmarks in the clone. */
export const benchFolder: string = fileURLToPath(new URL('..', import.meta.url));

/** The clone. */
export const rootFolder: string = join(benchFolder, '..');

/** Builds the load server, unless this one is in the cache. Its path. */
export function buildLoadServer(): Promise<string> {
  return buildGo('load-server', join(benchFolder, 'load-server'));
}

/** The same for the peer on client-go. */
export function buildClientGo(): Promise<string> {
  return buildGo('client-go', join(benchFolder, 'peers', 'client-go'));
}

/** The same for the peer on controller-runtime. */
export function buildControllerRuntime(): Promise<string> {
  return buildGo('controller-runtime', join(benchFolder, 'peers', 'controller-runtime'));
}

/** The same for the peer on kube-rs. */
export async function buildKubeRs(): Promise<string> {
  const source = join(benchFolder, 'peers', 'kube-rs');
  const name = 'informer-bench-kube-rs';
  const folder = await cached(`kube-rs-${hashFolder(source)}`, async (output) => {
    console.error('Building the kube-rs peer; the first build takes several minutes.');
    const target = join(benchCache(), 'kube-rs-target');
    await runCommand(['cargo', 'build', '--release', '--locked'], { cwd: source, env: { CARGO_TARGET_DIR: target } });
    await copyFile(join(target, 'release', name), join(output, name));
  });
  return join(folder, name);
}

async function buildGo(name: string, source: string): Promise<string> {
  const folder = await cached(`${name}-${hashFolder(source)}`, async (output) => {
    console.error(`Building ${name} with Go.`);
    const env = { CGO_ENABLED: '0', GOFLAGS: '', GOWORK: 'off' };
    const flags = ['-trimpath', '-buildvcs=false', '-mod=readonly', '-ldflags=-s -w'];
    await runCommand(['go', 'build', ...flags, '-o', join(output, name), '.'], { cwd: source, env });
  });
  return join(folder, name);
}

/** Bundles a client of `bench/clients`: see {@link bundleProgram}. */
export function bundleClient(name: string, clone?: string): Promise<string> {
  return bundleProgram(`clients/${name}`, clone);
}

/**
 * Bundles a program of `bench` with our sources, as plain JavaScript: what tsx makes of them names every function anew,
 * which costs in hot code, and takes seconds to start. It goes into node_modules, because it finds client-node from there. Its
 * path.
 *
 * @param program Its path below `bench`, without `.ts`.
 * @param clone The clone whose sources are bundled. Default: this one.
 */
export async function bundleProgram(program: string, clone: string = rootFolder): Promise<string> {
  const outfile = join(clone, 'node_modules', '.cache', 'informer-gen-bench', `${program.replaceAll('/', '-')}.mjs`);
  await build({
    entryPoints: [join(clone, 'bench', `${program}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    conditions: ['@informer-gen/source'],
    external: ['@kubernetes/client-node'],
    logLevel: 'error',
  });
  return outfile;
}
