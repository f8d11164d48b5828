import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../../../generator/cli/run.js';
import type { Terminal } from '../../../../generator/cli/terminal.js';
import { readOutput } from '../../../../generator/diff/read/read-output.js';
import type { GenerateOptions } from '../../../../generator/index.js';
import { resourceKey } from '../../../../generator/names/resource-keys.js';
import { readManifest } from '../../../../generator/output/manifest.js';
import { ROOT } from '../../corpus/compile-output.js';
import { crd, specOf, text } from '../../support/crds.js';
import { Workspace } from '../../support/workspace.js';

const OLD = text(crd({ schema: specOf({ size: { type: 'string' } }) }));
const NEW = text(crd({ schema: specOf({ size: { type: 'integer' } }) }));

/** The output of the old CRD, which itself is gone, beside the same CRD and a new one that breaks its users. */
async function outputAlone(options: GenerateOptions = {}): Promise<Workspace> {
  const workspace = new Workspace({ 'crds/a.yaml': OLD, 'same.yaml': OLD, 'new.yaml': NEW });
  await workspace.generate(options);
  workspace.remove('crds');
  return workspace;
}

/** Runs `informer-gen diff`, as a build would. */
async function diff(workspace: Workspace, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const printed = { out: '', err: '' };
  const terminal: Terminal = {
    print: (line) => void (printed.out += line),
    error: (line) => void (printed.err += line),
    interactive: false,
    cwd: workspace.folder,
  };
  const code = await run(['diff', ...args], terminal);
  return { code, ...printed };
}

const CHOICES: readonly GenerateOptions[] = [
  { layout: 'split' },
  { layout: 'merged' },
  { layout: 'merged', importExtension: '' },
  { emit: 'js' },
  { emit: 'js', layout: 'merged' },
  { layout: 'merged', names: { kinds: { 'Widget.example.com': 'Gadget' } } },
];

describe('informer-gen diff of an output whose inputs are gone', () => {
  it.each(CHOICES)('fails on a breaking change, and on nothing else (%j)', async (options) => {
    const workspace = await outputAlone(options);
    const broken = await diff(workspace, 'generated', 'new.yaml', '--fail-on', 'breaking');
    expect(broken.out).toContain('Widget.spec.size');
    expect(broken.code).toBe(1);
    const same = await diff(workspace, 'generated', 'same.yaml', '--fail-on', 'any');
    expect(same).toMatchObject({ code: 0, err: '' });
  });

  it('compares types of another package by their structure', async () => {
    const secret = (optional: string): Record<string, unknown> => ({
      type: 'object',
      required: ['key'],
      properties: { key: { type: 'string' }, name: { type: 'string' }, optional: { type: optional } },
    });
    const of = (optional: string): string => text(crd({ schema: specOf({ secretKeyRef: secret(optional) }) }));
    const workspace = new Workspace({
      'crds/a.yaml': of('boolean'),
      'same.yaml': of('boolean'),
      'new.yaml': of('string'),
    });
    await workspace.generate({ kubernetesTypes: '@informer-gen/kubernetes' });
    expect(workspace.read('generated/example.com/v1/types/widgets.ts')).toContain('k1.SecretKeySelector');
    workspace.remove('crds');
    expect(await diff(workspace, 'generated', 'same.yaml', '--fail-on', 'any')).toMatchObject({ code: 0, err: '' });
    const { code, out } = await diff(workspace, 'generated', 'new.yaml', '--fail-on', 'breaking');
    expect(out).toContain('is object instead of SecretKeySelector, whose fields are not at hand');
    expect(code).toBe(1);
  });

  it.each([
    ['is missing', (workspace: Workspace) => workspace.remove('generated/example.com/v1/types/widgets.ts')],
    [
      'does not declare what others name',
      (workspace: Workspace) => edit(workspace, 'interface WidgetSpec ', 'interface Other '),
    ],
    ['has types that are not ours', (workspace: Workspace) => edit(workspace, 'size?: string', 'size?: () => void')],
    ['names types that nobody knows', (workspace: Workspace) => edit(workspace, 'size?: string', 'size?: x.Size')],
  ])('fails, and says so, where a file of it %s', async (_what, damage) => {
    const workspace = await outputAlone();
    damage(workspace);
    const { code, err } = await diff(workspace, 'generated', 'new.yaml', '--fail-on', 'breaking');
    expect(code).toBe(1);
    expect(err).toContain(
      'generated/example.com/v1/types/widgets.ts: error: the generated code of widgets.example.com/v1',
    );
  });

  it('fails where the Resource constant is of another resource than the manifest says', async () => {
    const workspace = await outputAlone();
    edit(workspace, "plural: 'widgets'", "plural: 'gadgets'", 'widgets.ts');
    const { code, err } = await diff(workspace, 'generated', 'same.yaml');
    expect(code).toBe(1);
    expect(err).toContain('its plural is not "widgets", as the manifest says');
  });
});

describe('checked-in output', () => {
  it.each(['generated', 'generated/preview', 'examples/controller/generated'])(
    '%s can be read back whole',
    (folder) => {
      const manifest = readManifest(path.join(ROOT, folder));
      if (manifest === undefined) throw new Error(`${folder} has no manifest`);
      const found = { folder: path.join(ROOT, folder), manifest, notes: [] };
      const { model, problems } = readOutput(folder, found, { include: [], exclude: [] });
      expect(problems).toEqual([]);
      expect(model.resources.map(resourceKey)).toEqual(manifest.resources.map(resourceKey));
    },
  );
});

function edit(workspace: Workspace, from: string, to: string, name = 'types/widgets.ts'): void {
  const file = `generated/example.com/v1/${name}`;
  const before = workspace.read(file);
  expect(before).toContain(from);
  workspace.write(file, before.replace(from, to));
}
