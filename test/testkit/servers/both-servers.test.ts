import { ApiError, defineResource } from '@informer-gen/runtime';
import { findApiServer, startTestServer, testServerKind } from '@informer-gen/testing';
import type { TestServerKind } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';

const gadgetCrd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'gadgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'gadgets', kind: 'Gadget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: { type: 'object', properties: { size: { type: 'integer', minimum: 1, default: 3 } } },
            },
          },
        },
      },
    ],
  },
};
const gadgets = defineResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Gadget',
  plural: 'gadgets',
  namespaced: true,
});
const kinds: readonly TestServerKind[] = findApiServer() === undefined ? ['simulated'] : ['simulated', 'real'];

describe.each(kinds)('a suite on a %s server', (kind) => {
  it('has its CRDs served from the start, and its objects checked', { timeout: 60_000 }, async () => {
    await using server = await startTestServer({ kind, crds: [gadgetCrd] });
    await using client = await server.connect();
    const made = await client.create(gadgets, { metadata: { name: 'a', namespace: 'default' }, spec: {} });
    expect(made).toMatchObject({ spec: { size: 3 } });
    const tooSmall = client.create(gadgets, { metadata: { name: 'b', namespace: 'default' }, spec: { size: 0 } });
    await expect(tooSmall).rejects.toThrow(ApiError);
    await expect(tooSmall).rejects.toThrow('should be greater than or equal to 1');
    expect(server.kind).toBe(kind);
    expect(server.kubeconfig()).toContain(server.url);
  });
});

describe('the server of a suite', () => {
  it('is the simulated one unless a variable says otherwise', () => {
    expect(testServerKind({})).toBe('simulated');
    expect(testServerKind({ INFORMER_GEN_TEST_SERVER: 'real' })).toBe('real');
    expect(() => testServerKind({ INFORMER_GEN_TEST_SERVER: 'kind' })).toThrow('it can be "simulated" or "real"');
  });
});
