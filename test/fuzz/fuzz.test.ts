// A short run of each fuzzer with the same inputs every time; `npm run fuzz` makes others, for as long as one likes.
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Random } from '../faults/schedules/plan/random.js';
import { checkSeeds } from '../setup/random-run.js';
import { checkInput, corpusOf, fuzz } from './fuzz.js';
import { mutate } from './mutate.js';
import { namesTwice } from './targets/json-tokens.js';
import { targets } from './targets/index.js';

const INPUTS = 3000;

describe.each(targets)('$name', (target) => {
  it('stands every input that is kept for it', () => {
    const findings = [...corpusOf(target)].flatMap(([file, input]) => {
      const finding = checkInput(target, input);
      return finding ? [`${file}: ${finding.error.message}`] : [];
    });
    expect(corpusOf(target).size).toBeGreaterThan(2);
    expect(findings).toEqual([]);
  });

  it(`stands ${INPUTS} changes of them`, () =>
    checkSeeds((seed) => {
      const findings = [...fuzz(target, seed, (made) => made < INPUTS)].slice(0, 3);
      expect(findings.map(({ input, error }) => `${inspect(input.toString())}: ${error.message}`)).toEqual([]);
    }));
});

describe('the fuzzer', () => {
  it('makes the same inputs of the same seed, and others of another', () => {
    const made = (seed: number): string => {
      const random = new Random(seed);
      const inputs = [Buffer.from('one'), Buffer.from('two')];
      return Array.from({ length: 20 }, () => mutate(inputs, ['three'], random).toString('hex')).join();
    };
    expect(made(1)).toBe(made(1));
    expect(made(1)).not.toBe(made(2));
  });

  it('finds a reader that cannot stand a byte', () => {
    const [first] = targets;
    const check = (input: Buffer): void => {
      if (input.includes(0)) throw new Error('a NUL');
    };
    const findings = [...fuzz({ ...(first as (typeof targets)[number]), check }, 1, (made) => made < 1000)];
    expect(findings.length).toBeGreaterThan(0);
  });

  it.each([
    ['{"a":1,"b":{"a":2}}', false],
    ['{"a":1,"\\u0061":2}', true],
    ['[{"a":[]},{"a":{}}]', false],
    ['{"x":{"a":":","a":1}}', true],
  ])('knows whether %s names something twice', (text, expected) => {
    expect(namesTwice(text)).toBe(expected);
  });
});
