// Vitest's setup file: properties of fast-check take their seed and their number of runs from RandomRun. A property with a seed
// of its own is a fixed set of cases, and stays as it is.
import type * as FastCheck from 'fast-check';
import { vi } from 'vitest';
import { PINNED_SEED, RandomRun } from './random-run.js';

vi.mock('fast-check', async (importOriginal) => {
  const original = await importOriginal<typeof FastCheck>();
  // For samples, which are not tests by themselves.
  original.configureGlobal({ seed: PINNED_SEED });
  const assert = (property: FastCheck.IRawProperty<unknown>, given: FastCheck.Parameters<unknown> = {}): unknown =>
    original.assert(property, given.seed === undefined ? seeded(original, given) : given);
  return { ...original, assert, default: { ...original.default, assert } };
});

function seeded(fc: typeof FastCheck, given: FastCheck.Parameters<unknown>): FastCheck.Parameters<unknown> {
  const run = new RandomRun(given.numRuns ?? 100);
  let started = 0;
  /** Interrupts between runs; fast-check's own time limit abandons a run that is in progress. */
  const limit: FastCheck.Plugin<unknown> = () => ({
    decorateRun: (next) => (value) => (run.isOver(started++) ? new fc.PreconditionFailure(true) : next(value)),
  });
  return {
    ...given,
    seed: run.seed,
    numRuns: run.planned,
    ...(run.path !== undefined && { path: run.path }),
    plugins: [limit, ...(given.plugins ?? [])],
    reporter: (details) => {
      if (!details.failed) return void run.finish(details.numRuns);
      const command = run.finish(details.numRuns, { path: details.counterexamplePath });
      throw new Error(`${fc.defaultReportMessage(details)}\nReproduce: ${command}`, { cause: details.errorInstance });
    },
  };
}
