import { expect, it } from 'vitest';
import type { KubernetesObject, ObjectMeta } from '../../../runtime/src/api/object.js';
import { defineResource } from '../../../runtime/src/api/resource.js';
import type { WatchEvent } from '../../../runtime/src/source/lister-watcher.js';
import { connect } from '../../../runtime/src/client/connect.js';
import type { ApiClient } from '../../../runtime/src/client/http-client.js';
import { describeWithApiServer } from '../../setup/api-server.js';
import { eventually } from './servers.js';

interface ConfigMap extends KubernetesObject {
  readonly metadata: ObjectMeta;
  readonly data?: { readonly [key: string]: string };
}

const configMaps = defineResource<ConfigMap>({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  namespaced: true,
});

describeWithApiServer('the client on a real API server', (server) => {
  const inNamespace = async (
    transport: 'http1' | 'http2',
    use: (client: ApiClient, namespace: string) => Promise<void>,
  ): Promise<void> => {
    const { url, caPem, adminToken } = server();
    await using client = await connect({ server: url, ca: caPem, token: adminToken, transport });
    await use(client, await server().createNamespace());
  };

  it.each(['http1', 'http2'] as const)('lists, pages, watches and gets metadata alone over %s', (transport) =>
    inNamespace(transport, async (client, namespace) => {
      const names = Array.from({ length: 12 }, (_, index) => `map-${String(index).padStart(2, '0')}`);
      for (const name of names) {
        await client.create(configMaps, { metadata: { name, namespace }, data: { text: 'é😀"\\}{'.repeat(100) } });
      }
      const stop = new AbortController();
      const { signal } = stop;
      const source = client.listerWatcher(configMaps, {
        namespace,
        tweakListOptions: (options) => (options.fieldSelector = 'metadata.name!=kube-root-ca.crt'),
      });
      const first = await source.list({ limit: 5 }, { signal });
      expect(first.items.map(({ metadata }) => metadata.name)).toEqual(names.slice(0, 5));
      expect(first.items[0]).toMatchObject({
        kind: 'ConfigMap',
        apiVersion: 'v1',
        data: { text: 'é😀"\\}{'.repeat(100) },
      });
      const rest = await source.list({ limit: 50, continue: first.continue ?? '' }, { signal });
      expect(rest.items.map(({ metadata }) => metadata.name)).toEqual(names.slice(5));
      expect(rest.continue).toBeUndefined();

      const events: WatchEvent<ConfigMap>[] = [];
      const items = [...first.items, ...rest.items];
      const digests = [...(first.digests ?? []), ...(rest.digests ?? [])];
      const known = new Map(items.map((item, at) => [`${namespace}/${item.metadata.name}`, at]));
      const watch = await source.watch(
        {
          sendInitialEvents: true,
          resourceVersionMatch: 'NotOlderThan',
          allowWatchBookmarks: true,
          timeoutSeconds: 60,
        },
        {
          signal,
          known: {
            find: (key) => known.get(key) ?? -1,
            objectAt: (at) => items[at] as ConfigMap,
            digestAt: (at) => digests[at] ?? Number.NaN,
          },
        },
      );
      const watching = (async () => {
        for await (const batch of watch) events.push(...batch);
      })();
      await eventually(
        () => events.some((event) => event.type === 'BOOKMARK' && event.initialEventsEnd),
        'the end of the initial state',
      );
      const added = events.flatMap((event) => (event.type === 'ADDED' ? [event.object] : []));
      expect(added).toHaveLength(12);
      for (const object of added) expect(items).toContain(object);

      await client.patch(configMaps, { namespace, name: 'map-00' }, { data: { text: 'new' } });
      await client.delete(configMaps, { namespace, name: 'map-00' });
      await eventually(() => events.some(({ type }) => type === 'DELETED'), 'the deletion');
      const changes = events.map(({ type }) => type).filter((type) => type !== 'BOOKMARK');
      expect(changes.slice(-2)).toEqual(['MODIFIED', 'DELETED']);
      stop.abort();
      await watching;

      const metadata = await client
        .listerWatcher(configMaps, { namespace, metadataOnly: true })
        .list({}, { signal: new AbortController().signal });
      expect(metadata.items.every((item) => item.metadata.name !== '' && !('data' in item))).toBe(true);
    }),
  );

  it('says what the server refuses, and why', () =>
    inNamespace('http2', async (client, namespace) => {
      await expect(client.get(configMaps, { namespace, name: 'none' })).rejects.toMatchObject({
        statusCode: 404,
        reason: 'NotFound',
        request: { verb: 'get', resource: 'configmaps', namespace },
      });
      const signal = new AbortController().signal;
      await expect(
        client.listerWatcher(configMaps).list({ fieldSelector: 'spec.none=1' }, { signal }),
      ).rejects.toMatchObject({ statusCode: 400, reason: 'BadRequest' });
      const { url, caPem } = server();
      await using stranger = await connect({ server: url, ca: caPem, token: 'nobody' });
      await expect(stranger.list(configMaps)).rejects.toMatchObject({ statusCode: 401, reason: 'Unauthorized' });
    }));

  it('carries 150 watches, more than one connection takes', () =>
    inNamespace('http2', async (client, namespace) => {
      const { signal } = new AbortController();
      let seen = 0;
      const watches = await Promise.all(
        Array.from({ length: 150 }, () =>
          client
            .listerWatcher(configMaps, { namespace })
            .watch({ resourceVersion: '0', timeoutSeconds: 60 }, { signal }),
        ),
      );
      const reading = Promise.allSettled(
        watches.map(async (watch) => {
          for await (const batch of watch) {
            if (batch.some((event) => event.type === 'ADDED' && event.object.metadata.name === 'seen')) seen++;
          }
        }),
      );
      await client.create(configMaps, { metadata: { name: 'seen', namespace } });
      await eventually(() => seen === 150, 'every watch saw it');
      await client[Symbol.asyncDispose]();
      await reading;
    }));
});
