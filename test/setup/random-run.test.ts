import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkSeeds, PINNED_SEED } from './random-run.js';
import { SEARCH_VARIABLE } from './seed-search.js';
import type { SeedSearch } from './seed-search.js';

const COMMAND = String.raw`npx vitest run test/setup/random-run\.test\.ts -t '`;

beforeEach(() => vi.stubEnv('INFORMER_GEN_SEED', undefined));
afterEach(() => vi.unstubAllEnvs());

/** Returns the values that a property is run with. */
function valuesOf(parameters?: fc.Parameters<[number]>): number[] {
  const values: number[] = [];
  const property = fc.property(fc.nat(), (value) => void values.push(value));
  fc.assert(property, parameters);
  return values;
}

function failure(parameters?: fc.Parameters<[number]>): string {
  try {
    fc.assert(
      fc.property(fc.nat(), (value) => value < 1000),
      parameters,
    );
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('the property did not fail');
}

describe('a property', () => {
  it('has the pinned seed, and so the same values in every run', () => {
    expect(valuesOf()).toHaveLength(100);
    expect(valuesOf()).toEqual(valuesOf({ seed: PINNED_SEED }));
  });

  it('has the seed of the environment', () => {
    vi.stubEnv('INFORMER_GEN_SEED', '7');
    expect(valuesOf()).toEqual(valuesOf({ seed: 7 }));
    vi.stubEnv('INFORMER_GEN_SEED', 'seven');
    expect(() => valuesOf()).toThrow('INFORMER_GEN_SEED: "seven" is not a whole number');
  });

  it('keeps a seed of its own', () => {
    vi.stubEnv('INFORMER_GEN_SEED', '8');
    expect(failure({ seed: 7 })).toContain('seed: 7');
  });

  it('names (with $1 and "quotes") the command that reproduces a failure', () => {
    const message = failure();
    expect(message).toMatch(
      new RegExp(`Reproduce: INFORMER_GEN_SEED=${PINNED_SEED} INFORMER_GEN_PATH=[0-9:]+ ${COMMAND}`),
    );
    expect(message).toContain(String.raw`a property names \(with \$1 and "quotes"\) the command`);
  });

  it('replays a path of the environment', () => {
    const [, path = ''] = /INFORMER_GEN_PATH=(\S+)/.exec(failure()) ?? [];
    vi.stubEnv('INFORMER_GEN_PATH', path);
    expect(failure()).toContain('Counterexample: [1000]\nShrunk 0 time(s)');
  });

  it('gives samples the pinned seed', () => {
    expect(fc.sample(fc.nat(), 5)).toEqual(fc.sample(fc.nat(), { numRuns: 5, seed: PINNED_SEED }));
  });
});

describe('a check by seeds', () => {
  it('has one seed, the pinned one', async () => {
    const seeds: number[] = [];
    await checkSeeds((seed) => void seeds.push(seed));
    expect(seeds).toEqual([PINNED_SEED]);
  });

  it('names the command that reproduces a failure', async () => {
    const failing = checkSeeds(async () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow(new RegExp(`Reproduce: INFORMER_GEN_SEED=${PINNED_SEED} ${COMMAND}`));
  });
});

it('no test draws numbers that differ from run to run', () => {
  const root = resolve(import.meta.dirname, '..');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const random = sources.filter((file) =>
    /\bMath\.random\(|\brandomInt\(/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(random).toEqual(['setup/random-run.ts']);
});

describe('a search for seeds', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'random-run-'));
    writeFileSync(join(folder, 'started'), '');
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  function begin(limits: Partial<SeedSearch>): void {
    const startedFile = join(folder, 'started');
    const search: SeedSearch = { times: 5, endsAt: Date.now() + 3_600_000, tests: 1, processes: 1, startedFile };
    vi.stubEnv(SEARCH_VARIABLE, JSON.stringify({ ...search, ...limits }));
  }

  it('multiplies the runs of a property, and gives it a seed of its own', () => {
    begin({});
    const [one, other] = [valuesOf({ numRuns: 20 }), valuesOf({ numRuns: 20 })];
    expect([one.length, other.length]).toEqual([100, 100]);
    expect(one).not.toEqual(other);
  });

  it('makes the runs of npm test when the time is over', () => {
    begin({ endsAt: 0 });
    expect(valuesOf({ numRuns: 20 })).toHaveLength(20);
  });

  it('finds and shrinks a failure that the runs of npm test miss', () => {
    begin({ times: 1000 });
    const property = fc.property(fc.integer({ min: 0, max: 2000 }), (value) => value !== 1500);
    expect(() => fc.assert(property, { numRuns: 100 })).toThrow('Counterexample: [1500]');
  });

  it('multiplies the seeds of a check, and names the one that fails', async () => {
    begin({});
    const seeds: number[] = [];
    await checkSeeds((seed) => void seeds.push(seed));
    expect(new Set(seeds).size).toBe(5);
    let failed = 0;
    const failing = checkSeeds((seed) => {
      failed = seed;
      throw new Error('broken');
    });
    await expect(failing).rejects.toThrow('Reproduce: ');
    await expect(failing).rejects.toThrow(`INFORMER_GEN_SEED=${failed} `);
  });

  it('runs only the random tests under a path, and prints seed and runs of each', () => {
    const flags = ['--conditions=@informer-gen/source', '--import', 'tsx', 'scripts/test-seeds.ts'];
    const { status, stdout } = spawnSync(
      process.execPath,
      [...flags, '--times', '2', '--minutes', '0.2', 'test/runtime/api/key.test.ts'],
      { cwd: resolve(import.meta.dirname, '../..'), encoding: 'utf8' },
    );
    expect(stdout).toMatch(/^ok {4}seed +\d+ +200\/200 runs +[\d.]+ s {2}test\/runtime\/api\/key.test.ts > /m);
    expect(stdout).toMatch(/1 random tests, 200 runs; .* 0 failures/);
    expect(status).toBe(0);
  });
});
