import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { GenerateOptions } from '../../generator/index.js';
import { crd, specOf, text, version } from './support/crds.js';
import { Workspace } from './support/workspace.js';

/** One scenario a row: its inputs, and which of the files it gives are compared. */
interface Scenario {
  readonly description: string;
  readonly golden: string;
  readonly documents: readonly unknown[];
  readonly shown: RegExp;
  /** Default: none. */
  readonly options?: GenerateOptions;
}

const object = (properties: Record<string, unknown>, more: object = {}): unknown => ({
  type: 'object',
  properties,
  ...more,
});
const long = (word: string): string => Array.from({ length: 40 }, () => word).join(' ');
const example = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../examples/crds/${name}.yaml`, import.meta.url)), 'utf8');

const scenarios: readonly Scenario[] = [
  {
    description: 'the examples: everything that is generated',
    golden: 'examples',
    documents: [],
    shown: /\.ts$|^README\.md$/,
  },
  {
    description: 'descriptions: wrapping, deprecation, defaults, rules, patterns, and what would end a comment',
    golden: 'descriptions',
    documents: [
      crd({
        schema: specOf({
          closing: { type: 'string', description: 'matches /api/* and then */ with ${x} and `y`' },
          longWords: { type: 'string', description: long('words') },
          deprecated: { type: 'string', description: 'The old one. Deprecated: use the new one.\nMore of it.' },
          limits: { type: 'integer', minimum: 1, maximum: 9, default: 3, format: 'int32' },
          text: { type: 'string', pattern: '^(a|b)*/$', minLength: 1, maxLength: 5, format: 'hostname', default: '*/' },
          either: object(
            { a: { type: 'string' }, b: { type: 'string' } },
            { oneOf: [{ required: ['a'] }, { required: ['b'] }] },
          ),
          rules: object(
            { x: { type: 'integer' } },
            { 'x-kubernetes-validations': [{ rule: 'self.x > 1', message: 'more' }, { rule: 'self.x\n  != 7' }] },
          ),
          lines: { type: 'string', description: 'First:\n- one\n- two\n\n\tcode\n' },
        }),
      }),
    ],
    shown: /types\/widgets\.ts$/,
  },
  {
    description: 'shapes that several resources share, and the names that stay where they were',
    golden: 'sharing',
    documents: ['Alpha', 'Beta'].map((kind) =>
      crd({
        kind,
        schema: specOf({
          own: object({ [kind]: { type: 'string', description: long(kind) } }),
          small: object({ name: { type: 'string' } }),
          template: object({
            pod: object({
              image: { type: 'string', description: long('image') },
              env: {
                type: 'array',
                items: object({ name: { type: 'string' }, value: { type: 'string', description: long('value') } }),
              },
            }),
          }),
          again: object({
            image: { type: 'string', description: long('image') },
            env: {
              type: 'array',
              items: object({ name: { type: 'string' }, value: { type: 'string', description: long('value') } }),
            },
          }),
        }),
      }),
    ),
    shown: /types\/|shared\//,
  },
  {
    description: 'depth: path names to the fourth property, short names below',
    golden: 'depth',
    documents: [
      crd({
        schema: specOf({
          a: object({
            b: object({
              c: object({ d: object({ e: object({ f: { type: 'string' } }), d: object({ g: { type: 'string' } }) }) }),
            }),
          }),
        }),
      }),
    ],
    shown: /types\/widgets\.ts$/,
  },
  {
    description: 'kinds named like globals, types of the runtime, and names of the output',
    golden: 'odd-kinds',
    documents: [
      'Object',
      'Promise',
      'Record',
      'Resource',
      'VersionInformers',
      'WidgetSpec',
      'Widget',
      'WidgetInformer',
      'string',
    ].map((kind, i) =>
      crd({
        kind,
        plural: ['objects', 'index', 'types', 'class', 'rt', 'list', 'widgets', 'a-1', 'a1'][i] ?? 'x',
        schema: specOf({ informer: object({ a: { type: 'string' } }) }),
      }),
    ),
    shown: /v1\/(?:index|types|list|index_)\.ts$|^(?:factory|generic)\.ts$/,
  },
  {
    description: 'one kind in several groups and versions',
    golden: 'same-kind',
    documents: [
      crd({
        group: 'gateway.networking.k8s.io',
        kind: 'Gateway',
        versions: [version('v1'), { ...version('v1beta1'), storage: false, deprecated: true }],
      }),
      crd({ group: 'networking.istio.io', kind: 'Gateway' }),
      crd({ group: 'default', kind: 'Gateway' }),
    ],
    shown: /^(?:index|factory)\.ts$|gateway\.networking\.k8s\.io\/.*index\.ts$/,
  },
  {
    description: 'the merged layout: one module has types, informer and lister of a resource',
    golden: 'merged',
    options: { layout: 'merged' },
    documents: ['Alpha', 'Beta'].map((kind) =>
      crd({
        kind,
        schema: specOf({
          template: object({ text: { type: 'string', description: long('shared') } }),
          // Names that the resource's part of the module has.
          lister: object({ a: { type: 'string' } }),
          [kind === 'Alpha' ? 'informer' : 'deletedBeta']: object({ b: { type: 'string' } }),
        }),
      }),
    ),
    shown: /^example\.com\/v1\/|^shared\//,
  },
];

describe('the output', () => {
  it.each(scenarios)('$description', async ({ golden, documents, shown, options }) => {
    const workspace = new Workspace(
      golden === 'examples'
        ? Object.fromEntries(['factories', 'orders', 'widgets'].map((name) => [`crds/${name}.yaml`, example(name)]))
        : { 'crds/all.json': text(...documents) },
    );
    const report = await workspace.generate({ verify: 'types', ...options });
    expect(report.problems).toEqual([]);
    const files = Object.entries(workspace.tree()).filter(([file]) => shown.test(file));
    const whole = files
      .map(([file, content]) => `=== ${file}\n${content}`)
      .join('\n')
      .replaceAll(/informer-gen \d+\.\d+\.\d+/g, 'informer-gen X');
    await expect(whole).toMatchFileSnapshot(`../golden/${golden}.txt`);
  });

  it('has at most 60 lines of code for a resource', async () => {
    const workspace = new Workspace({ 'crds/widgets.yaml': example('widgets') });
    await workspace.generate();
    const code = workspace
      .read('generated/example.com/v1/widgets.ts')
      .split('\n')
      .filter((line) => line.trim() !== '' && !/^\s*(?:\/\/|\/\*)/.test(line));
    expect(code.length).toBeLessThanOrEqual(60);
  });
});
