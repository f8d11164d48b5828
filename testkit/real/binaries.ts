import { createHash } from 'node:crypto';
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ApiServerMissingError } from './errors.js';
import { packagedFile } from './package-files.js';

/** Where the two programs are, and by which of the three ways they were found. */
export interface ApiServerBinaries {
  readonly kubeApiServer: string;
  readonly etcd: string;
  readonly source: 'KUBEBUILDER_ASSETS' | 'PATH' | 'cache';
}

/** The Go module that both programs are built from. */
export const goModuleFolder: string = packagedFile('go/');

/** Everything that decides what a build contains; the cache folder's name has a hash of it. */
const goModuleFiles = ['go.mod', 'go.sum', 'cmd/kube-apiserver/main.go', 'cmd/etcd/main.go'] as const;

const BUILD_COMMAND = 'npx -p @informer-gen/testing informer-gen-apiserver build';

/**
 * The Kubernetes version that the Go module pins, such as `v1.36.3`.
 *
 * @example
 * console.log(pinnedKubernetesVersion());
 */
export function pinnedKubernetesVersion(): string {
  const goMod = readFileSync(join(goModuleFolder, 'go.mod'), 'utf8');
  const match = /^\s*(?:require\s+)?k8s\.io\/kubernetes\s+(v\S+)/m.exec(goMod);
  if (match?.[1] === undefined)
    throw new Error('go.mod of the API server does not name a version of k8s.io/kubernetes');
  return match[1];
}

/**
 * The folder that a build goes to: outside the clone, by version, system and content of the Go module, so that clones
 * share it and a changed module never meets an old build. `INFORMER_GEN_CACHE` moves it.
 *
 * @example
 * console.log(cacheFolder());
 */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  const base =
    nonEmpty(env['INFORMER_GEN_CACHE']) ??
    join(nonEmpty(env['XDG_CACHE_HOME']) ?? join(homedir(), '.cache'), 'informer-gen');
  const hash = createHash('sha256');
  for (const file of goModuleFiles) hash.update(readFileSync(join(goModuleFolder, file)));
  const name = [pinnedKubernetesVersion(), process.platform, process.arch, hash.digest('hex').slice(0, 12)].join('-');
  return join(base, 'apiserver', name);
}

/**
 * Finds kube-apiserver and etcd: in `KUBEBUILDER_ASSETS`, else on the PATH, else in the cache folder that
 * `informer-gen-apiserver build` fills. Both have to be found in the same way. Undefined where there is none.
 *
 * @example
 * const binaries = findApiServer();
 * console.log(binaries?.source ?? missingApiServerNotice());
 */
export function findApiServer(env: NodeJS.ProcessEnv = process.env): ApiServerBinaries | undefined {
  const assets = nonEmpty(env['KUBEBUILDER_ASSETS']);
  return (
    (assets === undefined ? undefined : inFolders([assets], 'KUBEBUILDER_ASSETS')) ??
    inFolders((env['PATH'] ?? '').split(delimiter).filter(Boolean), 'PATH') ??
    inFolders([cacheFolder(env)], 'cache')
  );
}

/**
 * True where a missing server has to fail the run instead of skipping its tests (`INFORMER_GEN_REQUIRE_APISERVER=1`).
 *
 * @example
 * apiServerRequired({ INFORMER_GEN_REQUIRE_APISERVER: '1' }); // → true
 */
export function apiServerRequired(env: NodeJS.ProcessEnv = process.env): boolean {
  return env['INFORMER_GEN_REQUIRE_APISERVER'] === '1';
}

/**
 * The one line that a test run prints where there is no server: what is missing, what follows, and the command.
 *
 * @example
 * console.log(missingApiServerNotice());
 */
export function missingApiServerNotice(): string {
  return `No kube-apiserver and etcd found: tests on a real API server are skipped. To build them once: ${BUILD_COMMAND}`;
}

/**
 * Like {@link findApiServer}, for those who cannot go on without one.
 *
 * @example
 * const { source } = requireApiServer(); // throws an ApiServerMissingError that says what to do
 * console.log(source);
 */
export function requireApiServer(env: NodeJS.ProcessEnv = process.env): ApiServerBinaries {
  const found = findApiServer(env);
  if (found !== undefined) return found;
  throw new ApiServerMissingError(
    `No kube-apiserver and etcd in KUBEBUILDER_ASSETS, on the PATH or in ${cacheFolder(env)}. To build them once: ${BUILD_COMMAND}`,
  );
}

function inFolders(folders: readonly string[], source: ApiServerBinaries['source']): ApiServerBinaries | undefined {
  const kubeApiServer = firstExecutable(folders, 'kube-apiserver');
  const etcd = firstExecutable(folders, 'etcd');
  return kubeApiServer === undefined || etcd === undefined ? undefined : { kubeApiServer, etcd, source };
}

function firstExecutable(folders: readonly string[], name: string): string | undefined {
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function nonEmpty(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : value;
}
