// Names come from objects, and objects from anybody: none may turn a request into one for another path.
import { connect } from '@informer-gen/runtime';
import type { Client, ResourceCaller } from '@informer-gen/runtime';
import { FakeClient, SimulatedApiServer } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { resourcePath } from '../../../runtime/src/transport/resource-path.js';
import { configMapResource } from '@informer-gen/kubernetes/core/v1/configmaps';

type Calls = ResourceCaller & Client;

/** Both clients, and the requests that reached the server. */
const clients: readonly (readonly [string, (test: (client: Calls) => Promise<void>) => Promise<number>])[] = [
  [
    'a client over HTTP',
    async (test) => {
      await using server = await SimulatedApiServer.start();
      await using client = await connect({ server: server.url, fieldManager: 'me' });
      await test(client);
      return server.requests.length;
    },
  ],
  [
    'FakeClient',
    async (test) => {
      const client = new FakeClient();
      await test(client);
      return client.requests.length;
    },
  ],
];

const unsafe = ['.', '..', 'a/b', '/', '../../kube-system/configmaps/a', 'a%2fb', '%2e%2e', '%'];
const { signal } = new AbortController();

describe.each(clients)('%s', (_, withClient) => {
  it.each(unsafe)('refuses %j as the name of an object', async (name) => {
    const at = { namespace: 'default', name };
    const requests = await withClient(async (client) => {
      const calls = [
        client.get(configMapResource, at),
        client.patch(configMapResource, at, { data: { a: 'b' } }),
        client.delete(configMapResource, at),
        client.replace(configMapResource, { metadata: at }),
        client.apply(configMapResource, { metadata: at }, { fieldManager: 'me' }),
      ];
      for (const call of calls)
        await expect(call).rejects.toThrow(`name ${JSON.stringify(name)} cannot be part of a path`);
    });
    expect(requests).toBe(0);
  });

  it.each(unsafe)('refuses %j as a namespace', async (namespace) => {
    const requests = await withClient(async (client) => {
      const source = client.listerWatcher(configMapResource, { namespace });
      const calls = [
        client.get(configMapResource, { namespace, name: 'a' }),
        client.create(configMapResource, { metadata: { namespace, name: 'a' } }),
        client.deleteCollection(configMapResource, { namespace, labelSelector: 'a=b' }),
        client.list(configMapResource, { namespace }),
        source.list({}, { signal }),
        source.watch({}, { signal }),
      ];
      for (const call of calls) await expect(call).rejects.toThrow(`namespace ${JSON.stringify(namespace)} cannot be`);
    });
    expect(requests).toBe(0);
  });

  it.each([{ name: '' }, {}])('refuses a name that is missing, which would mean the collection: %j', async (name) => {
    const requests = await withClient(async (client) => {
      const at = { namespace: 'default', ...name } as { readonly namespace: string; readonly name: string };
      const calls = [
        client.get(configMapResource, at),
        client.patch(configMapResource, at, { data: { a: 'b' } }),
        client.delete(configMapResource, at),
      ];
      for (const call of calls)
        await expect(call).rejects.toThrow(
          /name "" cannot be part|the object to (get|patch|delete) has no metadata.name/,
        );
    });
    expect(requests).toBe(0);
  });
});

describe('the path of a resource', () => {
  const pods = { group: '', version: 'v1', plural: 'pods', namespaced: true };

  it('accepts every name that Kubernetes accepts', () => {
    expect(resourcePath(pods, { namespace: 'default', name: 'system:node:a.b_c~ d' })).toBe(
      '/api/v1/namespaces/default/pods/system%3Anode%3Aa.b_c~%20d',
    );
    expect(resourcePath(pods, { namespace: '...', name: '..a' })).toBe('/api/v1/namespaces/.../pods/..a');
    expect(resourcePath(pods, { namespace: 'a', name: 'b', subresource: 'proxy/healthz' })).toBe(
      '/api/v1/namespaces/a/pods/b/proxy/healthz',
    );
  });

  it('refuses parts of a resource that would lead elsewhere', () => {
    for (const part of unsafe) {
      expect(() => resourcePath({ ...pods, group: part })).toThrow('cannot be part of a path');
      expect(() => resourcePath({ ...pods, version: part })).toThrow('cannot be part of a path');
      expect(() => resourcePath({ ...pods, plural: part })).toThrow('cannot be part of a path');
    }
    expect(() => resourcePath(pods, { namespace: 'a', name: 'b', subresource: 'proxy/../..' })).toThrow(TypeError);
  });
});
