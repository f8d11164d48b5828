/**
 * Runs the random tests with fresh seeds and many times the runs of `npm test`: each test with a seed of its own, in the process of
 * its file. Fails if a test fails, and prints how to reproduce it.
 *
 *   npm run test:seeds                          200 times the runs, or as many as fit into 30 minutes
 *   npm run test:seeds -- --times 20 --minutes 5
 *   npm run test:seeds -- test/runtime/decode   only the tests under these paths
 *
 * The time is divided among the tests. Each makes at least the runs of `npm test`.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { createVitest } from 'vitest/node';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { SEARCH_VARIABLE } from '../test/setup/seed-search.js';
import type { SeedSearch } from '../test/setup/seed-search.js';
import { positiveNumber, readCommandLine, refuse, wholeNumber } from './command-line.js';

const { values, positionals } = readCommandLine(import.meta.url, {
  options: { minutes: { type: 'string', default: '30' }, times: { type: 'string', default: '200' } },
  allowPositionals: true,
});
const root = resolve(import.meta.dirname, '..');
const limitMs = positiveNumber('minutes', values.minutes) * 60_000;
const times = wholeNumber('times', values.times);
const startedAt = Date.now();
/** Part of the time after which the last test should have ended: some takes the start of each file. */
const SEARCHING = 0.9;
const PROCESSES = 2;
/** A call in a random test: of a property of fast-check, or of a check by seeds. */
const RANDOM = /\bfc\.assert\(|\bcheckSeeds\(/;

const under = positionals.map((path) => relative(root, resolve(path)));
const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .map((file) => join('test', file))
  // The tests of this mechanism are in test/setup.
  .filter(
    (file) =>
      file.endsWith('.test.ts') &&
      !file.startsWith('test/setup/') &&
      (under.length === 0 || under.some((path) => file.startsWith(path))),
  )
  .filter((file) => RANDOM.test(readFileSync(join(root, file), 'utf8')));
if (files.length === 0) refuse(`${positionals.join(', ')}: no file with random tests`);

const folder = mkdtempSync(join(tmpdir(), 'test-seeds-'));
const startedFile = join(folder, 'started');
const search = (tests: number): SeedSearch => ({
  times,
  endsAt: startedAt + limitMs * SEARCHING,
  tests,
  processes: PROCESSES,
  startedFile,
});
writeFileSync(startedFile, '');

const reporter: Reporter = { onTestCaseResult: report };
process.env[SEARCH_VARIABLE] = JSON.stringify(search(0));
const vitest = await createVitest('test', {
  root,
  watch: false,
  reporters: [reporter],
  includeTaskLocation: true,
  maxWorkers: PROCESSES,
  testTimeout: limitMs,
  hookTimeout: limitMs,
});
const collected = await vitest.collect(files.map((file) => join(root, file)));
const tests = collected.testModules.flatMap(randomTestsOf);
process.env[SEARCH_VARIABLE] = JSON.stringify(search(tests.length));
console.log(`${tests.length} random tests in ${files.length} files, ${values.minutes} minutes at most`);

const notRun = new Set(tests.map(({ name }) => name));
const totals = { tests: 0, runs: 0, complete: 0 };
const failures: string[] = collected.testModules.flatMap(errorsOf);
const { testModules, unhandledErrors } = await vitest.start([...new Set(tests.map(({ filter }) => filter))]);
await vitest.close();
rmSync(folder, { recursive: true });
failures.push(...testModules.flatMap(errorsOf), ...unhandledErrors.map(String));
const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
for (const name of notRun) console.log(`left out, as it has a seed of its own or is skipped: ${name}`);
for (const failure of failures) console.log(`\n${failure}`);
console.log(
  `\n${totals.tests} random tests, ${totals.runs} runs; ${totals.complete} made ${times} times the runs of npm test, ` +
    `the others failed or ran out of time; ${failures.length} failures; ${minutes} minutes`,
);
process.exitCode = failures.length === 0 ? 0 : 1;

/** Returns the errors of a file that belong to no test: of its imports and hooks. */
function errorsOf(module: TestModule): string[] {
  const errors = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());
  return errors.map(({ stack, message }) => `${module.relativeModuleId}\n${stack ?? message}`);
}

/** Returns the tests of a file that contain a random call: those that begin last before such a call. */
function randomTestsOf(module: TestModule): readonly { name: string; filter: string }[] {
  const lines = readFileSync(module.moduleId, 'utf8').split('\n');
  const all = [...module.children.allTests()];
  const calls = lines.flatMap((line, index) => (RANDOM.test(line) ? [index + 1] : []));
  const starts = all.map(({ location }) => location?.line ?? 0);
  const owners = new Set(calls.map((call) => Math.max(...starts.filter((start) => start <= call))));
  return all
    .filter(({ location, options }) => owners.has(location?.line ?? 0) && options.mode === 'run')
    .map((test) => ({ name: nameOf(test), filter: `${module.relativeModuleId}:${test.location?.line}` }));
}

function nameOf(test: TestCase): string {
  return `${test.module.relativeModuleId} > ${test.fullName}`;
}

function report(test: TestCase): void {
  const { random } = test.meta();
  const result = test.result();
  const name = nameOf(test);
  if (result.state === 'failed') {
    const messages = result.errors.flatMap(({ message, cause }) => [
      message,
      ...(cause ? [`Cause: ${cause.message}`] : []),
    ]);
    const hint = messages.some((message) => message.includes('Reproduce: ')) ? [] : [`Reproduce: ${random?.command}`];
    failures.push([name, ...messages, ...hint].join('\n'));
  }
  if (random === undefined) return;
  const { seed, runs, planned, elapsedMs } = random;
  totals.tests += 1;
  notRun.delete(name);
  totals.runs += runs;
  if (runs === planned) totals.complete += 1;
  const columns = [
    result.state === 'failed' ? 'FAIL' : 'ok  ',
    `seed ${String(seed).padStart(10)}`,
    `${runs}/${planned} runs`.padStart(19),
    `${(elapsedMs / 1000).toFixed(1)} s`.padStart(7),
    name,
  ];
  console.log(columns.join('  '));
}
