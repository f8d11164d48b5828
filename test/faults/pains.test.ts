import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pains } from './pains.js';

const root = resolve(import.meta.dirname, '../..');

/** The titles of a file's tests. */
function titlesIn(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/\bit(?:\.each\([^]*?\))?\(\s*(['"`])([^]*?)\1\s*,/g)].map(([, , title]) => title ?? '');
}

function names(title: string, reference: string): boolean {
  const at = title.indexOf(reference);
  return at !== -1 && !/\d/.test(title[at + reference.length] ?? '');
}

describe('troubles that users of other clients reported', () => {
  it('are listed once each', () => {
    const references = pains.flatMap((pain) => pain.references);
    expect(references.filter((each, index) => references.indexOf(each) !== index)).toEqual([]);
  });

  it.each(pains.map((pain) => [pain.references.join(', '), pain] as const))('%s: have a test', (_name, pain) => {
    const titles = pain.tests.flatMap(titlesIn);
    expect(pain.references.filter((reference) => !titles.some((title) => names(title, reference)))).toEqual([]);
    for (const file of pain.tests) {
      const inFile = titlesIn(file);
      expect(
        pain.references.some((each) => inFile.some((title) => names(title, each))),
        file,
      ).toBe(true);
    }
  });

  it.each(['streams', 'recovery', 'watch-list', 'handlers', 'visibility'])(
    'and %s names none that is not listed',
    (file) => {
      const listed = new Set(pains.flatMap((pain) => pain.references));
      const named = titlesIn(`test/faults/${file}.test.ts`).flatMap((title) =>
        [...title.matchAll(/[A-Za-z][\w-]*(?: PR)?#\d+/g)].map(([reference]) => reference),
      );
      expect(named.filter((reference) => !listed.has(reference))).toEqual([]);
    },
  );
});
