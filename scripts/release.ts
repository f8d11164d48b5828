/**
 * Publishes all packages, with the same version. See docs/releasing.md.
 *
 *   npm run release                              every check, the tarballs, and npm's dry run; publishes nothing
 *   npm run release -- --publish                 publishes, with provenance: from CI, where there is an identity to prove
 *   npm run release -- --set-version 0.2.0       puts a version everywhere and generates again; publishes nothing
 *   npm run release -- --notes                   prints what CHANGELOG.md says about this version
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm, packAll, packageFolders, readPackage, root } from './packaging/packages.js';
import { distTag, releaseNotes, releaseProblems, type ReleaseState } from './packaging/release-checks.js';
import { setVersion, statedVersions } from './packaging/versions.js';
import { readCommandLine } from './command-line.js';

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' });
}

function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

function currentState(): ReleaseState {
  return {
    version: readPackage('.').version,
    stated: statedVersions(),
    changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
    uncommitted: git('status', '--porcelain'),
    branches: lines(git('branch', '--all', '--contains', 'HEAD', '--format=%(refname:short)')),
    tags: lines(git('tag', '--points-at', 'HEAD')),
    packages: packageFolders.length,
    withRepository: packageFolders.filter((folder) => 'repository' in readPackage(folder)),
  };
}

async function release(publish: boolean): Promise<void> {
  const state = currentState();
  const problems = releaseProblems(state, { publish });
  for (const problem of problems) console.error(`not ready: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
  if (problems.length > 0 && publish) return;
  npm(['run', 'clean'], root);
  const folder = mkdtempSync(join(tmpdir(), 'informer-gen-release-'));
  try {
    for (const { name, version, file } of await packAll(folder, { docs: true })) {
      const args = ['publish', file, '--access', 'public', '--tag', distTag(version)];
      npm([...args, ...(publish ? ['--provenance'] : ['--dry-run'])], root);
      console.log(`${publish ? 'published' : 'would publish'} ${name}@${version} as ${distTag(version)}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The headers of generated files name the version of the generator. */
function changeVersion(version: string): void {
  setVersion(version);
  for (const script of ['generate:kubernetes', 'examples:generate']) npm(['run', script], root);
  console.log(`everything says ${version} now; move what CHANGELOG.md has under Unreleased to "## ${version} (date)"`);
}

const { values } = readCommandLine(import.meta.url, {
  options: {
    publish: { type: 'boolean', default: false },
    notes: { type: 'boolean', default: false },
    'set-version': { type: 'string' },
  },
});
if (values['set-version'] !== undefined) changeVersion(values['set-version']);
else if (values.notes) {
  const { changelog, version } = currentState();
  console.log(releaseNotes(changelog, version) ?? '');
} else await release(values.publish);
