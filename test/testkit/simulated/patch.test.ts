import { SimulatedApiServer } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { ask } from './http-client.js';
import type { Answer } from './http-client.js';
import { openWidgetCrd, widgetCrd, widgets } from './widget-crd.js';

const deployments = '/apis/apps/v1/namespaces/default/deployments';
const configMaps = '/api/v1/namespaces/default/configmaps';
const mergeType = 'application/merge-patch+json';
const jsonType = 'application/json-patch+json';
const strategicType = 'application/strategic-merge-patch+json';

function patch(server: SimulatedApiServer, path: string, type: string, body: unknown): Promise<Answer> {
  return ask(server, path, { method: 'PATCH', type, body });
}

/** Applies a ConfigMap `a` as a field manager. */
function apply(
  server: SimulatedApiServer,
  manager: string,
  data: Record<string, string>,
  force = false,
): Promise<Answer> {
  const path = `${configMaps}/a?fieldManager=${manager}${force ? '&force=true' : ''}`;
  return patch(server, path, 'application/apply-patch+yaml', {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a' },
    data,
  });
}

describe('a patch on the simulated server', () => {
  it('merges, removes with null, and conflicts when it names an older version', async () => {
    await using server = await SimulatedApiServer.start();
    const old = server.create('configmaps', { metadata: { name: 'a' }, data: { x: '1', y: '2' } });
    const merged = await patch(server, `${configMaps}/a`, mergeType, { data: { x: null, z: '3' } });
    expect(merged.json['data']).toEqual({ y: '2', z: '3' });
    const stale = { metadata: { resourceVersion: old.metadata.resourceVersion }, data: { x: '4' } };
    expect((await patch(server, `${configMaps}/a`, mergeType, stale)).code).toBe(409);
    expect((await patch(server, `${configMaps}/missing`, mergeType, {})).code).toBe(404);
  });

  it('applies the operations of a JSON patch, all or none', async () => {
    await using server = await SimulatedApiServer.start({ crds: [openWidgetCrd] });
    server.create('widgets', { metadata: { name: 'a' }, spec: { list: [1, 3], 'a/b': 1 } });
    const done = await patch(server, `${widgets}/a`, jsonType, [
      { op: 'add', path: '/spec/list/1', value: 2 },
      { op: 'add', path: '/spec/list/-', value: 4 },
      { op: 'replace', path: '/spec/a~1b', value: 2 },
      { op: 'move', from: '/spec/a~1b', path: '/spec/moved' },
      { op: 'copy', from: '/spec/moved', path: '/spec/copied' },
      { op: 'test', path: '/spec/copied', value: 2 },
      { op: 'remove', path: '/spec/list/0' },
    ]);
    expect(done.json['spec']).toEqual({ list: [2, 3, 4], moved: 2, copied: 2 });
    const failing = [
      { op: 'remove', path: '/spec/moved' },
      { op: 'test', path: '/spec/copied', value: 9 },
    ];
    expect((await patch(server, `${widgets}/a`, jsonType, failing)).code).toBe(422);
    expect((await patch(server, `${widgets}/a`, jsonType, { op: 'add' })).code).toBe(400);
    expect(server.get('widgets', 'a')?.['spec']).toEqual({ list: [2, 3, 4], moved: 2, copied: 2 });
  });

  it('merges lists by their key in a strategic merge patch, and obeys its directives', async () => {
    await using server = await SimulatedApiServer.start();
    const container = (name: string, image: string): object => ({ name, image });
    const labels = { app: 'd' };
    const containers = [container('a', '1'), container('b', '1'), container('c', '1')];
    const spec = { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } };
    server.create('deployments', { metadata: { name: 'd', finalizers: ['x/1', 'x/2'] }, spec });
    const change = {
      metadata: { '$deleteFromPrimitiveList/finalizers': ['x/1'], finalizers: ['x/3'] },
      spec: {
        template: {
          spec: {
            '$setElementOrder/containers': [{ name: 'c' }, { name: 'a' }],
            containers: [
              { name: 'a', image: '2' },
              { name: 'b', $patch: 'delete' },
            ],
          },
        },
      },
    };
    const { json } = await patch(server, `${deployments}/d`, strategicType, change);
    const patched = json['spec']?.['template']?.['spec']?.['containers'];
    expect(patched).toMatchObject([container('c', '1'), container('a', '2')]);
    expect(json['metadata']?.['finalizers']).toEqual(['x/3', 'x/2']);
  });

  it('refuses a strategic merge patch of a custom resource, and unknown media types, with 415', async () => {
    await using server = await SimulatedApiServer.start({ crds: [widgetCrd] });
    server.create('widgets', { metadata: { name: 'a' } });
    expect((await patch(server, `${widgets}/a`, strategicType, {})).json).toMatchObject({
      code: 415,
      reason: 'UnsupportedMediaType',
    });
    expect((await patch(server, `${widgets}/a`, 'application/json', {})).code).toBe(415);
  });

  it('changes nothing but the status on the status subresource', async () => {
    await using server = await SimulatedApiServer.start({ crds: [widgetCrd] });
    server.create('widgets', { metadata: { name: 'a' }, spec: { color: 'red' } });
    await patch(server, `${widgets}/a/status`, mergeType, { spec: { color: 'blue' }, status: { replicas: 1 } });
    await patch(server, `${widgets}/a`, mergeType, { status: { replicas: 2 } });
    expect(server.get('widgets', 'a')).toMatchObject({
      spec: { color: 'red' },
      status: { replicas: 1 },
      metadata: { generation: 1 },
    });
  });
});

describe('applying on the simulated server', () => {
  it('creates what is missing, and is no write the second time', async () => {
    await using server = await SimulatedApiServer.start();
    const first = await apply(server, 'one', { x: '1' });
    expect(first.code).toBe(201);
    expect(first.json['metadata']?.['managedFields']).toMatchObject([
      { manager: 'one', operation: 'Apply', fieldsV1: { 'f:data': { 'f:x': {} } } },
    ]);
    const again = await apply(server, 'one', { x: '1' });
    expect(again.code).toBe(200);
    expect(again.json['metadata']?.['resourceVersion']).toBe(first.json['metadata']?.['resourceVersion']);
  });

  it('removes what its manager no longer names, unless another one applied it too', async () => {
    await using server = await SimulatedApiServer.start();
    await apply(server, 'one', { x: '1', y: '1', z: '1' });
    await apply(server, 'two', { y: '1' });
    const { json } = await apply(server, 'one', { x: '2' });
    expect(json['data']).toEqual({ x: '2', y: '1' });
  });

  it('conflicts over a field of another manager, and takes it with force', async () => {
    await using server = await SimulatedApiServer.start();
    await apply(server, 'one', { x: '1' });
    const refused = await apply(server, 'two', { x: '2' });
    expect(refused.json).toMatchObject({
      code: 409,
      details: { causes: [{ reason: 'FieldManagerConflict', field: '.data.x' }] },
    });
    expect((await apply(server, 'two', { x: '2' }, true)).json['data']).toEqual({ x: '2' });
    expect((await apply(server, 'one', { y: '1' })).json['data']).toEqual({ x: '2', y: '1' });
  });

  it('reads YAML, and needs a field manager', async () => {
    await using server = await SimulatedApiServer.start();
    const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: yaml }\ndata:\n  k: v\n';
    const type = 'application/apply-patch+yaml';
    expect((await patch(server, `${configMaps}/yaml?fieldManager=m`, type, yaml)).json['data']).toEqual({ k: 'v' });
    expect((await patch(server, `${configMaps}/yaml`, type, yaml)).code).toBe(422);
  });
});
