/** A CRD that spells out a type of Kubernetes, exactly: core/v1's ObjectReference. */
const properties = ['apiVersion', 'fieldPath', 'kind', 'name', 'namespace', 'resourceVersion', 'uid'];
const owner = { type: 'object', properties: Object.fromEntries(properties.map((name) => [name, { type: 'string' }])) };
const spec = { type: 'object', properties: { owner } };

export const linkedCrd: object = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'claims.example.org' },
  spec: {
    group: 'example.org',
    scope: 'Namespaced',
    names: { kind: 'Claim', plural: 'claims', singular: 'claim' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
      },
    ],
  },
};

/** A program that takes its type for Kubernetes' own. */
export const linkedProgram = `
import type { ObjectReference } from '@informer-gen/kubernetes/core/v1/types';
import type { Claim } from './linked/example.org/v1/claims.js';

export function ownerOf(claim: Claim): ObjectReference | undefined {
  return claim.spec?.owner;
}
`;
