import { FakeClock, SimulatedApiServer } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { ask, WatchClient } from './http-client.js';
import { widgetCrd, widgets } from './widget-crd.js';

const configMaps = '/api/v1/namespaces/default/configmaps';
const deployments = '/apis/apps/v1/namespaces/default/deployments';

describe('writing to the simulated server', () => {
  it('sets on a new object what a server sets, with the time of its clock', async () => {
    await using server = await SimulatedApiServer.start({ clock: new FakeClock() });
    const { code, json } = await ask(server, configMaps, { method: 'POST', body: { metadata: { name: 'a' } } });
    expect(code).toBe(201);
    expect(json).toEqual({
      kind: 'ConfigMap',
      apiVersion: 'v1',
      metadata: {
        name: 'a',
        namespace: 'default',
        uid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        creationTimestamp: '2026-01-01T00:00:00Z',
        resourceVersion: server.resourceVersion,
      },
    });
  });

  it('refuses a body that is too long with an answer, not by breaking the connection', async () => {
    await using server = await SimulatedApiServer.start();
    const body = { metadata: { name: 'a' }, data: { long: 'x'.repeat(3 * 1024 * 1024) } };
    const { code, json } = await ask(server, configMaps, { method: 'POST', body });
    expect(code).toBe(413);
    expect(json['message']).toBe('Request entity too large: limit is 3145728');
  });

  it('makes a name from generateName', async () => {
    await using server = await SimulatedApiServer.start();
    const { json } = await ask(server, configMaps, { method: 'POST', body: { metadata: { generateName: 'job-' } } });
    expect(json['metadata']?.['name']).toMatch(/^job-[a-z0-9]{5}$/);
  });

  it.each([
    ['a name that is taken', configMaps, { metadata: { name: 'taken' } }, 409, 'AlreadyExists'],
    ['no name', configMaps, { metadata: {} }, 422, 'Invalid'],
    ['a bad name', configMaps, { metadata: { name: 'B_' } }, 422, 'Invalid'],
    ['another namespace', configMaps, { metadata: { name: 'a', namespace: 'other' } }, 400, 'BadRequest'],
    ['another kind', configMaps, { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a' } }, 400, 'BadRequest'],
    ['no JSON', configMaps, '{bad', 400, 'BadRequest'],
    ['a resourceVersion', configMaps, { metadata: { name: 'a', resourceVersion: '5' } }, 500, undefined],
    ['a missing namespace', '/api/v1/namespaces/nope/configmaps', { metadata: { name: 'a' } }, 404, 'NotFound'],
  ])('refuses to create an object with %s', async (...row) => {
    const [, path, body, code, reason] = row;
    await using server = await SimulatedApiServer.start({
      objects: [{ kind: 'ConfigMap', metadata: { name: 'taken' } }],
    });
    const before = server.resourceVersion;
    const answer = await ask(server, path, { method: 'POST', body });
    expect(answer.code).toBe(code);
    expect(answer.json).toMatchObject({ kind: 'Status', status: 'Failure', code });
    expect(answer.json['reason']).toBe(reason);
    expect(server.resourceVersion).toBe(before);
  });

  it('does without namespaces when told to', async () => {
    await using server = await SimulatedApiServer.start({ requireNamespaces: false });
    const answer = await ask(server, '/api/v1/namespaces/nope/configmaps', {
      method: 'POST',
      body: { metadata: { name: 'a' } },
    });
    expect(answer.code).toBe(201);
  });

  it('refuses an update that is based on an older version, and takes one that names none', async () => {
    await using server = await SimulatedApiServer.start();
    const first = server.create('configmaps', { metadata: { name: 'a' } });
    server.patch('configmaps', 'a', { data: { k: '1' } });
    const stale = { metadata: first.metadata, data: { k: '2' } };
    const refused = await ask(server, `${configMaps}/a`, { method: 'PUT', body: stale });
    expect(refused.json).toMatchObject({ code: 409, reason: 'Conflict', details: { name: 'a', kind: 'configmaps' } });
    const blind = await ask(server, `${configMaps}/a`, {
      method: 'PUT',
      body: { metadata: { name: 'a' }, data: { k: '3' } },
    });
    expect(blind.code).toBe(200);
    expect(blind.json['metadata']?.['uid']).toBe(first.metadata.uid);
  });

  it('makes no new version of an update that changes nothing', async () => {
    await using server = await SimulatedApiServer.start();
    const stored = server.create('configmaps', { metadata: { name: 'a' }, data: { k: 'v' } });
    const answer = await ask(server, `${configMaps}/a`, { method: 'PUT', body: stored });
    expect(answer.json['metadata']?.['resourceVersion']).toBe(stored.metadata.resourceVersion);
    expect(server.resourceVersion).toBe(stored.metadata.resourceVersion);
  });

  it('counts generations by changes of the spec, and keeps the status apart from it', async () => {
    await using server = await SimulatedApiServer.start();
    const spec = (replicas: number): object => ({
      replicas,
      selector: { matchLabels: { app: 'a' } },
      template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    });
    const body = { metadata: { name: 'a' }, spec: spec(1), status: { replicas: 9 } };
    const created = await ask(server, deployments, { method: 'POST', body });
    expect(created.json).toMatchObject({ metadata: { generation: 1 } });
    expect(created.json['status']).toEqual({});
    const main = await ask(server, `${deployments}/a`, {
      method: 'PUT',
      body: { ...body, metadata: { name: 'a', labels: { x: 'y' } } },
    });
    expect(main.json).toMatchObject({ metadata: { generation: 1, labels: { x: 'y' } } });
    expect(main.json['status']).toEqual({});
    const status = await ask(server, `${deployments}/a/status`, {
      method: 'PUT',
      body: { ...body, spec: spec(7) },
    });
    expect(status.json).toMatchObject({ metadata: { generation: 1 }, spec: { replicas: 1 }, status: { replicas: 9 } });
    const scaled = await ask(server, `${deployments}/a`, { method: 'PUT', body: { ...body, spec: spec(2) } });
    expect(scaled.json).toMatchObject({ metadata: { generation: 2 }, status: { replicas: 9 } });
  });

  it('answers a dry run as if, and stores nothing', async () => {
    await using server = await SimulatedApiServer.start();
    const before = server.resourceVersion;
    const answer = await ask(server, `${configMaps}?dryRun=All`, { method: 'POST', body: { metadata: { name: 'a' } } });
    expect(answer.code).toBe(201);
    expect(answer.json['metadata']).not.toHaveProperty('resourceVersion');
    expect(server.objects('configmaps')).toEqual([]);
    expect(server.resourceVersion).toBe(before);
  });

  it('reads and changes the scale of what has one', async () => {
    await using server = await SimulatedApiServer.start({ crds: [widgetCrd] });
    server.create('widgets', { metadata: { name: 'a' }, spec: { replicas: 2 }, status: { replicas: 1 } });
    const read = await ask(server, `${widgets}/a/scale`);
    expect(read.json).toMatchObject({
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      spec: { replicas: 2 },
      status: { replicas: 1 },
    });
    const type = 'application/merge-patch+json';
    await ask(server, `${widgets}/a/scale`, { method: 'PATCH', type, body: { spec: { replicas: 5 } } });
    expect(server.get('widgets', 'a')).toMatchObject({ metadata: { generation: 2 }, spec: { replicas: 5 } });
  });
});

describe('deleting on the simulated server', () => {
  it('answers with a Status when the object is gone, and 404 afterwards', async () => {
    await using server = await SimulatedApiServer.start({ objects: [{ kind: 'ConfigMap', metadata: { name: 'a' } }] });
    const gone = await ask(server, `${configMaps}/a`, { method: 'DELETE', body: { propagationPolicy: 'Background' } });
    expect(gone.json).toMatchObject({ kind: 'Status', status: 'Success', details: { name: 'a', kind: 'configmaps' } });
    expect((await ask(server, `${configMaps}/a`, { method: 'DELETE' })).code).toBe(404);
  });

  it('marks an object that finalizers hold, and removes it when the last one goes', async () => {
    await using server = await SimulatedApiServer.start();
    server.create('configmaps', { metadata: { name: 'a', finalizers: ['example.com/hold'] } });
    const watch = await WatchClient.open(server, `${configMaps}?watch=1&resourceVersion=${server.resourceVersion}`);
    const held = await ask(server, `${configMaps}/a`, { method: 'DELETE' });
    expect(held.json).toMatchObject({
      kind: 'ConfigMap',
      metadata: { deletionGracePeriodSeconds: 0, deletionTimestamp: expect.any(String) },
    });
    const type = 'application/merge-patch+json';
    const freed = await ask(server, `${configMaps}/a`, {
      method: 'PATCH',
      type,
      body: { metadata: { finalizers: null } },
    });
    expect(freed.json['metadata']).not.toHaveProperty('finalizers');
    expect(await watch.take(2)).toEqual(['MODIFIED a', 'DELETED a']);
    expect(server.objects('configmaps')).toEqual([]);
  });

  it('refuses when a precondition fails', async () => {
    await using server = await SimulatedApiServer.start({ objects: [{ kind: 'ConfigMap', metadata: { name: 'a' } }] });
    for (const preconditions of [{ uid: 'other' }, { resourceVersion: '1' }]) {
      const answer = await ask(server, `${configMaps}/a`, { method: 'DELETE', body: { preconditions } });
      expect(answer.json).toMatchObject({ code: 409, reason: 'Conflict' });
    }
    expect(server.objects('configmaps')).toHaveLength(1);
  });

  it('deletes the selected part of a collection', async () => {
    await using server = await SimulatedApiServer.start();
    for (const [name, app] of [
      ['a', 'x'],
      ['b', 'y'],
      ['c', 'x'],
    ] as const)
      server.create('configmaps', { metadata: { name, labels: { app } } });
    const answer = await ask(server, `${configMaps}?labelSelector=app%3Dx`, { method: 'DELETE' });
    expect(answer.json).toMatchObject({ kind: 'ConfigMapList' });
    expect(server.objects('configmaps').map(({ metadata }) => metadata.name)).toEqual(['b']);
  });

  it('takes the contents of a namespace along, and keeps it while something in it is held', async () => {
    await using server = await SimulatedApiServer.start({ controllers: { namespaces: true } });
    server.create('namespaces', { metadata: { name: 'n' } });
    server.create('configmaps', { metadata: { name: 'a', namespace: 'n' } });
    server.create('configmaps', { metadata: { name: 'held', namespace: 'n', finalizers: ['example.com/hold'] } });
    server.delete('namespaces', 'n');
    expect(server.get('namespaces', 'n')).toMatchObject({ status: { phase: 'Terminating' } });
    expect(server.objects('configmaps', 'n').map(({ metadata }) => metadata.name)).toEqual(['held']);
    const refused = await ask(server, '/api/v1/namespaces/n/configmaps', {
      method: 'POST',
      body: { metadata: { name: 'b' } },
    });
    expect(refused.code).toBe(403);
    server.patch('configmaps', 'n/held', { metadata: { finalizers: null } });
    expect(server.get('namespaces', 'n')).toBeUndefined();
  });
});
