/**
 * `npm run test:mutations [-- text]`: breaks one rule of the runtime after the other, in memory, and expects the
 * conformance tests that prove the rule to fail. `text` picks the mutations whose name, file or tests contain it.
 * Exits with 1 when a mutation survives, or when a test fails without one.
 */
import { resolve } from 'node:path';
import type { Mutation } from '../test/conformance/mutations/mutation.js';
import { mutations } from '../test/conformance/mutations/index.js';
import { MutationRunner } from './mutation-runner.js';
import { readCommandLine } from './command-line.js';

const lanes = 2;
const root = resolve(import.meta.dirname, '..');

const { positionals } = readCommandLine(import.meta.url, { allowPositionals: true });
const text = positionals.join(' ');
const chosen = mutations.filter((mutation) => JSON.stringify(mutation).includes(text));

const runners = await Promise.all(Array.from({ length: lanes }, () => MutationRunner.create(root)));
const failures: string[] = [];
let passed = 0;

function settle(failure: string | undefined, label: string): void {
  if (failure === undefined) passed++;
  else failures.push(`${label}: ${failure}`);
  process.stdout.write(failure === undefined ? `✓ ${label}\n` : `✗ ${label}: ${failure}\n`);
}

/** Each lane takes the next mutation when it is done with one. */
async function work(runner: MutationRunner, queue: Mutation[]): Promise<void> {
  for (let next = queue.shift(); next; next = queue.shift()) settle(await runner.check(next), next.name);
}

try {
  const started = performance.now();
  settle(await (runners[0] as MutationRunner).checkUnchanged(chosen), 'without a mutation every named test passes');
  const queue = [...chosen];
  await Promise.all(runners.map((runner) => work(runner, queue)));
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(`\n${passed} passed, ${failures.length} failed (${seconds} s)\n`);
  for (const failure of failures) process.stdout.write(`  ${failure}\n`);
} finally {
  await Promise.all(runners.map((runner) => runner.close()));
}
process.exitCode = failures.length === 0 ? 0 : 1;
