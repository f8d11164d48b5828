import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildKubernetesPackage } from './kubernetes-package.js';

export const root: string = resolve(import.meta.dirname, '../..');

/** As much of a package.json as packing and releasing need. */
export interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The folders of the packages that are published, in the order in which they depend on each other. */
export const packageFolders: readonly string[] = ['runtime', '.', 'generated', 'testkit'];

export function readPackage(folder: string): PackageJson {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as PackageJson;
}

/** A package as `npm pack` made it. */
export interface Tarball {
  readonly name: string;
  readonly version: string;
  readonly file: string;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  readonly paths: readonly string[];
}

/** Runs npm and gives what it prints. */
export function npm(args: readonly string[], cwd: string): string {
  return execFileSync('npm', [...args], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Runs a program of the repository's own node_modules. */
export function bin(command: string, args: readonly string[], cwd: string = root): string {
  return execFileSync(join(root, 'node_modules/.bin', command), [...args], { cwd, encoding: 'utf8' });
}

/** Runs a script of the repository. */
function script(path: string, ...args: readonly string[]): void {
  const options = ['--conditions=@informer-gen/source', '--import', 'tsx'];
  execFileSync(process.execPath, [...options, join(root, path), ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/**
 * Builds all packages and packs them into `destination`. The built-in Kubernetes API is packed as it is published, with
 * descriptions, where `docs` says so.
 */
export async function packAll(destination: string, options: { readonly docs: boolean }): Promise<Tarball[]> {
  bin('tsc', ['-b', 'runtime', 'testkit', 'generator']);
  // What Node loads is bundled: without that, packages would hold declarations alone.
  script('scripts/bundle-packages.ts', 'runtime', 'testkit');
  script('scripts/bundle-generator.ts');
  const kubernetes = join(destination, 'kubernetes');
  await buildKubernetesPackage({ out: kubernetes, docs: options.docs });
  return packageFolders.map((folder) => pack(folder === 'generated' ? kubernetes : join(root, folder), destination));
}

const INDEX = 'tarballs.json';

/** Says in `folder` what was packed into it, for `packedIn`. */
export function keepPacked(folder: string, tarballs: readonly Tarball[]): void {
  writeFileSync(join(folder, INDEX), JSON.stringify(tarballs));
}

/**
 * The packages that `npm run check:packages -- --keep <folder>` left in `folder`. Checks that run side by side take them from
 * there: packing builds into the repository's own folders, which two cannot do at once.
 */
export function packedIn(folder: string): Tarball[] {
  return JSON.parse(readFileSync(join(folder, INDEX), 'utf8')) as Tarball[];
}

/** Packs one folder as it is; nothing is built. */
export function pack(folder: string, destination: string): Tarball {
  mkdirSync(destination, { recursive: true });
  const printed = npm(['pack', '--json', '--ignore-scripts', '--pack-destination', destination], folder);
  const packed = firstResult(printed);
  return {
    name: packed.name,
    version: packed.version,
    file: join(destination, packed.filename),
    packedBytes: packed.size,
    unpackedBytes: packed.unpackedSize,
    paths: packed.files.map(({ path }) => path),
  };
}

interface PackResult {
  readonly name: string;
  readonly version: string;
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** Newer versions of npm give an object by name, older ones an array. */
function firstResult(printed: string): PackResult {
  const [first] = Object.values(JSON.parse(printed) as PackResult[] | Record<string, PackResult>);
  if (first === undefined) throw new Error(`npm pack packed nothing: ${printed}`);
  return first;
}
