import { ts } from 'ts-morph';
import { describe, expect, it } from 'vitest';
import { diff, type DiffReport } from '../../../../generator/index.js';
import { Workspace } from '../../support/workspace.js';
import { builtIn, openApi } from '../openapi-fixture.js';
import { NEW_CRDS, OLD_CRDS, PROGRAM } from './usage-fixture.js';

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    moduleResolution: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    lib: ['es2023', 'esnext.disposable'],
    customConditions: ['@informer-gen/source'],
  },
  include: ['*.ts'],
});

/** A definition that two kinds hold loses a field, and another one has a field of that name that stays. */
function api(isNew: boolean): string {
  const string = { type: 'string' };
  const spec = { $ref: '#/definitions/io.k8s.api.core.v1.PodSpec' };
  const container = { type: 'array', items: { $ref: '#/definitions/io.k8s.api.core.v1.Container' } };
  const pod = { ...builtIn('', 'v1', 'Pod', 'pods'), properties: { spec } };
  const deployment = {
    ...builtIn('apps', 'v1', 'Deployment', 'deployments'),
    properties: { spec: { type: 'object', properties: { template: { type: 'object', properties: { spec } } } } },
  };
  const secret = { ...builtIn('', 'v1', 'Secret', 'secrets'), properties: { image: string } };
  return openApi([pod, deployment, secret], {
    'io.k8s.api.core.v1.PodSpec': { type: 'object', properties: { containers: container, initContainers: container } },
    'io.k8s.api.core.v1.Container': {
      type: 'object',
      properties: { name: string, ...(isNew ? {} : { image: string }) },
    },
  });
}

const API_PROGRAM = `
import type { Deployment, Container } from './generated/apps/v1/index.js';
import type { Pod, Secret } from './generated/core/v1/index.js';
import type { Container as C } from './generated/core/v1/types.js';

export const a = (pod: Pod): unknown => pod.spec?.containers?.[0]?.image; //! reads Container.image
export const b = (pod: Pod): unknown => pod.spec?.initContainers?.map(({ image }) => image); //! destructures Container.image
export const c = (one: Deployment): unknown => one.spec?.template?.spec?.containers?.[0]?.image; //! reads Container.image
export const d = (one: C): unknown => one['image']; //! reads Container.image
export const near1 = (secret: Secret): unknown => secret.image;
export const near2 = (pod: Pod): unknown => pod.spec?.containers?.[0]?.name;
`.replace(', Container }', ' }');

const PACKAGE_PROGRAM = `
import type { Widget } from 'widgets-api/example.com/v1/index';
import { sprocketResource } from 'widgets-api/old.example.com/v1/sprockets'; //! imports the module Sprocket

export const a = ({ spec: { legacy } }: Widget): unknown => legacy; //! destructures Widget.spec.legacy
export const near = (widget: Widget): unknown => widget.status?.legacy;
export const b = sprocketResource; //! uses Sprocket
`;

function emitDeclarations(workspace: Workspace, to: string): void {
  const files = Object.keys(workspace.tree()).filter((file) => file.endsWith('.ts'));
  const program = ts.createProgram(
    files.map((file) => workspace.path(`generated/${file}`)),
    {
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: workspace.path('generated'),
      outDir: workspace.path(to),
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      customConditions: ['@informer-gen/source'],
      strict: true,
      noCheck: true,
    },
  );
  // Only what was generated: the runtime's sources are part of the program, not of the package.
  for (const file of files) program.emit(program.getSourceFile(workspace.path(`generated/${file}`)));
}

async function usageIn(program: string): Promise<DiffReport> {
  const workspace = new Workspace({
    'crds/all.yaml': OLD_CRDS,
    'new/all.yaml': NEW_CRDS,
    'tsconfig.json': TSCONFIG,
    'program.ts': program,
    'package.json': '{"type":"module"}',
  });
  await workspace.generate();
  return diff({ old: 'crds', new: 'new', cwd: workspace.folder, usage: 'tsconfig.json' });
}

/** `line: how path`, with a question mark where the code does not show which of several paths it is. */
function found({ usage, changes }: DiffReport): string[] {
  return (usage?.uses ?? []).map(({ line, how, certain, change }) => {
    return `${line}: ${how}${certain ? '' : '?'} ${changes[change]?.path}`;
  });
}

function expected(program: string): string[] {
  return program.split('\n').flatMap((line, i) => {
    const marks = line.split('//! ')[1]?.split('; ') ?? [];
    return marks.map((mark) => `${i + 1}: ${mark}`);
  });
}

describe('diff --usage', () => {
  it('finds every use of what breaks by its symbol, and nothing that merely has the same name', async () => {
    const report = await usageIn(PROGRAM);
    expect(report.usage?.files).toBe(1);
    expect(found(report).sort()).toEqual(expected(PROGRAM).sort());
  }, 60_000);

  it('finds uses of a shared definition wherever it is held, all of them certain', async () => {
    const workspace = new Workspace({
      'old.json': api(false),
      'new.json': api(true),
      'tsconfig.json': TSCONFIG,
      'program.ts': API_PROGRAM,
      'package.json': '{"type":"module"}',
    });
    await workspace.generate({ crd: undefined, openapi: ['old.json'] });
    const report = await diff({ old: 'old.json', new: 'new.json', cwd: workspace.folder, usage: 'tsconfig.json' });
    expect(found(report).sort()).toEqual(expected(API_PROGRAM).sort());
  }, 60_000);

  it('finds uses of types that come compiled, as declarations of a package', async () => {
    const workspace = new Workspace({
      'crds/all.yaml': OLD_CRDS,
      'new/all.yaml': NEW_CRDS,
      'tsconfig.json': TSCONFIG,
      'program.ts': PACKAGE_PROGRAM,
      'package.json': '{"type":"module"}',
      'node_modules/widgets-api/package.json':
        '{"name":"widgets-api","type":"module","exports":{"./*":{"types":"./*.d.ts"}}}',
    });
    await workspace.generate();
    emitDeclarations(workspace, 'node_modules/widgets-api');
    workspace.remove('generated');
    const report = await diff({ old: 'crds', new: 'new', cwd: workspace.folder, usage: 'tsconfig.json' });
    expect(found(report).sort()).toEqual(expected(PACKAGE_PROGRAM).sort());
  }, 60_000);

  it('gives file, line and column', async () => {
    const report = await usageIn(
      "\nexport const f = (w: import('./generated/example.com/v1/widgets.js').Widget) => w.spec.legacy;\n",
    );
    expect(report.usage?.uses).toMatchObject([
      {
        file: 'program.ts',
        line: 2,
        column: 88,
        how: 'reads',
        certain: true,
        text: expect.stringContaining('w.spec.legacy'),
      },
    ]);
  }, 60_000);

  it('says so where the program is on the new types already', async () => {
    const workspace = new Workspace({
      'crds/all.yaml': NEW_CRDS,
      'old/all.yaml': OLD_CRDS,
      'tsconfig.json': TSCONFIG,
      'program.ts':
        "export const f = (w: import('./generated/example.com/v1/widgets.js').Widget): unknown => w.spec.owner;\n",
      'package.json': '{"type":"module"}',
    });
    await workspace.generate();
    const report = await diff({ old: 'old', new: 'crds', cwd: workspace.folder, usage: 'tsconfig.json' });
    expect(report.usage?.notes.join('\n')).toMatch(
      /the types of example\.com\/v1 Widget are not the old ones \(the program has no Widget\.spec\S+, which is gone\)/,
    );
  }, 60_000);

  it('says so where the tsconfig names no files, and where the program has no types of what changed', async () => {
    const workspace = new Workspace({
      'crds/all.yaml': NEW_CRDS,
      'other/a.yaml': OLD_CRDS.replaceAll('example.com', 'other.com'),
      'new/a.yaml': NEW_CRDS.replaceAll('example.com', 'other.com'),
      'tsconfig.json': TSCONFIG,
      'empty.json': JSON.stringify({ files: [], references: [] }),
      'program.ts': "export type { Gear } from './generated/example.com/v1/gears.js';\n",
      'package.json': '{"type":"module"}',
    });
    await workspace.generate();
    const sides = { old: 'other', new: 'new', cwd: workspace.folder };
    const report = await diff({ ...sides, usage: 'tsconfig.json' });
    expect(report.usage?.notes).toEqual([
      expect.stringMatching(
        /^the program has no types of .*other\.com\/v1 Widget, .*; what changed there cannot touch it$/,
      ),
    ]);
    expect((await diff({ ...sides, usage: 'empty.json' })).usage?.notes).toEqual(['empty.json names no files']);
  }, 60_000);

  it('says so where the program has nothing that was generated', async () => {
    const report = await usageIn('export const legacy = { legacy: 1 }.legacy;\n');
    expect(report.usage?.uses).toEqual([]);
    expect(report.usage?.notes).toEqual(['the program imports nothing that informer-gen generated']);
  }, 60_000);
});
