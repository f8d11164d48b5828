import { defineResource } from '@informer-gen/runtime';
import type { ApiClient, KubernetesObject, NamespacedObjectMeta, Resource } from '@informer-gen/runtime';
import type { ServerUnderTest } from '../server-under-test.js';

/** The object of most rows: a custom resource with a status, a scale, and lists of each kind. */
export interface Gadget extends KubernetesObject {
  readonly metadata: NamespacedObjectMeta;
  readonly spec?: {
    readonly size?: number;
    readonly mode?: 'a' | 'b';
    readonly ports?: readonly { readonly port: number; readonly name?: string }[];
    readonly names?: readonly string[];
    readonly whole?: readonly string[];
    readonly open?: { readonly [name: string]: unknown };
  };
  readonly status?: { readonly size?: number };
}

export interface ConfigMap extends KubernetesObject {
  readonly metadata: NamespacedObjectMeta;
  readonly data?: { readonly [key: string]: string };
}

export const configMaps: Resource<ConfigMap> = defineResource<ConfigMap>({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  namespaced: true,
});

export const gadgets: Resource<Gadget> = defineResource<Gadget>({
  group: 'writes.example.com',
  version: 'v1',
  kind: 'Gadget',
  plural: 'gadgets',
  namespaced: true,
  subresources: ['scale', 'status'],
});

export interface Lease extends KubernetesObject {
  readonly metadata: NamespacedObjectMeta;
  readonly spec?: { readonly renewTime?: string; readonly leaseDurationSeconds?: number };
}

export const leases: Resource<Lease> = defineResource<Lease>({
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  plural: 'leases',
  namespaced: true,
});

export const namespaces: Resource = defineResource({
  group: '',
  version: 'v1',
  kind: 'Namespace',
  plural: 'namespaces',
  namespaced: false,
});

/** What a row has at hand: two clients under two names, and a namespace that no other row uses. */
export interface Writing {
  readonly server: ServerUnderTest;
  /** Its field manager is `one`. */
  readonly client: ApiClient;
  /** Its field manager is `two`. */
  readonly other: ApiClient;
  /** What `client` was warned of. */
  readonly warnings: readonly string[];
  readonly namespace: string;
  /** Where an object of this row is. */
  readonly at: (name: string) => { readonly namespace: string; readonly name: string };
}

/** One rule of the server, and what shows it. */
export type Row = readonly [rule: string, run: (writing: Writing) => Promise<void>];

const integer = { type: 'integer' };
const string = { type: 'string' };
const schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        size: integer,
        mode: { ...string, enum: ['a', 'b'] },
        ports: {
          type: 'array',
          items: { type: 'object', required: ['port'], properties: { port: integer, name: string } },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['port'],
        },
        names: { type: 'array', items: string, 'x-kubernetes-list-type': 'set' },
        whole: { type: 'array', items: string, 'x-kubernetes-list-type': 'atomic' },
        open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
    status: { type: 'object', properties: { size: integer } },
  },
};

/** Creates the definition of {@link gadgets} and waits until they are served. */
export async function serveGadgets({ raw, createNamespace }: ServerUnderTest): Promise<void> {
  const { group, version, kind, plural } = gadgets;
  const scale = { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' };
  const served = { name: version, served: true, storage: true, subresources: { status: {}, scale } };
  const body = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, singular: 'gadget', kind, listKind: 'GadgetList' },
      versions: [{ ...served, schema: { openAPIV3Schema: schema } }],
    },
  };
  await raw({ method: 'POST', path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', body });
  const namespace = await createNamespace();
  const path = `/apis/${group}/${version}/namespaces/${namespace}/${plural}`;
  // Apply is served a little later than the rest.
  const intent = { apiVersion: `${group}/${version}`, kind, metadata: { name: 'first' }, spec: { size: 1 } };
  const contentType = 'application/apply-patch+yaml';
  for (let tries = 0; ; tries += 1) {
    const answer = await raw({ method: 'PATCH', path: `${path}/first?fieldManager=x`, body: intent, contentType });
    if (answer.code < 300) return;
    if (tries > 2000) throw new Error(`${path}: ${answer.code} ${answer.text}`);
  }
}
