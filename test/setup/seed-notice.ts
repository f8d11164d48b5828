import { seedOfAll } from './random-run.js';
import { seedSearch } from './seed-search.js';

/** Vitest's global setup: prints the seed of the random tests. */
export default function setup(): void {
  if (seedSearch() !== undefined) return;
  console.log(`random tests: seed ${seedOfAll()} (INFORMER_GEN_SEED=<n> sets another, npm run test:seeds tries many)`);
}
