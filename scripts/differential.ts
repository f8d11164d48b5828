/**
 * `npm run differential`: sends the same requests to the simulated and to a real API server and prints where they
 * answer differently. `-- --only pod` runs the sequences whose name contains it, `--write` writes the page of
 * differences, `--brief` prints the shares alone.
 */
import { randomBytes } from 'node:crypto';
import { SimulatedApiServer, startApiServer } from '@informer-gen/testing';
import { describeDifference } from '../test/testkit/differential/compare.js';
import { writePage } from '../test/testkit/differential/page.js';
import { ALL_SEQUENCES } from '../test/testkit/differential/sequences/index.js';
import { serverPair } from '../test/testkit/differential/servers.js';
import { compareSequences, describeShares, shares } from '../test/testkit/differential/suite.js';
import { readCommandLine } from './command-line.js';

const { values } = readCommandLine(import.meta.url, {
  options: {
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
    brief: { type: 'boolean', default: false },
  },
});

await using real = await startApiServer({ audit: false });
await using simulated = await SimulatedApiServer.start();
// Beyond any other number in a message, as versions are on a server that has run for a while.
simulated.advanceResourceVersion(1_000_000);
const servers = serverPair(real, simulated);
const sequences = ALL_SEQUENCES.filter(({ name }) => name.toLowerCase().includes(values.only.toLowerCase()));
const comparisons = await compareSequences(servers, sequences, randomBytes(3).toString('hex'));
servers.close();
for (const { name, differences } of values.brief ? [] : comparisons) {
  if (differences.length === 0) continue;
  console.log(`\n${name}`);
  for (const difference of differences) console.log(`  ${describeDifference(difference)}`);
}
console.log(`\n${describeShares(shares(comparisons))}`);
if (values.write) writePage(comparisons);
