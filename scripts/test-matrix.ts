/**
 * Runs the suite on other versions of Node and of @kubernetes/client-node, each in a copy of the committed and changed
 * files, with Node itself from the npm registry.
 *
 *   npm run test:matrix                      all of them
 *   npm run test:matrix -- 24 26             only these majors of Node
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { installNode } from './packaging/node-binary.js';

interface Combination {
  readonly node: string;
  readonly clientNode: string;
}

/** client-node 2 needs Node 22.19. */
const combinations: readonly Combination[] = [
  { node: '20', clientNode: '1.4' },
  { node: '22', clientNode: '1.4' },
  { node: '22', clientNode: '2' },
  { node: '24', clientNode: '1.4' },
  { node: '24', clientNode: '2' },
  { node: '26', clientNode: '1.4' },
  { node: '26', clientNode: '2' },
];

const root = resolve(import.meta.dirname, '..');

function npm(args: readonly string[], cwd: string): void {
  execFileSync('npm', [...args], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}

function copySources(to: string): void {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of files.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(root, file), join(to, file), { verbatimSymlinks: true });
  }
}

const wanted = process.argv.slice(2);
const selected = combinations.filter(({ node }) => wanted.length === 0 || wanted.includes(node));
const work = mkdtempSync(join(tmpdir(), 'informer-gen-matrix-'));
const results: string[] = [];
try {
  const copy = join(work, 'copy');
  copySources(copy);
  npm(['ci'], copy);
  for (const { node, clientNode } of selected) {
    const title = `Node ${node}, client-node ${clientNode}`;
    const binary = installNode(node, join(work, `node-${node}`));
    npm(['install', '--no-save', `@kubernetes/client-node@${clientNode}`], copy);
    console.log(`\n== ${title}: ${execFileSync(binary, ['--version'], { encoding: 'utf8' }).trim()}`);
    const path = `${dirname(binary)}:${process.env['PATH'] ?? ''}`;
    const { status } = spawnSync(binary, ['node_modules/vitest/vitest.mjs', 'run'], {
      cwd: copy,
      stdio: 'inherit',
      env: { ...process.env, PATH: path },
    });
    results.push(`${status === 0 ? 'passed' : 'FAILED'}  ${title}`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
console.log(`\n${results.join('\n')}`);
process.exitCode = results.some((line) => line.startsWith('FAILED')) ? 1 : 0;
