import { describe, expect, it } from 'vitest';
import type { KubernetesObject, NamespacedObjectMeta } from '../../../runtime/src/api/object.js';
import { defineResource } from '../../../runtime/src/api/resource.js';
import { ScriptedCalls } from './scripted-calls.js';

interface Widget extends KubernetesObject {
  readonly metadata: NamespacedObjectMeta;
  readonly spec: { readonly size: number };
}

const widgets = defineResource<Widget>({
  group: 'example.com',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  namespaced: true,
});
const nodes = defineResource({ group: '', version: 'v1', kind: 'Node', plural: 'nodes', namespaced: false });
const serviceAccounts = defineResource({
  group: '',
  version: 'v1',
  kind: 'ServiceAccount',
  plural: 'serviceaccounts',
  namespaced: true,
});
const at = { namespace: 'default', name: 'a' };

/** The only request that was made, its body parsed. */
function sentBy(client: ScriptedCalls): object {
  const [request] = client.requests;
  return { ...request, body: request?.body === undefined ? undefined : (JSON.parse(request.body) as unknown) };
}

describe('a write', () => {
  it('carries the field manager and the validation of the client, unless the call has its own', async () => {
    const defaults = { fieldManager: 'operator', fieldValidation: 'Warn' } as const;
    const first = new ScriptedCalls([], defaults);
    await first.create(widgets, { metadata: at });
    expect(sentBy(first)).toMatchObject({ query: { fieldManager: 'operator', fieldValidation: 'Warn' } });
    const second = new ScriptedCalls([], defaults);
    await second.patch(widgets, at, {}, { fieldManager: 'other', fieldValidation: 'Ignore', dryRun: true });
    expect(sentBy(second)).toMatchObject({
      query: { fieldManager: 'other', fieldValidation: 'Ignore', dryRun: 'All' },
    });
  });

  it('is validated strictly where nobody says otherwise', async () => {
    const client = new ScriptedCalls();
    await client.replace(widgets, { metadata: at });
    expect(sentBy(client)).toMatchObject({ query: { fieldValidation: 'Strict' } });
  });

  it.each(['', 'x'.repeat(129), 'a\nb'])('refuses a field manager that the server would refuse: %j', (fieldManager) => {
    expect(() => new ScriptedCalls([], { fieldManager })).toThrow('1 to 128 printable characters');
  });

  it('refuses integers that were rounded, unless the call insists', async () => {
    const client = new ScriptedCalls([], { fieldManager: 'me' });
    const object = { metadata: at, spec: { size: 2 ** 53 } };
    const refused = expect.objectContaining({ code: 'UnsafeNumber', path: 'spec.size' }) as Error;
    await expect(client.create(widgets, object)).rejects.toThrow(refused);
    await expect(client.replace(widgets, object)).rejects.toThrow(refused);
    await expect(client.apply(widgets, object)).rejects.toThrow(refused);
    await expect(client.patch(widgets, at, object)).rejects.toThrow(refused);
    expect(client.requests).toEqual([]);
    await client.create(widgets, object, { allowUnsafeIntegers: true });
    expect(client.requests).toHaveLength(1);
  });
});

describe('a call', () => {
  it('rejects where the namespace of a namespaced resource is missing, which would mean all of them', async () => {
    const client = new ScriptedCalls([], { fieldManager: 'me' });
    const missing = 'widgets.example.com have namespaces: the namespace of "a" is missing';
    await expect(client.get(widgets, { name: 'a' })).rejects.toThrow(missing);
    await expect(client.apply(widgets, { metadata: { name: 'a' } })).rejects.toThrow(missing);
    await expect(client.delete(widgets, { name: 'a', namespace: '' })).rejects.toThrow(missing);
    await expect(client.deleteCollection(widgets, {})).rejects.toThrow('the namespace is missing');
    await client.get(nodes, { name: 'a' });
    expect(client.requests).toHaveLength(1);
  });

  it('rejects where the object that is sent has no name', async () => {
    const client = new ScriptedCalls([], { fieldManager: 'me' });
    await expect(client.replace(widgets, {})).rejects.toThrow('the object to replace has no metadata.name');
    await expect(client.apply(widgets, { metadata: {} })).rejects.toThrow('the object to apply has no metadata.name');
    await expect(client.create(widgets, {}, { namespace: 'x', subresource: 'scale' })).rejects.toThrow('to create');
  });

  it('takes the metadata of an object for its name, and nothing else of it', async () => {
    const client = new ScriptedCalls();
    await client.get(widgets, { ...at, uid: 'u', resourceVersion: '5' } as NamespacedObjectMeta);
    expect(sentBy(client)).toMatchObject({ at: { ...at, subresource: undefined }, query: {} });
  });
});

describe('an apply', () => {
  it('says that it needs a field manager', async () => {
    await expect(new ScriptedCalls().apply(nodes, { metadata: { name: 'a' } })).rejects.toThrow(
      'apply needs a field manager',
    );
  });

  it('forces only where it is told to', async () => {
    const client = new ScriptedCalls([], { fieldManager: 'me' });
    await client.apply(widgets, { metadata: at });
    await client.apply(widgets, { metadata: at }, { force: true });
    expect(client.requests.map(({ query }) => query['force'])).toEqual([undefined, true]);
    expect(client.requests[0]).toMatchObject({ method: 'PATCH', contentType: 'application/apply-patch+yaml' });
  });
});

describe('what is sent to a subresource', () => {
  it.each([
    ['status', { apiVersion: 'example.com/v1', kind: 'Widget' }],
    ['scale', { apiVersion: 'autoscaling/v1', kind: 'Scale' }],
    ['eviction', { apiVersion: 'policy/v1', kind: 'Eviction' }],
    ['binding', { apiVersion: 'v1', kind: 'Binding' }],
    ['toString', { apiVersion: 'example.com/v1', kind: 'Widget' }],
  ])('has the type of %s filled in', async (subresource, type) => {
    const client = new ScriptedCalls();
    await client.replace(widgets, { metadata: at }, { subresource });
    expect(sentBy(client)).toMatchObject({ at: { ...at, subresource }, body: { ...type, metadata: at } });
  });

  it('names its object where it cannot say so itself', async () => {
    const client = new ScriptedCalls();
    await client.create(serviceAccounts, { spec: {} }, { subresource: 'token', ...at });
    expect(sentBy(client)).toMatchObject({ at: { ...at, subresource: 'token' }, body: { kind: 'TokenRequest' } });
  });
});

describe('a delete', () => {
  it('has no body where there is nothing to say', async () => {
    const client = new ScriptedCalls();
    await client.delete(widgets, at);
    expect(sentBy(client)).toMatchObject({ method: 'DELETE', at, body: undefined });
  });

  it('says everything in its body, because preconditions count only there', async () => {
    const client = new ScriptedCalls();
    await client.delete(widgets, at, {
      preconditions: { uid: 'u', resourceVersion: '5' },
      propagationPolicy: 'Foreground',
      gracePeriodSeconds: 0,
      dryRun: true,
    });
    expect(sentBy(client)).toMatchObject({
      query: {},
      body: {
        apiVersion: 'v1',
        kind: 'DeleteOptions',
        preconditions: { uid: 'u', resourceVersion: '5' },
        propagationPolicy: 'Foreground',
        gracePeriodSeconds: 0,
        dryRun: ['All'],
      },
    });
  });

  it('of a collection selects in its query', async () => {
    const client = new ScriptedCalls();
    await client.deleteCollection(widgets, { namespace: 'x', labelSelector: 'a=b', propagationPolicy: 'Orphan' });
    expect(sentBy(client)).toMatchObject({
      verb: 'deleteCollection',
      at: { namespace: 'x' },
      query: { labelSelector: 'a=b' },
      body: { propagationPolicy: 'Orphan' },
    });
  });
});
