import { beforeAll, describe, expect, it } from 'vitest';
import type { GenerateReport } from '../../../generator/index.js';
import { crd, legacyCrd, specOf, text, version } from '../support/crds.js';
import { Workspace } from '../support/workspace.js';

/*
 * Inputs on which other generators fail, lose something or give what does not compile. Each has its test; all are
 * generated in one run whose output is type-checked.
 */

const globals = ['Event', 'Node', 'Function', 'Lock', 'Record', 'Object', 'Map', 'Promise'];
const object = (properties: Record<string, unknown>): object => ({ type: 'object', properties });
const strings = (...names: string[]): object =>
  object(Object.fromEntries(names.map((name) => [name, { type: 'string' }])));

const legacy = legacyCrd(
  { group: 'jenkins.io', version: 'v1alpha2', kind: 'Jenkins', plural: 'jenkins' },
  specOf({ a: { type: 'string' } }),
  { scope: 'Namespaced' },
);

const documents = [
  crd({
    kind: 'Comment',
    schema: specOf({ glob: { type: 'string', description: 'matches a/*/b and **/*.yaml */ } evil' } }),
  }),
  ...['one.io', 'two.io', 'three.io'].map((group) =>
    crd({ kind: 'Gateway', group, schema: specOf({ [group.slice(0, 3)]: { type: 'string' } }) }),
  ),
  ...globals.map((kind) => crd({ kind, group: 'globals.io', schema: specOf({ inner: strings('a') }) })),
  crd({
    kind: 'Names',
    schema: specOf({ jvm: strings('-Xmx', '3scale', 'dest-port', 'jwks_uri', 'jwksUri', 'new', 'a b') }),
  }),
  crd({ kind: 'Values', plural: 'values', schema: specOf({ a: { type: 'string' } }) }),
  crd({ kind: 'SecurityContextConstraints', plural: 'securitycontextconstraints' }),
  crd({ kind: 'Dns', plural: 'dnses' }),
  crd({ kind: 'GRPCRoute', plural: 'grpcroutes' }),
  crd({
    kind: 'Statusful',
    schema: object({ spec: strings('a'), status: object({ at: { type: 'string', format: 'date-time' } }) }),
  }),
  crd({ kind: 'Bare', schema: object({ spec: strings('a') }) }),
  crd({ kind: 'Specless', schema: object({ data: strings('a') }) }),
  crd({ kind: 'Replaced', schema: object({ metadata: strings('name'), spec: strings('a') }) }),
  crd({
    kind: 'Tuples',
    schema: specOf({ list: { type: 'array', minItems: 3, maxItems: 20, items: { type: 'string' } } }),
  }),
  crd({ kind: 'Loose', schema: specOf({ steps: { type: 'array' }, orNull: { nullable: true, enum: ['a', null] } }) }),
  crd({ kind: 'Schemaless', versions: [{ name: 'v1', served: true, storage: true }] }),
  crd({ kind: 'Old', versions: [version('v2'), { ...version('v1'), served: false, storage: false }] }),
  legacy,
];

const broken = [
  crd({ kind: 'Broken', schema: specOf({ a: { type: 'objekt' } }) }),
  crd({ kind: 'Climber', versions: [version('../../../../pwned')] }),
  crd({ kind: 'Outsider', group: '../../etc' }),
];

describe('what other generators get wrong', () => {
  let everything: string[] = [];
  let report: GenerateReport;
  let tree: Record<string, string> = {};
  const types = (plural: string, at = 'example.com/v1'): string => tree[`${at}/types/${plural}.ts`] ?? 'no such file';

  beforeAll(async () => {
    const workspace = new Workspace({ 'crds/good.yaml': text(...documents), 'crds/broken.yaml': text(...broken) });
    report = await workspace.generate({ verify: 'types' });
    tree = workspace.tree();
    everything = Object.keys(workspace.tree('.'));
  }, 60_000);

  it('the end of a comment in a description does not end the comment', () => {
    expect(types('comments')).toContain('/** matches a/*\\/b and **\\/*.yaml *\\/ } evil */');
  });

  it('kinds of one name in several groups are all there, each with its own type', () => {
    for (const group of ['one.io', 'two.io', 'three.io']) {
      expect(types('gateways', `${group}/v1`)).toContain(`readonly ${group.slice(0, 3)}?: string | undefined;`);
    }
  });

  it.each(globals)('a kind may be called %s', (kind) => {
    const plural = `${kind.toLowerCase()}s`;
    expect(types(plural, 'globals.io/v1')).toContain(`export interface ${kind} {`);
    expect(tree[`globals.io/v1/${plural}.ts`]).toContain(`kind: '${kind}',`);
  });

  it('names that are no identifiers, or equal when camelCased, are kept as on the wire', () => {
    for (const name of ["'-Xmx'", "'3scale'", "'dest-port'", 'jwks_uri', 'jwksUri', 'new', "'a b'"]) {
      expect(types('namess')).toContain(`  readonly ${name}?: string | undefined;\n`);
    }
  });

  it('plurals are never derived, also where they equal the kind in lower case', () => {
    for (const [plural, group] of [
      ['values', 'example.com'],
      ['securitycontextconstraints', 'example.com'],
      ['dnses', 'example.com'],
    ]) {
      expect(tree['generic.ts']).toContain(`'${group}/v1/${plural}': `);
    }
    expect(tree['jenkins.io/v1alpha2/jenkins.ts']).toContain("plural: 'jenkins',");
  });

  it('kinds keep their spelling', () => {
    expect(types('grpcroutes')).toContain("readonly kind: 'GRPCRoute';");
  });

  it('status is kept, and a date-time is a string', () => {
    expect(types('statusfuls')).toContain('readonly status?: StatusfulStatus | undefined;');
    expect(types('statusfuls')).toMatch(/@format date-time \*\/\n {2}readonly at\?: string \| undefined;/);
  });

  it('metadata is always typed, whether the schema leaves it out or replaces it', () => {
    expect(types('bares')).toContain('readonly metadata: rt.NamespacedObjectMeta;');
    expect(types('replaceds')).toContain('readonly metadata: rt.NamespacedObjectMeta;');
  });

  it('minItems and maxItems give no tuples', () => {
    expect(types('tupless')).toContain('readonly list?: readonly string[] | undefined;');
  });

  it('an array without items and a nullable without type are generated', () => {
    expect(types('looses')).toContain('readonly steps?: readonly unknown[] | undefined;');
    expect(types('looses')).toContain("readonly orNull?: 'a' | null | undefined;");
  });

  it('an object without spec has what its schema gives it', () => {
    expect(types('speclesss')).toContain('readonly data?: SpeclessData | undefined;');
  });

  it('a version without schema may hold anything', () => {
    expect(types('schemalesss')).toContain('readonly [key: string]: unknown;');
  });

  it('versions that are not served are passed over, and the report says so', () => {
    expect(tree['example.com/v1/olds.ts']).toBeUndefined();
    expect(tree['example.com/v2/olds.ts']).toBeDefined();
    expect(report.skipped).toContainEqual({ name: 'olds.example.com/v1', reason: 'is not served' });
  });

  it('v1beta1 CRDs are generated', () => {
    expect(types('jenkins', 'jenkins.io/v1alpha2')).toContain('readonly a?: string | undefined;');
  });

  it('broken CRDs are reported with their locations, the others are generated, and the run fails', () => {
    expect(report.ok).toBe(false);
    const found = report.problems.map(({ crd: name, location: { file, document, pointer } }) => {
      return [name, file, document, pointer];
    });
    expect(found).toEqual([
      [
        'brokens.example.com',
        'crds/broken.yaml',
        1,
        '/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/a/type',
      ],
      ['climbers.example.com', 'crds/broken.yaml', 2, '/spec/versions/0/name'],
      ['outsiders.../../etc', 'crds/broken.yaml', 3, '/spec/group'],
    ]);
    expect(report.resources).toBe(documents.length);
  });

  it('hostile versions and groups write nothing outside the output', () => {
    expect(everything.length).toBeGreaterThan(50);
    expect(everything.filter((file) => !/^(?:crds|generated)\//.test(file))).toEqual([]);
    expect(Object.keys(tree).some((file) => /pwned|etc/.test(file))).toBe(false);
  });
});
