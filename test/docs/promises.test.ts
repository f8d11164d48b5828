// A promise without a test is not made.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/promises.md'), 'utf8');

interface Promised {
  readonly sentence: string;
  readonly tests: readonly { readonly file: string; readonly title: string }[];
}

/** The sentences of the page, each with the tests that are listed below it. */
function promisesIn(text: string): Promised[] {
  return text
    .split(/^- /m)
    .slice(1)
    .map((entry) => {
      const [sentence = ''] = entry.split('\n');
      const tests = Array.from(entry.matchAll(/^ {2}- `([^`]+)`: (.+)$/gm), ([, file = '', title = '']) => ({
        file,
        title,
      }));
      return { sentence, tests };
    });
}

/** Whether a test file has a test of exactly this title: in quotes, behind a parenthesis or on a line of its own. */
function hasTest(file: string, title: string): boolean {
  const path = join(root, file);
  if (!existsSync(path)) return false;
  const titles = readFileSync(path, 'utf8').matchAll(/(?:\(|^\s*)(['"`])(.+?)\1,/gm);
  return [...titles].some(([, , each]) => each === title);
}

describe('docs/promises.md', () => {
  const promises = promisesIn(page);

  it('makes promises of order, delivery, staleness, memory and security', () => {
    expect(promises.length).toBeGreaterThan(30);
    const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(['Order', 'Delivery', 'Staleness', 'Memory and time', 'Security']);
  });

  it.each(promises)('has the tests that keep: $sentence', ({ tests }) => {
    expect(tests).not.toEqual([]);
    expect(tests.filter(({ file, title }) => !hasTest(file, title))).toEqual([]);
  });

  it('would notice a test that is not there', () => {
    expect(hasTest('test/docs/promises.test.ts', 'would notice a test that is not there')).toBe(true);
    expect(hasTest('test/docs/promises.test.ts', 'would notice')).toBe(false);
    expect(hasTest('test/docs/nothing.test.ts', 'would notice a test that is not there')).toBe(false);
  });
});
