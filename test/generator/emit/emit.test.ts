import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emitterFor } from '../../../generator/emit/emit.js';
import { UsageError } from '../../../generator/index.js';
import { compileOutput, emitRuntimeDeclarations, ROOT } from '../corpus/compile-output.js';
import { crd, text } from '../support/crds.js';
import { Workspace } from '../support/workspace.js';

const widgets = readFileSync(path.join(ROOT, 'examples/crds/widgets.yaml'), 'utf8');

let runtime = '';
beforeAll(async () => {
  runtime = mkdtempSync(path.join(tmpdir(), 'informer-gen-emit-'));
  await emitRuntimeDeclarations(runtime);
}, 60_000);
afterAll(() => rmSync(runtime, { recursive: true, force: true }));

describe('an output that is emitted as JavaScript', () => {
  it('runs as it is, in a program of JavaScript', async () => {
    const workspace = new Workspace({
      'crds/widgets.yaml': widgets,
      'main.mjs': `import { readFileSync } from 'node:fs';
import { FakeClient, parseYaml } from '@informer-gen/testing';
import { SharedInformerFactory } from './generated/index.js';
const client = new FakeClient({ crds: parseYaml(readFileSync('crds/widgets.yaml', 'utf8')) });
client.direct.create('widgets', { metadata: { name: 'a' }, spec: { color: 'red', size: 'small' } });
const factory = new SharedInformerFactory(client);
const lister = factory.exampleCom.v1.widgets.lister();
factory.start();
await factory.waitForCacheSync({ timeoutMs: 10_000 });
console.log(lister.widgets('default').get('a').spec.color);
await factory.shutdown();
`,
    });
    await workspace.generate({ emit: 'js' });
    const args = ['--conditions=@informer-gen/source', '--import', 'tsx', 'main.mjs'];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: workspace.folder, encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: 'red\n', stderr: '' });
  }, 60_000);

  it('declares the types of the same modules of TypeScript', async () => {
    const programs = {
      'right.ts': `import { SharedInformerFactory } from './generated/index.js';
import { widgetResource } from './generated/example.com/v1/widgets.js';
import type { Client, ResourceCaller } from '@informer-gen/runtime/codegen/v1';
export async function use(client: Client & ResourceCaller): Promise<string | undefined> {
  await client.apply(widgetResource, { metadata: { name: 'a', namespace: 'b' }, spec: { replicas: 3 } });
  const color: 'red' | 'green' | 'blue' | undefined = new SharedInformerFactory(client).exampleCom.v1.widgets.lister().widgets('a').get('b')?.spec.color;
  return color;
}
`,
      'wrong.ts': `import type { Widget } from './generated/example.com/v1/types/widgets.js';
export const size: (widget: Widget) => number = (widget) => widget.spec.sizes;
`,
    };
    for (const emit of ['ts', 'js'] as const) {
      const workspace = new Workspace({ 'crds/widgets.yaml': widgets, ...programs });
      await workspace.generate({ emit });
      const said = await compileOutput(workspace.folder, { runtime, options: { skipLibCheck: false } });
      expect(said.map((line) => line.replace(/^\S*\//, ''))).toEqual([
        "wrong.ts(2,73): error TS2551: Property 'sizes' does not exist on type 'WidgetSpec'. Did you mean 'size'?",
      ]);
    }
  }, 120_000);

  it('is no trouble to a project of JavaScript that has its own code checked', async () => {
    const workspace = new Workspace({
      'crds/widgets.yaml': widgets,
      'main.js': `import { SharedInformerFactory } from './generated/index.js';
/** @param {import('@informer-gen/runtime/codegen/v1').Client} client */
export const colors = (client) => new SharedInformerFactory(client).exampleCom.v1.widgets.lister().list().map(({ spec }) => spec.colour);
`,
    });
    await workspace.generate({ emit: 'js' });
    // TypeScript has isolated declarations for TypeScript alone.
    const options = {
      skipLibCheck: false,
      allowJs: true,
      checkJs: true,
      isolatedDeclarations: false,
      declaration: false,
    };
    const said = await compileOutput(workspace.folder, { runtime, options });
    expect(said.map((line) => line.replace(/^\S*\//, ''))).toEqual([
      expect.stringMatching(/^main\.js\(3,\d+\): error TS2551: Property 'colour' does not exist/),
    ]);
  }, 120_000);

  it('has a head on every file, declarations for every module, and scripts for those that have something to run', async () => {
    const workspace = new Workspace({ 'crds/widgets.yaml': widgets, 'head.txt': 'All ours.\nAll.' });
    await workspace.generate({ emit: 'js', headerFile: 'head.txt' });
    const tree = workspace.tree();
    const files = Object.keys(tree).filter((file) => file !== 'README.md' && !file.startsWith('.'));
    for (const file of files) expect(tree[file], file).toMatch(/^\/\/ All ours\.\n\/\/ All\.\n\/\/ Code generated by /);
    expect(files.filter((file) => !/(?:\.js|\.d\.ts)$/.test(file))).toEqual([]);
    expect(files).toContain('example.com/v1/types/widgets.d.ts');
    expect(files).not.toContain('example.com/v1/types/widgets.js');
    expect(files).toContain('example.com/v1/widgets.js');
  });

  it('takes the place of one of TypeScript, and gives it back', async () => {
    const workspace = new Workspace({ 'crds/widgets.yaml': widgets });
    await workspace.generate();
    const before = workspace.tree();
    expect(await workspace.generate({ emit: 'js', check: true })).toMatchObject({ ok: false });
    await workspace.generate({ emit: 'js' });
    expect(Object.keys(workspace.tree()).filter((file) => /(?<!\.d)\.ts$/.test(file))).toEqual([]);
    expect(await workspace.generate({ emit: 'js', check: true })).toMatchObject({ ok: true });
    expect((await workspace.generate({ emit: 'js' })).written).toEqual([]);
    await workspace.generate();
    expect(workspace.tree()).toEqual(before);
  });

  it('keeps what an input that is broken now gave before, and changes nothing where that is of the other language', async () => {
    const workspace = new Workspace({ 'crds/a.json': text(crd()), 'crds/b.json': text(crd({ kind: 'Gadget' })) });
    await workspace.generate({ emit: 'js' });
    const before = workspace.tree();
    workspace.write('crds/a.json', text(crd({ schema: { type: 'objekt', properties: 5 } })));
    expect(await workspace.generate({ emit: 'js' })).toMatchObject({ ok: false, retained: ['widgets.example.com/v1'] });
    const { '.informer-gen.json': _old, ...kept } = before;
    expect(workspace.tree()).toMatchObject(kept);
    const now = workspace.tree();
    expect(await workspace.generate()).toMatchObject({ ok: false, written: [], removed: [] });
    expect(workspace.tree()).toEqual(now);
  });

  it('imports what extends a lister, by its declarations', async () => {
    const expansion = `export interface WidgetListerExpansion { reds(): number }
export declare function expandWidgetLister(): WidgetListerExpansion;
`;
    const workspace = new Workspace({
      'crds/widgets.yaml': widgets,
      'generated/example.com/v1/widgets.expansion.d.ts': expansion,
      'generated/example.com/v1/widgets.expansion.js': 'export const expandWidgetLister = () => ({ reds: () => 1 });\n',
    });
    await workspace.generate({ emit: 'js' });
    expect(workspace.read('generated/example.com/v1/widgets.js')).toContain('widgets.expansion.js');
    expect(workspace.has('generated/example.com/v1/widgets.expansion.js')).toBe(true);
  });

  it('is refused with imports of .ts files, which JavaScript cannot have', async () => {
    const workspace = new Workspace({ 'crds/widgets.yaml': widgets });
    await expect(workspace.generate({ emit: 'js', importExtension: '.ts' })).rejects.toThrow(UsageError);
    expect(workspace.has('generated')).toBe(false);
  });

  it('says what to do where its transformer is not installed', () => {
    const load = (): never => {
      throw new UsageError('--emit js needs oxc-transform');
    };
    expect(() => emitterFor('js', load)).toThrow('needs oxc-transform');
    expect(emitterFor('ts', load)({ path: 'a.ts', text: '' })).toEqual([{ path: 'a.ts', text: '' }]);
  });
});
