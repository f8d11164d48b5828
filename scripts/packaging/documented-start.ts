import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NodeBinary } from './node-binary.js';
import type { Tarball } from './packages.js';
import { stepsOf } from './page-steps.js';
import { Shell } from './shell.js';

/** How a page is followed. */
export interface FollowOptions {
  readonly node: NodeBinary;
  readonly tarballs: readonly Tarball[];
  /** A version of TypeScript to install instead of the latest. */
  readonly typescript: string;
  /** The kubeconfig of an empty cluster. */
  readonly kubeconfig: string;
}

/**
 * Follows a page in an empty folder: runs its commands line by line in one shell, saves its files, and compares its output. Only
 * the packages come from tarballs. Returns the versions of what npm installed.
 */
export async function followPage(page: string, folder: string, options: FollowOptions): Promise<string> {
  mkdirSync(folder);
  const env = {
    ...options.node.env,
    KUBECONFIG: options.kubeconfig,
    KUBECACHEDIR: `${folder}-kubectl-cache`,
  };
  await using shell = new Shell(folder, env);
  for (const step of stepsOf(page)) {
    try {
      if (step.type === 'file') {
        // A missing folder is a missing step of the page, so it is not created here.
        writeFileSync(join(folder, step.name), step.text);
      } else if (step.type === 'output') await shell.expect(step.lines);
      else {
        shell.clear();
        for (const line of step.commands) await shell.run(withPackages(line, options));
      }
    } catch (error) {
      throw new Error(`${page}, line ${step.line}: ${(error as Error).message}`, { cause: error });
    }
  }
  return installedVersions(folder);
}

/** An `npm install` with our packages from their tarballs. */
function withPackages(line: string, { tarballs, typescript }: FollowOptions): string {
  if (!line.startsWith('npm install ')) return line;
  const specs = new Map([
    ...tarballs.map(({ name, file }) => [name, file] as const),
    ['typescript', `typescript@${typescript}`],
  ]);
  const words = line.split(' ').map((word) => specs.get(word) ?? word);
  return [...words, '--no-audit', '--no-fund', '--prefer-offline'].join(' ');
}

function installedVersions(folder: string): string {
  const names = ['typescript', '@types/node', '@kubernetes/client-node'];
  return names
    .map((name) => {
      const manifest = readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8');
      return `${name} ${(JSON.parse(manifest) as { version: string }).version}`;
    })
    .join(', ');
}
