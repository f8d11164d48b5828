import { expect, it } from 'vitest';
import { Workspace } from '../support/workspace.js';

const part = (properties: string): string => `
                    type: object
                    required: [size]
                    properties: { size: { type: integer }, ${properties} }`;

it('a map with required keys whose values are objects has an index signature of their type', async () => {
  const crd = `apiVersion: apiextensions.k8s.io/v1
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
          properties:
            spec:
              type: object
              properties:
                pools:
                  type: object
                  required: [main, spare]
                  additionalProperties:${part('mode: { type: string, default: a }')}
                lists:
                  type: object
                  required: [one]
                  additionalProperties: { type: array, items: { type: object, properties: { x: { type: integer } } } }
`;
  const workspace = new Workspace({ 'crd.yaml': crd });
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
