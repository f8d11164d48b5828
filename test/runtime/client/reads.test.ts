import { SimulatedApiServer } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../runtime/src/api/object.js';
import { defineResource } from '../../../runtime/src/api/resource.js';
import type { Clock } from '../../../runtime/src/async/clock.js';
import { connect } from '../../../runtime/src/client/connect.js';

const configMaps = defineResource<KubernetesObject>({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  namespaced: true,
});

/** The waits of a second that the server below asks for end at once; all others are the machine's. */
const impatient: Clock = {
  now: () => 0,
  after(delayMs, callback) {
    const handle = setTimeout(callback, delayMs === 1000 ? 0 : delayMs);
    return { cancel: () => clearTimeout(handle), unref: () => void handle.unref() };
  },
};

const busy = (verb: 'list' | 'watch') => ({ verb, status: 429, retryAfterSeconds: 1 });

describe('reads', () => {
  it('of lists, of all pages and of watches are sent again after 429', async () => {
    await using server = await SimulatedApiServer.start();
    await using client = await connect({ server: server.url, clock: impatient });
    for (const name of ['a', 'b']) await client.create(configMaps, { metadata: { namespace: 'default', name } });
    const { resourceVersion } = server;
    server.failNext(busy('list'));
    expect((await client.list(configMaps, { namespace: 'default' })).items).toHaveLength(2);
    server.failNext(busy('list'));
    const names: (string | undefined)[] = [];
    for await (const { metadata } of client.listAll(configMaps, { limit: 1, namespace: 'default' })) {
      names.push(metadata?.name);
    }
    expect(names).toEqual(['a', 'b']);
    await client.delete(configMaps, { namespace: 'default', name: 'a' });
    server.failNext(busy('watch'));
    for await (const { type } of client.watch(configMaps, { resourceVersion })) {
      expect(type).toBe('DELETED');
      break;
    }
  });

  it('are sent again as often as the caller says, which is no part of the query', async () => {
    await using server = await SimulatedApiServer.start();
    await using client = await connect({ server: server.url, clock: impatient });
    server.failNext(busy('list'));
    await expect(client.list(configMaps, { retries: 0, limit: 5 })).rejects.toMatchObject({ code: 'TooManyRequests' });
    expect(server.requests.filter(({ verb }) => verb === 'list').map(({ query }) => query)).toEqual([{ limit: '5' }]);
  });
});
