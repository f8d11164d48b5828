import { describe, expect, it } from 'vitest';
import { UsageError } from '../../generator/index.js';
import type { GenerateOptions } from '../../generator/index.js';
import { crd, text, version } from './support/crds.js';
import { Workspace } from './support/workspace.js';

const stdin = async (): Promise<string> => '';

async function generated(): Promise<Workspace> {
  const workspace = new Workspace({
    'crds/a.json': text(crd(), crd({ kind: 'Gadget', scope: 'Cluster' })),
    'empty/a.yaml': 'kind: ConfigMap\n',
    'notes/readme.txt': 'CRDs belong here\n',
    'unserved/a.json': text(crd({ versions: [{ ...version('v1'), served: false }] })),
  });
  await workspace.generate();
  return workspace;
}

const EMPTY: readonly [string, GenerateOptions, RegExp][] = [
  [
    'a typo in --include',
    { include: ['example.com/v1/Wigdet'] },
    /^nothing to generate: of 2 kinds in crds\/a\.json, none is left by example\.com\/v1\/Wigdet; nearest: example\.com\/v1\/Widget, /,
  ],
  ['an --exclude of everything', { exclude: ['*'] }, /none is left by \*/],
  [
    'a folder without CRDs',
    { crd: ['empty'] },
    /^nothing to generate: in empty\/a\.yaml, 0 CRDs and 0 OpenAPI documents/,
  ],
  ['a folder without files to read', { crd: ['notes'] }, /^there is no YAML or JSON file in notes\. .*--allow-empty/],
  ['a glob that matches nothing', { crd: ['crd/*.yaml'] }, /^no file matches crd\/\*\.yaml\. .*--allow-empty/],
  [
    'versions that nobody serves',
    { crd: ['unserved'] },
    /1 CRD and.*passed over: widgets\.example\.com\/v1 is not served/,
  ],
  ['an empty standard input', { crd: ['-'], stdin }, /in <stdin>, 0 CRDs/],
];

describe('nothing to generate', () => {
  it.each(EMPTY)('%s is an error that changes nothing', async (_, options, message) => {
    const workspace = await generated();
    const before = workspace.tree();
    for (const run of [{}, { prune: true }, { check: true }, { dryRun: true }]) {
      const failed = workspace.generate({ ...options, ...run });
      await expect(failed).rejects.toThrow(message);
      await expect(failed).rejects.toBeInstanceOf(UsageError);
    }
    expect(workspace.tree()).toEqual(before);
  });

  it.each(EMPTY)('%s is no error with --allow-empty', async (_, options) => {
    const workspace = await generated();
    const report = await workspace.generate({ ...options, allowEmpty: true, prune: true });
    expect(report).toMatchObject({ ok: true, resources: 0 });
    expect(report.removed).toContain('example.com/v1/widgets.ts');
  });

  it('an input that is all broken is reported, and changes nothing either', async () => {
    const workspace = await generated();
    const before = workspace.tree();
    workspace.write('broken/a.yaml', 'a: [');
    const report = await workspace.generate({ crd: ['broken'], prune: true });
    expect(report).toMatchObject({ ok: false, written: [], removed: [] });
    expect(report.warnings).toEqual(['nothing was written: all of the input is broken']);
    expect(workspace.tree()).toEqual(before);
  });

  it('one of several patterns that chooses nothing is a warning with the nearest names', async () => {
    const workspace = await generated();
    const report = await workspace.generate({ include: ['example.com/v1/Gadget', 'exampel.com'] });
    expect(report.ok).toBe(true);
    expect(report.warnings).toEqual([
      '--include exampel.com chooses nothing; nearest: example.com/v1/Gadget, example.com/v1/Widget',
    ]);
  });

  it('a name for what no input has is a warning with the nearest names, and one for what was not chosen is none', async () => {
    const workspace = await generated();
    const names = {
      groups: { 'example.com': 'ours', 'exampel.com': 'theirs' },
      kinds: { 'Gadget.example.com': 'Device', Widget: 'Thing' },
      plurals: { 'widgets.example.com': 'things', 'example.com/gadgets': 'devices' },
    };
    const report = await workspace.generate({ include: ['example.com/v1/Widget'], names });
    expect(report.ok).toBe(true);
    expect(report.warnings).toEqual([
      'names.groups["exampel.com"] renames nothing; nearest: "example.com"',
      'names.kinds["Widget"] renames nothing; nearest: "Widget.example.com", "Gadget.example.com"',
      'names.plurals["example.com/gadgets"] renames nothing; nearest: "gadgets.example.com", "widgets.example.com"',
    ]);
  });

  it('a name for what is broken, or for a version that nobody serves, is no warning', async () => {
    const workspace = new Workspace({
      'crds/a.json': text(crd(), crd({ kind: 'Gadget', versions: [{ ...version('v1'), served: false }] })),
      'more/b.json': text(crd({ kind: 'Broken', group: 'broken.example.com', versions: [] })),
    });
    const unserved = await workspace.generate({ names: { kinds: { 'Gadget.example.com': 'Device' } } });
    expect(unserved.warnings).toEqual([]);
    const names = { groups: { 'broken.example.com': 'broken' } };
    const broken = await workspace.generate({ crd: ['crds', 'more'], names, prune: true });
    expect(broken).toMatchObject({ ok: false, warnings: [] });
  });
});
