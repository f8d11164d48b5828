/** Environment variable in which `npm run test:seeds` passes a {@link SeedSearch} to the test processes. */
export const SEARCH_VARIABLE = 'INFORMER_GEN_SEED_SEARCH';

/** Limits of a search for failing seeds, shared by all test processes. */
export interface SeedSearch {
  /** Factor for the number of runs of each test. */
  readonly times: number;
  /** Time at which the last test should end, in milliseconds since the epoch. */
  readonly endsAt: number;
  /** Number of random tests, to divide the time among them. */
  readonly tests: number;
  readonly processes: number;
  /** File that grows by one byte with each random test that starts. */
  readonly startedFile: string;
}

/** Returns the limits of the search that this process is part of. */
export function seedSearch(): SeedSearch | undefined {
  const text = process.env[SEARCH_VARIABLE];
  return text === undefined ? undefined : (JSON.parse(text) as SeedSearch);
}
