import { connect } from '@informer-gen/runtime';
import type { ApiClient, NamespacedName, Resource } from '@informer-gen/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources as stable } from '../../../generated/generic.js';
import { resources as preview } from '../../../generated/preview/generic.js';
import { describeWithOwnApiServer } from '../../setup/api-server.js';
import { bodies } from './bodies.js';
import type { Exceptions } from './fixture.js';
import { statuses } from './statuses.js';
import { compileWrites } from './typed-writes.js';

const resources: { readonly [key: string]: Resource } = { ...preview, ...stable };

/** Resources whose objects stay for a while after a delete, and why. */
const lingering: Exceptions = {
  'v1/namespaces': 'a controller empties it first, and that is not part of the API server',
};

function objectOf(key: string, { namespaced }: Resource): { metadata: NamespacedName; body: object } {
  const { name, body } = bodies.get(key) ?? { name: '', body: {} };
  // The server ignores a status here, and the types have none: it is applied by itself.
  const { status: _status, ...sent } = body as { readonly status?: object };
  return { metadata: { name, ...(namespaced && { namespace: 'default' }) }, body: sent };
}

function hasStatus({ subresources }: Resource): boolean {
  return subresources?.includes('status') === true;
}

describe('the table of statuses', () => {
  it('has exactly the kinds that have a status', () => {
    const plurals = new Set(
      Object.values(resources)
        .filter(hasStatus)
        .map(({ plural }) => plural),
    );
    expect(Object.keys(statuses).sort()).toEqual([...plurals].sort());
  });
});

describe('what is written to every built-in resource', () => {
  it('compiles as literals in typed calls', { timeout: 240_000 }, async () => {
    const objects = Object.entries(resources).map(([key, resource]) => {
      const { body, metadata } = objectOf(key, resource);
      const status = hasStatus(resource) ? statuses[resource.plural] : undefined;
      return { key, isPreview: !Object.hasOwn(stable, key), metadata, body, status };
    });
    expect(await compileWrites(objects)).toEqual([]);
  });
});

describeWithOwnApiServer('every built-in resource', { runtimeConfig: { 'api/all': true }, audit: false }, (server) => {
  let client: ApiClient;
  beforeAll(async () => {
    client = await connect({ kubeconfigPath: server().kubeconfigPath, fieldManager: 'every' });
  });
  afterAll(() => client[Symbol.asyncDispose]());

  const entries = Object.entries(resources).sort(([a], [b]) => (a < b ? -1 : 1));

  it.each(entries)('%s is created, applied, patched and deleted, its status applied', async (key, resource) => {
    const { body, metadata } = objectOf(key, resource);
    const created = await client.create(resource, { metadata, ...body });
    expect(created.metadata).toMatchObject(metadata);
    const labels = { applied: 'yes' };
    const applied = await client.apply(resource, { metadata: { ...metadata, labels }, ...body }, { force: true });
    expect(applied.metadata?.labels).toMatchObject(labels);
    const patched = await client.patch(resource, metadata, { metadata: { labels: { patched: 'yes' } } });
    expect(patched.metadata?.labels).toMatchObject({ ...labels, patched: 'yes' });
    if (hasStatus(resource)) await applyStatus(client, resource, metadata);
    const { uid } = created.metadata ?? {};
    await client.delete(resource, metadata, { preconditions: { uid }, gracePeriodSeconds: 0 });
    if (lingering[key] === undefined) await gone(client, resource, metadata);
  });
});

async function applyStatus(client: ApiClient, resource: Resource, metadata: NamespacedName): Promise<void> {
  const intent = { metadata, status: statuses[resource.plural] ?? {} };
  const { conditions = [], ...status } = intent.status;
  const answer = await client.apply(resource, intent, { subresource: 'status', force: true });
  expect(answer).toMatchObject({ kind: resource.kind, status });
  for (const condition of conditions) {
    const found = expect.arrayContaining([expect.objectContaining(condition)]) as unknown;
    expect(answer).toHaveProperty('status.conditions', found);
  }
}

/** The finalizers of controllers that do not run here are removed. */
async function gone(client: ApiClient, resource: Resource, metadata: NamespacedName): Promise<void> {
  await client.patch(resource, metadata, { metadata: { finalizers: null } }).catch(() => undefined);
  await expect(client.get(resource, metadata)).rejects.toMatchObject({ code: 'NotFound' });
}
