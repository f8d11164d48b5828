import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Source } from '../../../generator/input/sources.js';
import { corpusSets, filesOf, hasCorpus, missingCorpusNotice } from './corpus.js';
import { expectedErrors } from './expected-errors.js';
import { resourcesIn } from './read-resources.js';
import { joins, sourceOf, surfaceOf } from './surface.js';

if (!hasCorpus) process.stderr.write(`${missingCorpusNotice}\n`);

/** One file for each CRD: of those that several projects carry, the first. */
function everyCrd(): Source[] {
  const files = corpusSets()
    .filter(({ name }) => name.startsWith('crds-') && !name.endsWith('-v1beta1'))
    .flatMap(filesOf)
    .filter((file) => expectedErrors[file] === undefined);
  const taken = new Set<string>();
  return files
    .filter((file) => {
      const names = resourcesIn(file).map((resource) => resource.replace(/\/[^/]+\//, '/'));
      const free = names.every((name) => !taken.has(name));
      for (const name of names) taken.add(name);
      return free;
    })
    .map(sourceOf);
}

describe.skipIf(!hasCorpus)('names in the output of real CRDs', () => {
  let sources: Source[] = [];
  let all: ReadonlyMap<string, ReadonlySet<string>> = new Map();

  beforeAll(() => {
    sources = everyCrd();
    all = surfaceOf(sources);
  }, 120_000);

  it('are many', () => {
    expect(sources.length).toBeGreaterThan(300);
    expect([...all.values()].reduce((sum, names) => sum + names.size, 0)).toBeGreaterThan(10_000);
  });

  it('stay as they are, whichever CRDs come or go', () => {
    const some = fc.oneof(
      fc.subarray(sources, { minLength: 1, maxLength: 12 }),
      // All but a few.
      fc.subarray(sources, { minLength: 1, maxLength: 12 }).map((gone) => sources.filter((one) => !gone.includes(one))),
    );
    fc.assert(
      fc.property(some, (chosen) => {
        const changed: string[] = [];
        for (const [file, names] of surfaceOf(chosen)) {
          const whole = all.get(file) ?? new Set<string>();
          for (const name of names) if (!whole.has(name)) changed.push(`${file}: ${name} goes with more CRDs`);
          if (joins(file)) continue;
          for (const name of whole) if (!names.has(name)) changed.push(`${file}: ${name} comes with more CRDs`);
        }
        expect(changed).toEqual([]);
      }),
      { numRuns: 6, endOnFailure: true },
    );
  }, 120_000);
});
