import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeBlocks } from './code-blocks.js';
import type { NodeBinary } from './node-binary.js';
import type { Tarball } from './packages.js';
import { Project } from './project.js';
import { runUntilPrinted } from './run-until-printed.js';

/** Where somebody starts. */
export interface StartOptions {
  readonly node: NodeBinary;
  readonly tarballs: readonly Tarball[];
  /** Default: what the registry calls the latest. */
  readonly typescript?: string;
  /** Of a cluster with the widget `a`. */
  readonly kubeconfig: string;
}

/**
 * Does what docs/start.md says, word for word, in a folder that has nothing but CRDs: its commands, its lines of
 * tsconfig.json, its program. Returns the versions of what npm installed.
 */
export function startAsDocumented(folder: string, options: StartOptions): string {
  const { node, tarballs, typescript, kubeconfig } = options;
  const versions = typescript === undefined ? {} : { typescript };
  const project = new Project(folder, { node, tarballs, versions, empty: true });
  project.followReadme('docs/start.md');
  changeLines(project, codeBlocks('docs/start.md', 'jsonc')[0] ?? '');
  project.write('main.ts', codeBlocks('docs/start.md', 'ts')[0] ?? '');
  project.run(['npx', '--no-install', 'tsc']);
  const lines = ['added a small', 'red'];
  const printed = runUntilPrinted(project, 'main.js', { lines, env: { KUBECONFIG: kubeconfig } });
  for (const line of lines) assert(printed.split('\n').includes(line), `main.ts did not print "${line}":\n${printed}`);
  const version = (name: string): string =>
    project.run(['npm', 'ls', '--depth=0', name]).match(/@[\d.]+\s*$/m)?.[0] ?? '?';
  return ['typescript', '@types/node', '@kubernetes/client-node']
    .map((name) => `${name}${version(name).trim()}`)
    .join(', ');
}

/** Puts lines of the page in the place of those of tsconfig.json that set the same options. */
function changeLines(project: Project, block: string): void {
  let text = readFileSync(join(project.folder, 'tsconfig.json'), 'utf8');
  for (const line of block.split('\n').filter((each) => each.trim() !== '')) {
    const option = line.match(/"\w+":/)?.[0] ?? '';
    const before = text;
    text = text.replace(new RegExp(`^\\s*${option}.*$`, 'm'), line);
    assert.notEqual(text, before, `tsc --init wrote no ${option}`);
  }
  project.write('tsconfig.json', text);
}
