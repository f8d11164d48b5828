import { defineResource } from '@informer-gen/runtime';
import { FakeClient, SimulatedApiServer } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { ask } from './http-client.js';
import { widgetCrd } from './widget-crd.js';

const configMaps = defineResource({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  namespaced: true,
});

describe('a snapshot', () => {
  it('brings back what was changed, deleted and created since', () => {
    const client = new FakeClient();
    const [kept] = ['kept', 'changed', 'deleted'].map((name) =>
      client.direct.create(configMaps, { metadata: { name }, data: { x: '1' } }),
    );
    const snapshot = client.snapshot();
    client.direct.patch(configMaps, 'changed', { data: { x: '2' } });
    client.direct.delete(configMaps, 'deleted');
    client.direct.create(configMaps, { metadata: { name: 'created' } });
    client.restore(snapshot);
    const objects = client.direct.objects(configMaps);
    expect(objects.map(({ metadata }) => metadata.name)).toEqual(['changed', 'deleted', 'kept']);
    expect(objects).toMatchObject([{ data: { x: '1' } }, { data: { x: '1' } }, { data: { x: '1' } }]);
    expect(client.direct.get(configMaps, 'kept')?.metadata.resourceVersion).toBe(kept?.metadata.resourceVersion);
  });

  it('serves the CRDs that it has, and no others', async () => {
    await using server = await SimulatedApiServer.start();
    const empty = server.snapshot();
    server.create('customresourcedefinitions', widgetCrd);
    server.create('widgets', { metadata: { name: 'a' }, spec: { size: 1 } });
    const full = server.snapshot();
    const path = '/apis/example.com/v1/namespaces/default/widgets/a';
    server.restore(empty);
    expect((await ask(server, path)).code).toBe(404);
    server.restore(full);
    expect((await ask(server, path)).code).toBe(200);
  });
});

describe('the requests of a server', () => {
  it('can be asked for by what they were about', async () => {
    await using server = await SimulatedApiServer.start();
    await ask(server, '/api/v1/namespaces/default/configmaps');
    await ask(server, '/api/v1/namespaces/default/pods');
    expect(server.requestsOf({ verb: 'list', resource: 'pods' }).map(({ path }) => path)).toEqual([
      '/api/v1/namespaces/default/pods',
    ]);
  });
});
