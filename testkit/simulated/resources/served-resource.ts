import { apiVersionOf } from '@informer-gen/runtime/client-go';
import type { ResourceSpec } from '@informer-gen/runtime/client-go';
import type { KindRules } from '../rules/kind-rules.js';

/** Where a scale subresource finds its numbers in the object. */
export interface ScalePaths {
  readonly specReplicas: string;
  readonly statusReplicas: string;
  readonly labelSelector?: string | undefined;
}

/** A column of `kubectl get` beside the name. */
export interface PrinterColumn {
  readonly name: string;
  readonly type: string;
  readonly jsonPath: string;
  readonly format?: string | undefined;
  readonly priority?: number | undefined;
}

/** A resource as the simulated server serves it, in one version. */
export interface ServedResource extends ResourceSpec {
  /** True for what Kubernetes itself serves: strategic merge patches work, and list items carry no kind. */
  readonly builtIn: boolean;
  readonly hasStatus: boolean;
  /** Whether the server counts `metadata.generation`. */
  readonly hasGeneration: boolean;
  readonly scale?: ScalePaths | undefined;
  readonly columns?: readonly PrinterColumn[] | undefined;
  /** The OpenAPI schema of the object, where one is known. */
  readonly schema?: unknown;
  /** What the kind demands of its objects; undefined: nothing beyond what every object must fulfil. */
  readonly rules?: KindRules | undefined;
}

/** What all versions of a resource share: `pods.`, `widgets.example.com`. */
export function groupResource(resource: Pick<ResourceSpec, 'group' | 'plural'>): string {
  return `${resource.plural}.${resource.group}`;
}

/** `{"kind":"Pod","apiVersion":"v1",`: how every object of this resource begins on the wire; custom ones the other way round. */
export function typePrefix(resource: ServedResource): string {
  const kind = `"kind":${JSON.stringify(resource.kind)}`;
  const apiVersion = `"apiVersion":${JSON.stringify(apiVersionOf(resource))}`;
  return resource.builtIn ? `{${kind},${apiVersion},` : `{${apiVersion},${kind},`;
}

/** Makes a served resource of the public description, with the defaults of a custom resource. */
export function servedResource(spec: ResourceSpec): ServedResource {
  const subresources = spec.subresources ?? [];
  return {
    ...spec,
    builtIn: false,
    hasStatus: subresources.includes('status'),
    hasGeneration: true,
    ...(subresources.includes('scale')
      ? { scale: { specReplicas: '.spec.replicas', statusReplicas: '.status.replicas' } }
      : {}),
  };
}
