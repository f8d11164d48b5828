import {
  CoreV1Api,
  CustomObjectsApi,
  KubeConfig,
  KubernetesObjectApi,
  makeInformer,
  Watch,
} from '@kubernetes/client-node';
import type { V1ConfigMap } from '@kubernetes/client-node';
import { SimulatedApiServer } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { widgetCrd } from './widget-crd.js';

function configFor(server: SimulatedApiServer): KubeConfig {
  const config = new KubeConfig();
  config.loadFromString(server.kubeconfig());
  return config;
}

describe("client-node's own clients on the simulated server", () => {
  it('create, list, read, replace and delete built-in objects', async () => {
    await using server = await SimulatedApiServer.start();
    const api = configFor(server).makeApiClient(CoreV1Api);
    const created = await api.createNamespacedConfigMap({
      namespace: 'default',
      body: { metadata: { name: 'a' }, data: { k: 'v' } },
    });
    expect(created.metadata?.creationTimestamp).toBeInstanceOf(Date);
    const list = await api.listNamespacedConfigMap({ namespace: 'default', labelSelector: '!x', limit: 10 });
    expect(list.items.map((item) => item.metadata?.name)).toEqual(['a']);
    await api.replaceNamespacedConfigMap({
      namespace: 'default',
      name: 'a',
      body: Object.assign(created, { data: { k: 'w' } }),
    });
    expect((await api.readNamespacedConfigMap({ namespace: 'default', name: 'a' })).data).toEqual({ k: 'w' });
    await api.deleteNamespacedConfigMap({ namespace: 'default', name: 'a' });
    await expect(api.readNamespacedConfigMap({ namespace: 'default', name: 'a' })).rejects.toMatchObject({ code: 404 });
  });

  it('handle custom objects and whatever has a kind', async () => {
    await using server = await SimulatedApiServer.start({ crds: [widgetCrd] });
    const place = { group: 'example.com', version: 'v1', namespace: 'default', plural: 'widgets' };
    const custom = configFor(server).makeApiClient(CustomObjectsApi);
    const type = { apiVersion: 'example.com/v1', kind: 'Widget' };
    const body = { ...type, metadata: { name: 'a' }, spec: { color: 'red' } };
    await custom.createNamespacedCustomObject({ ...place, body });
    expect(await custom.listNamespacedCustomObject(place)).toMatchObject({
      items: [{ kind: 'Widget', spec: { color: 'red' } }],
    });
    const objects = KubernetesObjectApi.makeApiClient(configFor(server));
    const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a', namespace: 'default' } };
    expect(await objects.read(widget)).toMatchObject({ spec: { color: 'red' } });
  });

  it('watch', async () => {
    await using server = await SimulatedApiServer.start();
    const seen: string[] = [];
    await new Promise<void>((resolve, reject) => {
      const each = (phase: string, object: { metadata: { name: string } }): void =>
        void seen.push(`${phase} ${object.metadata.name}`);
      new Watch(configFor(server))
        .watch('/api/v1/configmaps', {}, each, (error: unknown) => (error ? reject(error as Error) : resolve()))
        .catch(reject);
      void server
        .until(() => server.openWatches() === 1)
        .then(() => {
          server.create('configmaps', { metadata: { name: 'a' } });
          server.delete('configmaps', 'a');
          server.cutWatches();
        });
    });
    expect(seen).toEqual(['ADDED a', 'DELETED a']);
  });

  it('run an informer', async () => {
    await using server = await SimulatedApiServer.start();
    server.create('configmaps', { metadata: { name: 'a' } });
    const config = configFor(server);
    const api = config.makeApiClient(CoreV1Api);
    const informer = makeInformer<V1ConfigMap>(config, '/api/v1/namespaces/default/configmaps', () =>
      api.listNamespacedConfigMap({ namespace: 'default' }),
    );
    const seen: string[] = [];
    const third = new Promise<void>((resolve) => {
      for (const verb of ['add', 'update', 'delete'] as const) {
        informer.on(verb, (object) => {
          seen.push(`${verb} ${object.metadata?.name}`);
          if (seen.length === 3) resolve();
        });
      }
    });
    await informer.start();
    await server.until(() => server.openWatches() === 1);
    server.patch('configmaps', 'a', { data: { k: 'v' } });
    server.delete('configmaps', 'a');
    await third;
    await informer.stop();
    expect(seen).toEqual(['add a', 'update a', 'delete a']);
  });
});
