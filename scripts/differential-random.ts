/**
 * `npm run differential:random -- --runs 50 --seed 7 --only pods`: sends random sequences of requests to the simulated
 * and to a real API server, for each collection so many, and prints the smallest that they answer differently.
 */
import { parseArgs } from 'node:util';
import { SimulatedApiServer, startApiServer } from '@informer-gen/testing';
import { findDifference } from '../test/testkit/differential/random-comparison.js';
import { subjects } from '../test/testkit/differential/random-sequences.js';
import { serverPair } from '../test/testkit/differential/servers.js';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: '' },
  },
});

await using real = await startApiServer({ audit: false });
await using simulated = await SimulatedApiServer.start();
// Beyond any other number in a message, as versions are on a server that has run for a while.
simulated.advanceResourceVersion(1_000_000);
const servers = serverPair(real, simulated);
const options = { seed: Number(values.seed), numRuns: Number(values.runs) };
console.log(`seed ${options.seed}, ${options.numRuns} sequences for each collection`);
let different = 0;
for (const subject of subjects().filter(({ path }) => path.includes(values.only))) {
  const found = await findDifference(servers, subject, options);
  console.log(found === undefined ? `equal: ${subject.path}` : `DIFFERENT: ${subject.path}\n${found}\n`);
  if (found !== undefined) different += 1;
}
servers.close();
process.exitCode = different > 0 ? 1 : 0;
