import { describe, expect, it } from 'vitest';
import { UsageError, VerifyError } from '../../../generator/index.js';
import { readManifest } from '../../../generator/output/manifest.js';
import { crd, specOf, text } from '../support/crds.js';
import { Workspace } from '../support/workspace.js';

const widget = crd();
const gadget = crd({ kind: 'Gadget', scope: 'Cluster' });
const broken = crd({ schema: { type: 'objekt', properties: 5 } });

function both(): Workspace {
  return new Workspace({ 'crds/a.json': text(widget), 'crds/b.json': text(gadget) });
}

describe('a second run', () => {
  it('gives the same bytes and does no work when nothing changed', async () => {
    const workspace = both();
    const first = await workspace.generate();
    const before = workspace.tree();
    const second = await workspace.generate();
    expect(first.skippedWork).toBe(false);
    expect(second).toMatchObject({ ok: true, skippedWork: true, written: [], removed: [] });
    const forced = await workspace.generate({ force: true });
    expect(forced).toMatchObject({ skippedWork: false, written: [], removed: [] });
    expect(workspace.tree()).toEqual(before);
  });

  it('that only checks does no work either when nothing changed, unless it is forced to', async () => {
    const workspace = both();
    await workspace.generate();
    expect(await workspace.generate({ check: true })).toMatchObject({ ok: true, skippedWork: true });
    expect(await workspace.generate({ check: true, force: true })).toMatchObject({ ok: true, skippedWork: false });
    workspace.write('generated/index.ts', `${workspace.read('generated/index.ts')}// by hand\n`);
    expect(await workspace.generate({ check: true })).toMatchObject({ ok: false, skippedWork: false });
  });

  it('does not depend on the order or the layout of the inputs', async () => {
    const workspace = both();
    await workspace.generate();
    const other = new Workspace({ 'crds/z.json': text(gadget, widget) });
    await other.generate();
    const strip = (tree: Record<string, string>): object => ({ ...tree, '.informer-gen.json': '' });
    expect(strip(other.tree())).toEqual(strip(workspace.tree()));
  });

  it('writes only what changed', async () => {
    const workspace = both();
    await workspace.generate();
    workspace.write(
      'crds/b.json',
      text(crd({ kind: 'Gadget', scope: 'Cluster', schema: specOf({ other: { type: 'string' } }) })),
    );
    const report = await workspace.generate();
    expect(report.written).toEqual(['example.com/v1/types/gadgets.ts', '.informer-gen.json']);
  });

  it('knows what a manifest of the first form says, which wrote out every path', async () => {
    const workspace = both();
    await workspace.generate();
    const {
      resources: _,
      files: __,
      ...rest
    } = JSON.parse(workspace.read('generated/.informer-gen.json')) as object & {
      resources: unknown;
      files: unknown;
    };
    const known = readManifest(workspace.path('generated'));
    const files = Object.entries(known?.files ?? {}).map(([file, hash]) => [file, `${hash}1234`]);
    const first = { ...rest, resources: known?.resources, files: Object.fromEntries(files) };
    workspace.write('generated/.informer-gen.json', JSON.stringify(first));
    expect(await workspace.generate()).toMatchObject({ skippedWork: true });
    workspace.remove('crds/b.json');
    const report = await workspace.generate();
    expect(report).toMatchObject({ ok: true, warnings: [] });
    expect(report.removed).toContain('example.com/v1/gadgets.ts');
  });

  it('removes what it wrote before and writes no more, with folders that are empty then, and no other file', async () => {
    const workspace = new Workspace({ 'crds/a.json': text(widget), 'crds/b.json': text(crd({ group: 'other.io' })) });
    await workspace.generate();
    workspace.write('generated/other.io/v1/mine.ts', 'export {};\n');
    workspace.write('generated/README.md', 'mine\n');
    workspace.remove('crds/b.json');
    const report = await workspace.generate();
    expect(report.removed).toContain('other.io/v1/widgets.ts');
    expect(workspace.has('generated/other.io/v1/widgets.ts')).toBe(false);
    expect(workspace.has('generated/other.io/v1/types')).toBe(false);
    expect(workspace.read('generated/other.io/v1/mine.ts')).toBe('export {};\n');
    expect(workspace.read('generated/README.md')).toBe('mine\n');
  });

  it('refuses to prune what other inputs gave, unless told to', async () => {
    const workspace = both();
    await workspace.generate({ crd: ['crds/a.json', 'crds/b.json'] });
    const before = workspace.tree();
    await expect(workspace.generate({ crd: ['crds/a.json'] })).rejects.toThrow(/generated from other inputs.*--prune/);
    expect(workspace.tree()).toEqual(before);
    const report = await workspace.generate({ crd: ['crds/a.json'], prune: true });
    expect(report.removed).toContain('example.com/v1/gadgets.ts');
  });

  it('overwrites a generated file that was changed by hand and says so; one that is to go stays', async () => {
    const workspace = both();
    await workspace.generate();
    workspace.write('generated/example.com/v1/widgets.ts', '// mine now\n');
    workspace.write('generated/example.com/v1/gadgets.ts', '// mine too\n');
    workspace.remove('crds/b.json');
    const report = await workspace.generate();
    expect(report.warnings).toEqual([
      'example.com/v1/widgets.ts was changed by hand and is overwritten',
      'example.com/v1/gadgets.ts is generated no more but was changed by hand: it stays',
    ]);
    expect(workspace.read('generated/example.com/v1/widgets.ts')).toContain('Code generated by informer-gen');
    expect(workspace.read('generated/example.com/v1/gadgets.ts')).toBe('// mine too\n');
  });

  it('never overwrites a file that it did not write', async () => {
    const workspace = both();
    workspace.write('generated/index.ts', 'export const mine = 1;\n');
    await expect(workspace.generate()).rejects.toThrow(UsageError);
    expect(workspace.tree()).toEqual({ 'index.ts': 'export const mine = 1;\n' });
  });

  it.each([
    ['generated/example.com', /index\.ts would be in a folder, and there is a file of its name: move that away/],
    ['generated/index.ts/mine', /index\.ts is a folder: move that away/],
  ])('says what is in its way: %s', async (file, message) => {
    const workspace = both();
    workspace.write(file, 'mine');
    await expect(workspace.generate()).rejects.toThrow(message);
    await expect(workspace.generate()).rejects.toThrow(UsageError);
    expect(workspace.read(file)).toBe('mine');
  });

  it('restores a generated file that is missing', async () => {
    const workspace = both();
    await workspace.generate();
    workspace.remove('generated/factory.ts');
    expect((await workspace.generate()).written).toEqual(['factory.ts']);
  });
});

describe('a CRD that breaks', () => {
  it('keeps its former files and its place in the factory, while the others are written', async () => {
    const workspace = both();
    await workspace.generate();
    const module = workspace.read('generated/example.com/v1/types/widgets.ts');
    workspace.write('crds/a.json', text(broken));
    workspace.write('crds/b.json', text(gadget, crd({ kind: 'Extra' })));
    const report = await workspace.generate({ verify: 'types' });
    expect(report.ok).toBe(false);
    expect(report.retained).toEqual(['widgets.example.com/v1']);
    expect(workspace.read('generated/example.com/v1/types/widgets.ts')).toBe(module);
    const index = workspace.read('generated/example.com/v1/index.ts');
    for (const plural of ['widgets', 'gadgets', 'extras']) expect(index).toContain(`readonly ${plural}: `);
    expect(workspace.read('generated/generic.ts')).toContain("'example.com/v1/widgets'");
  });

  it('keeps them also where the whole file cannot be read, run after run', async () => {
    const workspace = both();
    await workspace.generate();
    workspace.write('crds/a.json', '{{ nonsense');
    for (let i = 0; i < 2; i += 1) {
      const report = await workspace.generate();
      expect(report).toMatchObject({ ok: false, retained: ['widgets.example.com/v1'], removed: [] });
      expect(report.problems).toHaveLength(1);
    }
    workspace.write('crds/a.json', text(widget));
    expect(await workspace.generate()).toMatchObject({ ok: true, retained: [] });
  });

  it('keeps the shared modules that its types need', async () => {
    const shape = (extra: object): unknown => ({
      type: 'object',
      properties: {
        one: { type: 'string', description: 'x'.repeat(200) },
        two: { type: 'object', properties: { three: { type: 'string', description: 'y'.repeat(300) } } },
        ...extra,
      },
    });
    const make = (kind: string, inner: unknown): unknown => crd({ kind, schema: specOf({ inner }) });
    const workspace = new Workspace({
      'crds/a.json': text(make('A', shape({}))),
      'crds/b.json': text(make('B', shape({}))),
    });
    await workspace.generate({ verify: 'types' });
    const shared = Object.keys(workspace.tree()).filter((file) => file.startsWith('shared/'));
    expect(shared).toHaveLength(1);
    workspace.write(
      'crds/a.json',
      text(crd({ kind: 'A', schema: { type: 'nothing', properties: { a: { type: 'x' } } } })),
    );
    workspace.write('crds/b.json', text(make('B', shape({ four: { type: 'string' } }))));
    const report = await workspace.generate({ verify: 'types' });
    expect(report.retained).toEqual(['as.example.com/v1']);
    expect(Object.keys(workspace.tree())).toEqual(expect.arrayContaining(shared));
  });

  it('is left out where it was never generated', async () => {
    const workspace = new Workspace({ 'crds/a.json': text(broken), 'crds/b.json': text(gadget) });
    const report = await workspace.generate();
    expect(report).toMatchObject({ ok: false, retained: [], resources: 1 });
    expect(report.problems[0]?.crd).toBe('widgets.example.com');
  });
});

describe('--check and --dry-run', () => {
  it('write nothing and tell what differs', async () => {
    const workspace = both();
    expect(await workspace.generate({ check: true })).toMatchObject({ ok: false });
    expect(workspace.has('generated')).toBe(false);
    await workspace.generate();
    expect(await workspace.generate({ check: true })).toMatchObject({ ok: true, differences: [] });
    const before = workspace.tree();
    workspace.write(
      'crds/b.json',
      text(crd({ kind: 'Gadget', scope: 'Cluster', schema: specOf({ size: { type: 'integer' } }) })),
    );
    const check = await workspace.generate({ check: true });
    expect(check.ok).toBe(false);
    expect(check.differences.map(({ path }) => path)).toEqual([
      'example.com/v1/types/gadgets.ts',
      '.informer-gen.json',
    ]);
    expect(check.differences[0]?.diff).toEqual([
      '@@ line 13 @@',
      '-  readonly size?: string | undefined;',
      '+  readonly size?: number | undefined;',
    ]);
    const dry = await workspace.generate({ dryRun: true });
    expect(dry).toMatchObject({ ok: true, written: ['example.com/v1/types/gadgets.ts', '.informer-gen.json'] });
    expect(workspace.tree()).toEqual(before);
  });

  it('check is well where the same files were named otherwise', async () => {
    const workspace = both();
    await workspace.generate({ crd: ['crds'] });
    const before = workspace.tree();
    for (const named of [
      ['crds/*.json'],
      ['crds/b.json', 'crds/a.json'],
      ['crds', 'crds/a.json'],
      ['./crds/../crds'],
    ]) {
      const report = await workspace.generate({ check: true, crd: named });
      expect({ named, differences: report.differences }).toEqual({ named, differences: [] });
      expect(report.ok).toBe(true);
    }
    expect(workspace.tree()).toEqual(before);
  });

  it('check is not well where a run was interrupted, until the next one', async () => {
    const workspace = both();
    await workspace.generate();
    workspace.write('generated/.informer-gen.tmp/journal.json', '[]');
    const report = await workspace.generate({ check: true });
    expect(report.ok).toBe(false);
    expect(report.warnings[0]).toMatch(/an earlier run was interrupted/);
    await workspace.generate();
    expect(await workspace.generate({ check: true })).toMatchObject({ ok: true, warnings: [] });
  });

  it('check is not fooled by a manifest that says all is well', async () => {
    const workspace = both();
    await workspace.generate();
    workspace.write('generated/factory.ts', `${workspace.read('generated/factory.ts')}// more\n`);
    expect(await workspace.generate({ check: true })).toMatchObject({ ok: false });
  });
});

describe('expansions', () => {
  it.each([
    { layout: 'split', types: './types/widgets.js' },
    { layout: 'merged', types: './widgets.js' },
  ] as const)('are imported where they exist, and never written ($layout)', async ({ layout, types }) => {
    const workspace = both();
    await workspace.generate({ layout });
    const expansion = [
      "import type { IndexReader } from '@informer-gen/runtime/codegen/v1';",
      `import type { Widget } from '${types}';`,
      'export interface WidgetListerExpansion { large(): readonly Widget[] }',
      'export function expandWidgetLister(indexer: IndexReader<Widget>): WidgetListerExpansion {',
      "  return { large: () => indexer.list().filter((widget) => widget.spec?.size === 'large') };",
      '}',
      'export interface WidgetNamespaceListerExpansion { first(): Widget | undefined }',
      'export function expandWidgetNamespaceLister(indexer: IndexReader<Widget>, namespace: string): WidgetNamespaceListerExpansion {',
      '  return { first: () => indexer.list().find((widget) => widget.metadata.namespace === namespace) };',
      '}',
      '',
    ].join('\n');
    workspace.write('generated/example.com/v1/widgets.expansion.ts', expansion);
    const report = await workspace.generate({ layout, verify: 'types' });
    expect(report.written).toContain('example.com/v1/widgets.ts');
    expect(workspace.read('generated/example.com/v1/widgets.ts')).toContain(
      'interface WidgetLister extends WidgetListerExpansion',
    );
    expect(workspace.read('generated/example.com/v1/widgets.expansion.ts')).toBe(expansion);
    expect(await workspace.generate({ layout })).toMatchObject({ skippedWork: true });
  });

  it('that do not fit leave the old output whole, and the error says where they do not', async () => {
    const workspace = both();
    await workspace.generate();
    workspace.write(
      'generated/example.com/v1/widgets.expansion.ts',
      'export interface WidgetListerExpansion { list: 5 }\nexport function expandWidgetLister(): WidgetListerExpansion { return { list: 5 }; }\n',
    );
    const before = workspace.tree();
    const failed = workspace.generate({ verify: 'types' });
    await expect(failed).rejects.toThrow(
      /does not type-check; nothing was written:\n {2}example.com\/v1\/widgets.ts:\d+: /,
    );
    await expect(failed).rejects.toBeInstanceOf(VerifyError);
    expect(workspace.tree()).toEqual(before);
  });
});

describe('--verify types', () => {
  it('says what to install where the output cannot import the runtime', async () => {
    const workspace = both();
    const failed = workspace.generate({ verify: 'types', runtimeModule: '@not-there/runtime/codegen/v1' });
    await expect(failed).rejects.toThrow(/needs what the output imports, .*: npm i @not-there\/runtime\. Nothing was/);
    expect(workspace.tree()).not.toContain('generated');
  });
});

describe('another layout', () => {
  it('takes away the files that it has no more, and exports the same names', async () => {
    const names = (): string[] =>
      Object.values(workspace.tree())
        .flatMap((content) => Array.from(content.matchAll(/^export (?:type|interface|const|function) (\w+)/gm)))
        .map((match) => match[1] ?? '')
        .sort();
    const workspace = both();
    await workspace.generate();
    const before = names();
    const { removed } = await workspace.generate({ layout: 'merged', verify: 'types' });
    expect(removed).toContain('example.com/v1/types/widgets.ts');
    expect(names()).toEqual(before);
  });

  it('is refused where there is none of that name', async () => {
    const layout = 'flat' as 'split';
    await expect(both().generate({ layout })).rejects.toThrow('layout must be one of split, merged, not "flat"');
  });
});
