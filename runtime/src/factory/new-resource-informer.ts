import type { KubernetesObject } from '../api/object.js';
import type { Resource } from '../api/resource.js';
import type { SharedIndexInformerOptions } from '../informer/informer-options.js';
import { newSharedIndexInformer } from '../informer/shared-index-informer.js';
import type { SharedIndexInformer } from '../informer/shared-informer.js';
import type { Client, ListerWatcherOptions } from '../lister-watcher/lister-watcher.js';
import type { InformerSelection } from './variant.js';
import { tweakOf } from './variant.js';

/** Options of a stand-alone informer of a resource. */
export interface NewResourceInformerOptions<T extends KubernetesObject> extends SharedIndexInformerOptions<T> {
  /** Default: all namespaces. */
  readonly namespace?: string | undefined;
}

/** The same, with selectors. */
export type FilteredInformerOptions<
  T extends KubernetesObject,
  F extends string = string,
> = NewResourceInformerOptions<T> & InformerSelection<F>;

/** An object without `metadata.managedFields`: there is nothing to read there, and the type says so. */
export type WithoutManagedFields<T extends KubernetesObject> = T & {
  readonly metadata: { readonly managedFields?: never };
};

/** Options that leave out `managedFields`. */
export type StrippedInformerOptions<T extends KubernetesObject, F extends string = string> = FilteredInformerOptions<
  T,
  F
> &
  ({ readonly dropManagedFields: true } | { readonly lazy: true | { readonly paths: readonly string[] } });

/**
 * An informer of a resource that no factory knows of: the caller runs it.
 *
 * @example
 * const pods = newResourceInformer(client, podResource, { namespace: 'web', dropManagedFields: true });
 * void pods.run({ signal });
 */
export function newResourceInformer<T extends KubernetesObject, F extends string = string>(
  client: Client,
  resource: Resource<T, F>,
  options: StrippedInformerOptions<T, F>,
): SharedIndexInformer<WithoutManagedFields<T>>;
export function newResourceInformer<T extends KubernetesObject, F extends string = string>(
  client: Client,
  resource: Resource<T, F>,
  options?: FilteredInformerOptions<T, F>,
): SharedIndexInformer<T>;
export function newResourceInformer<T extends KubernetesObject>(
  client: Client,
  resource: Resource<T>,
  options: FilteredInformerOptions<T> = {},
): SharedIndexInformer<T> {
  return newSharedIndexInformer(client.listerWatcher(resource, listerWatcherOptions(options)), resource, options);
}

/** What a selection means for requests. */
export function listerWatcherOptions(selection: InformerSelection): ListerWatcherOptions {
  const { namespace, dropManagedFields, lazy } = selection;
  return { namespace, dropManagedFields, lazy, tweakListOptions: tweakOf(selection) };
}
