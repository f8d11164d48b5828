import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../../generator/cli/run.js';
import { generate } from '../../../generator/index.js';
import { ROOT } from '../corpus/compile-output.js';
import { crd, specOf, text } from '../support/crds.js';
import { Workspace } from '../support/workspace.js';

interface Spoken {
  code: number;
  out: string;
  err: string;
}

/** Runs the command line in a workspace, as a script does. */
function cli(workspace: Workspace, ...args: string[]): Promise<Spoken> {
  return runIn(workspace, args, false);
}

async function runIn(workspace: Workspace, args: readonly string[], interactive: boolean): Promise<Spoken> {
  const spoken: Spoken = { code: -1, out: '', err: '' };
  spoken.code = await run(args, {
    print: (part) => void (spoken.out += part),
    error: (part) => void (spoken.err += part),
    interactive,
    cwd: workspace.folder,
  });
  return spoken;
}

const widget = { 'crds/a.json': text(crd()) };

describe('the command line', () => {
  it('shows on a terminal what it is doing, in one line that is gone at the end', async () => {
    const line = '\r\u001b[K';
    const { err } = await runIn(new Workspace(widget), ['--crd', 'crds'], true);
    for (const step of ['reading', 'building the model', 'rendering', 'verifying', 'writing']) {
      expect(err).toContain(`${line}informer-gen: ${step} …`);
    }
    expect(err.lastIndexOf(line)).toBeGreaterThan(err.lastIndexOf('…'));
    expect((await runIn(new Workspace(widget), ['--crd', 'crds', '--quiet'], true)).err).not.toContain('…');
    expect((await cli(new Workspace(widget), '--crd', 'crds')).err).not.toContain('…');
  });

  it('says what to do next when it is given nothing', async () => {
    const { code, err } = await cli(new Workspace());
    expect(code).toBe(2);
    expect(err).toContain('informer-gen --crd ./crds');
    expect(err).toContain('informer-gen init');
  });

  it('generates, says what it did, and does nothing the second time', async () => {
    const workspace = new Workspace(widget);
    const first = await cli(workspace, '--crd', 'crds');
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toMatch(/^read 1 CRD: 1 resource; written \d+, unchanged 0, removed 0; [\d.]+ s\n$/);
    expect((await cli(workspace, '--crd', 'crds')).out).toMatch(/^nothing changed: 1 resource in \d+ files, /);
  });

  it('--check exits with 1 and shows what differs, with 0 when all is well', async () => {
    const workspace = new Workspace(widget);
    await cli(workspace, '--crd', 'crds');
    expect(await cli(workspace, '--crd', 'crds', '--check', '--quiet')).toEqual({ code: 0, out: '', err: '' });
    workspace.write('crds/a.json', text(crd({ schema: specOf({ size: { type: 'integer' } }) })));
    const { code, err } = await cli(workspace, '--crd', 'crds', '--check');
    expect(code).toBe(1);
    expect(err).toContain(
      '2 files are out of date:\n  example.com/v1/types/widgets.ts\n    @@ line 13 @@\n    -  readonly size?: string | undefined;\n',
    );
  });

  it('--dry-run lists what would change', async () => {
    const workspace = new Workspace(widget);
    const { code, out } = await cli(workspace, '--crd', 'crds', '--dry-run');
    expect(code).toBe(0);
    expect(out).toContain('would write example.com/v1/widgets.ts\n');
    expect(workspace.has('generated')).toBe(false);
  });

  it('--json prints the report and nothing else', async () => {
    const { out, err } = await cli(new Workspace(widget), '--crd', 'crds', '--json');
    expect(JSON.parse(out)).toMatchObject({ ok: true, resources: 1, problems: [] });
    expect(err).toBe('');
  });

  it('reports broken inputs on standard error and exits with 1; --quiet leaves only errors', async () => {
    const workspace = new Workspace({ ...widget, 'crds/b.yaml': 'a: [' });
    const { code, out, err } = await cli(workspace, '--crd', 'crds', '--quiet');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^crds\/b\.yaml, line \d: error: not valid YAML: .*\n$/);
  });

  it.each([
    [['--crd', 'nowhere'], /nowhere does not exist/],
    [['--crd', 'crds', '--versions', 'some'], /Allowed choices are served, storage, all/],
    [['--nonsense'], /unknown option '--nonsense'/],
    [['--crd', 'crds', '--context', 'x'], /--kubeconfig, --context and --allow-partial belong to --cluster/],
    [['--config', 'none.json'], /the config file none\.json does not exist/],
    [['completion', 'tcsh'], /completion knows bash, zsh and fish/],
    [['genrate', '--crd', 'crds'], /"genrate" is no command; there are init, diff, rbac, completion, help/],
    [['--out', 'lib', './crds'], /\.\/crds is no command: inputs go with a flag, as in informer-gen --crd \.\/crds/],
  ])('exits with 2 for %j', async (args, message) => {
    const { code, err } = await cli(new Workspace(widget), ...args);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  it.each([{ out: 5 }, { docs: 'no' }, { crd: 7 }, { verify: true }])('the library refuses %j', async (wrong) => {
    const failed = generate({ crd: ['crds'], cwd: new Workspace(widget).folder, ...(wrong as object) });
    await expect(failed).rejects.toThrow(/^wrong options: \w+ must be /);
  });

  it('ends without an error where nobody reads on, as in `--help | head`', async () => {
    const bin = path.join(ROOT, 'generator', 'bin.ts');
    const command = ['--conditions=@informer-gen/source', '--import', 'tsx', bin, '--help'];
    const child = spawn(process.execPath, command, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    let err = '';
    child.stderr.on('data', (chunk: Buffer) => void (err += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    expect({ code, err }).toEqual({ code: 0, err: '' });
  }, 30_000);

  it('has help with examples for every command', async () => {
    for (const args of [['--help'], ['init', '--help'], ['completion', '--help']]) {
      const { code, out } = await cli(new Workspace(), ...args);
      expect(code).toBe(0);
      expect(out).toContain('Examples:');
    }
  });

  it('completes its own flags in three shells', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { out } = await cli(new Workspace(), 'completion', shell);
      for (const flag of ['crd', 'openapi', 'verify', 'watch']) expect(out).toContain(flag);
    }
  });
});

describe('what the system refuses', () => {
  it('is one line without a stack: an output that is there but cannot be read', async () => {
    const workspace = new Workspace(widget);
    await cli(workspace, '--crd', 'crds');
    workspace.remove('generated/factory.ts');
    workspace.write('generated/factory.ts/in-the-way.txt', '');
    const { code, err } = await cli(workspace, '--crd', 'crds', '--check');
    expect(code).toBe(2);
    expect(err).toMatch(/^informer-gen: [^\n]*generated\/factory\.ts is a folder: move that away\n$/);
  });

  it('names the link that leads nowhere, where the output would be', async () => {
    const workspace = new Workspace(widget);
    symlinkSync('nowhere', workspace.path('link'));
    for (const out of ['link', 'link/generated']) {
      const { code, err } = await cli(workspace, '--crd', 'crds', '--out', out);
      expect(code).toBe(2);
      expect(err).toMatch(/link is a link that leads nowhere: remove it, or choose another one\n$/);
    }
    expect(workspace.has('nowhere')).toBe(false);
  });
});

describe('config files', () => {
  const files: readonly [string, string][] = [
    ['informer-gen.config.json', '{"crd": ["crds"], "out": "lib"}'],
    ['informer-gen.config.yaml', 'crd: [crds]\nout: lib\n'],
    ['informer-gen.config.mjs', "export default { crd: ['crds'], out: 'lib' };\n"],
    [
      'informer-gen.config.ts',
      "import { defineConfig } from 'informer-gen';\nimport { out } from './more.mjs';\nconst crd: string[] = ['crds'];\nexport default defineConfig({ crd, out });\n",
    ],
  ];
  it.each(files)('%s is read', async (name, content) => {
    const workspace = new Workspace({ ...widget, [name]: content, 'more.mjs': "export const out = 'lib';\n" });
    expect(await cli(workspace)).toMatchObject({ code: 0, err: '' });
    expect(workspace.has('lib/example.com/v1/widgets.ts')).toBe(true);
    expect(Object.keys(workspace.tree('.')).some((file) => file.includes('.informer-gen-config-'))).toBe(false);
  });

  it('flags win over the file', async () => {
    const workspace = new Workspace({ ...widget, 'informer-gen.config.json': '{"crd": ["crds"], "out": "lib"}' });
    await cli(workspace, '--out', 'other');
    expect(workspace.has('other/index.ts')).toBe(true);
  });

  it.each([
    ['an unknown key', 'informer-gen.config.json', '{"crds": []}', /unknown key "crds"/],
    ['a file that is broken', 'informer-gen.config.json', '{', /cannot be read/],
    ['no default export', 'informer-gen.config.mjs', 'export const a = 1;', /no default export/],
    ['a list', 'informer-gen.config.yaml', '[]', /must hold an object/],
    [
      'a number as folder',
      'informer-gen.config.json',
      '{"crd": "crds", "out": 5}',
      /config\.json: out must be a text.*, not 5/,
    ],
    ['a text as flag', 'informer-gen.config.json', '{"docs": "no"}', /docs must be true or false, not "no"/],
    ['a wrong choice', 'informer-gen.config.yaml', 'layout: flat', /layout must be one of split, merged, not "flat"/],
    [
      'a number as path',
      'informer-gen.config.json',
      '{"crd": [5]}',
      /crd must be a path or a list of paths, not \[5\]/,
    ],
    ['a text as list', 'informer-gen.config.json', '{"include": "a"}', /include must be a list of texts/],
    [
      'a text as cluster',
      'informer-gen.config.json',
      '{"cluster": "prod"}',
      /cluster must be true, false, or an object/,
    ],
    ['a list as names', 'informer-gen.config.json', '{"names": {"kinds": []}}', /names must be an object with groups/],
    ['two mistakes', 'informer-gen.config.json', '{"out": 5, "docs": 1}', /out must be .*; docs must be /],
    [
      'broken TypeScript',
      'informer-gen.config.ts',
      'export default {\n  crd: [,\n',
      /config file cannot be read: informer-gen\.config\.ts, line 3: /,
    ],
    [
      'broken JavaScript',
      'informer-gen.config.mjs',
      'export default {\n  crd: = 5 };\n',
      /informer-gen\.config\.mjs, line 2: /,
    ],
    ['broken YAML', 'informer-gen.config.yaml', 'crd: [a\nout: b\n', /cannot be read: line \d: not valid YAML/],
    ['a config that throws nothing', 'informer-gen.config.mjs', 'throw null;', /cannot be read: it throws null/],
    [
      'a config whose value throws',
      'informer-gen.config.mjs',
      "export default { get out() { throw new Error('no luck'); } };",
      /cannot be read: no luck/,
    ],
    [
      'names that hold themselves',
      'informer-gen.config.mjs',
      "const names = {};\nnames.groups = names;\nexport default { crd: 'crds', names };",
      /names\.groups\["groups"\] must be an identifier, not what JSON cannot hold/,
    ],
    ['a config that throws', 'informer-gen.config.mjs', "throw new Error('no luck');", /cannot be read: no luck/],
  ])('exits with 2 for %s', async (_, name, content, message) => {
    const { code, err } = await cli(new Workspace({ ...widget, [name]: content }));
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  it.each(['ts', 'json', 'yaml'])('init writes a %s file that works, after looking around', async (format) => {
    const workspace = new Workspace({
      'deploy/crds/a.yaml':
        'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: widgets.example.com}\nspec: {group: example.com, scope: Cluster, names: {kind: Widget, plural: widgets}, versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]}\n',
      'deploy/other.yaml': 'kind: Deployment\n',
    });
    const { code, out } = await cli(workspace, 'init', '--format', format);
    expect(code).toBe(0);
    expect(out).toContain('found ./deploy/crds');
    expect(await cli(workspace)).toMatchObject({ code: 0 });
    expect(workspace.has('generated/example.com/v1/widgets.ts')).toBe(true);
    const again = await cli(workspace, 'init');
    expect(again).toMatchObject({ code: 2 });
    expect(again.err).toContain('--force overwrites it');
    expect((await cli(workspace, 'init', '--format', format, '--force')).code).toBe(0);
  });
});
