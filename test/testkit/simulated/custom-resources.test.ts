import { parseYaml, SimulatedApiServer, UnservedResourceError } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { ask, WatchClient } from './http-client.js';
import type { Loose } from './http-client.js';
import { widgetCrd, widgetCrdOf, widgets } from './widget-crd.js';

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

describe('custom resources on the simulated server', () => {
  it('are served once their CRD is there, established', async () => {
    await using server = await SimulatedApiServer.start();
    expect(await ask(server, widgets)).toMatchObject({ code: 404, text: '404 page not found\n' });
    const created = await ask(server, crds, { method: 'POST', body: widgetCrd });
    // As on a real server, the answer is older than what its controllers make of it.
    expect(created.json['status']).toMatchObject({ conditions: null, storedVersions: ['v1'] });
    const established = await ask(server, `${crds}/widgets.example.com`);
    expect(established.json['status']).toMatchObject({
      acceptedNames: { plural: 'widgets', listKind: 'WidgetList' },
      storedVersions: ['v1'],
      conditions: [
        { type: 'NamesAccepted', status: 'True' },
        { type: 'Established', status: 'True' },
      ],
    });
    expect((await ask(server, widgets)).code).toBe(200);
    expect((await ask(server, '/apis/example.com/v1/gadgets')).text).toBe('404 page not found\n');
    expect((await ask(server, '/apis/apps/v1/gadgets')).json).toMatchObject({ code: 404, reason: 'NotFound' });
  });

  it.each([
    ['90s', 201],
    ['5 days', 201],
    ['1 week 2 hours', 201],
    ['30s', 422],
    ['3 seconds', 422],
    ['-5m', 422],
    ['soon', 422],
  ])('have rules about durations, in every form of the format: %s', async (lasts, code) => {
    const rule = { rule: "self >= duration('1m')", message: 'too short' };
    const properties = { lasts: { type: 'string', format: 'duration', 'x-kubernetes-validations': [rule] } };
    const crd = widgetCrdOf('example.com', {
      type: 'object',
      properties: { color: { type: 'string' }, ...properties },
    });
    await using server = await SimulatedApiServer.start({ crds: [crd] });
    const body = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a' }, spec: { lasts } };
    expect(await ask(server, widgets, { method: 'POST', body })).toMatchObject({ code });
  });

  it('are the same objects in every version', async () => {
    await using server = await SimulatedApiServer.start({ crds: [widgetCrd] });
    server.create('widgets', { metadata: { name: 'a' }, spec: { color: 'red' } });
    const old = widgets.replace('v1', 'v1beta1');
    const watch = await WatchClient.open(server, `${old}?watch=1`);
    expect((await watch.next())?.object).toMatchObject({ apiVersion: 'example.com/v1beta1', metadata: { name: 'a' } });
    const type = 'application/merge-patch+json';
    const patched = await ask(server, `${old}/a`, { method: 'PATCH', type, body: { spec: { color: 'blue' } } });
    expect(patched.json).toMatchObject({ apiVersion: 'example.com/v1beta1', spec: { color: 'blue' } });
    expect((await ask(server, `${widgets}/a`)).json).toMatchObject({
      apiVersion: 'example.com/v1',
      spec: { color: 'blue' },
    });
  });

  it('go with their CRD: deleted, their watches ended, 404 from then on', async () => {
    await using server = await SimulatedApiServer.start({ crds: [widgetCrd] });
    server.create('widgets', { metadata: { name: 'a' } });
    const watch = await WatchClient.open(server, `${widgets}?watch=1`);
    await ask(server, `${crds}/widgets.example.com`, { method: 'DELETE' });
    expect(await watch.rest()).toEqual(['ADDED a', 'DELETED a']);
    expect((await ask(server, widgets)).code).toBe(404);
    expect(() => server.objects('widgets')).toThrow(UnservedResourceError);
  });

  it('begin anew with a new CRD of the same name: versions from before are expired', async () => {
    await using server = await SimulatedApiServer.start({ crds: [widgetCrd] });
    server.create('widgets', { metadata: { name: 'a' } });
    const { resourceVersion } = server;
    server.delete('customresourcedefinitions', 'widgets.example.com');
    server.create('customresourcedefinitions', widgetCrd);
    expect((await ask(server, widgets)).json['items']).toEqual([]);
    const watch = await WatchClient.open(server, `${widgets}?watch=1&resourceVersion=${resourceVersion}`);
    expect(await watch.rest()).toEqual(['ERROR 410']);
  });

  it('come from YAML too, and from a plain description of the resource', async () => {
    const yaml = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: gadgets.example.com }
spec:
  group: example.com
  scope: Cluster
  names: { plural: gadgets, kind: Gadget }
  versions: [{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }]
---
# An empty document is none.
`;
    const cogs = { group: 'example.com', version: 'v2', kind: 'Cog', plural: 'cogs', namespaced: true };
    await using server = await SimulatedApiServer.start({ crds: parseYaml(yaml), resources: [cogs] });
    server.create('gadgets', { metadata: { name: 'g' } });
    server.create(cogs, { metadata: { name: 'c' } });
    expect((await ask(server, '/apis/example.com/v1/gadgets/g')).json).toMatchObject({
      kind: 'Gadget',
      metadata: { name: 'g' },
    });
    expect((await ask(server, '/apis/example.com/v2/cogs')).json['items']).toMatchObject([{ kind: 'Cog' }]);
  });

  it('refuse a CRD without names', async () => {
    await using server = await SimulatedApiServer.start();
    const answer = await ask(server, crds, { method: 'POST', body: { metadata: { name: 'x.y' }, spec: {} } });
    expect(answer.code).toBe(422);
    const causes = answer.json['details']?.['causes'] as unknown as Loose[];
    expect(causes.map((cause) => cause['field'])).toContain('spec.names.plural');
  });
});

describe('the simulated server describes itself', () => {
  it('in classic and in aggregated discovery', async () => {
    await using server = await SimulatedApiServer.start({ crds: [widgetCrd] });
    expect((await ask(server, '/version')).json['gitVersion']).toContain('simulated');
    for (const path of ['/healthz', '/readyz', '/livez']) expect((await ask(server, path)).text).toBe('ok');
    expect((await ask(server, '/api')).json['versions']).toEqual(['v1']);
    expect((await ask(server, '/apis/example.com')).json).toMatchObject({
      kind: 'APIGroup',
      versions: [{ version: 'v1' }, { version: 'v1beta1' }],
      preferredVersion: { version: 'v1' },
    });
    const resources = (await ask(server, '/apis/example.com/v1')).json['resources'] as unknown as Loose[];
    expect(resources.map((resource) => resource['name'])).toEqual(['widgets', 'widgets/status', 'widgets/scale']);
    expect(resources[0]).toMatchObject({
      kind: 'Widget',
      namespaced: true,
      shortNames: ['wd'],
      singularName: 'widget',
    });
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';
    const { json, headers } = await ask(server, '/apis', { headers: { accept } });
    expect(headers['content-type']).toBe('application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList');
    const groups = (json['items'] as unknown as Loose[]).map((item) => item['metadata']?.['name']);
    expect(groups).toContain('apps');
    expect(groups).toContain('example.com');
  });

  it('in OpenAPI v3 documents that hold the fields of built-in kinds and how their lists are merged', async () => {
    await using server = await SimulatedApiServer.start();
    const { json: document } = await ask(server, '/openapi/v3/apis/apps/v1');
    const schemas = document['components']?.['schemas'];
    expect(schemas?.['io.k8s.api.apps.v1.Deployment']).toMatchObject({
      properties: { spec: { allOf: [{ $ref: '#/components/schemas/io.k8s.api.apps.v1.DeploymentSpec' }] } },
      'x-kubernetes-group-version-kind': [{ group: 'apps', version: 'v1', kind: 'Deployment' }],
    });
    expect(schemas?.['io.k8s.api.core.v1.PodSpec']?.['properties']?.['containers']).toMatchObject({
      type: 'array',
      'x-kubernetes-list-map-keys': ['name'],
      'x-kubernetes-patch-merge-key': 'name',
      'x-kubernetes-patch-strategy': 'merge',
    });
  });

  it('in OpenAPI v3 documents that hold the schemas of CRDs', async () => {
    await using server = await SimulatedApiServer.start({ crds: [widgetCrd] });
    const { json: index } = await ask(server, '/openapi/v3');
    const url = String(index['paths']?.['apis/example.com/v1']?.['serverRelativeURL']);
    const { json: document } = await ask(server, url);
    expect(document['components']?.['schemas']?.['com.example.v1.Widget']).toMatchObject({
      properties: { spec: { properties: { color: { type: 'string' } } } },
      'x-kubernetes-group-version-kind': [{ group: 'example.com', version: 'v1', kind: 'Widget' }],
    });
    const path = '/apis/example.com/v1/namespaces/{namespace}/widgets';
    expect(document['paths']?.[path]?.['get']).toMatchObject({ 'x-kubernetes-action': 'list' });
    expect((await ask(server, '/openapi/v3/apis/none/v1')).code).toBe(404);
    expect((await ask(server, '/openapi/v2')).json['swagger']).toBe('2.0');
  });
});
