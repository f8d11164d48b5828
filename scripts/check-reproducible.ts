/**
 * Runs a four-worker controller many times on a bed with one seed, on each supported version of Node, and fails unless all runs did the
 * same in the same order.
 *
 *   npm run check:reproducible                     1,000 runs on Node 20, 22 and 24
 *   npm run check:reproducible -- 50 22            50 runs on Node 22
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { nodeBinary } from './packaging/node-binary.js';

const root = resolve(import.meta.dirname, '..');
const program = join(root, 'test', 'testkit', 'beds', 'reproducible', 'run.ts');
const [runs = '1000', ...given] = process.argv.slice(2);
const majors = given.length > 0 ? given : ['20', '22', '24'];
const work = mkdtempSync(join(tmpdir(), 'informer-gen-reproducible-'));
const traces = new Set<string>();
try {
  for (const major of majors) {
    const { path, env } = nodeBinary(major, join(work, major));
    const args = ['--conditions=@informer-gen/source', '--import', 'tsx', program, runs];
    const line = execFileSync(path, args, { cwd: root, env, encoding: 'utf8' }).trim();
    console.log(line);
    for (const trace of Object.keys((JSON.parse(line) as { traces: object }).traces)) traces.add(trace);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
if (traces.size !== 1) {
  console.error(`${runs} runs with one seed on Node ${majors.join(', ')} gave ${traces.size} traces`);
  process.exitCode = 1;
}
