import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveSettings } from '../../../generator/config/settings.js';
import { sourceOf } from '../../../generator/input/sources.js';
import { buildModel, inputsOf } from '../../../generator/model/build-model.js';
import { PathNames } from '../../../generator/names/path-names.js';
import { pathTree } from '../../../generator/plan/path-tree.js';
import type { PathNode } from '../../../generator/plan/path-tree.js';
import { planFiles } from '../../../generator/plan/plan.js';
import { renderFile } from '../../../generator/render/templates.js';
import { crd, specOf, text } from '../support/crds.js';

const object = (properties: Record<string, unknown>): unknown => ({ type: 'object', properties });
const long = 'A sentence that makes this worth sharing between the resources that have it. '.repeat(3);
const pod = object({
  image: { type: 'string', description: long },
  env: { type: 'array', items: object({ name: { type: 'string', description: long }, value: { type: 'string' } }) },
});
const selector = object({
  matchLabels: { type: 'object', additionalProperties: { type: 'string' } },
  matchExpressions: {
    type: 'array',
    items: {
      type: 'object',
      required: ['key', 'operator'],
      properties: {
        key: { type: 'string' },
        operator: { type: 'string' },
        values: { type: 'array', items: { type: 'string' } },
      },
    },
  },
});

/** CRDs that have every reason to get in each other's way: shared shapes, names that are prefixes of others, odd kinds. */
const CRDS: readonly Record<string, unknown>[] = [
  crd({
    kind: 'Widget',
    schema: specOf({ template: object({ pod }), selector, informer: object({ a: { type: 'string' } }) }),
  }),
  crd({ kind: 'WidgetSpec', schema: specOf({ template: object({ pod }) }) }),
  crd({ kind: 'WidgetInformer', schema: specOf({ pod }) }),
  crd({ kind: 'FilteredWidget', schema: specOf({ pod, selector }) }),
  crd({ kind: 'Widget', group: 'other.io', schema: specOf({ template: object({ pod }) }) }),
  crd({
    kind: 'Object',
    plural: 'objects',
    schema: specOf({ p: pod, env: object({ name: { type: 'string', description: long }, value: { type: 'string' } }) }),
  }),
  crd({
    kind: 'Promise',
    plural: 'index',
    schema: specOf({ deep: object({ deeper: object({ deepest: object({ pod }) }) }) }),
  }),
  crd({ kind: 'VersionInformers', plural: 'types', group: 'default', schema: specOf({ pod }) }),
  crd({ kind: 'IPPool', plural: 'ip-pools', schema: specOf({ pod, jwks_uri: pod, jwksUri: selector }) }),
  crd({ kind: 'IpPool', plural: 'ip-pool', scope: 'Cluster', schema: specOf({ selector }) }),
];

/** What a user's code can name: exports by module, members of accessors. `shared/` is not for users. */
function surface(documents: readonly unknown[], layout: 'split' | 'merged'): Map<string, Set<string>> {
  const bytes = Buffer.from(text(...documents));
  const settings = resolveSettings({ crd: ['x'], out: '/out', cwd: '/' });
  const { model, known, problems } = buildModel(inputsOf([sourceOf('x', 'crd', bytes)]), settings);
  expect(problems).toEqual([]);
  const files = planFiles(
    { model, known, retained: [] },
    {
      runtimeModule: 'rt',
      importExtension: '.js',
      layout,
      banner: '',
      generator: 'informer-gen',
      names: {},
      expansionOf: () => undefined,
    },
  );
  const names = new Map<string, Set<string>>();
  for (const file of files) {
    if (file.path.startsWith('shared/')) continue;
    const content = renderFile(file);
    const exported = Array.from(
      content.matchAll(/^export (?:type|interface|const|function|class) (\w+)/gm),
      (match) => match[1] ?? '',
    );
    const members = /(?:index|factory|generic)\.ts$/.test(file.path)
      ? Array.from(content.matchAll(/^\s+readonly ('[^']+'|\w+): (.*)$/gm), (match) => `${match[1]}`)
      : [];
    names.set(file.path, new Set([...exported, ...members]));
  }
  return names;
}

/** The exported name of each nested object of a spec, by its path. */
function namesByPath(properties: Record<string, unknown>): Map<string, string> {
  const bytes = Buffer.from(text(crd({ schema: specOf(properties) })));
  const settings = resolveSettings({ crd: ['x'], out: '/out', cwd: '/' });
  const { model } = buildModel(inputsOf([sourceOf('x', 'crd', bytes)]), settings);
  const found = new Map<string, string>();
  const visit = (node: PathNode, path: string): void => {
    if (path !== '' && node.exported) found.set(path, node.name);
    for (const [property, children] of node.children) {
      for (const child of children) visit(child, path === '' ? property : `${path}.${property}`);
    }
  };
  const root = model.resources[0]?.type;
  if (root?.type === 'tree') visit(pathTree(root.shape, 'Widget', { names: new PathNames(), exports: true }), '');
  return found;
}

const leaf = { type: 'object', properties: { a: { type: 'string' } } };
const PROPERTIES = ['foo', 'bar', 'fooBar', 'fooBarBaz', 'barBaz', 'baz', 'foo_bar', 'input', 'fooInput', 'apply'];
const deep = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    fc.constant(leaf),
    fc.dictionary(fc.constantFrom(...PROPERTIES), tie('tree'), { maxKeys: 3 }).map((properties) => object(properties)),
  ),
}));

describe('names of nested objects', () => {
  it('stay with their object when a property is added that is spelled the same', () => {
    const before = namesByPath({ foo: object({ bar: leaf }) });
    const after = namesByPath({ foo: object({ bar: leaf }), fooBar: leaf });
    expect(before.get('spec.foo.bar')).toBe('WidgetSpecFooBar');
    expect([after.get('spec.foo.bar'), after.get('spec.fooBar')]).toEqual(['WidgetSpecFoo_Bar', 'WidgetSpec_FooBar']);
  });

  it('show where the last property begins where they end as write views do', () => {
    const names = namesByPath({ input: leaf, strategy: object({ apply: leaf }) });
    expect(names.get('spec.input')).toBe('WidgetSpec_Input');
    expect(names.get('spec.strategy.apply')).toBe('WidgetSpecStrategy_Apply');
  });

  it('never come to mean another object, whatever properties are added', () => {
    const some = fc.dictionary(fc.constantFrom(...PROPERTIES), deep.tree, { maxKeys: 4 });
    fc.assert(
      fc.property(some, some, (one, other) => {
        const [before, after] = [namesByPath(one), namesByPath({ ...one, ...other, ...one })];
        expect(new Set(after.values()).size).toBe(after.size);
        const pathOf = new Map(Array.from(after, ([path, name]) => [name, path]));
        for (const [path, name] of before) expect(pathOf.get(name) ?? path, name).toBe(path);
      }),
      { numRuns: 300 },
    );
  });
});

describe('names', () => {
  it.each(['split', 'merged'] as const)(
    'of a resource stay as they are, whatever other resources come and go (%s)',
    (layout) => {
      const all = surface(CRDS, layout);
      fc.assert(
        fc.property(fc.subarray([...CRDS], { minLength: 1 }), (some) => {
          for (const [file, names] of surface(some, layout)) {
            const whole = all.get(file);
            expect(whole, file).toBeDefined();
            // Files that join resources have more with more of them; files of one resource have exactly the same.
            const joins = /(?:^|\/)(?:index|types|factory|generic)\.ts$/.test(file);
            if (joins) for (const name of names) expect(whole, `${name} in ${file}`).toContain(name);
            else expect(names, file).toEqual(whole);
          }
        }),
        { numRuns: 150 },
      );
    },
  );
});
