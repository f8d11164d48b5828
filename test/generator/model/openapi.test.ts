import { describe, expect, it } from 'vitest';
import { crd, specOf, text } from '../support/crds.js';
import { Workspace } from '../support/workspace.js';

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';

interface Kind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** The paths of a resource, as an API server lists them. */
function paths(gvk: Kind, plural: string, { namespaced = true, watch = true } = {}): Record<string, unknown> {
  const base = gvk.group === '' ? `/api/${gvk.version}` : `/apis/${gvk.group}/${gvk.version}`;
  const list = { get: { 'x-kubernetes-action': 'list', 'x-kubernetes-group-version-kind': gvk } };
  const item = { get: { 'x-kubernetes-action': 'get', 'x-kubernetes-group-version-kind': gvk } };
  const scoped = namespaced ? `${base}/namespaces/{namespace}/${plural}` : `${base}/${plural}`;
  return {
    [`${base}/${plural}`]: list,
    [scoped]: list,
    [`${scoped}/{name}`]: item,
    [`${scoped}/{name}/status`]: item,
    ...(watch && { [`${base}/watch/${plural}`]: { get: { 'x-kubernetes-action': 'watchlist' } } }),
  };
}

/** Schemas with all the twists, with references as v2 or v3 writes them. */
function schemas(ref: (name: string) => unknown): Record<string, unknown> {
  const kind = (gvk: Kind, properties: Record<string, unknown>): unknown => ({
    type: 'object',
    description: `${gvk.kind} of a test.`,
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: ref(`${META}.ObjectMeta`),
      ...properties,
    },
    'x-kubernetes-group-version-kind': [gvk],
  });
  return {
    [`${META}.ObjectMeta`]: {
      type: 'object',
      properties: { name: { type: 'string' }, creationTimestamp: ref(`${META}.Time`) },
    },
    [`${META}.Time`]: { type: 'string', format: 'date-time' },
    [`${META}.LabelSelector`]: { type: 'object', properties: { matchLabels: { type: 'object' } } },
    'io.k8s.apimachinery.pkg.api.resource.Quantity': { oneOf: [{ type: 'string' }, { type: 'number' }] },
    'io.k8s.apimachinery.pkg.util.intstr.IntOrString': { type: 'string', format: 'int-or-string' },
    'io.k8s.apimachinery.pkg.runtime.RawExtension': { type: 'object' },
    'io.k8s.api.core.v1.Pod': kind(
      { group: '', version: 'v1', kind: 'Pod' },
      { spec: ref('io.k8s.api.core.v1.PodSpec') },
    ),
    'io.k8s.api.core.v1.PodSpec': {
      type: 'object',
      required: ['restartPolicy'],
      properties: {
        restartPolicy: { type: 'string', enum: ['Always', 'Never'] },
        port: ref('io.k8s.apimachinery.pkg.util.intstr.IntOrString'),
        memory: ref('io.k8s.apimachinery.pkg.api.resource.Quantity'),
        startTime: ref(`${META}.Time`),
        selector: ref(`${META}.LabelSelector`),
        raw: ref('io.k8s.apimachinery.pkg.runtime.RawExtension'),
        parent: ref('io.k8s.api.core.v1.PodSpec'),
        secret: ref('io.k8s.api.core.v1.SecretKeySelector'),
        configMap: ref('io.k8s.api.core.v1.ConfigMapKeySelector'),
        field: ref('io.k8s.api.core.v1.FieldKeySelector'),
      },
    },
    'io.k8s.api.core.v1.ConfigMapKeySelector': {
      type: 'object',
      required: ['key'],
      properties: { key: { type: 'string' }, name: { type: 'string' }, optional: { type: 'boolean' } },
    },
    'io.k8s.api.core.v1.FieldKeySelector': {
      type: 'object',
      required: ['key'],
      properties: { key: { type: 'string' }, name: { type: 'string' }, optional: { type: 'boolean' } },
    },
    'io.k8s.api.core.v1.SecretKeySelector': {
      type: 'object',
      required: ['key'],
      properties: { key: { type: 'string' }, name: { type: 'string' } },
    },
    'io.k8s.api.core.v1.Unused': { type: 'object', properties: { never: { type: 'string' } } },
    'io.k8s.api.core.v1.ComponentStatus': kind({ group: '', version: 'v1', kind: 'ComponentStatus' }, {}),
    'io.k8s.api.apps.v1.StatefulSet': kind(
      { group: 'apps', version: 'v1', kind: 'StatefulSet' },
      { templates: { type: 'array', items: ref('io.k8s.api.core.v1.Pod') } },
    ),
  };
}

const PATHS = {
  ...paths({ group: '', version: 'v1', kind: 'Pod' }, 'pods'),
  ...paths({ group: '', version: 'v1', kind: 'ComponentStatus' }, 'componentstatuses', {
    namespaced: false,
    watch: false,
  }),
  ...paths({ group: 'apps', version: 'v1', kind: 'StatefulSet' }, 'statefulsets'),
};
const V2 = { swagger: '2.0', paths: PATHS, definitions: schemas((name) => ({ $ref: `#/definitions/${name}` })) };
const V3 = {
  openapi: '3.0.0',
  paths: PATHS,
  components: { schemas: schemas((name) => ({ allOf: [{ $ref: `#/components/schemas/${name}` }], default: {} })) },
};

describe.each([
  ['v2', V2],
  ['v3', V3],
])('OpenAPI %s', (_, document) => {
  const files = { 'openapi/api.json': JSON.stringify(document) };

  it('gives types and informers of what can be listed and watched, and says what it passed over', async () => {
    const workspace = new Workspace(files);
    const report = await workspace.generate({ crd: [], openapi: ['openapi'], verify: 'types' });
    expect(report).toMatchObject({ ok: true, resources: 2, problems: [] });
    expect(report.skipped).toEqual([{ name: 'componentstatuses/v1', reason: 'cannot be watched' }]);
    expect(Object.keys(workspace.tree()).filter((file) => !file.startsWith('.'))).toEqual([
      'README.md',
      'apps/index.ts',
      'apps/v1/index.ts',
      'apps/v1/statefulsets.ts',
      'apps/v1/types.ts',
      'apps/v1/writes.ts',
      'clientset.ts',
      'core/index.ts',
      'core/v1/index.ts',
      'core/v1/pods.ts',
      'core/v1/types.ts',
      'core/v1/writes.ts',
      'factory.ts',
      'generic.ts',
      'index.ts',
      'shared/io.k8s.apimachinery.pkg.apis.meta.v1.ts',
    ]);
    expect(workspace.read('generated/factory.ts')).toContain('readonly core: ');
    expect(workspace.read('generated/core/v1/pods.ts')).toContain("  subresources: ['status'],\n");
  });

  it('follows references, recursion, int-or-string, quantities, times, open enums, and drops what nothing reaches', async () => {
    const workspace = new Workspace(files);
    await workspace.generate({ crd: [], openapi: ['openapi'] });
    const types = workspace.read('generated/core/v1/types.ts');
    for (const member of [
      "restartPolicy: 'Always' | 'Never' | (string & {});",
      'port?: rt.IntOrString | undefined;',
      'memory?: rt.Quantity | undefined;',
      'startTime?: string | undefined;',
      'selector?: rt.LabelSelector | undefined;',
      'raw?: { readonly [key: string]: unknown } | undefined;',
      'parent?: PodSpec | undefined;',
    ]) {
      expect(types).toContain(`  readonly ${member}\n`);
    }
    expect(types).not.toContain('Unused');
    expect(types).toContain(
      "export interface Pod {\n  readonly apiVersion: 'v1';\n  readonly kind: 'Pod';\n  readonly metadata: rt.NamespacedObjectMeta;\n",
    );
  });

  it('declares each definition under its own name, also where two are alike', async () => {
    const workspace = new Workspace(files);
    await workspace.generate({ crd: [], openapi: ['openapi'] });
    const types = workspace.read('generated/core/v1/types.ts');
    for (const name of ['ConfigMapKeySelector', 'FieldKeySelector']) {
      expect(types).toContain(`export interface ${name} {\n  readonly key: string;\n`);
    }
    expect(types).toContain(
      '  readonly configMap?: ConfigMapKeySelector | undefined;\n  readonly field?: FieldKeySelector | undefined;\n',
    );
  });

  it('gives a kind inside another object a type without what the server adds', async () => {
    const workspace = new Workspace(files);
    await workspace.generate({ crd: [], openapi: ['openapi'] });
    expect(workspace.read('generated/apps/v1/types.ts')).toMatch(
      /readonly templates\?: readonly d\d\.EmbeddedPod\[\] \| undefined;/,
    );
    expect(workspace.read('generated/core/v1/types.ts')).toMatch(
      /export interface EmbeddedPod \{\n {2}readonly apiVersion\?: string \| undefined;/,
    );
  });

  it('can be mixed with CRDs, whose shapes refer to its types on an exact match under the same name as without', async () => {
    const exact = {
      type: 'object',
      required: ['key'],
      properties: { key: { type: 'string' }, name: { type: 'string' } },
    };
    const close = { ...exact, required: [] };
    const workspace = new Workspace({ ...files, 'crds/a.json': text(crd({ schema: specOf({ exact, close }) })) });
    await workspace.generate({ openapi: ['openapi'], verify: 'types' });
    const types = workspace.read('generated/example.com/v1/types/widgets.ts');
    expect(types).toMatch(/export type WidgetSpecExact = d\d\.SecretKeySelector;/);
    expect(types).toContain('export interface WidgetSpecClose {');
  });
});

describe('OpenAPI that is wrong', () => {
  it('a reference that leads nowhere is reported with its place, and nothing is written over what was there', async () => {
    const workspace = new Workspace({ 'openapi/api.json': JSON.stringify(V2) });
    await workspace.generate({ crd: [], openapi: ['openapi'] });
    const before = workspace.tree();
    const { 'io.k8s.api.core.v1.PodSpec': _, ...rest } = V2.definitions;
    workspace.write('openapi/api.json', JSON.stringify({ ...V2, definitions: rest }, null, 1));
    const report = await workspace.generate({ crd: [], openapi: ['openapi'] });
    expect(report.ok).toBe(false);
    expect(report.problems[0]).toMatchObject({
      message: '$ref "#/definitions/io.k8s.api.core.v1.PodSpec" leads nowhere',
      location: { file: 'openapi/api.json', pointer: '/definitions/io.k8s.api.core.v1.Pod/properties/spec' },
    });
    expect(report.problems[0]?.location.line).toBeGreaterThan(1);
    expect(workspace.tree()).toEqual(before);
  });

  /** A document with a resource for each of some specs, and further schemas. */
  function document(specs: Record<string, unknown>, further: Record<string, unknown>): string {
    const kinds = Object.entries(specs).map(([kind, spec]) => ({ gvk: { group: 'e.com', version: 'v1', kind }, spec }));
    const own = kinds.map(({ gvk, spec }) => [
      `com.e.v1.${gvk.kind}`,
      { type: 'object', 'x-kubernetes-group-version-kind': [gvk], properties: { metadata: { type: 'object' }, spec } },
    ]);
    return JSON.stringify({
      swagger: '2.0',
      paths: Object.assign({}, ...kinds.map(({ gvk }) => paths(gvk, `${gvk.kind.toLowerCase()}s`))) as unknown,
      definitions: { ...(Object.fromEntries(own) as Record<string, unknown>), ...further },
    });
  }
  const to = (name: string): unknown => ({ $ref: `#/definitions/com.e.v1.${name}` });

  it.each([
    ['itself', { 'com.e.v1.Loop': to('Loop') }],
    ['itself through another', { 'com.e.v1.Loop': to('Other'), 'com.e.v1.Other': to('Loop') }],
    ['itself through a choice', { 'com.e.v1.Loop': { oneOf: [{ type: 'string' }, to('Loop')] } }],
  ])('a schema that is nothing but a reference to %s is reported with its place', async (_, further) => {
    const workspace = new Workspace({
      'openapi/a.json': document({ Tree: to('Loop'), Rock: { type: 'string' } }, further),
    });
    const report = await workspace.generate({ crd: [], openapi: ['openapi'], verify: 'types' });
    expect(report.problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^com\.e\.v1\.\w+ is defined by nothing but itself$/) as string,
    ]);
    expect(report.problems[0]?.location.pointer).toMatch(/^\/definitions\/com\.e\.v1\.(?:Loop|Other)$/);
    expect(Object.keys(workspace.tree()).filter((file) => /rocks|trees/.test(file))).not.toContain('e.com/v1/trees.ts');
  });

  it('lists and maps of itself are types as any other', async () => {
    const further = { 'com.e.v1.Loop': { type: 'array', items: to('Loop') } };
    const workspace = new Workspace({ 'openapi/a.json': document({ Tree: to('Loop') }, further) });
    const report = await workspace.generate({ crd: [], openapi: ['openapi'], verify: 'types' });
    expect(report.problems).toEqual([]);
  });

  it('what is wrong with a definition costs every resource that leads to it, and no other', async () => {
    const further = {
      'com.e.v1.Bad': { type: 'object', properties: { good: to('Good'), gone: to('Gone') } },
      'com.e.v1.Good': { type: 'object', properties: { bad: to('Bad') } },
    };
    const specs = { First: to('Bad'), Second: to('Bad'), Third: to('Good'), Fourth: { type: 'string' } };
    const workspace = new Workspace({ 'openapi/a.json': document(specs, further) });
    const report = await workspace.generate({ crd: [], openapi: ['openapi'], verify: 'types' });
    const nowhere = '$ref "#/definitions/com.e.v1.Gone" leads nowhere';
    expect(report.problems.map(({ message }) => message)).toEqual([nowhere, nowhere, nowhere]);
    const files = Object.keys(workspace.tree()).filter((file) => /^e\.com\/v1\/\w+s\.ts$/.test(file));
    expect(files).toEqual(expect.arrayContaining(['e.com/v1/fourths.ts']));
    expect(files.filter((file) => /first|second|third/.test(file))).toEqual([]);
  });

  it('definitions that lead from one to the next without end are reported with their place', async () => {
    const names = Array.from({ length: 5000 }, (_, i) => `S${i}`);
    const further = Object.fromEntries(
      names.map((name, i) => [`com.e.v1.${name}`, { type: 'object', properties: { next: to(`S${i + 1}`) } }]),
    );
    const specs = { Chain: to('S0'), Rock: { type: 'string' } };
    const workspace = new Workspace({ 'openapi/a.json': document(specs, { ...further, 'com.e.v1.S5000': {} }) });
    const report = await workspace.generate({ crd: [], openapi: ['openapi'] });
    expect(report.problems.map(({ message }) => message)).toEqual(['too many definitions lead from one to the next']);
    expect(report.problems[0]?.location.pointer).toMatch(/^\/definitions\/com\.e\.v1\.S\d+\/properties\/next$/);
    expect(workspace.has('generated/e.com/v1/rocks.ts')).toBe(true);
  });

  it('a file that is no OpenAPI document says so', async () => {
    const workspace = new Workspace({ 'openapi/a.json': '{"a": 1}' });
    const report = await workspace.generate({ crd: [], openapi: ['openapi'] });
    expect(report.problems[0]?.message).toMatch(/^this is no OpenAPI document/);
  });

  it('a definition that differs between documents is a warning, and the first is used', async () => {
    const other = { ...V2, paths: {}, definitions: { 'io.k8s.api.core.v1.SecretKeySelector': { type: 'object' } } };
    const workspace = new Workspace({ 'openapi/a.json': JSON.stringify(V2), 'openapi/b.json': JSON.stringify(other) });
    const report = await workspace.generate({ crd: [], openapi: ['openapi'] });
    expect(report.ok).toBe(true);
    expect(report.problems).toMatchObject([{ severity: 'warning', location: { file: 'openapi/b.json' } }]);
  });
});
