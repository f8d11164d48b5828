import { Project, ts } from 'ts-morph';
import { beforeAll, describe, expect, it } from 'vitest';
import { crd, specOf } from '../support/crds.js';
import { Workspace } from '../support/workspace.js';

// What a resource exports is the same types under the same names, whether or not other CRDs have equal shapes.

const TEXT = {
  type: 'string',
  description: 'A sentence of some length, so that shapes which have it are worth sharing.',
};
const keyed = (items: object): object => ({
  type: 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['name'],
  items,
});
/** In an intent it differs from what is read, by a required field beside its key. */
const PART = {
  type: 'object',
  required: ['name', 'color'],
  properties: { name: TEXT, color: TEXT, size: TEXT, weight: TEXT },
};
/** In an intent they differ only where they have no key, which one of them never has. */
const PORT = { type: 'object', required: ['name'], properties: { name: TEXT, host: TEXT, path: TEXT, note: TEXT } };
const DOOR = { type: 'object', required: ['name'], properties: { name: TEXT, hinge: TEXT, lock: TEXT, side: TEXT } };
/** Holds by itself what others hold in a list by its key. */
const BOX = { type: 'object', properties: { lid: PORT, text: TEXT, more: TEXT, other: TEXT } };
const SPEC = { parts: keyed(PART), ports: keyed(PORT), doors: keyed(DOOR), box: BOX, lists: keyed(BOX) };

const workspace = new Workspace();
let project: Project;

function exportsOf(folder: string): readonly string[] {
  const file = project.getSourceFileOrThrow(workspace.path(`${folder}/example.com/v1/widgets.ts`));
  return [...file.getExportedDeclarations().keys()].filter((name) => /^Widget(?:Spec\w*)?(?:Input|Apply)?$/.test(name));
}

beforeAll(async () => {
  workspace.write('crds/widget.json', JSON.stringify(crd({ schema: specOf(SPEC) })));
  await workspace.generate({ crd: ['crds/widget.json'], out: 'alone', layout: 'merged' });
  workspace.write('crds/gadget.json', JSON.stringify(crd({ kind: 'Gadget', schema: specOf({ ...SPEC, own: TEXT }) })));
  await workspace.generate({ out: 'beside', layout: 'merged' });
  project = new Project({
    skipAddingFilesFromTsConfig: true,
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      customConditions: ['@informer-gen/source'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: true,
    },
  });
  for (const folder of ['alone', 'beside']) {
    project.addSourceFileAtPath(workspace.path(`${folder}/example.com/v1/widgets.ts`));
  }
}, 60_000);

describe('the exported types of a resource', () => {
  it('have the same names when another resource has equal shapes', () => {
    expect(Object.keys(workspace.tree('beside')).filter((file) => file.startsWith('shared/')).length).toBeGreaterThan(
      2,
    );
    expect([...exportsOf('beside')].sort()).toEqual([...exportsOf('alone')].sort());
  });

  it('fit each other both ways when another resource has equal shapes', () => {
    const names = exportsOf('alone');
    const lines = names.map((name) => `export const fits${name}: Fits<alone.${name}, beside.${name}> = true;`);
    const file = project.createSourceFile(
      workspace.path('fits.ts'),
      `import type * as alone from './alone/example.com/v1/widgets.js';
import type * as beside from './beside/example.com/v1/widgets.js';
type Fits<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
${lines.join('\n')}
`,
    );
    expect(
      file
        .getPreEmitDiagnostics()
        .map((found) => `${found.getLineNumber()}: ${JSON.stringify(found.getMessageText())}`),
    ).toEqual([]);
    expect(names).toContain('WidgetSpecPartsApply');
  });
});
