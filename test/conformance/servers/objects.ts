import { defineResource, type KubernetesObject, type Resource, type WholeResource } from '@informer-gen/runtime';
import type { ServerUnderTest } from './server-under-test.js';

export interface ConfigMap extends KubernetesObject {
  readonly data?: { readonly [key: string]: string };
}

export interface Pod extends KubernetesObject {
  readonly spec?: { readonly nodeName?: string };
  readonly status?: { readonly phase?: string };
}

export interface Widget extends KubernetesObject {
  readonly spec?: { readonly size?: number };
}

export const configMaps: WholeResource<ConfigMap> = defineResource<ConfigMap>({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  namespaced: true,
});

export const pods: WholeResource<Pod> = defineResource<Pod>({
  group: '',
  version: 'v1',
  kind: 'Pod',
  plural: 'pods',
  namespaced: true,
});

const crds = defineResource({
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  namespaced: false,
});

let groups = 0;

/** A custom resource in a group that no other test uses. */
export function newWidgetResource(): Resource<Widget> {
  const group = `g${++groups}.example.com`;
  return defineResource<Widget>({ group, version: 'v1', kind: 'Widget', plural: 'widgets', namespaced: true });
}

export async function createCrd(server: ServerUnderTest, { group, version, kind, plural }: Resource): Promise<void> {
  const schema = {
    type: 'object',
    properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
  };
  await server.admin.create(crds, {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
      versions: [{ name: version, served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  });
}

/** Resolves when the CRD is gone, and its objects with it. */
export async function deleteCrd(server: ServerUnderTest, { group, plural }: Resource): Promise<void> {
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${plural}.${group}`;
  await server.raw({ method: 'DELETE', path });
  while ((await server.raw({ path })).code !== 404);
}

/** Creates, also while the server does not yet serve the resource. */
export async function createWhenServed(
  server: ServerUnderTest,
  resource: Resource,
  object: { readonly metadata: { readonly namespace: string; readonly name: string } },
): Promise<void> {
  const { group, version, plural } = resource;
  const path = `/apis/${group}/${version}/namespaces/${object.metadata.namespace}/${plural}`;
  const body = { apiVersion: `${group}/${version}`, kind: resource.kind, ...object };
  for (let tries = 0; ; tries++) {
    const { code, text } = await server.raw({ method: 'POST', path, body });
    if (code === 201) return;
    if (tries > 500) throw new Error(`${path}: ${code} ${text}`);
  }
}

export function createConfigMap(
  server: ServerUnderTest,
  namespace: string,
  name: string,
  { labels = {}, data = {} }: { labels?: Record<string, string>; data?: Record<string, string> } = {},
): Promise<ConfigMap> {
  return server.admin.create(configMaps, { metadata: { namespace, name, labels }, data });
}

export function patchConfigMap(
  server: ServerUnderTest,
  namespace: string,
  name: string,
  patch: { readonly metadata?: object; readonly data?: object },
): Promise<ConfigMap> {
  return server.admin.patch(configMaps, { namespace, name }, patch);
}

export async function deleteConfigMap(server: ServerUnderTest, namespace: string, name: string): Promise<void> {
  await server.admin.delete(configMaps, { namespace, name });
}

export function createPod(server: ServerUnderTest, namespace: string, name: string): Promise<Pod> {
  const spec = { containers: [{ name: 'main', image: 'example.com/none' }] };
  return server.admin.create(pods, { metadata: { namespace, name }, spec });
}

export function setPhase(server: ServerUnderTest, namespace: string, name: string, phase: string): Promise<Pod> {
  return server.admin.patch(pods, { namespace, name }, { status: { phase } }, { subresource: 'status' });
}
