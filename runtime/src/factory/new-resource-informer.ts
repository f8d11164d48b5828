import type { KubernetesObject, WithManagedFields } from '../api/object.js';
import type { Resource } from '../api/resource.js';
import type { SharedIndexInformerOptions } from '../informer/informer-options.js';
import { newSharedIndexInformer } from '../informer/shared-index-informer.js';
import type { SharedIndexInformer } from '../informer/shared-informer.js';
import type { Client, KeepsManagedFields, ListerWatcherOptions } from '../lister-watcher/lister-watcher.js';
import type { InformerSelection } from './variant.js';
import { tweakOf } from './variant.js';

/** Options of an informer that no factory shares: what it caches, in which form, and how it runs. */
export type ResourceInformerOptions<
  T extends KubernetesObject,
  F extends string = string,
> = SharedIndexInformerOptions<T> & InformerSelection<F>;

/**
 * An informer of a resource that no factory knows of: the caller runs it.
 *
 * @example
 * const pods = newResourceInformer(client, podResource, { namespace: 'web', labelSelector: 'app=shop' });
 * void pods.run({ signal });
 */
export function newResourceInformer<T extends KubernetesObject, F extends string = string>(
  client: Client,
  resource: Resource<T, F>,
  options: ResourceInformerOptions<WithManagedFields<NoInfer<T>>, F> & KeepsManagedFields,
): SharedIndexInformer<WithManagedFields<T>>;
export function newResourceInformer<T extends KubernetesObject, F extends string = string>(
  client: Client,
  resource: Resource<T, F>,
  options?: ResourceInformerOptions<NoInfer<T>, F>,
): SharedIndexInformer<T>;
export function newResourceInformer<T extends KubernetesObject>(
  client: Client,
  resource: Resource<T>,
  options: ResourceInformerOptions<T> = {},
): SharedIndexInformer<T> {
  return newSharedIndexInformer(client.listerWatcher(resource, listerWatcherOptions(options)), resource, options);
}

/** What a selection means for requests. */
export function listerWatcherOptions(selection: InformerSelection): ListerWatcherOptions {
  const { namespace, managedFields, lazy } = selection;
  return { namespace, managedFields, lazy, tweakListOptions: tweakOf(selection) };
}
