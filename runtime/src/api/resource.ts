import type { KubernetesObject } from './object.js';
import type { PathIn, Projected, ProjectedViews } from './projected.js';
import type { Projection } from './projection.js';
import { projectionKey, projectionOf } from './projection.js';
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
   * Properties of the status that decide how a controller writes it. `conditionsByType`: the server merges conditions by their type, so
   * that an apply leaves those of other managers alone. `observedGeneration`: the status has that field. `nonEmptyMessage`: the
   * schema rejects a condition with an empty message. Default: none.
   */
  readonly statusTraits?: readonly ('conditionsByType' | 'observedGeneration' | 'nonEmptyMessage')[];
  /**
   * Fields that the elements of `status.conditions` have. A controller writes no other field. Default: those of
   * `metav1.Condition`.
   */
  readonly conditionFields?: readonly string[];
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
  /** In a list, because without exactOptionalPropertyTypes nothing could be inferred from `never`, for a resource that has no such field. */
  readonly [fieldNames]?: readonly F[];
  readonly [writeViews]?: W;
  /** What is left of its objects, where that is not all: see {@link WholeResource.project}. */
  readonly projection?: Projection | undefined;
}

/** A resource whose objects are whole, as {@link defineResource} and generated code name them. */
export interface WholeResource<
  T extends KubernetesObject = KubernetesObject,
  F extends string = string,
  W extends WriteViews = UnknownViews,
> extends Resource<T, F, W> {
  /**
   * The same resource, whose objects hold only these paths and what {@link IdentityPath} names: in their type, and in memory.
   * The rest is cut out of the bytes before they are parsed. Lists are gone through (`spec.containers.image`), a map's values by `*`
   * (`status.capacity.*`), and names with dots stand in brackets: `metadata.labels['app.kubernetes.io/name']`.
   *
   * It goes wherever a resource does. An informer of it and one of the whole resource are two, and each has its own cache.
   *
   * @example
   * const pods = podResource.project('spec.nodeName', 'status.phase', 'metadata.labels');
   * const informer = factory.informerFor(pods);
   * informer.indexer.list()[0]?.spec?.nodeName; // .spec.containers does not compile
   */
  project<const P extends readonly string[]>(
    ...paths: { readonly [I in keyof P]: PathIn<T, P[I]> }
  ): ProjectedResource<T, F, W, P[number]>;
}

/** What {@link WholeResource.project} returns. */
export type ProjectedResource<
  T extends KubernetesObject,
  F extends string,
  W extends WriteViews,
  P extends string,
> = Resource<Projected<T, P>, F, ProjectedViews<T, W>>;

/**
 * Names a resource once, with the type of its objects.
 *
 * @example
 * const gadgets = defineResource({ group: 'example.com', version: 'v1', kind: 'Gadget', plural: 'gadgets', namespaced: true });
 * resourceName(gadgets); // → 'gadgets.example.com'
 */
export function defineResource<
  T extends KubernetesObject,
  F extends string = string,
  W extends WriteViews = UnknownViews,
>(spec: ResourceSpec): WholeResource<T, F, W> {
  const { projection: _projection, ...facts } = spec as ResourceSpec & Pick<Resource, 'projection'>;
  return Object.freeze({ ...facts, project }) as WholeResource<T, F, W>;
}

/** The method of every resource; one function, so that equal resources are equal. */
function project(this: ResourceSpec, ...paths: readonly string[]): Resource {
  const { project: _project, ...facts } = this as ResourceSpec & { readonly project?: unknown };
  return Object.freeze({ ...facts, projection: projectionOf(paths) });
}

/** The resource that was projected: the same, with objects that are whole. */
export function wholeResource(resource: Resource): Resource {
  return resource.projection === undefined ? resource : defineResource(resource);
}

/**
 * `apps/v1`, or `v1` for the core group.
 *
 * @example
 * apiVersionOf(widgetResource); // → 'example.com/v1'
 * apiVersionOf(podResource); // → 'v1'
 */
export function apiVersionOf(resource: Pick<ResourceSpec, 'group' | 'version'>): string {
  return resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
}

/**
 * A string that is the same exactly for the same group, version and plural: `deployments.v1.apps`, `pods.v1.`.
 *
 * @example
 * console.log(resourceKey(widgetResource));
 */
export function resourceKey(resource: Pick<ResourceSpec, 'group' | 'version' | 'plural'>): string {
  return `${resource.plural}.${resource.version}.${resource.group}`;
}

/** The same for the same resource and projection: what caches are shared by. */
export function cacheKey(resource: Pick<Resource, 'group' | 'version' | 'plural' | 'projection'>): string {
  return resourceKey(resource) + projectionKey(resource.projection);
}

/**
 * How messages name a resource: `pods`, `deployments.apps`, `widgets.example.com`.
 *
 * @example
 * resourceName(widgetResource); // → 'widgets.example.com'
 */
export function resourceName(resource: Pick<ResourceSpec, 'group' | 'plural'>): string {
  return resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`;
}
