// Checks the conformance table, the mutations and the list of deviations against each other and against the tests.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clientGoTests } from './client-go-names.js';
import { conformanceTable } from './client-go-tests.js';
import { controllerTable } from './controllers/table.js';
import { applyMutation, deviationOfTitle, testFiles, titleNames, titlesIn } from './machinery.js';
import { mutations } from './mutations/index.js';

const here = import.meta.dirname;
const root = resolve(here, '../..');
const deviations = readFileSync(join(here, 'deviations.md'), 'utf8');
const duplicates = (values: readonly string[]): string[] => values.filter((value, i) => values.indexOf(value) !== i);

describe('the table of client-go tests', () => {
  it('has each test once, and no other', () => {
    const expected = Object.entries(clientGoTests).flatMap(([file, { star, other }]) =>
      [...star, ...other].map((name) => `${file} ${name}`),
    );
    const rows = conformanceTable.map(({ file, goTest }) => `${file} ${goTest}`);
    expect(duplicates(rows)).toEqual([]);
    expect([...rows].sort()).toEqual([...expected].sort());
  });

  it('points to files of ours that have a test with that name', () => {
    const titles = new Map<string, Set<string>>();
    const namesIn = (ours: string): Set<string> => {
      let names = titles.get(ours);
      if (!names) {
        const path = join(root, 'test/runtime', ours);
        const source = existsSync(path) ? readFileSync(path, 'utf8') : '';
        titles.set(ours, (names = new Set(titlesIn(source).flatMap(titleNames))));
      }
      return names;
    };
    const missing = conformanceTable.filter(({ ours, goTest }) => ours !== undefined && !namesIn(ours).has(goTest));
    expect(missing.map(({ ours, goTest }) => `${ours}: ${goTest}`)).toEqual([]);
  });

  it('gives a reason for each test that is not ported, and deviations.md names it', () => {
    const listed = [...deviations.matchAll(/^- `(Test\w+)`/gm)].map((match) => match[1] as string);
    const reasons = conformanceTable.filter((row) => row.ours === undefined);
    expect(reasons.filter((row) => !row.notPorted)).toEqual([]);
    expect(listed.sort()).toEqual(reasons.map((row) => row.goTest).sort());
  });
});

describe('the mutations', () => {
  it('have names of their own', () => {
    expect(duplicates(mutations.map(({ name }) => name))).toEqual([]);
  });

  it('each change a text that its module has exactly once', () => {
    for (const mutation of mutations) {
      const code = readFileSync(join(root, mutation.file), 'utf8');
      expect(applyMutation(code, mutation)).not.toBe(code);
    }
  });

  it('name tests that the table has', () => {
    const ported = new Set([
      ...conformanceTable.flatMap(({ ours, goTest }) => (ours ? [goTest] : [])),
      ...controllerTable.flatMap(({ ours, name }) => (ours ? [name] : [])),
    ]);
    const unknown = mutations.flatMap(({ name, kills }) =>
      kills.length === 0 ? [`${name}: none`] : kills.filter((goTest) => !ported.has(goTest)),
    );
    expect(unknown).toEqual([]);
  });

  it('break a rule of every test that is marked as most important', () => {
    const killed = new Set(mutations.flatMap(({ kills }) => kills));
    const starred = Object.values(clientGoTests).flatMap(({ star }) => star);
    expect(starred.filter((name) => !killed.has(name))).toEqual([]);
  });
});

describe('deviations.md', () => {
  it('lists exactly the deviations that tests prove', () => {
    const listed = [...deviations.matchAll(/^### (\S+)$/gm)].map((match) => match[1] as string);
    const sources = [...testFiles(join(root, 'test')).values()];
    const proven = new Set(sources.flatMap(titlesIn).flatMap((title) => deviationOfTitle(title) ?? []));
    expect(duplicates(listed)).toEqual([]);
    expect([...listed].sort()).toEqual([...proven].sort());
  });

  it('says for each what client-go does, what we do, and why', () => {
    const sections = deviations.split(/^### /m).slice(1);
    const incomplete = sections.filter(
      (section) => !['client-go: ', 'here: ', 'why: '].every((label) => section.includes(`\n- ${label}`)),
    );
    expect(incomplete.map((section) => section.split('\n')[0])).toEqual([]);
  });
});
