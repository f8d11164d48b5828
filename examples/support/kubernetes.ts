import { defineResource } from '@informer-gen/runtime';
import type { KubernetesObject, NamespacedObjectMeta, ObjectMeta, WholeResource } from '@informer-gen/runtime';

// The examples need a few fields of three built-in kinds, and have them here so that each can be read on its own. In a
// program of yours these come from the generator, complete: see ../controller and `npm run demo`.

/** As much of a Pod as the examples look at. */
export interface Pod extends KubernetesObject {
  readonly apiVersion: 'v1';
  readonly kind: 'Pod';
  readonly metadata: NamespacedObjectMeta;
  readonly spec?: {
    readonly nodeName?: string;
    readonly containers: readonly { readonly name: string; readonly image?: string }[];
  };
  readonly status?: {
    readonly phase?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

/** As much of a Node as the examples look at. */
export interface Node extends KubernetesObject {
  readonly apiVersion: 'v1';
  readonly kind: 'Node';
  readonly metadata: ObjectMeta;
  readonly spec?: { readonly unschedulable?: boolean };
}

/** A Namespace. */
export interface Namespace extends KubernetesObject {
  readonly apiVersion: 'v1';
  readonly kind: 'Namespace';
  readonly metadata: ObjectMeta;
}

export const podResource: WholeResource<Pod> = defineResource<Pod>({
  group: '',
  version: 'v1',
  kind: 'Pod',
  plural: 'pods',
  namespaced: true,
});

export const nodeResource: WholeResource<Node> = defineResource<Node>({
  group: '',
  version: 'v1',
  kind: 'Node',
  plural: 'nodes',
  namespaced: false,
});

export const namespaceResource: WholeResource<Namespace> = defineResource<Namespace>({
  group: '',
  version: 'v1',
  kind: 'Namespace',
  plural: 'namespaces',
  namespaced: false,
});
