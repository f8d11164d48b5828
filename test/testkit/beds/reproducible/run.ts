/** Runs the four-worker controller N times with one seed and prints the names of the traces: `run.ts <runs> [seed]`. */
import { nameOfTrace, runFourWorkers } from './four-workers.js';

const [runs = '100', seed = '1'] = process.argv.slice(2);
const traces = new Map<string, number>();
for (let run = 0; run < Number(runs); run += 1) {
  const name = nameOfTrace(await runFourWorkers(Number(seed)));
  traces.set(name, (traces.get(name) ?? 0) + 1);
}
console.log(JSON.stringify({ node: process.version, traces: Object.fromEntries(traces) }));
