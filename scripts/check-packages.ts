/**
 * Builds and packs every package that is published and checks the tarballs: publint and are-the-types-wrong clean, nothing
 * in them that should not be, everything that should. `@informer-gen/kubernetes` is built with descriptions, as it is
 * published, where there is a real API server to read them from, and then must differ from `generated/` in comments only.
 *
 *   npm run check:packages
 *   npm run check:packages -- --keep <folder>    leaves the tarballs there, for check:install and check:operator
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { apiServerRequired, findApiServer, missingApiServerNotice } from '@informer-gen/testing';
import { differencesBesidesComments } from './packaging/compare-builds.js';
import { buildKubernetesPackage } from './packaging/kubernetes-package.js';
import { bin, keepPacked, packAll, type Tarball } from './packaging/packages.js';
import { readCommandLine } from './command-line.js';

/** Files that nobody who installs the package needs. */
const unwanted = /(^|\/)(test|bench|examples|node_modules|\.ci)\/|\.test\.|tsbuildinfo|\.log$/;

/** Files without which a package is not complete. */
const wanted: { readonly [name: string]: readonly string[] } = {
  'informer-gen': ['LICENSE', 'README.md', 'CHANGELOG.md', 'dist/generator/bin.js', 'templates/resource.hbs'],
  '@informer-gen/runtime': ['LICENSE', 'README.md', 'dist/index.js', 'dist/codegen/v1.d.ts'],
  '@informer-gen/kubernetes': ['LICENSE', 'NOTICE', 'README.md', 'dist/index.js', 'dist/core/v1/pods.d.ts'],
  '@informer-gen/testing': [
    'LICENSE',
    'README.md',
    'dist/index.js',
    'dist/index.d.ts',
    'real/reaper-process.mjs',
    'real/blocking-requests-worker.mjs',
    'real/go/go.mod',
    'real/go/go.sum',
    'real/go/cmd/kube-apiserver/main.go',
    'real/go/cmd/etcd/main.go',
  ],
};

function checkTarball({ name, file, paths, packedBytes, unpackedBytes }: Tarball): void {
  const stray = paths.filter((path) => unwanted.test(path));
  if (stray.length > 0) throw new Error(`${name} packs files it should not: ${stray.join(', ')}`);
  const missing = (wanted[name] ?? []).filter((path) => !paths.includes(path));
  if (missing.length > 0) throw new Error(`${name} packs no ${missing.join(', ')}`);
  bin('publint', [file, '--strict']);
  bin('attw', [file, '--profile', 'esm-only']);
  console.log(
    `${name}: ${paths.length} files, ${kilobytes(packedBytes)} packed, ${kilobytes(unpackedBytes)} unpacked; publint and attw clean`,
  );
}

/** The published build says what `generated/` says, in more words. */
async function checkDescriptions(folder: string): Promise<void> {
  await buildKubernetesPackage({ out: join(folder, 'plain'), docs: false });
  const different = differencesBesidesComments({ folder, published: 'kubernetes/dist', plain: 'plain/dist' });
  if (different.length > 0) {
    throw new Error(
      `generated/ is not what the API server gives (npm run generate:kubernetes -- --version …):\n${different.join('\n')}`,
    );
  }
  const types = readFileSync(join(folder, 'kubernetes/dist/core/v1/types.d.ts'), 'utf8');
  if (!/\/\*\*[^/]*\*\/\s*export interface PodSpec /.test(types))
    throw new Error('the published build of @informer-gen/kubernetes has no description of PodSpec');
  console.log('@informer-gen/kubernetes: the build with descriptions has the code and types of generated/');
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1024)} KB`;
}

const docs = findApiServer() !== undefined || apiServerRequired();
if (!docs) console.log(`${missingApiServerNotice()} @informer-gen/kubernetes is checked without its descriptions.`);
const { keep } = readCommandLine(import.meta.url, { options: { keep: { type: 'string' } } }).values;
const folder = keep === undefined ? mkdtempSync(join(tmpdir(), 'informer-gen-pack-')) : resolve(keep);
try {
  const tarballs = await packAll(folder, { docs });
  for (const tarball of tarballs) checkTarball(tarball);
  if (docs) await checkDescriptions(folder);
  if (keep !== undefined) keepPacked(folder, tarballs);
} finally {
  if (keep === undefined) rmSync(folder, { recursive: true, force: true });
}
