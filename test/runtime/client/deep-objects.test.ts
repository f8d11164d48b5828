// An object nested almost as deeply as a real API server accepts, through the client and informers of every mode.
import { BaseSharedInformerFactory, connect, defineResource, mutableCopy } from '@informer-gen/runtime';
import type { KubernetesObject } from '@informer-gen/runtime';
import { expect, it } from 'vitest';
import { describeWithApiServer } from '../../setup/api-server.js';

interface Deep extends KubernetesObject {
  readonly spec?: unknown;
}

const LEVELS = 6000;
const group = 'deep.example.com';
const deeps = defineResource<Deep>({ group, version: 'v1', kind: 'Deep', plural: 'deeps', namespaced: true });
const definitions = defineResource({
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  namespaced: false,
});

const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const definition = {
  metadata: { name: `deeps.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: 'deeps', singular: 'deep', kind: 'Deep', listKind: 'DeepList' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: anything } }],
  },
};

function nested(): unknown {
  let spec: unknown = 'inside';
  for (let level = 0; level < LEVELS; level += 1) spec = { a: spec };
  return spec;
}

function depthOf(value: unknown): number {
  let [inner, depth] = [value, 0];
  for (; typeof inner === 'object' && inner !== null; depth += 1) inner = (inner as { a: unknown }).a;
  return depth;
}

describeWithApiServer('an object of 6,000 levels on a real API server', (server) => {
  it.each(['freeze', 'compare'] as const)(
    'is created, cached with mutation detection "%s", copied and replaced',
    { timeout: 120_000 },
    async (mutationDetection) => {
      const { url, adminToken: token, caPem: ca } = server();
      await using client = await connect({ server: url, token, ca });
      await client.create(definitions, definition).catch(() => 'it is there already');
      const namespace = await server().createNamespace();
      await expect.poll(() => client.list(deeps, { namespace }), { timeout: 60_000 }).toBeDefined();
      const metadata = { name: 'a', namespace };
      await client.create(deeps, { metadata, spec: nested() });
      const errors: string[] = [];
      const onError = (error: Error): void => void errors.push(error.message);
      await using factory = new BaseSharedInformerFactory(client, { namespace, mutationDetection, onError });
      const { indexer } = factory.informerFor(deeps);
      factory.start();
      await factory.waitForCacheSync();
      const draft = mutableCopy(indexer.getByKey(`${namespace}/a`) as Deep);
      expect(depthOf(draft.spec)).toBe(LEVELS);
      await client.replace(deeps, { ...draft, metadata: { ...draft.metadata, labels: { seen: 'yes' } } });
      const labels = (): unknown => indexer.getByKey(`${namespace}/a`)?.metadata?.labels;
      await expect.poll(labels, { timeout: 60_000 }).toEqual({ seen: 'yes' });
      expect(errors).toEqual([]);
    },
  );
});
