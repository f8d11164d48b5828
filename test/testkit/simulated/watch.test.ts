import { FakeClock, SimulatedApiServer } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { ask, WatchClient } from './http-client.js';

const configMaps = '/api/v1/namespaces/default/configmaps';

describe('a watch on the simulated server', () => {
  it('begins with the present state when no version is given, and goes on with changes', async () => {
    await using server = await SimulatedApiServer.start();
    server.create('configmaps', { metadata: { name: 'a' } });
    const watch = await WatchClient.open(server, `${configMaps}?watch=1`);
    expect(await watch.take(1)).toEqual(['ADDED a']);
    server.create('configmaps', { metadata: { name: 'b' } });
    server.patch('configmaps', 'a', { data: { k: 'v' } });
    server.delete('configmaps', 'b');
    expect(await watch.take(3)).toEqual(['ADDED b', 'MODIFIED a', 'DELETED b']);
  });

  it('begins after the version given', async () => {
    await using server = await SimulatedApiServer.start();
    server.create('configmaps', { metadata: { name: 'a' } });
    const { resourceVersion } = server;
    server.create('configmaps', { metadata: { name: 'b' } });
    const watch = await WatchClient.open(server, `${configMaps}?watch=1&resourceVersion=${resourceVersion}`);
    expect(await watch.take(1)).toEqual(['ADDED b']);
  });

  it('is quiet until a version that is still to come has passed', async () => {
    await using server = await SimulatedApiServer.start();
    const future = Number(server.resourceVersion) + 2;
    const watch = await WatchClient.open(server, `${configMaps}?watch=1&resourceVersion=${future}`);
    for (const name of ['a', 'b', 'c']) server.create('configmaps', { metadata: { name } });
    expect(await watch.take(1)).toEqual(['ADDED c']);
  });

  it('gives a deleted object the version of its deletion', async () => {
    await using server = await SimulatedApiServer.start();
    server.create('configmaps', { metadata: { name: 'a' } });
    const watch = await WatchClient.open(server, `${configMaps}?watch=1&resourceVersion=${server.resourceVersion}`);
    server.delete('configmaps', 'a');
    const event = await watch.next();
    expect(event).toMatchObject({ type: 'DELETED', object: { kind: 'ConfigMap', apiVersion: 'v1' } });
    expect(event?.object['metadata']?.['resourceVersion']).toBe(server.resourceVersion);
  });

  it('answers a compacted version with an ERROR event of 410, or with HTTP 410 where so set', async () => {
    await using server = await SimulatedApiServer.start();
    const { resourceVersion } = server;
    server.create('configmaps', { metadata: { name: 'a' } });
    server.compact();
    const path = `${configMaps}?watch=1&resourceVersion=${resourceVersion}`;
    const watch = await WatchClient.open(server, path);
    const event = await watch.next();
    expect(event?.object).toMatchObject({ kind: 'Status', code: 410, reason: 'Expired' });
    expect(await watch.next()).toBeUndefined();
    server.settings.expiredWatch = 'response';
    expect((await ask(server, path)).code).toBe(410);
  });

  it('streams the state and then the annotated bookmark for a WatchList', async () => {
    await using server = await SimulatedApiServer.start();
    server.create('configmaps', { metadata: { name: 'b' } });
    server.create('configmaps', { metadata: { name: 'a' } });
    const options = 'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan';
    const watch = await WatchClient.open(server, `${configMaps}?${options}&allowWatchBookmarks=true`);
    expect(await watch.take(2)).toEqual(['ADDED a', 'ADDED b']);
    expect(await watch.next()).toEqual({
      type: 'BOOKMARK',
      object: {
        kind: 'ConfigMap',
        apiVersion: 'v1',
        metadata: { resourceVersion: server.resourceVersion, annotations: { 'k8s.io/initial-events-end': 'true' } },
      },
    });
    server.create('configmaps', { metadata: { name: 'c' } });
    expect(await watch.take(1)).toEqual(['ADDED c']);
  });

  it('sends bookmarks on the clock to those who allow them, and ends when its time is up', async () => {
    const clock = new FakeClock();
    await using server = await SimulatedApiServer.start({ clock, bookmarkIntervalMs: 10_000 });
    const path = `${configMaps}?watch=1&resourceVersion=${server.resourceVersion}&timeoutSeconds=25`;
    const quiet = await WatchClient.open(server, path);
    const marked = await WatchClient.open(server, `${path}&allowWatchBookmarks=true`);
    const version = server.advanceResourceVersion();
    clock.advance(25_000);
    expect(await quiet.rest()).toEqual([]);
    // Two by the interval, and one shortly before the end.
    expect(await marked.rest()).toEqual(Array.from({ length: 3 }, () => `BOOKMARK ${version}`));
    expect(clock.pendingTimers).toBe(0);
  });

  it('shows objects that come into a selector as added and those that leave it as deleted', async () => {
    await using server = await SimulatedApiServer.start();
    const path = `${configMaps}?watch=1&labelSelector=${encodeURIComponent('app in (x)')}`;
    const watch = await WatchClient.open(server, `${path}&resourceVersion=${server.resourceVersion}`);
    server.create('configmaps', { metadata: { name: 'a', labels: { app: 'y' } } });
    server.patch('configmaps', 'a', { metadata: { labels: { app: 'x' } } });
    server.patch('configmaps', 'a', { data: { k: '1' } });
    server.patch('configmaps', 'a', { metadata: { labels: { app: 'y' } } });
    expect(await watch.take(2)).toEqual(['ADDED a', 'MODIFIED a']);
    const left = await watch.next();
    expect(left).toMatchObject({ type: 'DELETED', object: { metadata: { labels: { app: 'x' } } } });
    expect(left?.object['metadata']?.['resourceVersion']).toBe(server.resourceVersion);
  });
});
