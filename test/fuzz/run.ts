/**
 * `npm run fuzz [-- --minutes 5 --seed 1 --target lazy-reader]`: runs the fuzzers in turn, each with an equal part of the time.
 * What a reader does not stand is put into its corpus, where `npm test` meets it from then on. Exits with 1 then.
 */
import { fuzz, retain } from './fuzz.js';
import { targets } from './targets/index.js';
import { positiveNumber, readCommandLine, refuse, wholeNumber } from '../../scripts/command-line.js';

const { values } = readCommandLine(import.meta.url, {
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    target: { type: 'string' },
  },
});
const seed = wholeNumber('seed', values.seed, 0);
const chosen = targets.filter(({ name }) => values.target === undefined || name === values.target);
if (chosen.length === 0)
  refuse(`There is no target ${values.target}, only ${targets.map(({ name }) => name).join(', ')}`);
const budgetMs = (positiveNumber('minutes', values.minutes) * 60_000) / chosen.length;
/** One bad rule may have thousands of inputs that break it. */
const MOST_FINDINGS = 5;

process.stdout.write(`seed ${seed}\n`);
for (const target of chosen) {
  const until = performance.now() + budgetMs;
  let inputs = 0;
  let found = 0;
  for (const finding of fuzz(target, seed, (made) => {
    inputs = made;
    return found < MOST_FINDINGS && performance.now() < until;
  })) {
    found += 1;
    process.stdout.write(`${target.name}: ${retain(finding)}: ${finding.error.message}\n`);
  }
  process.stdout.write(`${target.name}: ${inputs} inputs, ${found} findings\n`);
  if (found > 0) process.exitCode = 1;
}
