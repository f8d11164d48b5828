/**
 * `npm run differential:random -- --runs 50 --seed 7 --only pods`: sends random sequences of requests to the simulated
 * and to a real API server, for each collection so many, and prints the smallest that they answer differently.
 * `--shares` sends them without looking for the smallest and prints how many answers are equal, `--list` also those
 * that differ.
 */
import { SimulatedApiServer, startApiServer } from '@informer-gen/testing';
import { describeDifference } from '../test/testkit/differential/compare.js';
import { compareRandomly, findDifference } from '../test/testkit/differential/random/comparison.js';
import { subjects } from '../test/testkit/differential/random/subject.js';
import { serverPair } from '../test/testkit/differential/servers.js';
import { describeShares, shares } from '../test/testkit/differential/suite.js';
import type { Comparison } from '../test/testkit/differential/suite.js';
import { readCommandLine, wholeNumber } from './command-line.js';

const { values } = readCommandLine(import.meta.url, {
  options: {
    runs: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: '' },
    shares: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});

await using real = await startApiServer({ audit: false });
await using simulated = await SimulatedApiServer.start();
// Beyond any other number in a message, as versions are on a server that has run for a while.
simulated.advanceResourceVersion(1_000_000);
const servers = serverPair(real, simulated);
const options = { seed: wholeNumber('seed', values.seed, 0), numRuns: wholeNumber('runs', values.runs) };
const chosen = subjects().filter(({ path }) => path.includes(values.only));
console.log(`seed ${options.seed}, ${options.numRuns} sequences for each collection`);
if (values.shares || values.list) await printShares();
else await printSmallest();
servers.close();

async function printShares(): Promise<void> {
  const comparisons: Comparison[] = [];
  for (const subject of chosen) comparisons.push(...(await compareRandomly(servers, subject, options)));
  const differing = comparisons.filter(({ differences }) => differences.length > 0);
  for (const { name, step, differences } of values.list ? differing : []) {
    console.log(`\n${name}\n  ${JSON.stringify(step)}`);
    for (const difference of differences.slice(0, 6)) console.log(`  ${describeDifference(difference)}`);
  }
  console.log(describeShares(shares(comparisons)));
}

async function printSmallest(): Promise<void> {
  for (const subject of chosen) {
    const found = await findDifference(servers, subject, options);
    console.log(found === undefined ? `equal: ${subject.path}` : `DIFFERENT: ${subject.path}\n${found}\n`);
    if (found !== undefined) process.exitCode = 1;
  }
}
