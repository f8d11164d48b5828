import { SimulatedApiServer } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { ask } from './http-client.js';
import type { Loose } from './http-client.js';
import { widgetCrd, widgets } from './widget-crd.js';

const configMaps = '/api/v1/namespaces/default/configmaps';

function namesOf(list: Loose): unknown[] {
  return (list['items'] as unknown as Loose[]).map((item) => item['metadata']?.['name']);
}

async function serverWith(names: readonly string[]): Promise<SimulatedApiServer> {
  const server = await SimulatedApiServer.start();
  for (const name of names) server.create('configmaps', { metadata: { name } });
  return server;
}

describe('a list on the simulated server', () => {
  it('has its objects in the order of their keys, without their kind where the list tells it', async () => {
    await using server = await serverWith(['c', 'a', 'b']);
    const { json } = await ask(server, configMaps);
    expect(json).toMatchObject({
      kind: 'ConfigMapList',
      apiVersion: 'v1',
      metadata: { resourceVersion: server.resourceVersion },
    });
    expect(namesOf(json)).toEqual(['a', 'b', 'c']);
    expect(json['items']?.[0]).not.toHaveProperty('kind');
  });

  it('writes custom resources by the alphabet, items first and each with its kind', async () => {
    await using server = await SimulatedApiServer.start({ crds: [widgetCrd] });
    server.create('widgets', { metadata: { name: 'a' } });
    const { text, json } = await ask(server, widgets);
    expect(Object.keys(JSON.parse(text) as object)).toEqual(['apiVersion', 'items', 'kind', 'metadata']);
    expect(json).toMatchObject({
      kind: 'WidgetList',
      items: [{ apiVersion: 'example.com/v1', kind: 'Widget' }],
      metadata: { continue: '' },
    });
  });

  it('is one state over all its pages, whatever is written between them', async () => {
    await using server = await serverWith(['a', 'b', 'c', 'd', 'e']);
    const first = (await ask(server, `${configMaps}?limit=2`)).json;
    expect(first['metadata']).toMatchObject({ remainingItemCount: 3, resourceVersion: server.resourceVersion });
    server.delete('configmaps', 'c');
    server.create('configmaps', { metadata: { name: 'cc' } });
    server.patch('configmaps', 'e', { data: { late: 'yes' } });
    const second = (await ask(server, `${configMaps}?limit=2&continue=${String(first['metadata']?.['continue'])}`))
      .json;
    const third = (await ask(server, `${configMaps}?limit=2&continue=${String(second['metadata']?.['continue'])}`))
      .json;
    expect([first, second, third].map(namesOf)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    expect(third['items']?.[0]).not.toHaveProperty('data');
    expect(third['metadata']).toEqual({ resourceVersion: first['metadata']?.['resourceVersion'] });
  });

  it('answers a page whose version is compacted with 410 and a token that goes on at the newest one', async () => {
    await using server = await serverWith(['a', 'b', 'c']);
    const first = (await ask(server, `${configMaps}?limit=1`)).json;
    server.compact();
    const expired = await ask(server, `${configMaps}?limit=1&continue=${String(first['metadata']?.['continue'])}`);
    expect(expired.json).toMatchObject({ code: 410, reason: 'Expired' });
    const on = await ask(server, `${configMaps}?continue=${String(expired.json['metadata']?.['continue'])}`);
    expect(namesOf(on.json)).toEqual(['b', 'c']);
    expect(on.json['metadata']?.['resourceVersion']).toBe(server.resourceVersion);
  });

  it('reads the very version asked for with Exact, and at least that one without', async () => {
    await using server = await serverWith(['a']);
    const { resourceVersion } = server;
    server.create('configmaps', { metadata: { name: 'b' } });
    const exact = await ask(server, `${configMaps}?resourceVersion=${resourceVersion}&resourceVersionMatch=Exact`);
    expect(namesOf(exact.json)).toEqual(['a']);
    expect(exact.json['metadata']?.['resourceVersion']).toBe(resourceVersion);
    const limited = await ask(server, `${configMaps}?resourceVersion=${resourceVersion}&limit=5`);
    expect(namesOf(limited.json)).toEqual(['a']);
    for (const match of ['', '&resourceVersionMatch=NotOlderThan']) {
      const newer = await ask(server, `${configMaps}?resourceVersion=${resourceVersion}${match}`);
      expect(namesOf(newer.json)).toEqual(['a', 'b']);
    }
    server.compact();
    const gone = await ask(server, `${configMaps}?resourceVersion=${resourceVersion}&resourceVersionMatch=Exact`);
    expect(gone.code).toBe(410);
  });

  it('ignores the limit at version 0, as a watch cache does, unless there is none', async () => {
    await using server = await serverWith(['a', 'b', 'c']);
    expect(namesOf((await ask(server, `${configMaps}?resourceVersion=0&limit=1`)).json)).toHaveLength(3);
    server.settings.watchCache = false;
    expect(namesOf((await ask(server, `${configMaps}?resourceVersion=0&limit=1`)).json)).toHaveLength(1);
  });

  it('may lag behind at version 0, and a watch from there catches up', async () => {
    await using server = await serverWith(['a', 'b', 'c']);
    server.lagWatchCache('configmaps', 2);
    const stale = await ask(server, `${configMaps}?resourceVersion=0`);
    expect(namesOf(stale.json)).toEqual(['a']);
    expect(Number(stale.json['metadata']?.['resourceVersion'])).toBe(Number(server.resourceVersion) - 2);
    expect(namesOf((await ask(server, configMaps)).json)).toEqual(['a', 'b', 'c']);
  });

  it('answers 504 with its cause for a version that is still to come', async () => {
    await using server = await serverWith([]);
    const future = Number(server.resourceVersion) + 10;
    const answer = await ask(server, `${configMaps}?resourceVersion=${future}`);
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.json).toMatchObject({
      code: 504,
      reason: 'Timeout',
      message: `Timeout: Too large resource version: ${future}, current: ${server.resourceVersion}`,
      details: { causes: [{ reason: 'ResourceVersionTooLarge' }], retryAfterSeconds: 1 },
    });
  });

  it.each([
    ['resourceVersion=abc', 400],
    ['limit=many', 400],
    ['continue=nonsense', 400],
    ['fieldSelector=spec.foo%3D1', 400],
    ['fieldSelector=nonsense', 400],
    ['labelSelector=a%20b', 400],
    ['sendInitialEvents=true', 422],
    ['resourceVersionMatch=Exact', 422],
    ['resourceVersion=0&resourceVersionMatch=Exact', 422],
    ['resourceVersion=1&resourceVersionMatch=Newest', 422],
    ['watch=1&resourceVersion=abc', 500],
    ['watch=1&sendInitialEvents=true', 422],
    ['watch=1&resourceVersionMatch=NotOlderThan', 422],
    ['watch=1&sendInitialEvents=true&resourceVersionMatch=Exact', 422],
  ])('refuses %s with %i', async (query, code) => {
    await using server = await serverWith([]);
    const answer = await ask(server, `${configMaps}?${query}`);
    expect(answer.code).toBe(code);
    expect(answer.json).toMatchObject({ kind: 'Status', code });
  });

  it('selects by labels, by fields that the resource names, and by namespace', async () => {
    await using server = await SimulatedApiServer.start({ crds: [widgetCrd] });
    const pod = (name: string, namespace: string, phase: string, tier: string): void =>
      void server.create('pods', {
        metadata: { name, namespace, labels: { tier } },
        spec: { nodeName: `on-${name}` },
        status: { phase },
      });
    pod('a', 'default', 'Running', '1');
    pod('b', 'default', 'Pending', '5');
    pod('c', 'kube-system', 'Running', '9');
    const list = async (path: string, query: string): Promise<unknown[]> =>
      namesOf((await ask(server, `${path}?${new URLSearchParams(query).toString()}`)).json);
    expect(await list('/api/v1/pods', 'fieldSelector=status.phase%3DRunning')).toEqual(['a', 'c']);
    expect(await list('/api/v1/namespaces/default/pods', 'fieldSelector=status.phase%21%3DRunning')).toEqual(['b']);
    expect(await list('/api/v1/pods', 'fieldSelector=metadata.namespace%3Dkube-system%2Cspec.nodeName%3Don-c')).toEqual(
      ['c'],
    );
    expect(await list('/api/v1/pods', 'labelSelector=tier>4,tier notin (9)')).toEqual(['b']);
    server.create('widgets', { metadata: { name: 'r' }, spec: { color: 'red' } });
    server.create('widgets', { metadata: { name: 'g' }, spec: { color: 'green' } });
    expect(await list(widgets, 'fieldSelector=spec.color%3Dred')).toEqual(['r']);
  });

  it('gives metadata alone, or a table, to those who accept that', async () => {
    await using server = await SimulatedApiServer.start({ crds: [widgetCrd] });
    server.create('widgets', { metadata: { name: 'a', labels: { x: 'y' } }, spec: { color: 'red' } });
    const as = (kind: string): string => `application/json;as=${kind};v=v1;g=meta.k8s.io,application/json`;
    const partial = await ask(server, widgets, { headers: { accept: as('PartialObjectMetadataList') } });
    expect(partial.json).toMatchObject({
      kind: 'PartialObjectMetadataList',
      items: [{ kind: 'PartialObjectMetadata', metadata: { labels: { x: 'y' } } }],
    });
    expect(partial.text).not.toContain('red');
    const table = await ask(server, widgets, { headers: { accept: as('Table') } });
    expect(table.json).toMatchObject({
      kind: 'Table',
      columnDefinitions: [{ name: 'Name' }, { name: 'Color' }],
    });
    expect(table.json['rows']?.[0]?.['cells']).toEqual(['a', 'red']);
    expect((await ask(server, widgets, { headers: { accept: 'application/cbor' } })).code).toBe(406);
  });

  it('compresses long lists for those who accept it', async () => {
    await using server = await SimulatedApiServer.start();
    server.create('configmaps', { metadata: { name: 'a' }, data: { long: 'x'.repeat(200_000) } });
    const { headers } = await ask(server, configMaps, { headers: { 'accept-encoding': 'gzip' } });
    expect(headers['content-encoding']).toBe('gzip');
    expect(Number(headers['content-length'])).toBeLessThan(10_000);
  });

  it('gives each shard its part where sharding is on, and everything where it is off', async () => {
    await using server = await SimulatedApiServer.start();
    for (let index = 0; index < 40; index++) server.create('configmaps', { metadata: { name: `c${index}` } });
    const range = (start: string, end: string): string => `shardRange(object.metadata.uid, '0x${start}', '0x${end}')`;
    const shards = [range('0', '8000000000000000'), range('8000000000000000', '10000000000000000')];
    const list = async (shard: string): Promise<Loose> =>
      (await ask(server, `${configMaps}?shardSelector=${encodeURIComponent(shard)}`)).json;
    expect(namesOf(await list(shards[0] ?? ''))).toHaveLength(40);
    server.settings.sharding = true;
    const parts = await Promise.all(shards.map(list));
    expect(parts[0]?.['metadata']).toMatchObject({ shardInfo: { selector: shards[0] } });
    const [one = [], two = []] = parts.map(namesOf);
    expect(one.length).toBeGreaterThan(0);
    expect(two.length).toBeGreaterThan(0);
    expect(new Set([...one, ...two]).size).toBe(40);
    expect(one.length + two.length).toBe(40);
    expect(namesOf(await list(shards.join(' || ')))).toHaveLength(40);
    expect(await list('shardRange(everything)')).toMatchObject({ code: 400 });
  });

  it('cuts shards by the FNV-1a hash of the uid, as the real server does', async () => {
    await using server = await SimulatedApiServer.start();
    server.settings.sharding = true;
    // The published 64-bit FNV-1a hash of "a" is af63dc4c8601ec8c.
    server.create('configmaps', { metadata: { name: 'c', uid: 'a' } });
    const names = async (start: string, end: string): Promise<unknown[]> => {
      const selector = `shardRange(object.metadata.uid, '0x${start}', '0x${end}')`;
      return namesOf((await ask(server, `${configMaps}?shardSelector=${encodeURIComponent(selector)}`)).json);
    };
    expect(await names('af63dc4c8601ec8c', 'af63dc4c8601ec8d')).toEqual(['c']);
    expect(await names('af63dc4c8601ec8d', '10000000000000000')).toEqual([]);
  });
});
