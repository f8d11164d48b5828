// The status of an object, written outside of a manager.
import { defineResource } from '@informer-gen/runtime';
import type { Condition, Resource } from '@informer-gen/runtime';
import { writeStatus } from '@informer-gen/runtime/controller/helpers';
import { FakeClient } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { websiteCrd, websites } from '../support/websites.js';
import type { Website } from '../support/websites.js';

const at = { namespace: 'default', name: 'a' };
const now = Date.parse('2026-01-01T00:00:00Z');
const merged = defineResource<Website>({ ...websites, statusTraits: ['conditionsByType'] });
const foreign: Condition = {
  type: 'Fuel',
  status: 'True',
  reason: 'Full',
  message: '',
  lastTransitionTime: '2025-01-01T00:00:00Z',
};

/** Reports an object as ready, as the example of the documentation does. */
const reportReady = (client: FakeClient, resource: Resource<Website>, object: Website): Promise<boolean> =>
  writeStatus(client, resource, { object, fieldManager: 'me', now }, (status) => {
    status.set({ ready: 1 });
    status.condition('Ready', true, { reason: 'Replicas' });
  });

describe.each([
  ['by apply', merged],
  ['by a JSON patch', websites],
])('writeStatus %s', (_how, resource) => {
  it('leaves a condition that another controller changed after the object was read', async () => {
    const client = new FakeClient({ crds: [websiteCrd] });
    await client.create(resource, { metadata: at, spec: { html: 'x' } });
    const apply = (condition: Condition): Promise<unknown> =>
      client.apply(
        resource,
        { metadata: at, status: { conditions: [condition] } },
        { subresource: 'status', fieldManager: 'other' },
      );
    await apply(foreign);
    const cached = await client.get(resource, at);
    const changed: Condition = { ...foreign, status: 'False', reason: 'Empty' };
    await apply(changed);
    expect(await reportReady(client, resource, cached)).toBe(true);
    const { status } = await client.get(resource, at);
    expect(status).toMatchObject({ ready: 1, conditions: [changed, { type: 'Ready', observedGeneration: 1 }] });
    // The other one still owns its condition, and removes it.
    await client.apply(resource, { metadata: at }, { subresource: 'status', fieldManager: 'other' });
    const types = (await client.get(resource, at)).status?.conditions?.map(({ type }) => type);
    expect(types).toEqual(['Ready']);
  });

  it('sends nothing if nothing differs, or the object is deleted', async () => {
    const client = new FakeClient({ crds: [websiteCrd] });
    await client.create(resource, { metadata: at, spec: { html: 'x' } });
    expect(await reportReady(client, resource, await client.get(resource, at))).toBe(true);
    const before = client.requests.length;
    const cached = await client.get(resource, at);
    expect(await reportReady(client, resource, cached)).toBe(false);
    expect(client.requests).toHaveLength(before + 1);
    await client.delete(resource, at);
    const { status: _status, ...bare } = cached;
    expect(await reportReady(client, resource, bare)).toBe(false);
  });
});
