import fs, { symlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { describeProblem, UsageError } from '../../generator/index.js';
import { crd, legacyCrd, specOf, text, version } from './support/crds.js';
import { Workspace } from './support/workspace.js';

const widget = crd();
const gadget = crd({ kind: 'Gadget', scope: 'Cluster' });

describe('inputs', () => {
  it('takes files, folders, globs and standard input, YAML and JSON, many documents, lists, and passes other kinds over', async () => {
    const workspace = new Workspace({
      'one.yaml': `# a comment\n---\napiVersion: v1\nkind: ConfigMap\n---\n${text(widget)}\n---\n`,
      'folder/deep/two.json': text({ apiVersion: 'v1', kind: 'List', items: [gadget, { kind: 'Secret' }] }),
      'globs/a/three.yml': text(crd({ kind: 'Third' })),
      'globs/b/three.yml': text(crd({ kind: 'Fourth' })),
    });
    const report = await workspace.generate({
      crd: ['one.yaml', 'folder', 'globs/{a,b}/*.yml', '-'],
      stdin: async () => text(crd({ kind: 'Fifth' })),
    });
    expect(report.problems).toEqual([]);
    expect(report.crds).toBe(5);
    for (const plural of ['widgets', 'gadgets', 'thirds', 'fourths', 'fifths']) {
      expect(workspace.has(`generated/example.com/v1/${plural}.ts`)).toBe(true);
    }
  });

  it('reads a list as the API server sends it, whose items do not repeat their kind', async () => {
    const { apiVersion, kind: _, ...item } = widget;
    const list = { apiVersion, kind: 'CustomResourceDefinitionList', metadata: {}, items: [item] };
    const report = await new Workspace({ 'crds/a.json': text(list) }).generate();
    expect(report).toMatchObject({ ok: true, crds: 1, resources: 1 });
  });

  it('passes over links that lead nowhere or to themselves', async () => {
    const workspace = new Workspace({ 'crds/a.json': text(widget) });
    symlinkSync('nowhere.yaml', workspace.path('crds/broken.yaml'));
    symlinkSync('circle.yaml', workspace.path('crds/circle.yaml'));
    expect(await workspace.generate()).toMatchObject({ ok: true, crds: 1 });
    await expect(workspace.generate({ crd: ['crds/circle.yaml'] })).rejects.toThrow(UsageError);
  });

  it('names the folder that cannot be read', async () => {
    const workspace = new Workspace({ 'crds/a.json': text(widget), 'crds/secret/b.json': text(gadget) });
    // Nothing is forbidden to root, as whom tests may run.
    const readdirSync = fs.readdirSync;
    const spy = vi.spyOn(fs, 'readdirSync').mockImplementation(((folder: string, options: { withFileTypes: true }) => {
      if (folder.endsWith('secret')) throw new Error(`EACCES: permission denied, scandir '${folder}'`);
      return readdirSync(folder, options);
    }) as typeof fs.readdirSync);
    syncBuiltinESMExports();
    onTestFinished(() => {
      spy.mockRestore();
      syncBuiltinESMExports();
    });
    await expect(workspace.generate()).rejects.toThrow(/a folder of the input cannot be read: EACCES.*secret/);
  });

  it('reads apiextensions v1beta1, whose schema may be one for all versions', async () => {
    const legacy = legacyCrd(
      { group: 'example.com', version: 'v1', kind: 'Old', plural: 'olds' },
      specOf({ size: { type: 'integer' } }),
      { subresources: { status: {} } },
    );
    const workspace = new Workspace({ 'crds/a.json': text(legacy) });
    expect((await workspace.generate()).problems).toEqual([]);
    expect(workspace.read('generated/example.com/v1/types/olds.ts')).toContain('readonly size?: number | undefined;');
    expect(workspace.read('generated/example.com/v1/olds.ts')).toContain("subresources: ['status'],");
  });

  it('prefers the v1 form of a CRD that is there as v1beta1 too, in whatever order', async () => {
    const legacy = {
      ...crd({ schema: specOf({ old: { type: 'string' } }) }),
      apiVersion: 'apiextensions.k8s.io/v1beta1',
    };
    for (const [first, second] of [
      [legacy, widget],
      [widget, legacy],
    ]) {
      const workspace = new Workspace({ 'crds/a.json': text(first), 'crds/b.json': text(second) });
      const report = await workspace.generate();
      expect(report.problems).toEqual([]);
      expect(report.skipped).toHaveLength(1);
      expect(workspace.read('generated/example.com/v1/types/widgets.ts')).toContain(
        'readonly size?: string | undefined;',
      );
    }
  });

  it('reads a Helm template whose actions only decide whether the CRD is installed, and says so', async () => {
    const workspace = new Workspace({
      'crds/chart.yaml': [
        '{{- /* A comment',
        'of two lines. */}}',
        '{{- if .Values.crds.enabled }}',
        'apiVersion: apiextensions.k8s.io/v1',
        'kind: CustomResourceDefinition',
        'metadata:',
        '  name: widgets.example.com',
        '  labels:',
        '    {{- include "labels" . | nindent 4 }}',
        '    helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version | replace "+" "_" }}',
        '  {{- with .Values.more }}{{ toYaml . | nindent 4 }}{{- end }}',
        '  annotations: {{- include "annotations" . | nindent 4 }}',
        '    own: "true"',
        `spec: ${JSON.stringify(widget['spec'])}`,
        '{{- end }}',
      ].join('\n'),
    });
    const report = await workspace.generate();
    expect(report).toMatchObject({ ok: true, crds: 1, problems: [] });
    expect(report.skipped).toEqual([
      {
        name: 'crds/chart.yaml',
        reason: 'is a Helm template: read without its actions (lines 3, 9, 10, 11, 12, …)',
      },
    ]);
    expect(workspace.has('generated/example.com/v1/widgets.ts')).toBe(true);
  });

  it.each([
    [
      'alternatives',
      '{{- if .a }}\nkind: A\n{{- else }}\nkind: B\n{{- end }}\n',
      3,
      '{{ else }} chooses between texts',
    ],
    ['a repetition', '{{- range .a }}\nkind: A\n{{- end }}\n', 1, '{{ range }} chooses between texts'],
    ['a part of the spec', 'spec:\n  {{- include "spec" . | nindent 2 }}\n', 2, 'puts in text that only Helm knows'],
    ['lines behind a key', 'spec: {{- include "spec" . | nindent 2 }}\n', 1, 'puts in text that only Helm knows'],
    ['a name', 'metadata:\n  name: a\nspec:\n  group: {{ .Values.group }}\n', 4, 'types depend on a value'],
  ])(
    'says of a Helm template that has %s where it cannot be read, and what to do',
    async (_, content, line, reason) => {
      const workspace = new Workspace({ 'crds/a.json': text(widget), 'crds/chart.yaml': content });
      const report = await workspace.generate();
      expect(report.ok).toBe(false);
      expect(report.problems[0]?.location).toEqual({ file: 'crds/chart.yaml', line });
      expect(report.problems[0]?.message).toContain(reason);
      expect(report.problems[0]?.message).toMatch(/^this is a Helm template.*: render it first \(helm template …\)/);
      const lenient = await workspace.generate({ skipInvalid: true });
      expect(lenient.ok).toBe(true);
      expect(lenient.problems[0]?.severity).toBe('warning');
    },
  );

  it('passes over the patches of kustomize that lie beside CRDs, and says so', async () => {
    const head = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'a.b.c' },
    };
    const workspace = new Workspace({
      'crds/a.json': text(widget),
      'crds/kustomization.yaml': 'resources: [a.json]\npatches: [{path: patches/annotation.json}]\n',
      'crds/patches/annotation.json': text(head),
      'crds/patches/webhook.json': text({ ...head, spec: { conversion: { strategy: 'Webhook' } } }),
      'crds/patches/json.yaml': '- op: remove\n  path: /spec\n',
    });
    const report = await workspace.generate();
    expect(report).toMatchObject({ ok: true, crds: 1, problems: [] });
    expect(report.skipped).toEqual(
      ['annotation', 'webhook'].map((name) => ({
        name: `crds/patches/${name}.json`,
        reason: 'is a patch of a CRD (kustomize), not a CRD',
      })),
    );
  });

  it('loses only the document that is broken, and says where that is', async () => {
    const workspace = new Workspace({
      'crds/a.yaml': `${text(widget)}\n---\na: [1,\n---\n${text(gadget)}\n`,
    });
    const report = await workspace.generate();
    expect(report).toMatchObject({ ok: false, crds: 2, resources: 2 });
    expect(report.problems[0]?.location).toMatchObject({ document: 2 });
  });

  it('names file, document, line and JSON pointer of what is wrong', async () => {
    const workspace = new Workspace({
      'crds/a.yaml': [
        'kind: Other',
        '---',
        'apiVersion: apiextensions.k8s.io/v1',
        'kind: CustomResourceDefinition',
        'metadata: {name: bads.example.com}',
        'spec:',
        '  group: example.com',
        '  scope: Namespaced',
        '  names: {kind: Bad, plural: bads}',
        '  versions:',
        '    - name: v1',
        '      served: true',
        '      storage: true',
        '      schema:',
        '        openAPIV3Schema:',
        '          type: object',
        '          properties:',
        '            spec:',
        '              type: objekt',
      ].join('\n'),
    });
    const { problems } = await workspace.generate();
    expect(problems.map(describeProblem)).toEqual([
      'crds/a.yaml, document 2, line 19, at /spec/versions/0/schema/openAPIV3Schema/properties/spec/type: error: "objekt" is no type of a schema',
    ]);
  });

  it.each([
    [
      'a text in another encoding',
      Buffer.from('a: 1\r\nb: 2\r\nc: Gr\xfc\xdfe\r\n', 'latin1'),
      3,
      /^not valid UTF-8: save it/,
    ],
    ['a packed file', gzipSync('a: 1\n'), 1, /^this is gzip, not YAML or JSON: unpack it first$/],
  ])('says what %s is, and in which line', async (_, bytes, line, message) => {
    const workspace = new Workspace();
    const { problems } = await workspace.generate({ crd: ['-'], stdin: () => Promise.resolve(bytes) });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ message: expect.stringMatching(message) as string, location: { line } });
  });

  it('reads UTF-16 from standard input as from a file', async () => {
    const bytes = Buffer.from(`\ufeff${text(widget)}`, 'utf16le');
    const report = await new Workspace().generate({ crd: ['-'], stdin: () => Promise.resolve(bytes) });
    expect(report).toMatchObject({ ok: true, crds: 1 });
  });

  it.each([
    ['served is a text', { served: 'false' }, 'served must be true or false, not a string', '/spec/versions/0/served'],
    ['storage is a number', { storage: 1 }, 'storage must be true or false, not a number', '/spec/versions/0/storage'],
    [
      'deprecated is a text',
      { deprecated: 'no' },
      'deprecated must be true or false, not a string',
      '/spec/versions/0/deprecated',
    ],
  ])('refuses a version of which %s', async (_, part, message, pointer) => {
    const document = crd({ versions: [{ ...version('v1'), ...part }] });
    const { problems } = await new Workspace({ 'crds/a.json': text(document) }).generate();
    expect(problems).toMatchObject([{ message, location: { pointer } }]);
  });

  it('passes over a version that is not said to be served, as the server does not serve it', async () => {
    const { served: _, ...silent } = version('v1');
    const document = crd({ versions: [silent, { ...version('v2'), storage: false }] });
    const report = await new Workspace({ 'crds/a.json': text(document) }).generate();
    expect(report).toMatchObject({ ok: true, resources: 1 });
    expect(report.skipped).toEqual([{ name: 'widgets.example.com/v1', reason: 'is not served' }]);
  });

  it('says that a scope is missing', async () => {
    const document = crd();
    Reflect.deleteProperty(document['spec'] as object, 'scope');
    const { problems } = await new Workspace({ 'crds/a.json': text(document) }).generate();
    expect(problems[0]?.message).toBe('scope is missing: it must be Namespaced or Cluster');
  });

  it('reports a YAML mistake with its line', async () => {
    const workspace = new Workspace({ 'crds/a.yaml': 'a: 1\nb: [1,\n' });
    const { problems } = await workspace.generate();
    expect(problems[0]?.message).toMatch(/^not valid YAML: /);
    expect(problems[0]?.location.line).toBeGreaterThan(1);
  });

  it.each([
    ['no such path', { crd: ['nowhere'] }],
    ['a folder without YAML', { crd: ['empty'] }],
    ['nothing to read', { crd: [] }],
    ['a wrong choice', { crd: ['crds'], versions: 'some' as 'all' }],
    ['a name that is no identifier', { crd: ['crds'], names: { groups: { 'example.com': 'a b' } } }],
  ])('refuses %s', async (_, options) => {
    const workspace = new Workspace({ 'crds/a.json': text(widget), 'empty/readme.md': '' });
    await expect(workspace.generate(options)).rejects.toThrow(UsageError);
  });
});

describe('hostile input', () => {
  it.each([
    ['a version that climbs out', crd({ versions: [version('../../../../pwned')] })],
    ['a version with code', crd({ versions: [version('v1" } ; alert(1) //')] })],
    ['a group that climbs out', crd({ group: '../../etc' })],
    ['a group with a slash', crd({ group: 'a/b.com' })],
    ['a plural with a dot', crd({ plural: 'a.b' })],
    ['a kind with a quote', crd({ kind: "Wid'get", plural: 'widgets' })],
    ['a kind with a line end', crd({ kind: 'Wid\nget', plural: 'widgets' })],
  ])('refuses %s', async (_, document) => {
    const workspace = new Workspace({ 'crds/a.json': text(document, gadget) });
    const report = await workspace.generate();
    expect(report.ok).toBe(false);
    expect(report.problems).toHaveLength(1);
    expect(report.problems[0]?.message).toMatch(/ is refused: /);
    expect(Object.keys(workspace.tree('.')).every((file) => /^(?:crds|generated)\//.test(file))).toBe(true);
    expect(workspace.has('generated/example.com/v1/gadgets.ts')).toBe(true);
  });

  it('gives up on a schema that grows without end through YAML aliases', async () => {
    const levels = Array.from(
      { length: 30 },
      (_, i) =>
        `    l${i}: &l${i} {type: object, properties: {a: ${i === 0 ? '{type: string}' : `*l${i - 1}`}, b: ${i === 0 ? '{type: string}' : `*l${i - 1}`}}}`,
    );
    const workspace = new Workspace({
      'crds/a.yaml': [
        'apiVersion: apiextensions.k8s.io/v1',
        'kind: CustomResourceDefinition',
        'metadata:',
        '  name: bombs.example.com',
        '  annotations:',
        ...levels,
        'spec: {group: example.com, scope: Cluster, names: {kind: Bomb, plural: bombs}, versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: *l29}}]}',
      ].join('\n'),
    });
    const { problems } = await workspace.generate();
    expect(problems[0]?.message).toMatch(/aliases make this document too large/);
  });

  it('does not follow a link out of the output folder', async () => {
    const workspace = new Workspace({ 'crds/a.json': text(widget), 'outside/keep.txt': '', 'generated/keep.txt': '' });
    symlinkSync(workspace.path('outside'), workspace.path('generated/example.com'));
    await expect(workspace.generate()).rejects.toThrow(/link out of the output folder/);
    expect(Object.keys(workspace.tree('outside'))).toEqual(['keep.txt']);
  });
});

describe('choices', () => {
  const versions = [
    version('v1'),
    { ...version('v1beta1'), storage: false },
    { ...version('v1alpha1'), served: false, storage: false },
  ];

  it.each([
    ['served', ['v1', 'v1beta1']],
    ['storage', ['v1']],
    ['all', ['v1', 'v1alpha1', 'v1beta1']],
  ] as const)('versions: %s', async (which, expected) => {
    const workspace = new Workspace({ 'crds/a.json': text(crd({ versions })) });
    const report = await workspace.generate({ versions: which });
    const found = Object.keys(workspace.tree()).filter((file) => /v\w+\/widgets\.ts$/.test(file));
    expect(found.map((file) => file.split('/')[1]).sort()).toEqual([...expected].sort());
    expect(report.skipped).toHaveLength(3 - expected.length);
  });

  it('include and exclude are globs on group, version and kind', async () => {
    const files = { 'crds/a.json': text(widget, gadget, crd({ group: 'other.io' })) };
    const kinds = async (options: object): Promise<string[]> => {
      const workspace = new Workspace(files);
      await workspace.generate(options);
      return Object.keys(workspace.tree()).filter((file) => /v1\/(?:widgets|gadgets)\.ts$/.test(file));
    };
    expect(await kinds({ include: ['other.io'] })).toEqual(['other.io/v1/widgets.ts']);
    expect(await kinds({ include: ['*/v1/Widget'] })).toEqual(['example.com/v1/widgets.ts', 'other.io/v1/widgets.ts']);
    expect(await kinds({ exclude: ['*/*/Widget'] })).toEqual(['example.com/v1/gadgets.ts']);
  });

  it('import extension, runtime module, header, names and docs', async () => {
    const workspace = new Workspace({
      'crds/a.json': text(crd({ schema: specOf({ size: { type: 'string', description: 'How large.' } }) })),
      'LICENSE.txt': 'Copyright us\n*/ not code',
    });
    await workspace.generate({
      importExtension: '',
      runtimeModule: './my/runtime.js',
      headerFile: 'LICENSE.txt',
      docs: false,
      names: {
        groups: { 'example.com': 'ours' },
        kinds: { 'Widget.example.com': 'Thing' },
        plurals: { 'widgets.example.com': 'things' },
      },
      verify: 'none',
    });
    const module = workspace.read('generated/example.com/v1/widgets.ts');
    expect(module).toMatch(/^\/\/ Copyright us\n\/\/ not code\n\/\/ Code generated by informer-gen/);
    expect(module).toContain("import * as rt from './my/runtime.js';");
    expect(module).toContain("from './types/widgets';");
    expect(module).toContain('export type ThingInformer =');
    expect(module).toContain("rt.NamespacedLister<Thing, 'things'>");
    expect(workspace.read('generated/factory.ts')).toContain('readonly ours: ');
    expect(workspace.read('generated/example.com/v1/types/widgets.ts')).not.toContain('How large.');
  });

  it('opens enums when asked to', async () => {
    const workspace = new Workspace({
      'crds/a.json': text(crd({ schema: specOf({ size: { type: 'string', enum: ['s'] } }) })),
    });
    await workspace.generate({ enums: 'open' });
    expect(workspace.read('generated/example.com/v1/types/widgets.ts')).toContain(
      "readonly size?: 's' | (string & {}) | undefined;",
    );
  });
});

describe('names that meet', () => {
  it('refuses the second of two groups with one accessor, and says how to rename it', async () => {
    const workspace = new Workspace({ 'crds/a.json': text(crd({ group: 'a-b.io' }), crd({ group: 'a.b.io' })) });
    const report = await workspace.generate();
    expect(report.problems.map(({ message }) => message)).toEqual([
      'the group of widgets.a.b.io would be named aBIo, as that of a-b.io: set names.groups["a.b.io"] in the config file',
    ]);
    const renamed = await workspace.generate({ names: { groups: { 'a.b.io': 'other' } } });
    expect(renamed.problems).toEqual([]);
  });

  it('refuses two CRDs of one name that differ', async () => {
    const workspace = new Workspace({
      'crds/a.json': text(widget),
      'crds/b.json': text(crd({ scope: 'Cluster' })),
      'crds/c.json': text(widget),
    });
    const { problems } = await workspace.generate();
    expect(problems.map(({ location, message }) => [location.file, message])).toEqual([
      ['crds/b.json', 'widgets.example.com is defined already, and differently, in crds/a.json: pass only one of them'],
    ]);
  });
});
