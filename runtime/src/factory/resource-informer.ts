import type { KubernetesObject, WithManagedFields } from '../api/object.js';
import type { Resource } from '../api/resource.js';
import type { UnknownViews, WriteViews } from '../api/write-views.js';
import type { SharedIndexInformer } from '../informer/shared-informer.js';
import type { Client, KeepsManagedFields } from '../source/lister-watcher.js';
import type { IndexReader } from '../store/store.js';
import type { ResourceInformerOptions } from './new-resource-informer.js';
import { newResourceInformer } from './new-resource-informer.js';
import type { InformerHost, VariantOptions } from './informer-host.js';

/** The shared informer of a resource, and the lister that reads its cache (shared, read-only objects). */
export interface ResourceInformer<T extends KubernetesObject, L> {
  /** Registers the resource with the factory on the first call; later calls share that informer. */
  informer(): SharedIndexInformer<T>;
  /** Reads what the informer has cached, never the server. */
  lister(): L;
  /**
   * Another part of the resource, with an informer and lister of its own: `widgets.variant({ namespace: ['a', 'b'] })`.
   * Shared among those who ask for the same.
   */
  variant(options: VariantOptions<T>): ResourceInformer<T, L>;
}

/*
 * The functions below are for generated code, which gives them its constants: all of them ask for the same type of resource, with the
 * constant's own arguments, so that a compiler compares once for each of hundreds of resources, and finds the same types.
 */

/** Binds a resource to a factory. */
export function resourceInformer<
  T extends KubernetesObject,
  L,
  F extends string = string,
  W extends WriteViews = UnknownViews,
>(host: InformerHost, resource: Resource<T, F, W>, newLister: (indexer: IndexReader<T>) => L): ResourceInformer<T, L> {
  const reading = (informer: () => SharedIndexInformer<T>): ResourceInformer<T, L> => ({
    informer,
    lister: () => newLister(informer().indexer),
    variant(options) {
      const part = host.variant(resource, options);
      return reading(() => part.informer());
    },
  });
  return reading(() => host.informerFor(resource));
}

/** Makes an informer that no factory shares: the caller runs it. */
export interface NewInformer<T extends KubernetesObject> {
  (
    client: Client,
    options: UnfilteredOptions<WithManagedFields<T>> & KeepsManagedFields,
  ): SharedIndexInformer<WithManagedFields<T>>;
  (client: Client, options?: UnfilteredOptions<T>): SharedIndexInformer<T>;
}

type UnfilteredOptions<T extends KubernetesObject> = Omit<
  ResourceInformerOptions<T>,
  'labelSelector' | 'fieldSelector'
>;

/** The same with selectors, whose fields are `F`. */
export interface NewFilteredInformer<T extends KubernetesObject, F extends string = string> {
  (
    client: Client,
    options: ResourceInformerOptions<WithManagedFields<T>, F> & KeepsManagedFields,
  ): SharedIndexInformer<WithManagedFields<T>>;
  (client: Client, options: ResourceInformerOptions<T, F>): SharedIndexInformer<T>;
}

/** The constructor of a resource's informers. */
export function informerConstructor<
  T extends KubernetesObject,
  F extends string = string,
  W extends WriteViews = UnknownViews,
>(resource: Resource<T, F, W>): NewInformer<T> {
  type Kept = WithManagedFields<T>;
  function construct(client: Client, options: UnfilteredOptions<Kept> & KeepsManagedFields): SharedIndexInformer<Kept>;
  function construct(client: Client, options?: UnfilteredOptions<T>): SharedIndexInformer<T>;
  function construct(client: Client, options?: UnfilteredOptions<T>): SharedIndexInformer<T> {
    return newResourceInformer<T>(client, resource, options);
  }
  return construct;
}

/** The constructor of a resource's informers with selectors. */
export function filteredInformerConstructor<
  T extends KubernetesObject,
  F extends string,
  W extends WriteViews = UnknownViews,
>(resource: Resource<T, F, W>): NewFilteredInformer<T, F> {
  type Kept = WithManagedFields<T>;
  function construct(
    client: Client,
    options: ResourceInformerOptions<Kept, F> & KeepsManagedFields,
  ): SharedIndexInformer<Kept>;
  function construct(client: Client, options: ResourceInformerOptions<T, F>): SharedIndexInformer<T>;
  function construct(client: Client, options: ResourceInformerOptions<T, F>): SharedIndexInformer<T> {
    return newResourceInformer<T, F>(client, resource, options);
  }
  return construct;
}
