import { expect, it } from 'vitest';
import { Workspace } from '../support/workspace.js';

/** Returns a CRD of boxes that have these properties, in YAML's flow style. */
function crdOf(properties: string): string {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: boxes.example.com }
spec:
  group: example.com
  names: { kind: Box, plural: boxes, singular: box, listKind: BoxList }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties: { ${properties} }
`;
}

it('a map with required keys whose values are objects has an index signature of their type', async () => {
  const pool =
    '{ type: object, required: [size], properties: { size: { type: integer }, mode: { type: string, default: a } } }';
  const pools = `pools: { type: object, required: [main, spare], additionalProperties: ${pool} }`;
  const item = '{ type: object, properties: { x: { type: integer } } }';
  const lists = `lists: { type: object, required: [one], additionalProperties: { type: array, items: ${item} } }`;
  const workspace = new Workspace({ 'crd.yaml': crdOf(`spec: { type: object, properties: { ${pools}, ${lists} } }`) });
  const report = await workspace.generate({ crd: ['crd.yaml'], verify: 'types' });
  expect(report.problems).toEqual([]);
  const types = workspace.read('generated/example.com/v1/types/boxes.ts');
  expect(types).toContain(`export interface BoxSpecPools {
  readonly main: BoxSpecPoolsMain;
  readonly spare: BoxSpecPoolsSpare;
  readonly [key: string]: BoxSpecPoolsMain;
}`);
  expect(types).toContain(`export interface BoxSpecLists {
  readonly one: readonly BoxSpecListsOne[];
  readonly [key: string]: readonly BoxSpecListsOne[];
}`);
});

it('an open object whose names have no schema imports nothing for how it is written', async () => {
  const open = '{ type: object, required: [a], x-kubernetes-preserve-unknown-fields: true }';
  const workspace = new Workspace({ 'crd.yaml': crdOf(`open: ${open}`) });
  await workspace.generate({ crd: ['crd.yaml'], verify: 'none' });
  const module = workspace.read('generated/example.com/v1/boxes.ts');
  expect(module).toContain('  readonly a?: unknown;\n  readonly [key: string]: unknown;');
  const aliases = [...module.matchAll(/^import type \* as (\w+)/gm)].map(([, alias]) => alias);
  expect(aliases.filter((alias) => !module.includes(`${alias}.`))).toEqual([]);
});
