import { defineResource } from '@informer-gen/runtime';
import type { Condition, KubernetesObject, ObjectMeta } from '@informer-gen/runtime';

/** The kind that tests of controllers reconcile. */
export interface Website extends KubernetesObject {
  readonly metadata: ObjectMeta;
  readonly spec: { readonly html: string; readonly replicas?: number };
  readonly status?: { readonly ready?: number; readonly conditions?: readonly Condition[] };
}

export interface ConfigMap extends KubernetesObject {
  readonly metadata: ObjectMeta;
  readonly data?: { readonly [key: string]: string };
}

export const websites = defineResource<Website>({
  group: 'web.acme.dev',
  version: 'v1',
  kind: 'Website',
  plural: 'websites',
  namespaced: true,
  subresources: ['status'],
});

export const configMaps = defineResource<ConfigMap>({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  namespaced: true,
});

const condition = {
  type: 'object',
  required: ['type', 'status', 'lastTransitionTime', 'reason', 'message'],
  properties: {
    type: { type: 'string' },
    status: { type: 'string' },
    reason: { type: 'string' },
    message: { type: 'string' },
    lastTransitionTime: { type: 'string', format: 'date-time' },
    observedGeneration: { type: 'integer', format: 'int64' },
  },
};

/** The CustomResourceDefinition of {@link websites}. */
export const websiteCrd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'websites.web.acme.dev' },
  spec: {
    group: 'web.acme.dev',
    scope: 'Namespaced',
    names: { kind: 'Website', plural: 'websites', singular: 'website', listKind: 'WebsiteList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: { html: { type: 'string' }, replicas: { type: 'integer' } },
              },
              status: {
                type: 'object',
                properties: {
                  ready: { type: 'integer' },
                  conditions: {
                    type: 'array',
                    items: condition,
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['type'],
                  },
                },
              },
            },
          },
        },
      },
    ],
  },
};
