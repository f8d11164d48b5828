import { defineResource } from '@informer-gen/runtime';
import { startTestServer } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';

const things = (version: string): ReturnType<typeof defineResource> =>
  defineResource({ group: 'example.com', version, kind: 'Thing', plural: 'things', namespaced: true });

const definition = (
  ...versions: string[]
): { readonly apiVersion: string; readonly kind: string; readonly metadata: object; readonly spec: object } => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'things', singular: 'thing', kind: 'Thing' },
    versions: versions.map((name, at) => ({
      name,
      served: true,
      storage: at === versions.length - 1,
      schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
    })),
  },
});

describe('a version that is added to a CRD, and stored from then on', () => {
  it('ends open watches of the other version, so that no watch misses its objects', async () => {
    await using server = await startTestServer({ kind: 'simulated', crds: [definition('v1')] });
    await using client = await server.connect();
    const watch = await client.listerWatcher(things('v1')).watch({}, { signal: AbortSignal.timeout(10_000) });
    const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/things.example.com';
    const { spec } = definition('v1', 'v2');
    const headers = { 'content-type': 'application/merge-patch+json' };
    await client.request({ method: 'PATCH', path, body: { spec }, headers });
    const events: unknown[] = [];
    for await (const event of watch) events.push(event);
    expect(events).toEqual([]);
    const name = 'later';
    const created = await client.create(things('v2'), { metadata: { namespace: 'default', name } });
    expect(created.metadata?.name).toBe(name);
    await expect(client.get(things('v1'), { namespace: 'default', name })).resolves.toMatchObject({
      metadata: { name },
    });
  });
});
