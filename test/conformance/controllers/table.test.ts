// Checks that every row of the table of upstream tests for controllers has its counterpart.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { controllerTable } from './table.js';

const tests = resolve(import.meta.dirname, '../..');

/** What stands in quotes right after `it(` or `it.each(…)(`. */
function titlesIn(source: string): string[] {
  return [...source.matchAll(/\bit(?:\.each\([\s\S]*?\))?\(\s*(['"`])(.*?)\1,/g)].map((match) => match[2] as string);
}

describe('the table of upstream tests for controllers', () => {
  it('has each test once', () => {
    const names = controllerTable.map(({ file, name }) => `${file} ${name}`);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it('points to files of ours that have a test with that name', () => {
    const titles = new Map<string, readonly string[]>();
    const titlesOf = (ours: string): readonly string[] => {
      const path = join(tests, ours);
      const known = titles.get(ours) ?? (existsSync(path) ? titlesIn(readFileSync(path, 'utf8')) : []);
      titles.set(ours, known);
      return known;
    };
    const missing = controllerTable.filter(
      ({ ours }) => ours !== undefined && !titlesOf(ours.file).some((title) => title.startsWith(ours.title)),
    );
    expect(missing.map(({ ours, name }) => `${ours?.file}: ${ours?.title} for ${name}`)).toEqual([]);
  });

  it('gives a reason for each test that is not ported', () => {
    const unexplained = controllerTable.filter(({ ours, notPorted }) => (ours === undefined) !== Boolean(notPorted));
    expect(unexplained.map(({ name }) => name)).toEqual([]);
  });
});
