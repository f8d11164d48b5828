import type { KubernetesObject } from './object.js';
import type { UnknownViews, WriteViews } from './write-views.js';

/** How the API server addresses a resource: `{ group: 'apps', version: 'v1', resource: 'deployments' }`; the core group is `''`. */
export interface GroupVersionResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/** The facts about a resource that its schema holds. */
export interface ResourceSpec {
  /** `''` for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** As in the URL, e.g. `deployments`. Never derived from the kind. */
  readonly plural: string;
  readonly namespaced: boolean;
  readonly singular?: string;
  readonly listKind?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /** Such as `status` and `scale`. */
  readonly subresources?: readonly string[];
  /** Fields that a field selector may name, beyond `metadata.name` and `metadata.namespace`: `spec.nodeName`. */
  readonly selectableFields?: readonly string[];
  /**
   * What decides how a controller writes the status. `conditionsByType`: the server merges the conditions by their type, so that
   * an apply leaves those of others alone. `observedGeneration`: the status has that field. Default: neither is known.
   */
  readonly statusTraits?: readonly ('conditionsByType' | 'observedGeneration')[];
}

declare const objectType: unique symbol;
declare const fieldNames: unique symbol;
declare const writeViews: unique symbol;

/**
 * A resource and, in its type alone, the objects it holds (`T`), the fields that may be selected by (`F`) and what
 * may be written to it (`W`). Two resources are the same when {@link resourceKey} returns the same string; identity of the
 * value means nothing.
 */
export interface Resource<
  T extends KubernetesObject = KubernetesObject,
  F extends string = string,
  W extends WriteViews = UnknownViews,
> extends ResourceSpec {
  readonly [objectType]?: T;
  readonly [fieldNames]?: F;
  readonly [writeViews]?: W;
}

/**
 * Names a resource once, with the type of its objects.
 *
 * @example
 * const widgets = defineResource<Widget>({ group: 'example.com', version: 'v1', kind: 'Widget', plural: 'widgets', namespaced: true });
 */
export function defineResource<
  T extends KubernetesObject,
  F extends string = string,
  W extends WriteViews = UnknownViews,
>(spec: ResourceSpec): Resource<T, F, W> {
  return Object.freeze({ ...spec });
}

/** `apps/v1`, or `v1` for the core group. */
export function apiVersionOf(resource: Pick<ResourceSpec, 'group' | 'version'>): string {
  return resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
}

/** A string that is the same exactly for the same group, version and plural: `deployments.v1.apps`, `pods.v1.`. */
export function resourceKey(resource: Pick<ResourceSpec, 'group' | 'version' | 'plural'>): string {
  return `${resource.plural}.${resource.version}.${resource.group}`;
}

/** How messages name a resource: `pods`, `deployments.apps`, `widgets.example.com`. */
export function resourceName(resource: Pick<ResourceSpec, 'group' | 'plural'>): string {
  return resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`;
}
