import { randomInt } from 'node:crypto';
import { appendFileSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { expect, TestRunner } from 'vitest';
import { seedSearch } from './seed-search.js';
import type { SeedSearch } from './seed-search.js';

/** Seed of all random tests, unless `INFORMER_GEN_SEED` names another. */
export const PINNED_SEED = 20_260_102;
/** Maximum length of a path in a command, in characters. */
const MAX_PATH = 100;
const ROOT = resolve(import.meta.dirname, '../..');

/** Outcome of one random test, for the report of `npm run test:seeds`. */
export interface RandomOutcome {
  readonly seed: number;
  readonly runs: number;
  /** Number of runs without the time limit. */
  readonly planned: number;
  readonly elapsedMs: number;
  /** Command that makes the runs of this seed again, or only the failed one. */
  readonly command: string;
}

declare module 'vitest' {
  interface TaskMeta {
    random?: RandomOutcome;
  }
}

/** One random test: its seed, its number of runs, and the time that it may take. */
export class RandomRun {
  readonly seed: number;
  readonly planned: number;
  /** Path to a counterexample of fast-check, to replay it alone. */
  readonly path = process.env['INFORMER_GEN_PATH'];
  readonly #leastRuns: number;
  readonly #startedAt = performance.now();
  readonly #limitMs: number;

  /** @param runs Number of runs in `npm test`. */
  constructor(runs: number) {
    const search = seedSearch();
    this.seed = search === undefined ? seedOfAll() : randomInt(2 ** 31);
    this.planned = runs * (search?.times ?? 1);
    this.#leastRuns = runs;
    this.#limitMs = search === undefined ? Number.POSITIVE_INFINITY : Math.min(partOf(search), timeoutOfTest() * 0.8);
  }

  /** Reports whether the time for more runs is over after `done` of them. There is always time for the runs of `npm test`. */
  isOver(done: number): boolean {
    return done >= this.#leastRuns && performance.now() - this.#startedAt >= this.#limitMs;
  }

  /** Attaches the outcome to the current test. Returns the command that reproduces it, which replays `path` alone. */
  finish(runs: number, { seed = this.seed, path }: { seed?: number; path?: string | null | undefined } = {}): string {
    const { currentTestName = '', testPath = '' } = expect.getState();
    const name = currentTestName.replaceAll(' > ', ' ').replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    // The first number of a long path is enough: fast-check then shrinks again.
    const shortPath = path && path.length > MAX_PATH ? path.split(':')[0] : path;
    const variables = [`INFORMER_GEN_SEED=${seed}`, ...(shortPath ? [`INFORMER_GEN_PATH=${shortPath}`] : [])];
    const command = [...variables, 'npx vitest run', relative(ROOT, testPath), '-t', quoted(name)].join(' ');
    const elapsedMs = performance.now() - this.#startedAt;
    const test = TestRunner.getCurrentTest();
    if (test !== undefined) test.meta.random = { seed: this.seed, runs, planned: this.planned, elapsedMs, command };
    return command;
  }
}

/**
 * Calls `check` with the seed of all tests; in a search, with many seeds in a row. For tests with generators of their own: properties
 * of fast-check get their seeds by the setup file.
 */
export async function checkSeeds(check: (seed: number) => Promise<void> | void): Promise<void> {
  const run = new RandomRun(1);
  let runs = 0;
  let seed = run.seed;
  try {
    for (; runs < run.planned && !run.isOver(runs); runs += 1) {
      seed = run.seed + runs;
      await check(seed);
    }
  } catch (error) {
    throw new Error(`failed with the seed ${seed}\nReproduce: ${run.finish(runs + 1, { seed })}`, { cause: error });
  }
  run.finish(runs);
}

/** Returns the seed of all random tests outside of a search. */
export function seedOfAll(): number {
  const text = process.env['INFORMER_GEN_SEED'];
  const seed = text === undefined || text === '' ? PINNED_SEED : Number(text);
  if (!Number.isSafeInteger(seed)) throw new Error(`INFORMER_GEN_SEED: ${JSON.stringify(text)} is not a whole number`);
  return seed;
}

/** Returns the share of the time left that the test which starts now may take, in milliseconds. */
function partOf({ endsAt, tests, processes, startedFile }: SeedSearch): number {
  const started = statSync(startedFile).size;
  appendFileSync(startedFile, '.');
  const leftMs = endsAt - Date.now();
  return Math.min(leftMs, (leftMs * processes) / Math.max(tests - started, 1));
}

function timeoutOfTest(): number {
  const timeoutMs = TestRunner.getCurrentTest()?.timeout ?? 0;
  return timeoutMs > 0 ? timeoutMs : Number.POSITIVE_INFINITY;
}

/** Quotes a word for a POSIX shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
